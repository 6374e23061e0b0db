// Package claim tells whether two short texts say the same, by what decides it: figures with their units, times and dates, negation,
// names, who does what to whom, and each word beside. [Read] brings a text into a form in which two that say the same are alike, and
// [Compare] judges a pair.
//
// # The form
//
// A claim is a row of tokens. "Ten kilometres" and "10 km" are the same two tokens, so are "7 pm" and "19:00", "the 3rd of May" and
// "3 May"; "doesn't", "does not" and "do not" are one; words of one line of the table (words.txt) are one. Articles, forms of "is",
// and words such as "really" are none. A word that the table does not know stands for itself, in the very form that it has: "lived" is
// not "lives", nor "sister" "sisters".
//
// Tokens stand in phrases: a preposition begins one, a comma does. What has another order of words is another claim, as "Ana owes Ben" is,
// but for one phrase that may stand elsewhere in its clause ("In the repo we use tabs"), for "the wife of Tom", who is Tom's wife, and for
// two things joined by "and".
//
// # The verdicts
//
// [Same] is said where each token of the one is accounted for in the other; where in doubt, it is not said, as what is taken for known is
// lost. [More] and [Less] are said where one holds all the tokens of the other in their order, and none beside that could turn it: no
// negation, figure, condition or doubt. [Changed] is said where one figure, time or day alone differs, behind the words that say of what
// it is told, or one of the two denies what the other says. All else is [Other].
//
// # Invariants
//
//   - M1 Same and Changed are symmetric, and Less is More the other way round.
//   - M2 Claims that are the Same have equal [Claim.Key]s.
//   - M3 Work is linear in the length of a text, and no input panics.
//
// The table is in English. In other languages every word counts as it is written, and in its order.
//
// The package reads its table once, when it is first asked, and is safe for concurrent use. It imports text and traits.
package claim
