package knowledge

import (
	"context"
	"errors"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge/mention"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/schema"
)

// A model may add to what a text is found to speak of. Its answer is hostile
// input: a name counts only where the text has it word for word, inside the words
// that the model quotes, and it never displaces what was found without it.

// WithModel returns a linker that also asks a model about each text, if it links
// all that can be told ([LinkAll]). nil asks none.
func (l *Linker) WithModel(m llm.Model) *Linker {
	with := *l
	with.model = llm.Guarded(m)
	return &with
}

// AsksModel tells whether linking waits for a model.
func (l *Linker) AsksModel() bool { return l != nil && l.model != nil }

// entityKinds are what a model is asked to look for: types of entities.
var entityKinds = []llm.Option{
	{Name: string(schema.EntityPerson), Meaning: "a person who is named; subject: the name alone, exactly as the passage writes it"},
	{Name: string(schema.EntityOrganization), Meaning: "a company, team or institution that is named; subject: as above"},
	{Name: "place", Meaning: "a place that is named; subject: as above"},
	{Name: "product", Meaning: "a product or service that is named; subject: as above"},
	{Name: "project", Meaning: "a project or undertaking that is named; subject: as above"},
	{Name: string(schema.EntityObject), Meaning: "anything else that has a name of its own; subject: as above"},
}

// What of a model's names is taken.
const (
	leastProposal = unsureLink // confidence from which on a name is linked
	mostProposal  = .9         // and the most that is believed
	proposals     = 20         // for each text
)

// noNames are words for those who speak and are spoken to, which models take for
// names.
var noNames = text.Words(`i me my mine we us our ours you your yours who someone somebody everyone everybody tôi mình chúng ta bạn`)

// propose links the names that a model finds. One that fails is told to the log,
// and is not asked again in this call.
func (l *linking) propose(ctx context.Context, names *Names, p *places, e *schema.Experience, s string) error {
	if l.model == nil || l.how != LinkAll || l.silent || strings.TrimSpace(s) == "" {
		return nil
	}
	found, err := l.model.Extract(ctx, llm.Extraction{
		Passages: []llm.Passage{{Speaker: e.Speaker, Time: e.Time, Text: s}}, Kinds: entityKinds, Max: proposals,
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		l.silent = errors.Is(err, llm.ErrUnavailable) || errors.Is(err, llm.ErrRejected) || errors.Is(err, llm.ErrBudget)
		l.book.store.Logger().Warn("knowledge: linked without the model", "record", e.ID, "error", err)
		return nil
	}
	for _, x := range found.Statements {
		p.proposed(names, e, s, x)
	}
	return nil
}

// proposed links one name of a model's, if the text bears it out.
func (p *places) proposed(names *Names, e *schema.Experience, s string, x llm.Statement) {
	name := strings.TrimSpace(x.Subject)
	if _, refers := ReadReference(name); refers || noNames.Has(strings.ToLower(name)) || x.Confidence < leastProposal || x.Start < 0 || x.End > len(s) || x.Start > x.End {
		return
	}
	at, ok := wholeWords(s[x.Start:x.End], name)
	if !ok {
		return
	}
	key, ok := p.meant(names, e, schema.EntityType(x.Kind), name)
	if !ok {
		return
	}
	confidence := min(x.Confidence, mostProposal)
	p.add(schema.Mention{
		Entity: key, Text: name, Start: x.Start + at, End: x.Start + at + len(name), Role: schema.RoleMention,
		Confidence: confidence, Unsure: confidence < unsureBelow,
	})
}

// meant finds the entity of a name: the one that bears it, or a new one of the
// type. A name of several is nobody's.
func (p *places) meant(names *Names, e *schema.Experience, typ schema.EntityType, name string) (schema.EntityKey, bool) {
	if told := p.named[[2]string{p.agent, plainName(name)}]; told != "" {
		return told, true
	}
	bearers := names.Exact(name, userOf(e))
	if len(bearers) == 0 {
		bearers = names.Normalised(name, userOf(e))
	}
	switch len(bearers) {
	case 0:
		key := schema.MakeEntityKey(typ, name)
		return key, key.Valid() && len(key) <= schema.MaxEntityKey
	case 1:
		return bearers[0].Entity, true
	}
	return "", false
}

// wholeWords finds a name in a text where it begins with one of its words and
// ends with one.
func wholeWords(s, name string) (at int, ok bool) {
	own := mention.Read(name).Words()
	if len(own) == 0 || own[0].Start != 0 || own[len(own)-1].End != len(name) {
		return 0, false
	}
	starts, ends := map[int]bool{}, map[int]bool{}
	for _, w := range mention.Read(s).Words() {
		starts[w.Start], ends[w.End] = true, true
	}
	for from := 0; ; {
		i := strings.Index(s[from:], name)
		if i < 0 {
			return 0, false
		}
		if at = from + i; starts[at] && ends[at+len(name)] {
			return at, true
		}
		from = at + 1
	}
}
