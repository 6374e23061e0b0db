// Package digest sums up texts without a model: it chooses the sentences that
// say most of what the texts say, the ones that carry facts, and what they are
// about.
//
// A sentence's worth is its centrality: how much it shares, weighed by how rare
// each word is, with all the others. It is lowered for questions and for phrases
// that say little, and raised for what names people, places and figures.
// Sentences are then chosen one after the other, each for its worth less what
// the chosen ones said already. [Make] documents the formulas and their sources.
//
// Invariants:
//
//   - D1 the text never costs more tokens than the budget.
//   - D2 every sentence, key fact and topic is a piece of a passage, word for
//     word, and sentences stand in the order of the passages.
//   - D3 no sentence is chosen twice, nor one that says what another said.
//   - D4 the same passages and options give the same summary, to the byte.
//
// It knows the function words of the languages of internal/text, among them
// English, Vietnamese, German, French and Chinese; other languages are summed up
// by their rarer words alone.
//
// The package is pure: no store, no clock, no files. Packages of reflect import
// it.
package digest
