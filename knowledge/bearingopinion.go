package knowledge

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/judgement"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/schema"
)

// Opinion is what an opinion is of and what it says of it, as far as hearing what
// is told since needs to know. Words are stems.
type Opinion struct {
	about     []schema.EntityKey
	ofEntity  bool       // it begins with an entity, which is what it is of
	topic     string     // the words of the opinion before its verb
	names     [][]string // names that it holds, word by word
	subject   []string   // words that say what it is of, beside names
	object    []string   // of what its holder likes or not
	condition []string   // under which it holds: "when it rains"
	than      []string   // what it is better or worse than
	better    []string   // what is better or worse than that
	keepsOff  []string   // what it says is kept off

	of      judgement.Dimensions
	pole    int
	changes bool // it says that something does something

	terms  map[string]bool // as of a [Claim], without the words that say what it is of
	denied bool
}

// OpinionOf reads an opinion with what it mentions.
func OpinionOf(s string, mentions []schema.Mention) Opinion {
	c := ClaimOf(s, mentions)
	o := Opinion{about: c.about, terms: c.terms, denied: c.denied}
	words := c.reading.Words
	verb := verbOf(&c.reading)
	o.topic = strings.Join(written(words[:verb]), " ")
	o.names, o.subject = subjectOf(s, verb)
	for _, m := range mentions {
		o.ofEntity = o.ofEntity || verb == 0 || m.Text != "" && text.IndexWord(s, m.Text) == 0
	}
	for word := range termsIn(o.topic, text.Detect(s, text.English)) {
		delete(o.terms, word)
	}
	o.judge(words, slices.DeleteFunc(slices.Clone(c.reading.Judgements), func(j judgement.Judgement) bool { return j.At < verb }))
	if wants(words[verb:]) {
		o.of, o.pole = judgement.Of(judgement.Liking), 1
		if words[verb].Denied {
			o.pole = -1
		}
	}
	if verb < len(words) {
		o.predicate(words[verb:], &c.reading)
	}
	return o
}

// wants tells whether an opinion says what somebody would like to have or do.
func wants(words []judgement.Word) bool {
	for i, w := range words[:min(len(words), 3)] {
		if wanting[w.Text] || w.Text == "would" && i+1 < len(words) && sooner[words[i+1].Text] {
			return true
		}
	}
	return false
}

// SharesEntity tells whether one of the entities that a text mentions is mentioned by an opinion.
func (o *Opinion) SharesEntity(mentions []schema.Mention) bool {
	return slices.ContainsFunc(mentions, func(m schema.Mention) bool { return slices.Contains(o.about, m.Entity) })
}

// Topic are the words of what an opinion is of, as they are written: what bears on
// it has most of them.
func (o *Opinion) Topic() string { return o.topic }

// judge takes over by which measure an opinion judges: that of the words that do,
// or, where they judge in general ("communicates badly"), that of what they name.
// What is liked or not is no matter of how good it is.
func (o *Opinion) judge(words []judgement.Word, list []judgement.Judgement) {
	var named, general judgement.Dimensions
	liking := judgement.Of(judgement.Liking)
	for _, j := range list {
		switch {
		case o.of == liking:
		case j.Of == liking:
			o.of, o.pole = j.Of, j.Pole
		case j.Pole == 0:
			named |= j.Of
		case j.Of == judgement.Of(judgement.General):
			general, o.pole = j.Of, j.Pole
		case o.of == 0 || o.pole == j.Pole:
			o.of |= j.Of
			o.pole = j.Pole
		case strings.HasSuffix(words[j.At].Text, "ly"): // fragile goods are handled carefully
			o.of, o.pole = j.Of, j.Pole
		}
	}
	switch {
	case o.of != 0:
	case general != 0 && named != 0:
		o.of = named
	default:
		o.of = general
	}
}

// predicate reads what stands behind the subject of an opinion.
func (o *Opinion) predicate(words []judgement.Word, r *judgement.Reading) {
	o.changes = changing[words[0].Text]
	judged := map[string]bool{}
	for _, j := range r.Judgements {
		judged[r.Words[j.At].Stem] = j.Of.Meets(o.of)
	}
	into := &o.object
	for i, w := range words {
		switch {
		case conditions[w.Text] && i > 0:
			into = &o.condition
		case w.Text == "than" && into != &o.condition:
			o.better, o.object = o.object, nil
			into = &o.than
		case keeping[words[0].Text] && (w.Text == "off" || w.Text == "away" || w.Text == "out"):
			o.keepsOff, o.object = o.object, nil
		case i > 0 && !judged[w.Stem] && carries(w.Text) && !o.named(w.Stem):
			*into = append(*into, w.Stem)
		}
	}
	if o.than != nil && len(o.better) == 0 {
		o.better = o.ofWords()
	}
	if o.keepsOff != nil {
		o.of, o.pole = judgement.Of(judgement.Intact, judgement.Useful), 1
	}
}

func (o *Opinion) named(stem string) bool {
	return slices.ContainsFunc(o.names, func(name []string) bool { return slices.Contains(name, stem) })
}

// ofWords are the words that say what an opinion is of.
func (o *Opinion) ofWords() []string { return append(slices.Concat(o.names...), o.subject...) }

// isOf tells whether a word is one of them.
func (o *Opinion) isOf(stem string) bool { return o.named(stem) || slices.Contains(o.subject, stem) }

// subjectLeast is how many of the words of the subject must be there: most of them,
// or, beside a name, one.
func (o *Opinion) subjectLeast() int {
	if len(o.names) > 0 {
		return min(1, len(o.subject))
	}
	return (2*len(o.subject) + 2) / 3
}

// Words by which an opinion is taken apart.
var (
	verbs = text.Set(`is are was were isn't aren't wasn't weren't has have had hasn't haven't does doesn't do don't did didn't can can't cannot
		could couldn't never always often rarely seldom hardly usually still no not
		adds annoys appears attracts becomes begins behaves boosts bores breaks brings calms causes comes communicates cooks costs crashes creates
		cures cuts delivers deserves dislikes dislike drains disturbs drives drinks drops ends enjoys enjoy eats explains fails falls feels feel fits
		freezes frightens gets get gives give goes grow grows handles harms hates hate helps help holds hurts improves increases irritates jams keeps
		keep knows lacks lasts leads leaks leaves lets likes like listens lives looks look loses lose loves love lowers made makes make
		manages moves needs need offers overcharges pays performs plays prefers prefer prevents promotes protects provides puts raises
		reads reduces refuses rejects relaxes relieves repels requires responds ruins runs run saves save says scares sees seems seem
		sells sends serves serve sings sleeps slows smells smell soothes sounds sound speaks speeds spoils spreads stands starts stays stops
		suffers suits sweetens takes take talks tastes taste teaches tells tends thinks thrives treats triggers tries turns upsets uses
		wakes wants wastes wears went works work worries worsens writes splits bites barks attacks resents detests dreads adores loathes thích ghét`)
	changing = text.Set(`boosts brings calms causes cures cuts drains gives has have helps help improves increases keeps keep lowers makes make
		prevents promotes raises reduces relieves saves save slows soothes speeds stops triggers wakes worsens splits spoils`)
	keeping    = text.Set("keeps keep kept keeping scares drives holds")
	wanting    = text.Set("wants want prefers prefer favours")
	sooner     = text.Set("rather sooner")
	conditions = text.Set("when whenever if while during after before unless once")
	figures    = text.Set("one two three four five six seven eight nine ten eleven twelve half")
	relating   = text.Set("at in from of by on")
)

// verbOf returns the place of the word with which an opinion begins to say
// something: a verb that is known, else the first word that judges.
func verbOf(r *judgement.Reading) int {
	for i, w := range r.Words {
		if verbs[w.Text] && (i == 0 || !conditions[r.Words[i-1].Text]) {
			return i
		}
	}
	for _, j := range r.Judgements {
		if j.At > 0 {
			return j.At
		}
	}
	return len(r.Words)
}

func written(list []judgement.Word) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = w.Text
	}
	return out
}

// carries tells whether a word can tell what is spoken of; a figure cannot.
func carries(word string) bool {
	return text.StopIn(word) == 0 && !figures[word] && (word[0] < '0' || word[0] > '9')
}

// subjectOf takes the words of an opinion apart into names, wherever they stand,
// and the words before its verb that say what it is of. What belongs to a name, or
// what a name is, need not be said ("Bluefin's portions", "the ferry Olaf"), what is
// somewhere must ("the dumplings at Zum Hirschen").
func subjectOf(s string, verb int) (names [][]string, subject []string) {
	var before []string // words before the name
	kept, at := false, 0
	tokens := traits.Tokenize(s)
	aside := false // within what stands behind a comma: "Quill, the notes app,"
	for i := 0; i < len(tokens); {
		n := nameAt(s, tokens[i:])
		aside = aside || i > 0 && strings.Contains(s[tokens[i-1].End:tokens[i].Start], ",")
		switch {
		case n > 0:
			var name []string
			for j, t := range tokens[i : i+n] {
				if _, title := titles[t.Word]; !title && (j == n-1 || !initials(s[t.Start:t.End])) {
					name = append(name, judgement.Stem(t.Word))
				}
			}
			if len(name) > 0 {
				names = append(names, name)
			}
			if i < verb && kept {
				subject = append(subject, before...)
			}
			if i < verb {
				before, at = nil, len(names)
			}
			i += n
			continue
		case i < verb && relating[tokens[i].Word]:
			kept = true
		case i < verb && !aside && carries(tokens[i].Word):
			before = append(before, judgement.Stem(tokens[i].Word))
			kept = kept && at > 0
		}
		i++
	}
	if at == 0 {
		subject = before
	}
	return names, subject
}

// nameAt returns how many tokens at the start of a list are a name: words with
// capitals that stand together, and figures behind them. The first word of a text
// has its capital anyway, and is one only before another, or as an owner.
func nameAt(s string, list []traits.Token) (n int) {
	for n < len(list) && (list[n].Upper && !traits.Calendar[list[n].Word] || n > 0 && list[n].Digits) && (n == 0 || s[list[n-1].End:list[n].Start] == " ") {
		n++
		if owner(list[n-1].Word) {
			return n
		}
	}
	if n == 1 && list[0].First || n == 1 && len(list[0].Word) == 1 {
		return 0
	}
	if n > 1 && list[0].First && text.StopIn(list[0].Word) != 0 { // "The Wednesday meeting"
		return 0
	}
	return n
}

// initials tells whether a word is written in capitals, which before a name says what it is: "the CRM Ledgerly".
func initials(word string) bool {
	return len(word) > 1 && word == strings.ToUpper(word) && word != strings.ToLower(word)
}

func owner(word string) bool { return len(word) > 2 && word[len(word)-2:] == "'s" }
