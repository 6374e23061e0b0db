// Package clause cuts a few words of English into the stretches that say one thing each, for what reads how
// things ended (outcome) and how things are judged (judgement): at marks, and before words that begin another
// clause. It knows which words deny what follows them.
//
// Invariants: the words of a text come in its order, each in one clause, and no clause is empty.
//
// It may be imported by the packages of text; it imports only text and traits.
package clause
