// Package outcome reads off a few words of English how something ended: "no stall since" well, "quiet until
// Wednesday, then the same again" badly, "no reply yet" not at all.
//
// It weighs the words that people say it with, clause by clause: words of a good and of a bad end, what a
// negation turns them into (not one complaint; no improvement), what was undone, figures before and after,
// and what is still open. What stands behind "but" or "then" counts more than what it takes back. Where the
// clauses are silent or disagree, nothing is known: a wrong reading costs more than none.
//
// Invariants: the same text is always read the same; the score is within -1 to 1, and 0 where nothing is known.
//
// It may be imported by every package that ranks or learns from experiences; it imports only text and clause.
package outcome
