package claim

import (
	"cmp"
	_ "embed" // the table
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed words.txt
var source string

// role is what a word does in a claim.
type role uint8

const (
	content    role = iota // says something
	article                // says nothing, but begins a thing
	be                     // says nothing, but parts what is told from what it is told of
	optional               // says nothing
	possessive             // whose the next thing is
	subject                // begins what is said of it
	weak                   // a preposition that may be left out
	strong                 // a preposition that counts
	clause                 // begins a clause
	and
	number
	multiplier
	month
	half  // of the day
	clock // a time by itself
	short // a unit behind a figure
	scale // of degrees
	unit
	ordinal // above the units, as a second behind a figure alone is one
)

var roles = map[string]role{
	"article": article, "be": be, "optional": optional, "possessive": possessive, "subject": subject, "user": subject, "weak": weak,
	"strong": strong, "clause": clause, "and": and, "number": number, "multiplier": multiplier, "ordinal": ordinal, "month": month,
	"half": half, "clock": clock, "unit": unit, "short": short, "scale": scale,
}

// traitsOf are what the words of a line are beside.
var traitsOf = map[string]flags{
	"negation": denies, "turning": turns, "decides": decides, "when": decides | dated, "month": decides | dated, "strong": links, "once": once,
	"weighing": weighs, "and": joins,
}

// entry is what the table knows of a word.
type entry struct {
	id    uint64 // of what it says
	short uint64 // the id of the unit that it is short for
	value int64  // of a number, a month or a time
	role  role
	is    flags // of its token
}

// phrase is several words that stand for others.
type phrase struct{ words, instead []string }

// lexicon is the table.
type lexicon struct {
	words   map[string]*entry
	phrases map[string][]phrase // by their first word, the longest first
	opposed map[[2]uint64]bool  // ids of which one is not where the other is
}

var table = sync.OnceValue(func() *lexicon { return readTable(source) })

func readTable(source string) *lexicon {
	l := &lexicon{words: map[string]*entry{}, phrases: map[string][]phrase{}, opposed: map[[2]uint64]bool{}}
	for line := range strings.Lines(source) {
		what, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(what, "#") {
			continue
		}
		l.add(what, strings.Fields(rest))
	}
	for first := range l.phrases {
		slices.SortStableFunc(l.phrases[first], func(a, b phrase) int { return cmp.Compare(len(b.words), len(a.words)) })
	}
	return l
}

// add takes in a line.
func (l *lexicon) add(what string, words []string) {
	switch what {
	case "opposite":
		one, other := l.entry(words[0]).id, l.entry(words[1]).id
		l.opposed[[2]uint64{one, other}], l.opposed[[2]uint64{other, one}] = true, true
		return
	case "phrase":
		at := slices.Index(words, ">")
		p := phrase{words[:at], words[at+1:]}
		l.phrases[p.words[0]] = append(l.phrases[p.words[0]], p)
		return
	}
	for _, word := range words {
		switch what {
		case "noun":
			l.noun(words[0], word)
		case "verb":
			l.verb(words[0], word)
		case "verbs":
			l.verb(word, word)
		default:
			l.word(what, words[0], word)
		}
	}
}

// word takes in a word of a line, with its value behind a sign of equality.
func (l *lexicon) word(what, first, word string) {
	word, value, valued := strings.Cut(word, "=")
	e := l.entry(word)
	e.role = max(e.role, roles[what])
	switch what {
	case "word", "unit", "user":
		e.id = identify(first)
	case "month":
		e.id = identify("month " + value)
	case "short", "scale":
		e.short = identify(value)
		return
	}
	e.is |= traitsOf[what]
	if valued {
		e.value, _ = strconv.ParseInt(value, 10, 64)
	}
}

func (l *lexicon) entry(word string) *entry {
	e := l.words[word]
	if e == nil {
		e = &entry{id: identify(word)}
		l.words[word] = e
	}
	return e
}

// noun takes in a noun, whose plural stands behind a stroke where it is not the usual one.
func (l *lexicon) noun(first, word string) {
	first, _, _ = strings.Cut(first, "/")
	word, plural, _ := strings.Cut(word, "/")
	l.entry(word).id = identify(first)
	l.entry(cmp.Or(plural, word+"s")).id = identify(first + " s")
}

// verb takes in a verb, with the forms that are not the usual ones behind strokes.
func (l *lexicon) verb(first, word string) {
	first, _, _ = strings.Cut(first, "/")
	word, rest, _ := strings.Cut(word, "/")
	present, regular, ongoing := thirdPerson(word), strings.TrimSuffix(word, "e")+"ed", word+"ing"
	forms := map[string]string{word: first, present: first}
	for form := range strings.SplitSeq(rest, "/") {
		switch {
		case form == "":
		case strings.HasSuffix(form, "ing"):
			ongoing = form
		case strings.HasSuffix(form, "s"):
			forms[form] = first
		default:
			regular = ""
			forms[form] = first + " past"
		}
	}
	forms[ongoing] = first + " ing"
	if regular != "" {
		forms[regular] = first + " past"
	}
	for form, of := range forms {
		e := l.entry(form)
		e.id, e.is = identify(of), e.is|acts
		if strings.HasSuffix(of, " past") {
			e.is |= past
		}
	}
}

func thirdPerson(verb string) string {
	for _, hiss := range []string{"s", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(verb, hiss) {
			return verb + "es"
		}
	}
	if stem, ok := strings.CutSuffix(verb, "y"); ok && !strings.ContainsAny(stem[len(stem)-1:], "aeiou") {
		return stem + "ies"
	}
	return verb + "s"
}

// identify is the id of a word: FNV-1a, spread.
func identify[S string | []byte](word S) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	return spread(h)
}

// spread mixes the bits of a hash (the finaliser of MurmurHash3), so that sums of ids tell rows apart.
func spread(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
