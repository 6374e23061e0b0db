package knowledge

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge/mention"
)

// pointer is a place in a text whose words point back.
type pointer struct {
	start, end int // bytes
	ref        Reference
	noun       noun // of a description
	object     bool // what is done is done to it: "asked her"
	human      bool // who is meant does what people do, or has it done to them: "they promised", "ask them"
}

// described tells whether it is no pronoun.
func (p pointer) described() bool { return p.ref.Type != "" || p.noun.group != 0 }

// clues are those of a pointer that is not linked: whoever is meant may be meant by the next one.
func (p pointer) clues() clues {
	switch {
	case p.noun.group != 0:
		return clues{noun: p.noun}
	case p.ref.Person:
		return clues{noun: noun{sort: someone}, gender: p.ref.Gender}
	case p.ref.Thing, p.ref.Type != "":
		return clues{noun: noun{sort: article}}
	}
	return clues{noun: noun{sort: someone}, many: true}
}

// longestPointer is how many words a phrase that points back has at most: "nhà
// cung cấp này".
const longestPointer = 4

// pointers finds the words of a text that point back at an entity, from left to
// right. Words that as often point at nothing are left out: "this", "that", "our
// team", "khách hàng" without a word behind it that points, and "it" where no
// thing need be meant.
func pointers(s string, words []mention.Word) []pointer {
	var out []pointer
	for i := 0; i < len(words); i++ {
		if !firstWords.Has(words[i].Key) {
			continue
		}
		if p, n, ok := readPointer(s, words, i); ok {
			p.start, p.end = words[i].Start, words[i+n-1].End
			out = append(out, p)
			i += n - 1
		}
	}
	return out
}

// readPointer reads the longest phrase from word i on that points back, and of how
// many words it is.
func readPointer(s string, words []mention.Word, i int) (p pointer, n int, ok bool) {
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
		if p, ok = pointsBack(s, string(phrase[:ends[n-1]]), words, i, n); ok {
			return p, n, true
		}
	}
	return pointer{}, 0, false
}

// firstWords are those that a phrase may begin with, folded.
var firstWords = func() *text.WordSet {
	first := []string{"the", "this", "that", "said"}
	for phrase := range pronouns {
		word, _, _ := strings.Cut(phrase, " ")
		first = append(first, word)
	}
	for phrase := range roles {
		if word, _, _ := strings.Cut(phrase, " "); !isASCII(phrase) {
			first = append(first, word)
		}
	}
	return text.Words(strings.Join(first, " "))
}()

// pointsBack reads the n words from i on, folded a phrase, that mean somebody or
// something that was spoken of before.
func pointsBack(s, phrase string, words []mention.Word, i, n int) (pointer, bool) {
	if ref, ok := pronouns[phrase]; ok {
		return pointer{ref: ref, object: isObject(words, i), human: doesHuman(words, i, n)}, n > 1 || meansSomething(s, words, i)
	}
	rest, definite := cutArticle(phrase)
	if !definite {
		return pointer{}, false
	}
	t, role := roles[rest]
	x, known := nouns.Get(rest)
	return pointer{ref: Reference{Type: t}, noun: x}, (role || known) && headOf(s, words, i+n)
}

// headOf tells whether the words before word i are not part of a longer noun: "the company" is, "the company car" is not.
func headOf(s string, words []mention.Word, i int) bool {
	if i >= len(words) {
		return true
	}
	gap := s[words[i-1].End:words[i].Start]
	_, noun := nounOf(words[i].Key)
	return strings.TrimSpace(gap) != "" || !noun
}

// isObject tells whether the pronoun at word i is one to whom something is done.
func isObject(words []mention.Word, i int) bool {
	switch words[i].Key {
	case "him", "them":
	case "her", "it":
		if i+1 < len(words) && !text.StopIn(words[i+1].Key).Has(text.English) {
			return false
		}
	default:
		return false
	}
	return i > 0 && !placing.Has(words[i-1].Key)
}

// doesHuman tells whether the n words from i on, a pronoun, stand beside what people do.
func doesHuman(words []mention.Word, i, n int) bool {
	verb := wordAt(words, i+n)
	return humanly.Has(verb) || humanly.Has(verb+"s") || toHuman.Has(wordAt(words, i-1))
}

// placing are words behind which a pronoun may mean the subject as well: "he has it with him".
var placing = text.Words(`about above after against around at before behind below beside between by for from in near of on over past to under with`)

// meansSomething tells whether a pronoun of one word means somebody or something,
// by the words before and behind it.
func meansSomething(s string, words []mention.Word, i int) bool {
	before, behind := wordAt(words, i-1), wordAt(words, i+1)
	switch words[i].Key {
	case "this", "that":
		return false
	case "it":
		return s[words[i].Start:words[i].End] != "IT" && !idle.Has(before) && !impersonal(words, i)
	case "they":
		return behind != "say"
	case "họ":
		return before != "dòng" && behind != "tên" && behind != "hàng" && behind != "và"
	}
	return true
}

func wordAt(words []mention.Word, i int) string {
	if i < 0 || i >= len(words) {
		return ""
	}
	return words[i].Key
}

// impersonal tells whether the "it" at word i may mean nothing, by what is said of it: "it is raining", "it's late", "is it true
// that", "it seems", "it takes two".
func impersonal(words []mention.Word, i int) bool {
	at := i + 1
	copula := copulas.Has(wordAt(words, i-1))
	for ; auxiliary.Has(wordAt(words, at)) || copulas.Has(wordAt(words, at)); at++ {
		copula = copula || copulas.Has(wordAt(words, at))
	}
	said := wordAt(words, at)
	if vacant.Has(said) || at > i+1 && said == "" {
		return true
	}
	next := wordAt(words, at+1)
	return copula && (predicate.Has(said) || isNumber(said) || clausal.Has(next) && text.StopIn(said) == 0)
}

// Words around an "it" that means nothing, or what no name stands for. All are read the careful way.
var (
	// idle are words before one: "make it", "got it", "worth it".
	idle = text.Words(`about as believe call called did do does doing done find get gets getting got guess hate hope if know like love made make makes making of
		see take that think this thinks whether worth wing`)

	copulas = text.Words(`be been is isn was wasn s`)

	auxiliary = text.Words(`a ain all almost already also always be been being can could d did didn does doesn even ever had hadn has hasn just ll may might must
		never not now only quite rather re really s should still t too so very will won would wouldn`)

	// vacant are verbs that may have no subject.
	vacant = text.Words(`appeared appears blows comes depends doesn't feels felt freezes freezing get gets goes got happened happens hails helps hurts is
		like look looked looks made makes make matter matters means meant mentions occurred pours pouring rained raining rains say says seem seemed seems
		self snow snowed snowing snows sounds sounded take taken takes thundered took turned turns rain works work worked would depend`)

	// predicate are words behind "it is" of the weather, of time, of a state of affairs.
	predicate = text.Words(`a about an agreed all as awful bad because been believed best better bit boiling bright chilly clear cloudy cold cool crazy dark dawn decided done dry dusk
		early easier easy enough essential evident expected fair false fine foggy freezing funny good great hard half hard hot how humid icy impossible important interesting
		kind known late lashing lovely lucky midnight mild misty monday tuesday wednesday thursday friday saturday sunday morning night necessary nearly nice no noon odd ok okay
		over past possible pouring pretty raining reported right said sad serious shame snowing sort strange sunny sure terrible that the thought time true understood up urgent usual warm
		weird well wet what where who why windy wonderful worth wrong yes you me us them him her`)

	// clausal are words behind what is said of a whole clause: "it is nice to", "it was odd that".
	clausal = text.Words(`for how if that to when whether`)
)
