// Package text reads natural language for the rest of Lukasa: words, stems,
// languages, sentences and fingerprints. Dates are in its package dates.
//
// # Words
//
// A [Scanner] cuts a text into words, with the byte offsets of each, without
// allocating. A word is a run of letters, marks, digits and underscores. A code
// stays whole: an inner . / : @ - & = + ' joins what stands on both its sides
// (`v0.11.3`, `foo/bar.go:12`, `ana@example.com`, `ERR_0x1F`, `https://x.org/a`).
// Writing without spaces (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese)
// is cut into overlapping pairs of characters, a lone character alone.
//
// A word's key is its form folded to NFC, lower case and narrow width, so that
// equal words have equal keys; diacritics are kept. A word with humps
// (`getUserName`) keeps its case in the key, as its parts depend on it.
//
// # Terms
//
// [Expand] gives the terms under which a key is indexed: its stem in a language
// (Snowball; German, Dutch, Italian and Portuguese through the compiled Snowball
// sources, the others by kljensen/snowball), and for a code the whole with its
// parts, for a pair of characters the pair with its characters. [Plain] removes
// diacritics.
//
// # Languages
//
// A [Detector] counts function words and letters that only some languages use.
// Where that does not settle it and the text is long enough, trigrams decide if
// they are confident. Otherwise the caller's default holds.
//
// A question is short, asks with words of its own, and is often typed without
// marks: [DetectAsked] takes it to be in the language of those who are asked unless it shows another, and [Idle] tells which of
// its words say nothing of what it is about. No index depends on either.
//
// # Words that several rooms look for
//
// [Title], [Demonym], [Relatives] and [Pets] are closed classes of words that more than one package reads, so that
// all of them know the same. A list of words that one package alone looks for stands in that package; [Set] and
// [Words] make a set of it.
//
// # Invariants
//
//   - T1 Every offset lies on a rune boundary of the text, words come in order of
//     their start, and only pairs of one run overlap.
//   - T2 Keys and terms depend on the word alone (and the language), never on its
//     neighbours, so they can be remembered per word.
//   - T3 Folding a key again gives the key; canonically equivalent texts have equal keys.
//   - T4 No input panics, and work is linear in its length.
//
// Any package of Lukasa may import text; it imports none of them.
package text
