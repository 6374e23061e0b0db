// Package digest sums up texts without a model: it chooses the sentences that
// say most of what the texts say, the ones that carry facts, and what they are
// about.
//
// What a sentence is worth is what will matter later: figures, days and names, what
// was decided, demanded or promised, results, causes and trouble, and how central it
// is, that is how much it shares with all the others, weighed by how rare each word
// is. Questions, guesses and phrases that say little are worth less. The other turns
// of a conversation tell as well: what the next speaker agrees to counts more, what
// is refused or taken back later counts less. A text that nobody speaks has its
// centrality to go by first.
//
// Sentences are then chosen one after the other, each for its worth less what the
// chosen ones said already, a little more from a part of the talk that is not in yet.
// What is worth next to nothing is left out even where there is room. [Make] documents
// the formulas and their sources; the weights are in signals.go. What summaries keep
// and leave out is measured on testdata/sessions.txt.
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
// by their rarer words, figures and names alone. What a phrase tells ("we agreed") is
// known best in English, of the others only the commonest are.
//
// The package is pure: no store, no clock, no files. It imports text and,
// to count tokens, query/prompt; packages of reflect import it.
package digest
