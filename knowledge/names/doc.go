// Package names tells how alike two names are, from 0 to 1, and how that came
// about.
//
// [Parse] reads a name into a [Form]: its words folded, titles and company forms
// set apart, abbreviations and synonyms written as one word, numbers and dates as
// digits; of an address, a path or a name in a program what tells it from others.
// [Compare] lays the words of two forms side by side and judges each pair: equal,
// equal but for missing marks, in another script, a nickname, the initials of
// several, an abbreviation, a spelling mistake. An [Index] finds, among many
// names, those that may be alike.
//
// What the rules know of the world is in tables: nicknames.go, givennames.go,
// companies.go, plainwords.go, and the files of data, by language or field.
//
// The score is made for these thresholds: from .85 two names are the same for
// sure, from .6 probably, from .4 it is worth asking. What that means on the
// labelled pairs in testdata is in docs/resolution.md.
//
// Invariants:
//
//   - N1 Compare is symmetric, and a name compared with itself scores 1.
//   - N2 a guard's veto makes the score 0, whatever else agrees: digits that
//     differ, Jr. and Sr., Mr. and Mrs., two company forms, two types, two
//     identifiers.
//   - N3 a word of five letters or fewer is never taken for a misspelling.
//   - N4 what Search returns, Compare judges: the index only leaves out.
//   - N5 no input panics; names of very many words are compared as a whole.
//
// [Given] knows common given names in any letters, [GenderOf] whose they are,
// [Opens] which of them a sentence may begin with, and [Family] family names.
//
// The package is pure. It reads internal/text; any room of knowledge may import
// it, and query/rank, which looks for names in questions.
package names
