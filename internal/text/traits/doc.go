// Package traits sees what kind of thing a text is without knowing what it will
// be asked: whether it asks or tells, speaks of oneself and says what one is called,
// holds times, numbers or names. It knows English words, and of German, Spanish, Vietnamese and Chinese those
// for oneself, for times and for numbers; punctuation and digits count in every language.
//
// [Of] reads a text once, in linear time, and is stable: what it sees of a
// record is kept beside the record's other short facts. Any package of Lukasa
// may import traits; it imports text alone.
package traits

// Version changes whenever [Of] may see something else in the same text.
const Version = 8
