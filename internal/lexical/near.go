package lexical

import (
	"unicode/utf8"
)

// Near returns the word of living records that is fewest edits away from a
// folded word, at most the given number, and whether there is one. An edit is a
// letter more, less or other, or two neighbours swapped (Damerau 1964; the
// restricted distance). The first letter is taken to be right: people rarely get
// it wrong, and it keeps unlike words apart. Of words equally near, the one in
// more records wins, then the first by its bytes.
//
// The lexicon is not sorted: it is read through, a few milliseconds for a
// hundred thousand words. This is for words that the index does not know.
func (x *Index) Near(word string, edits int) (string, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.st == nil || word == "" {
		return "", false
	}
	s, want := x.st, []rune(word)
	best, bestAway, bestDF := "", edits+1, uint32(0)
	var scratch distances
	for id := 1; id < s.lex.words.Len(); id++ {
		key := s.lex.text(uint32(id))
		if len(key) == 0 || key[0] != word[0] || abs(utf8.RuneCount(key)-len(want)) > edits {
			continue
		}
		df := s.living(uint32(id))
		if df == 0 {
			continue
		}
		away := scratch.between(want, []rune(string(key)), edits)
		if away < bestAway || away == bestAway && away <= edits && (df > bestDF || df == bestDF && string(key) < best) {
			best, bestAway, bestDF = string(key), away, df
		}
	}
	return best, bestAway <= edits
}

// living is how many living records have a word as it is written, by its term.
func (s *state) living(id uint32) uint32 {
	id, _ = s.lex.terms(id, s.lex.lang)
	if id == 0 {
		return 0 // a term alone, such as a stem that nobody writes
	}
	return s.post.df(id)
}

// distances holds three rows of the table of a comparison.
type distances struct{ before, last, row []int }

// between is the restricted Damerau-Levenshtein distance of a and b, or more
// than most when it is more.
func (d *distances) between(a, b []rune, most int) int {
	d.before, d.last, d.row = sized(d.before, len(b)+1), sized(d.last, len(b)+1), sized(d.row, len(b)+1)
	for j := range d.last {
		d.last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		d.row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			n := min(d.last[j]+1, d.row[j-1]+1, d.last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				n = min(n, d.before[j-2]+1)
			}
			d.row[j] = n
			least = min(least, n)
		}
		if least > most {
			return least
		}
		d.before, d.last, d.row = d.last, d.row, d.before
	}
	return d.last[len(b)]
}

func sized(s []int, n int) []int {
	if cap(s) < n {
		return make([]int, n)
	}
	return s[:n]
}

func abs(n int) int { return max(n, -n) }
