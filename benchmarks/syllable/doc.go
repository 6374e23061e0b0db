// Package syllable makes up words for measurements on texts that nobody wrote.
package syllable
