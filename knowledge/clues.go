package knowledge

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge/names"
	"github.com/lukasadb/lukasa/schema"
)

// clues are what a place in a text tells of what is spoken of there.
type clues struct {
	noun    noun         // that is said of it, if any
	gender  names.Gender // by a title or a pronoun
	given   names.Gender // by its given name
	titled  bool         // a person's title stands before
	several bool         // the name has several words
	acts    bool         // it does what people do, or has it done to it
	tame    bool         // it has done to it what animals have
	thing   bool         // "the", or a number, beside its name
	inside  bool         // things are in it
	goal    bool         // somebody goes there
	house   bool         // people are at it
	crowd   bool         // one name, and a verb of several: "Chelsea were awful"
	they    bool         // it was called "they", and is one
	many    bool         // they are several
}

// cluesOf reads the clues at a mention, from word i up to behind.
func (r *sceneReader) cluesOf(m schema.Mention, i, behind int) clues {
	if m.Coreference {
		return cluesOfPointer(m.Text)
	}
	var c clues
	c.ofName(m.Text)
	r.before(&c, i)
	r.behind(&c, behind)
	return c
}

// cluesOfPointer are those of a pronoun or a description that was linked.
func cluesOfPointer(word string) clues {
	w := text.Fold(word)
	if ref, ok := pronouns[w]; ok {
		return clues{gender: ref.Gender, they: w[0] == 't', thing: ref.Thing}
	}
	_, w, _ = strings.Cut(w, " ")
	n, _ := nounOf(w)
	return clues{noun: n}
}

// ofName reads a name: "Captain Bello", "Hotel Bellini", "Kestrel Clinic", "Anna Weber".
func (c *clues) ofName(name string) {
	words := strings.FieldsFunc(text.Fold(name), func(r rune) bool { return r == ' ' || r == '.' || r == '-' })
	if len(words) == 0 {
		return
	}
	first, last := words[0], words[len(words)-1]
	c.several = len(words) > 1
	if c.several && c.title(first) {
		return
	}
	if c.several {
		c.nounIn(first, last)
	}
	c.thing = c.several && isNumber(last)
	c.given = names.GenderOf(first)
	c.acts = names.Family(last)
}

// nounIn reads what a name of several words says that it names: behind ("Kestrel Clinic"), or before, if it is a place ("Hotel Bellini").
func (c *clues) nounIn(first, last string) {
	if n, ok := nounOf(last); ok && n.sort != someone && n.sort != creature {
		c.noun = n
	} else if n, ok := nounOf(first); ok && (n.sort == venue || n.sort == area || n.sort == vessel || heads.Has(first)) {
		c.noun = n
	}
}

// title reads a title, and tells whether a word is one.
func (c *clues) title(word string) bool {
	gender, ok := titles[word]
	if !ok {
		return false
	}
	c.titled, c.gender = true, gender
	c.noun, _ = nouns.Get(word)
	return true
}

// before reads the words before a name, which begins with word i.
func (r *sceneReader) before(c *clues, i int) {
	w := r.key(i - 1)
	if i == 0 || !r.joined(i) || c.title(w) {
		return
	}
	if naming.Has(w) { // "a dog called Biscuit"
		if n, ok := nounOf(r.key(i - 2)); ok {
			c.noun = n
			return
		}
	}
	if (w == "is" || w == "s") && r.key(i-2) == "name" {
		r.named(c)
		return
	}
	n, ok := nounOf(w)
	switch {
	case ok && !n.many && i > 1 && r.key(i-2) != "to":
		c.noun = n
	case w == "the" && r.place(c, i-2):
	case w == "the" || w == "a" || w == "an" || w == "this":
		c.thing = true
	default:
		r.place(c, i-1)
	}
	c.acts = c.acts || toHuman.Has(w)
	c.tame = toAnimal.Has(w)
}

// place reads a word that stands before places, and tells whether it is one.
func (r *sceneReader) place(c *clues, i int) bool {
	w := r.key(i)
	c.goal = w == "to" && motions.Has(r.key(i-1))
	c.inside = within.Has(w) || c.goal
	c.house = w == "at"
	return c.inside || c.house
}

// named reads "a new chef starts, her name is": the name is of whom the text spoke last without one.
func (r *sceneReader) named(c *clues) {
	for i, h := range slices.Backward(r.out) {
		if h.key == "" && h.clues.noun.group != 0 && h.sentence >= r.sentence-1 {
			c.noun = h.clues.noun
			r.out = slices.Delete(r.out, i, i+1)
			return
		}
	}
}

// behind reads the words behind a name, from word i on.
func (r *sceneReader) behind(c *clues, i int) {
	if i >= len(r.words) {
		return
	}
	gap, w := strings.TrimSpace(r.gap(i)), r.key(i)
	switch gap {
	case "":
		r.beside(c, i)
	case "'", "’":
		n, ok := nounOf(r.key(i + 1))
		c.acts = c.acts || w == "s" && ok && n.sort == someone
	case "(", ",":
		for isNumber(r.key(i)) { // "Ewa, 34, runner"
			i++
		}
		if gap == "(" || determiners.Has(w) || !r.joined(i+1) {
			r.apposed(c, i)
		}
	}
}

// beside reads the words right behind a name.
func (r *sceneReader) beside(c *clues, i int) {
	w := r.key(i)
	n, ok := nounOf(w)
	switch {
	case isNumber(w):
		c.thing = true
		if n, ok := nounOf(r.key(i + 1)); ok && c.noun.group == 0 {
			c.noun = n
		}
	case ok && c.noun.group == 0 && (c.thing || n.sort != someone):
		c.noun = n
	case w == "is" || w == "was":
		if determiners.Has(r.key(i + 1)) {
			r.apposed(c, i+1)
		}
	case severalAre.Has(w):
		c.crowd = !r.followsAnd(i)
	case humanly.Has(w):
		c.acts = true
	}
}

// apposed reads what is said of a name behind it: "(chair)", ", our new chef", "is a dog".
func (r *sceneReader) apposed(c *clues, i int) {
	from := i
	for ; i < len(r.words) && i < from+4 && (i == from || r.joined(i)); i++ {
		if n, ok := nounOf(r.key(i)); ok && !n.many && c.noun.group == 0 {
			c.noun = n
			return
		}
	}
}

// naming are words between a noun and the name of what it means.
var naming = text.Words(`called named`)

// profile is what all places that speak of an entity tell of it.
type profile struct {
	clues
	nouns [mostNouns]noun
	n     int // of the nouns
}

// mostNouns bounds what is said of one thing.
const mostNouns = 4

// add adds the clues of a place. What was said last of its gender holds.
func (p *profile) add(c clues) {
	if c.noun != (noun{}) && p.n < mostNouns && !p.named(c.noun) {
		p.nouns[p.n] = c.noun
		p.n++
	}
	if c.gender != names.NoGender {
		p.gender = c.gender
	}
	if p.given == names.NoGender {
		p.given = c.given
	}
	p.titled, p.several, p.acts, p.tame = p.titled || c.titled, p.several || c.several, p.acts || c.acts, p.tame || c.tame
	p.thing, p.inside, p.house, p.they = p.thing || c.thing, p.inside || c.inside, p.house || c.house, p.they || c.they
	p.crowd = p.crowd || c.crowd
}

func (p *profile) is(s sortal) bool {
	return slices.ContainsFunc(p.nouns[:p.n], func(n noun) bool { return n.sort == s })
}

// told is the gender that is known of it.
func (p *profile) told() names.Gender {
	if p.gender != names.NoGender {
		return p.gender
	}
	for _, n := range p.nouns[:p.n] {
		if n.gender != names.NoGender {
			return n.gender
		}
	}
	return p.given
}

// person tells whether it surely is somebody, human or not; likely whether nothing but what it does says so.
func (p *profile) person(t schema.EntityType) bool {
	switch {
	case people[t] || p.titled || p.gender != names.NoGender || p.is(someone) || p.is(creature):
		return true
	case t != schema.EntityObject || p.n > 0 || p.thing || p.inside || p.crowd:
		return false
	}
	return p.given != names.NoGender || p.tame
}

func (p *profile) likely(t schema.EntityType) bool {
	return p.person(t) || t == schema.EntityObject && p.acts && p.n == 0 && !p.thing && !p.inside && !p.house && !p.crowd
}

// heads are nouns that stand before the name of what they mean, beside those of places: "Project Halcyon".
var heads = text.Words(`band bank club festival project team`)

// givenName tells whether a word is a given name and, with a capital, hardly ever anything else.
func givenName(word string) bool { return names.Opens(text.Fold(word)) }

func genderOf(given string) names.Gender { return names.GenderOf(given) }
