// Package embedbench measures what the built-in embedder costs: a sentence, with
// its allocations; a batch on one core and on all; word coverage of a recall's
// candidates; and, where the chat data set is there, real text.
//
// Figures are medians over many short rounds, so that a busy machine shows less.
package embedbench
