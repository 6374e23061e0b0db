package digest

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// maxPhrase is the most words of a topic.
const maxPhrase = 3

// phrase is a run of words with a meaning, found in one or more places.
type phrase struct {
	key     string // its stems
	text    string // as first written
	first   int    // its place among the phrases
	words   []word
	count   int
	within  int     // of the count, how often it is only a part of one longer phrase
	said    float64 // the worth of the sentences that it is in, together
	led     int     // how often an article or the like leads it, as one leads a noun
	counted int     // how often it stands behind a figure, as a unit does
	named   bool    // begins with a capital within a sentence
}

// topics returns the phrases that the sentences speak of most, the foremost
// first, ties by first mention. The worth of a phrase is
//
//	(its count, less that within one longer phrase, + the worth of its sentences)
//	· log2(1 + words) · (1 + the share of it that an article leads), times 1.5 for a name
//
// over runs of up to three words without function words or signs between them.
// The runs are the candidates of RAKE (Rose and others, "Automatic keyword
// extraction from individual documents", 2010); what is but part of a longer
// phrase is counted as by the C-value of Frantzi, Ananiadou and Mima, 2000. A
// phrase is left out if it overlaps a better one.
func topics(list []*sentence, passages []Passage, most int) []string {
	found := phrases(list, speakers(passages))
	slices.SortStableFunc(found, func(a, b *phrase) int {
		return cmp.Or(cmp.Compare(b.worth(), a.worth()), cmp.Compare(a.first, b.first))
	})
	var chosen []*phrase
	for _, p := range found {
		if len(chosen) == most {
			break
		}
		if !slices.ContainsFunc(chosen, p.overlaps) {
			chosen = append(chosen, p)
		}
	}
	var out []string
	for _, p := range chosen {
		out = append(out, p.text)
	}
	return out
}

func (p *phrase) worth() float64 {
	worth := (float64(p.count-p.within) + p.said) * math.Log2(1+float64(len(p.words))) * (1 + float64(p.led)/float64(p.count))
	if p.named {
		worth *= 1.5
	}
	return worth
}

// overlaps tells whether two phrases have more than half of the shorter one's words
// in common.
func (p *phrase) overlaps(other *phrase) bool {
	common := 0
	for _, w := range p.words {
		if slices.ContainsFunc(other.words, func(o word) bool { return o.stem == w.stem }) {
			common++
		}
	}
	return 2*common > min(len(p.words), len(other.words))
}

// phrases gathers the phrases of sentences. One that occurs once counts only if
// it is a name or there is little to choose from.
func phrases(list []*sentence, speakers map[string]bool) []*phrase {
	byKey := map[string]*phrase{}
	var order []*phrase
	for _, s := range list {
		for i := range s.words {
			for n := 1; n <= maxPhrase && i+n <= len(s.words) && s.joined(i, n); n++ {
				key := keyOf(s.words[i : i+n])
				p := byKey[key]
				if p == nil {
					p = &phrase{key: key, text: s.Text[s.words[i].start:s.words[i+n-1].end], first: len(order), words: s.words[i : i+n]}
					byKey[key] = p
					order = append(order, p)
				}
				p.meet(s, i)
			}
		}
	}
	for _, p := range order {
		p.claim(byKey)
	}
	few := len(list) < 12
	return slices.DeleteFunc(order, func(p *phrase) bool { return p.vague(speakers) || p.count == 1 && !p.named && !few })
}

// meet counts a place of a phrase: from a word of a sentence on.
func (p *phrase) meet(s *sentence, i int) {
	p.count++
	p.said += s.Score
	if i == 0 {
		return
	}
	before := s.words[i-1].key
	if figure(before) {
		p.counted++
	}
	if articles[before] {
		p.led++
	}
	p.named = p.named || capital(s.Text[s.words[i].start:])
}

// claim tells the parts of a phrase that recurs that they are often but parts of it.
func (p *phrase) claim(byKey map[string]*phrase) {
	if p.count == 1 {
		return
	}
	for n := 1; n < len(p.words); n++ {
		for i := 0; i+n <= len(p.words); i++ {
			if part := byKey[keyOf(p.words[i:i+n])]; part != nil {
				part.within = max(part.within, p.count)
			}
		}
	}
}

// vague tells whether a phrase says who spoke, which of several things it was, or in what unit it was counted, rather than what was
// spoken of.
func (p *phrase) vague(speakers map[string]bool) bool {
	if !slices.ContainsFunc(p.words, func(w word) bool { return !qualities[w.key] }) {
		return true
	}
	return len(p.words) == 1 && (speakers[p.words[0].key] || 2*p.counted >= p.count || traits.Of(p.text).HasTime)
}

// speakers are the words of the passages' labels.
func speakers(passages []Passage) map[string]bool {
	out := map[string]bool{}
	for _, p := range passages {
		for w := range strings.FieldsSeq(p.Label) {
			out[text.Fold(w)] = true
		}
	}
	return out
}

// articles and such other words as lead a noun more often than anything else.
var articles = text.Set(`a an the my our your his her their its this that these those each every both no of for in on with about from per against
	der die das den dem ein eine einen einem einer le la les un une des du`)

// joined tells whether the words from i on make a phrase of n words: all of what
// things are called by, nothing but a space between them, figures only at the end
// ("Rule 15"), and not a lone figure or letter.
func (s *sentence) joined(i, n int) bool {
	words := s.words[i : i+n]
	for j, w := range words {
		if !w.calls() || j < n-1 && digit(w.key) {
			return false
		}
		if j > 0 && (w.pair || words[j-1].pair || strings.TrimSpace(s.Text[words[j-1].end:w.start]) != "") {
			return false
		}
	}
	return n > 1 || utf8.RuneCountInString(words[0].key) > 1 && !digit(words[0].key)
}

// calls tells whether a thing may be called by a word: it has a meaning, and neither counts nor dates, nor does it say what somebody
// does with any thing.
func (w *word) calls() bool {
	return w.content && !numerals[w.key] && !days[w.key] && !doings[w.key] && cueAt([]word{*w}).says&(chats|wavers|asks|agrees|refuses) == 0
}

// doings are the commonest verbs, which are of no subject.
var doings = text.Set(`ask asked asking asks bring brings brought came come comes coming get gets getting gave give given gives giving go goes going gone got
	knew know known knows leave leaves left like likes look looked looking looks made make makes making put puts said saw say saying says see seen
	sees take taken takes taking tell tells think thinking thinks thought told took tried try trying use used uses using want wanted wants went`)

// qualities are the commonest words that tell one of several things from the others, and name none.
var qualities = text.Set(`another big bigger early easy enough few first fresh full hard high large last late less little long low many more most much new next
	old one ones only open other others own quick same second short slow small third us whole young`)

func keyOf(words []word) string {
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = w.stem
	}
	return strings.Join(stems, " ")
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}
