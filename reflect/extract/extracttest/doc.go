// Package extracttest reads conversations that somebody labelled with what each message
// teaches about who wrote it, for the tests of package extract and of those that learn by it.
//
// It is pure but for reading the file, and imported by tests alone.
package extracttest
