// Package mention finds where a text speaks of something: names that are known,
// things that can be told by their look alone (e-mail addresses, URLs, paths,
// code, amounts, dates) and capitalised names. It knows nothing of stores and
// agents, and needs no model.
//
// A [Text] is cut into words once, and three readers, each usable alone, read it:
//
//   - [Finder] holds known names, a million of them if need be, and finds those
//     that stand in a text: a trie over words, so that a name is added or removed
//     in the time that reading it takes.
//   - [Patterns] reads what has a form of its own.
//   - [Capitalised] reads names by their capitals, and is careful: a sentence's
//     first word, a word that every sentence may begin with, or a German noun is
//     not a name because of its capital. It lists beside them the single words that
//     may be part of one.
//
// Invariants:
//
//   - M1 every span lies on rune boundaries of the text, its bytes are the text's
//     own, and spans that one reader returns do not overlap.
//   - M2 a name is found whole: "Ana" is not in "banana". Scripts written without
//     spaces have no word ends, so there a name of two characters or more is
//     found anywhere.
//   - M3 the longest name wins, then the first. Who else bears the same name is
//     in the same match.
//   - M4 no input panics, and work is linear in its length.
//   - M5 the same names and text give the same matches, in whatever order the
//     names were added (I10).
//
// Package knowledge and those above it may import mention. It imports the text
// packages alone.
package mention
