package digest

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/outcome"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// reading is what a sentence's own words tell of it, and then those of the turns behind it.
type reading struct {
	says      sense // by its phrases
	opening   sense // by those of its first words
	substance int   // words with a meaning that are of no phrase of chatter
	figures   int
	names     int
	dated     bool
	asks      bool
	troubled  bool // something ended badly, or is wrong
	takenUp   bool // the next turn leaves it as it stands
	agreed    bool // or even agrees to it
	refused   bool // the next turn refuses it
	revoked   bool // a later one takes it back
}

// opening is how many words may open a reply: "oh yes, agreed".
const opening = 2

func readingOf(s *sentence) reading {
	r := reading{asks: asking(s.Text)}
	for _, sign := range []string{"%", "$", "€", "£"} {
		r.figures += strings.Count(s.Text, sign)
	}
	wonders := false // begins with such a word as "what"
	for i := 0; i < len(s.words); {
		c := cueAt(s.words[i:])
		if c.says&asks != 0 {
			begins := r.substance == 0 && r.says&^(chats|asks|agrees) == 0
			wonders = wonders || begins && len(c.words) == 1
			r.asks = r.asks || len(c.words) == 2 && (wonders || s.parted(i))
		}
		r.says |= c.says
		if i < opening {
			r.opening |= c.says
		}
		for n := max(1, len(c.words)); n > 0; n-- {
			r.add(s, i, c.says)
			i++
		}
	}
	r.substance = min(r.substance, len(s.vector)) // what is said twice is said once
	score, known := outcome.Read(s.Text)
	r.troubled = known && score < 0 || r.says&harms != 0
	return r
}

// parted tells whether a word begins a sentence, or stands behind a sign.
func (s *sentence) parted(i int) bool {
	return i == 0 || strings.ContainsAny(s.Text[s.words[i-1].end:s.words[i].start], ",:;-–—(")
}

// add counts a word that is of a phrase of some senses.
func (r *reading) add(s *sentence, i int, of sense) {
	w := s.words[i]
	upper := i > 0 && capital(s.Text[w.start:])
	switch {
	case figure(w.key):
		r.figures++
		r.dated = r.dated || ordinal(w.key)
	case days[w.key], upper && traits.Calendar[w.key]: // "may" and "march" are other words as well
		r.dated = true
	case upper && utf8.RuneCountInString(w.key) > 1 && w.content:
		r.names++
	}
	if w.content && of&(chats|revokes) == 0 {
		r.substance++
	}
}

// figure tells whether a word counts something: in digits or in letters.
func figure(w string) bool { return strings.ContainsAny(w, "0123456789") || numerals[w] }

// digit tells whether a word begins with one.
func digit(w string) bool { return w[0] >= '0' && w[0] <= '9' }

// asking tells whether a question mark ends a text.
func asking(s string) bool {
	s = strings.TrimRightFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '"' || r == ')' || r == '\'' })
	return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？")
}

// ordinal tells whether a word is such as 12th.
func ordinal(w string) bool {
	digits := strings.TrimRight(w, "dhnrst")
	return len(digits)+2 == len(w) && digits != "" && digits[len(digits)-1] <= '9'
}

// numerals are the words of figures, and of what they count where the sign is spelled.
var numerals = text.Set(`two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty
	thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen half third quarter twice double triple
	percent per euro euros dollar dollars pound pounds đồng triệu nghìn tỷ zwei drei vier fünf sechs sieben acht neun zehn zwanzig hundert tausend
	prozent deux trois quatre cinq huit neuf dix vingt cent mille pourcent`)

// days are words of a day or an hour, beside the calendar's own where these are other words as well.
var days = func() map[string]bool {
	set := text.Set(`today tonight tomorrow noon midnight jan feb apr jun jul aug sep sept oct nov dec tue tues wed thu thurs fri pm a.m p.m
		montag dienstag mittwoch donnerstag freitag samstag sonntag morgen lundi mardi mercredi jeudi vendredi samedi dimanche demain`)
	for d := range traits.Calendar {
		set[d] = d != "may" && d != "march"
	}
	return set
}()

// What a sentence is worth by what it tells. The weights are round and follow from what each is for: such as were fitted to six of the
// seven sessions of the first measurement did no better on the seventh. What is of use later is said in many words, and in figures.
const (
	central   = .2  // how much it shares with the others: of a turn
	threaded  = 1.0 // the same, of a text that nobody speaks: what it comes back to is what it is about
	substance = .5  // says much, full at 12 words
	figured   = .3  // figures, full at 3
	dated     = .2
	named     = .1 // names, full at 3
	troubled  = .1
	takenUp   = .2 // the next speaker agrees, or has nothing to add

	plain      = 1.0 // of that for a statement
	questioned = .5  // for a question, unless it is agreed to: the answer says more
	wavering   = .6  // for a guess or a proposal, the same
	refused    = .7  // for what the next speaker refuses
	overturned = .4  // for what is taken back later
	curt       = .4  // for what says too little
)

// telling is what phrases of a sense are worth.
var telling = []struct {
	sense sense
	worth float64
}{{settles, .2}, {finds, .2}, {binds, .1}, {promises, .1}}

// own is the worth of what a sentence tells beside how central it is.
func (r *reading) own() float64 {
	full := func(n, at int) float64 { return min(1, float64(n)/float64(at)) }
	worth := substance*full(r.substance, 12) + figured*full(r.figures, 3) + named*full(r.names, 3)
	for _, t := range telling {
		if r.says&t.sense != 0 {
			worth += t.worth
		}
	}
	if r.dated {
		worth += dated
	}
	if r.troubled {
		worth += troubled
	}
	if r.takenUp {
		worth += takenUp
	}
	return worth
}

// manner is the share that the kind of a sentence leaves of its worth.
func (r *reading) manner() float64 {
	factor := plain
	for _, x := range []struct {
		is    bool
		share float64
	}{{r.refused, refused}, {r.revoked, overturned}, {r.asks && !r.agreed, questioned}, {r.says&wavers != 0 && !r.agreed, wavering}, {r.short(), curt}} {
		if x.is {
			factor *= x.share
		}
	}
	return factor
}

// short tells whether a sentence says too little to be of use alone: a greeting, thanks, "yes". One that opens like those
// must say more.
func (r *reading) short() bool {
	return r.substance < 3 || r.substance < 5 && r.opening&chats != 0 && r.figures == 0 && !r.dated
}
