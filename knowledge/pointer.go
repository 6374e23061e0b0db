package knowledge

import (
	"strings"

	"github.com/lukasadb/lukasa/knowledge/mention"
)

// pointer is a place in a text whose words point back.
type pointer struct {
	start, end int // bytes
	ref        Reference
}

// longestPointer is how many words a phrase that points back has at most: "nhà
// cung cấp này".
const longestPointer = 4

// pointers finds the words of a text that point back at an entity, from left to
// right. Words that as often point at nothing are left out: "this", "that", "our
// team", "khách hàng" without a word behind it that points, and "it" where no
// thing need be meant.
func pointers(t *mention.Text) []pointer {
	var out []pointer
	words := t.Words()
	for i := 0; i < len(words); i++ {
		if !firstWords[words[i].Key] {
			continue
		}
		if ref, n, ok := readPointer(t.String(), words, i); ok {
			out = append(out, pointer{words[i].Start, words[i+n-1].End, ref})
			i += n - 1
		}
	}
	return out
}

// readPointer reads the longest phrase from word i on that points back, and of how
// many words it is.
func readPointer(s string, words []mention.Word, i int) (ref Reference, n int, ok bool) {
	var room [64]byte
	var ends [longestPointer]int // of the folded phrase, by how many words it has
	phrase := room[:0]
	for n < min(longestPointer, len(words)-i) {
		if n > 0 {
			gap := s[words[i+n-1].End:words[i+n].Start]
			if strings.TrimSpace(gap) != "" {
				break // a sign between them
			}
			if gap != "" {
				phrase = append(phrase, ' ')
			}
		}
		phrase = append(phrase, words[i+n].Key...)
		ends[n] = len(phrase)
		n++
	}
	for ; n > 0; n-- {
		if ref, ok = pointsBack(s, string(phrase[:ends[n-1]]), words, i, n); ok {
			return ref, n, true
		}
	}
	return Reference{}, 0, false
}

// firstWords are those that a phrase may begin with, folded.
var firstWords = func() map[string]bool {
	first := map[string]bool{"the": true, "this": true, "that": true, "said": true}
	for phrase := range pronouns {
		word, _, _ := strings.Cut(phrase, " ")
		first[word] = true
	}
	for phrase := range roles {
		if word, _, _ := strings.Cut(phrase, " "); !isASCII(phrase) {
			first[word] = true
		}
	}
	return first
}()

// pointsBack reads the n words from i on, folded a phrase, that mean somebody or
// something that was spoken of before.
func pointsBack(s, phrase string, words []mention.Word, i, n int) (Reference, bool) {
	if ref, ok := pronouns[phrase]; ok {
		return ref, n > 1 || meansSomething(s, words, i)
	}
	rest, definite := cutArticle(phrase)
	if !definite {
		return Reference{}, false
	}
	t, known := roles[rest]
	return Reference{Type: t}, known
}

// meansSomething tells whether a pronoun of one word means somebody or something,
// by the words before and behind it.
func meansSomething(s string, words []mention.Word, i int) bool {
	key := func(at int) string {
		if at < 0 || at >= len(words) {
			return ""
		}
		return words[at].Key
	}
	before, behind := key(i-1), key(i+1)
	switch words[i].Key {
	case "this", "that":
		return false
	case "it":
		return s[words[i].Start:words[i].End] != "IT" && !impersonal[behind] && !idle[before]
	case "they":
		return behind != "say"
	case "họ":
		return before != "dòng" && behind != "tên" && behind != "hàng" && behind != "và"
	}
	return true
}

// impersonal are words behind an "it" that may mean nothing, as in "it is
// raining", "it seems that", "it takes two", "it's late"; idle are words before
// one, as in "make it", "got it", "worth it". Both are read the careful way.
var (
	impersonal = wordsIn(`is s was were be been will ll would d seems seemed looks looked appears appeared feels felt sounds rains rained
		raining snows snowed snowing takes took turns turned depends happens happened matters might may could can should must has had
		does doesn isn wasn won wouldn makes made gets got goes all self not also really just still`)
	idle = wordsIn(`make makes made making get gets got getting do does did doing love like hate worth call find as about of if whether
		because and but so while when since that think thinks hope guess believe know see this that`)
)

func wordsIn(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}
