package reflect

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/reflect/extract"
	"github.com/lukasadb/lukasa/schema"
)

// ofOther is a candidate of what a message states of somebody else than its user. Who that is, is
// found out by meets.
func ofOther(s extract.Statement, user string) Candidate {
	c := candidateOf(s, user)
	c.other = &s
	c.Record.Content = s.Sentence(s.About.Text) // which tells it from other candidates of the message
	return c
}

// meets finds out whom a candidate about somebody else speaks of: the entity that the message was
// linked to there, or whoever is the user's sister. known is false where nobody can tell, and
// where it is the user.
func (c *Candidate) meets(r *ledger.Reader, m *schema.Experience) (known bool, err error) {
	key, name, err := spokenOf(r, m, c.other.About)
	if err != nil || key == "" || key == userKey(m.User()) || !key.Valid() || len(key) > schema.MaxEntityKey {
		return false, err
	}
	c.Record.Statement.Subject, c.Record.Content = key, c.other.Sentence(name)
	return true, nil
}

// spokenOf is the entity that somebody in a message is, and what to call it.
func spokenOf(r *ledger.Reader, m *schema.Experience, p *extract.Person) (key schema.EntityKey, name string, err error) {
	before := len(m.Text()) - len(m.Content) // mentions are of all texts, which the content ends
	at := slices.IndexFunc(m.Mentions, func(x schema.Mention) bool { return x.Start < before+p.End && before+p.Start < x.End })
	switch {
	case at < 0 && p.Kin == "":
		return "", "", nil
	case at < 0:
		return relative(r, m, p)
	case m.Mentions[at].Coreference:
		key = m.Mentions[at].Entity
		return key, calledIn(m, key), nil
	case m.Mentions[at].Unsure: // one of several of that name
		return "", "", nil
	}
	return m.Mentions[at].Entity, p.Text, nil
}

// calledIn is how a message names an entity that it means by a pronoun, too.
func calledIn(m *schema.Experience, key schema.EntityKey) string {
	for _, x := range m.Mentions {
		if x.Entity == key && !x.Coreference && x.Text != "" {
			return x.Text
		}
	}
	words := strings.Fields(key.Name())
	for i, w := range words {
		first, n := utf8.DecodeRuneInString(w)
		words[i] = string(unicode.ToUpper(first)) + w[n:]
	}
	return strings.Join(words, " ")
}

// relative is who is the user's sister: the one whose name the user told, if there is one alone, or
// else somebody who is known as their sister.
func relative(r *ledger.Reader, m *schema.Experience, p *extract.Person) (schema.EntityKey, string, error) {
	told, err := stating(r, m.Agent, &schema.Experience{
		Kind: schema.KindFact, Statement: &schema.Statement{Subject: userKey(m.User()), Predicate: p.Kin + "_name"},
	})
	if err != nil {
		return "", "", err
	}
	if len(told) == 1 {
		for _, x := range told[0].Mentions {
			if x.Text == told[0].Statement.Object() {
				return x.Entity, x.Text, nil
			}
		}
	}
	of := cmp.Or(named(m.User()), "The user") + "'s " + p.Kin
	return schema.MakeEntityKey(schema.EntityPerson, of), of, nil
}
