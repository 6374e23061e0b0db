package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// Person is somebody else than the writer, as a message speaks of them.
type Person struct {
	// Text is what they are called there: a name, "she", or "big sister" of the writer's.
	Text string `json:"text"`
	// Start and End are its bytes in the message.
	Start int `json:"start"`
	End   int `json:"end"`
	// Kin is what they are to the writer, where that is said in place of a name: father, whatever the
	// message has for it, or older sister.
	Kin string `json:"kin,omitempty"`
}

// bearer is whom a clause speaks of, by its tokens: a name, a pronoun, or who is something to the writer.
type bearer struct {
	person   Person
	from, to int
	owns     bool // what follows is theirs: Emma's birthday
	is       bool // what follows is what they are: Emma's a nurse
}

// bearerAt reads whom a clause that begins at a token speaks of.
func bearerAt(m *message, t []token, i int) (b bearer, ok bool) {
	b.from, b.to = i, i
	switch {
	case mine(t[i]):
		ok = b.belonging(m, t)
	case singulars[t[i].key] != 0:
		b.pronoun(m, t)
		ok = true
	case t[i].capital && text.Relatives[bare(t[i].key)] != nil: // Mum has arthritis
		b.called(m, t, bareLast(m, t[i:i+1]))
		b.person.Kin, ok = kin[bare(t[i].key)], true
	case t[i].capital:
		ok = b.name(m, t)
	}
	return b, ok && b.to < len(t)
}

func mine(t token) bool { return t.key == "my" || t.key == "our" }

// singulars are the pronouns of one person, with how many of their bytes are the pronoun itself.
var singulars = map[string]int{"he": 2, "he's": 2, "she": 3, "she's": 3, "his": 3, "her": 3}

func (b *bearer) pronoun(m *message, t []token) {
	at := t[b.from]
	b.to++
	b.owns, b.is = at.key == "his" || at.key == "her", strings.HasSuffix(at.key, "'s")
	b.person = personAt(m, at.start, at.start+singulars[at.key])
}

// belonging reads "my sister", "my older sister's" and "my sister Ana", who is meant by her name.
func (b *bearer) belonging(m *message, t []token) bool {
	at := b.from + 1
	for at < len(t)-1 && kinTerms[t[at].key] {
		at++
	}
	if at == len(t) {
		return false
	}
	who := kin[bare(t[at].key)]
	if who == "" || owned[who] && !superiors[who] {
		return b.described(m, t)
	}
	b.to = at + 1
	if v := beside(m, t[b.to:]); len(v) > 0 && bare(t[at].key) == t[at].key {
		b.called(m, t, v)
		return true
	}
	b.to = b.from + 1
	b.called(m, t, bareLast(m, t[b.to:at+1]))
	for _, term := range t[b.from+1 : at] {
		if distinct[term.key] {
			b.person.Kin += term.key + " "
		}
	}
	b.person.Kin += who
	return true
}

// distinct are words that tell two sisters apart.
var distinct = text.Set(`elder eldest ex older oldest twin younger youngest`)

// described reads a name behind who bears it: "our new CTO Priya", "my best friend Marco".
func (b *bearer) described(m *message, t []token) bool {
	for at := b.from + 1; at < min(len(t), b.from+longestDescription); at++ {
		if v := beside(m, t[at:]); len(v) > 0 && at > b.from+1 {
			b.to = at
			b.called(m, t, v)
			return true
		}
		if breaks(t[at].gap) || text.StopIn(t[at].key).Has(text.English) {
			return false
		}
	}
	return false
}

// longestDescription is how many words stand before a name at most, and say who bears it.
const longestDescription = 5

// name reads a name, and what its bearer is to the writer behind it: "Tom, my boss,".
func (b *bearer) name(m *message, t []token) bool {
	n := b.from + 1
	for n < min(len(t), b.from+mostOfName) && t[n].capital && !breaks(t[n].gap) && bare(t[n-1].key) == t[n-1].key {
		n++
	}
	v := properName(m, t[b.from:n])
	if len(v) == 0 || n == len(t) || v[0].digit {
		return false
	}
	b.called(m, t, v)
	behind := bearer{from: b.to, to: b.to}
	if strings.HasPrefix(t[n].gap, ",") && mine(t[n]) && behind.belonging(m, t) && behind.to < len(t) && strings.HasPrefix(t[behind.to].gap, ",") {
		b.to = behind.to
	}
	return true
}

// mostOfName is how many words a name has at most.
const mostOfName = 3

// called takes words for what a bearer is called; v is them without the "'s" of the last.
func (b *bearer) called(m *message, t, v []token) {
	b.to += len(v)
	b.person = personAt(m, v[0].start, v[len(v)-1].end)
	short := t[b.to-1].end != v[len(v)-1].end
	b.is = short && b.to < len(t) && (behindIs[t[b.to].key] || t[b.to].digit)
	b.owns = short && !b.is
}

// behindIs are words behind which "Emma's" has the verb.
var behindIs = text.Set(`a afraid allergic an at back based been born diabetic from getting got in learning living moved moving not now on
	our pregnant retired scared single studying the turning vegan vegetarian working`)

func personAt(m *message, start, end int) Person {
	return Person{Text: m.text[start:end], Start: start, End: end}
}
