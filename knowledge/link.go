package knowledge

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/knowledge/mention"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/schema"
)

// Linking says which entities of a record's text are linked when it is written.
type Linking int

// The ways of linking.
const (
	// LinkAll links known names and what can be told without knowing it:
	// addresses, paths, code, @names, and capitalised names.
	LinkAll Linking = iota
	// LinkKnown links known names alone: no entity comes about by itself.
	LinkKnown
	// LinkOff links nothing beyond what the caller mentions.
	LinkOff
)

// Linker finds the entities that records speak of, without a model (K1) unless
// it is given one. It is safe for concurrent use.
type Linker struct {
	book  *Book
	how   Linking
	model llm.Model // nil: none is asked
}

// NewLinker returns a linker that knows the names in a book.
func NewLinker(book *Book, how Linking) *Linker { return &Linker{book: book, how: how} }

// mostLinks bounds the mentions that linking adds to a record: a directory is no
// statement about everyone in it.
const mostLinks = 100

// How sure a link is at most.
const (
	sureLink   = 1.0
	unsureLink = 0.6 // where several bear the name: source design 004 links and marks from here on
)

// Link adds to records the mentions that their texts hold: names, and pronouns of
// which the session leaves no doubt whom they mean. It resolves relative words where the caller did not: a relative date, and the speaker behind "I".
// What the caller mentions stays as it is, and a place in the text that lies in one
// of the caller's mentions gets no other. The records must have their defaults,
// and valid ones stay valid. It must not be called inside a View or an Update of
// the ledger.
//
// Dates and amounts are not linked: every one would be an entity of its own that
// nothing else leads to, and the timeline answers questions of time.
func (l *Linker) Link(ctx context.Context, records []*schema.Experience) error {
	if l == nil || l.how == LinkOff {
		return nil
	}
	agents := map[string]*Names{}
	b := &linking{Linker: l, named: namedBy(records), sessions: threads{}}
	for _, e := range records {
		names := agents[e.Agent]
		if names == nil {
			var err error
			if names, err = l.book.For(ctx, e.Agent); err != nil {
				return err
			}
			agents[e.Agent] = names
		}
		t := mention.Read(e.Text())
		words := t.Words()
		if err := b.link(ctx, names, e, t, words); err != nil {
			return err
		}
		b.sessions.add(e, t.String(), words)
	}
	return nil
}

// linking is one call of Link.
type linking struct {
	*Linker
	named    callerNames
	sessions threads
	silent   bool // the model does not answer

	askedFor *schema.Experience // whose session was read last
	earlier  []*uttered         // what it said before
}

func (l *linking) link(ctx context.Context, names *Names, e *schema.Experience, t *mention.Text, words []mention.Word) error {
	s := t.String()
	p := places{spans: explicit(e), agent: e.Agent, self: plainName(userOf(e)), named: l.named}
	found := names.findIn(t, userOf(e))
	var patterns, capitalised, alone []mention.Thing
	if l.how == LinkAll {
		patterns = mention.Patterns(nil, s)
		capitalised, alone = mention.Capitalised(t)
	}
	for _, t := range patterns {
		if !widerName(found, t) {
			p.thing(s, t)
		}
	}
	for _, f := range found {
		if !f.Meant(s) {
			continue
		}
		if err := l.known(ctx, &p, e, s, f); err != nil {
			return err
		}
	}
	var single []mention.Thing
	for _, t := range capitalised {
		switch {
		case strings.ContainsAny(s[t.Start:t.End], " \t\n"):
			p.thing(s, personally(s, t))
			continue
		case t.Sort == mention.PersonName:
			alone = append(alone, t)
		}
		single = append(single, t)
	}
	if err := l.partly(ctx, names, &p, e, s, alone); err != nil {
		return err
	}
	for _, t := range single {
		p.thing(s, personally(s, t))
	}
	if err := l.propose(ctx, names, &p, e, s); err != nil {
		return err
	}
	if err := l.refer(ctx, names, &p, e, s, words); err != nil {
		return err
	}
	e.Mentions = append(slices.Clip(e.Mentions), p.inOrder()...)
	resolveWords(e, t)
	return nil
}

// userOf is whose aliases a record's words are read by.
func userOf(e *schema.Experience) string {
	if e.UserFact != nil && e.UserFact.User != "" {
		return e.UserFact.User
	}
	return e.Speaker
}

// callerNames are the entities that callers mention by names which no book has
// yet, by agent and name: the texts around them mean the same ones. A name of
// several is nobody's.
type callerNames map[[2]string]schema.EntityKey

func namedBy(records []*schema.Experience) callerNames {
	named := callerNames{}
	for _, e := range records {
		for _, m := range e.Mentions {
			for _, name := range []string{m.Text, m.Entity.Name()} {
				at := [2]string{e.Agent, plainName(name)}
				if key, ok := named[at]; ok && key != m.Entity {
					named[at] = ""
					continue
				}
				named[at] = m.Entity
			}
		}
	}
	return named
}

// plainName is a name without case, marks, hyphens and underscores.
func plainName(name string) string {
	return strings.Join(strings.FieldsFunc(text.Plain(text.Fold(name)), func(r rune) bool { return r == ' ' || r == '-' || r == '_' }), " ")
}

// stretches are parts of a text, by their bytes, that do not overlap, in order: a
// text may hold very many names.
type stretches [][2]int

// explicit are the stretches that the caller's mentions take.
func explicit(e *schema.Experience) stretches {
	var all, out stretches
	for _, m := range e.Mentions {
		if m.End > m.Start {
			all = append(all, [2]int{m.Start, m.End})
		}
	}
	slices.SortFunc(all, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	for _, x := range all {
		if last := len(out) - 1; last >= 0 && x[0] < out[last][1] {
			out[last][1] = max(out[last][1], x[1])
		} else {
			out = append(out, x)
		}
	}
	return out
}

// behind is the place of the first stretch that ends behind a byte.
func (s stretches) behind(start int) int {
	return sort.Search(len(s), func(i int) bool { return s[i][1] > start })
}

// overlap tells whether any of them has bytes of a part of the text.
func (s stretches) overlap(start, end int) bool {
	at := s.behind(start)
	return at < len(s) && s[at][0] < end
}

// places gathers mentions that do not overlap.
type places struct {
	agent string
	self  string // plain name of who speaks: a person, whatever it looks like
	named callerNames
	spans stretches // that are taken
	found []schema.Mention
}

func (p *places) taken(start, end int) bool { return p.spans.overlap(start, end) }

func (p *places) add(m schema.Mention) {
	if p.taken(m.Start, m.End) || len(p.found) == mostLinks {
		return
	}
	p.take(m.Start, m.End)
	p.found = append(p.found, m)
}

// take takes a part of the text that is not taken.
func (p *places) take(start, end int) {
	p.spans = slices.Insert(p.spans, p.spans.behind(start), [2]int{start, end})
}

func (p *places) inOrder() []schema.Mention {
	slices.SortFunc(p.found, func(a, b schema.Mention) int { return cmp.Compare(a.Start, b.Start) })
	return p.found
}

// widerName tells whether a known name covers all of a thing and so tells more
// about it than its look.
func widerName(found []Found, t mention.Thing) bool {
	start := t.Start
	if t.Form == mention.Handle {
		start++ // the sign is in no name
	}
	behind := sort.Search(len(found), func(i int) bool { return found[i].Start > start })
	return behind > 0 && t.End <= found[behind-1].End // names before that one end before it
}

// thing links what its look tells.
func (p *places) thing(s string, t mention.Thing) {
	name := s[t.Start:t.End]
	typ, ok := typeOf(t)
	if t.Form == mention.Handle {
		name = strings.TrimPrefix(name, "@")
	}
	if t.Form == mention.Name && plainName(name) == p.self {
		typ = schema.EntityPerson
	}
	key := schema.MakeEntityKey(typ, name)
	if told := p.named[[2]string{p.agent, plainName(name)}]; told != "" {
		key = told
	}
	if !ok || !key.Valid() || len(key) > schema.MaxEntityKey {
		return
	}
	p.add(schema.Mention{Entity: key, Text: name, Start: t.End - len(name), End: t.End, Role: schema.RoleMention, Confidence: t.Confidence})
}

// typeOf says what kind of entity a thing is; ok is false where it is none.
func typeOf(t mention.Thing) (typ schema.EntityType, ok bool) {
	switch t.Form {
	case mention.Handle:
		return schema.EntityPerson, true
	case mention.Email:
		return schema.EntityObject, true
	case mention.URL:
		return schema.EntityURL, true
	case mention.Path:
		return schema.EntityFile, true
	case mention.Code:
		return schema.EntityCode, true
	case mention.Name:
		switch t.Sort {
		case mention.PersonName:
			return schema.EntityPerson, true
		case mention.OrgName:
			return schema.EntityOrganization, true
		}
		return schema.EntityObject, true
	}
	return "", false
}

// known links a known name: to the one who bears it or, of several, to the one
// whom the session spoke of last, else to the one who is called so most often;
// where neither tells, to none.
func (l *Linker) known(ctx context.Context, p *places, e *schema.Experience, s string, f Found) error {
	if p.taken(f.Start, f.End) {
		return nil
	}
	m := schema.Mention{Text: s[f.Start:f.End], Start: f.Start, End: f.End, Role: schema.RoleMention}
	best, ok := f.Bearers[0], true
	m.Confidence = sureLink * best.Confidence
	if len(f.Bearers) > 1 {
		var err error
		if best, ok, err = l.pick(ctx, e, f.Bearers); err != nil {
			return err
		}
		m.Confidence, m.Unsure = unsureLink*best.Confidence, true
	}
	if m.Entity = best.Entity; ok && m.Confidence > 0 {
		p.add(m)
	} else {
		p.take(f.Start, f.End) // whoever is meant, it is nobody new
	}
	return nil
}

// pickBack is how many records of a session are asked whom it spoke of.
const pickBack = 20

// pick chooses among entities of one name.
func (l *Linker) pick(ctx context.Context, e *schema.Experience, among []Bearer) (best Bearer, ok bool, err error) {
	if e.Session != "" {
		err = l.book.store.View(ctx, func(r *ledger.Reader) error {
			best, ok, err = l.book.said.lastMeant(r, e, among)
			return err
		})
		if err != nil || ok {
			return best, ok, err
		}
	}
	most := slices.MaxFunc(among, func(a, b Bearer) int { return cmp.Compare(a.Uses, b.Uses) })
	for _, b := range among {
		if b.Entity != most.Entity && b.Uses == most.Uses {
			return Bearer{}, false, nil
		}
	}
	return most, true, nil
}

// resolveWords fills in what relative words stand for (000-09): the first
// relative date as seen from the record's own time, and the speaker who says "I".
// Which place "here" is, no text tells: that is the caller's to say.
func resolveWords(e *schema.Experience, t *mention.Text) {
	if !e.Resolved.Date.IsZero() && e.Resolved.Person != "" {
		return
	}
	cue, found, self := mention.Relative(t)
	if self && e.Resolved.Person == "" {
		e.Resolved.Person = userOf(e)
	}
	if !found || !e.Resolved.Date.IsZero() {
		return
	}
	for _, r := range dates.Find(t.String()[cue.Start:cue.End], e.Time, cue.Lang) {
		if !r.From.IsZero() && !r.Around { // a few days ago is no day
			e.Resolved.Date = schema.Instant(r.From)
			return
		}
	}
}
