// Package extract reads what a message states outright: the name, the work, the
// home, the likes of who wrote it and of others, whom and what they have, how they are and what
// they do, what is to be remembered, how to answer from now on, and what corrects
// an earlier statement. It knows English, also as people type it in a chat, and
// Vietnamese, the latter also without its diacritics, and needs no model.
//
// It is conservative. A message says many things that look like statements:
// questions, suppositions, what others said, examples, jokes, texts to
// translate. Where a sentence may be one of those, nothing is taken from it, but
// for what is said in a clause of its own before a question: "I'm vegan, what can
// I eat?" What it finds and misses is measured on single sentences
// (testdata/labelled.tsv), in many voices (testdata/voices.tsv) and on whole
// conversations by another hand (testdata/conversations.txt, read by package extracttest).
//
// A message is cut into sentences, these into runs, as who writes in small letters
// begins a sentence, and these into clauses. A clause is matched against rules,
// each a head before a value or a tail behind it. Adverbs may stand between the words of
// a head and "is" may be contracted, a clause may have its subject from the one before,
// and a word of doubt makes doubtful its own clause and those behind. All patterns are found by the
// words that they may begin with, so that few are tried.
//
// Invariants:
//
//   - X1 what is found is there: Start to End are bytes of the message, on rune
//     boundaries, and Value stands between them word for word.
//   - X2 the same message gives the same statements, in the order of the text.
//   - X3 no input panics, and work is linear in its length up to [MaxMessage].
//
// What is said of others than the writer (others.go) is read as they would say it themselves, so that
// every rule serves for both, in English. Whom a name or a pronoun means is for callers to tell.
// testdata/others.tsv has what is found.
//
// A value that is taken back in the same breath, "green, no wait, blue", is stated by nobody;
// that is read in English.
// What is over is read besides, in English: [Ending] tells of a sentence learned before
// whether it is that.
//
// [Read] also tells the language of a message, what sort of event it is (004-05) and
// what it is after, in German and French too. For that a message is read clause by
// clause from end to end: what stands before what is meant is skipped, and the form of
// the rest makes a question, a command, a correction or a confirmation of it. How often
// that is right is measured on testdata/events.tsv and ways.tsv. Packages reflect and
// those above it import extract; it imports text and dates.
package extract
