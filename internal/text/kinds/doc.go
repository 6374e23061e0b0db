// Package kinds knows what everyday things are: that a hamster is a pet, a
// cello an instrument and a dentist a doctor. Questions ask for things by their
// kind ("which pets", "how many doctors") where memories have their names, and
// an embedder of word pieces knows this only of names that are one piece.
//
// The table (kinds.txt) is data, to be read and added to. It is in English and
// holds names of single words; plurals are understood on both sides. What it
// does not know is in no kind, so that a word is never worse off than without it.
//
// The package reads its table once, when [Asked] is first called, and is safe for
// concurrent use. Any package of Lukasa may import kinds; it imports none.
package kinds
