// Package judgement reads what a few words of English say of what they speak of: by which measure they judge
// it (its speed, its taste, its honesty) and on which side. "It crashed again" judges reliability badly,
// "nobody had to wait" punctuality well, "ordered a second plate" taste well, and "it opens at nine" nothing.
//
// The lexicon (lexicon.txt) is data, to be read and added to: words, idioms and what people do, by [Dimension]
// and pole. The reading turns them round where the words deny them, call them past or speak of too much, and
// hears nothing in questions, wishes and plans. [Dimensions.Told] says which measures tell of which: who lay
// awake tells of the noise. What the lexicon does not know is no judgement, so that an unknown word is never
// worse than none.
//
// Invariants: the same text is always read the same; judgements come in the order of their words; no input
// panics, and work is linear in the length of the text, of which the end counts where it is very long.
//
// The lexicon is read once, when the first text is. The package is safe for concurrent use. It may be imported
// by what weighs opinions; it imports only text and clause.
package judgement
