package workspace

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// writeOpinions writes how the opinions stand: what was told of each, moved by
// what has been told since for and against it.
func (r *reflecting) writeOpinions() error {
	var body strings.Builder
	heard := hear(r.told)
	for i := range r.opinions {
		o := &r.opinions[i]
		if o.Source.Inferred {
			continue // told nowhere: its last teller took it back
		}
		base := r.w.index.baseOf(o)
		shown, news := base.divide(heard.evidenceFor(o))
		if len(news) == 0 {
			continue // it stands as it was told
		}
		confidence, updated := evolve(base.Confidence, base.Updated, news)
		b := markdown.Block{Kind: markdown.Opinion, Rated: true, Confidence: confidence, Text: o.Content}
		b.Subjects, b.Text = subjectsOf(o)
		body.WriteString(markdown.Bullet(b) + markdown.WriteEvidence(updated, shown) + "\n")
		r.done.Opinions++
	}
	text := body.String()
	if text != "" {
		text = "## As they stand\n\n" + text
	}
	return r.set(OpinionsPage, regionOpinions, text)
}

// toldOn is the day of the log that tells an opinion; zero for other pages, whose
// day is another one when they were written.
func toldOn(o *schema.Experience) time.Time {
	if !daily(o.Source.Path) {
		return time.Time{}
	}
	return dayOfRecord(o)
}

// baseOf is how an opinion stood before what has been told since: as a person says on
// the opinions page, else as a log told it last, else as it was told elsewhere.
func (x *index) baseOf(o *schema.Experience) view {
	if held, ok := x.held[o.ID]; ok {
		return held
	}
	if last, ok := x.lastTold(o.ID); ok {
		return last
	}
	told := view{ID: o.ID, Confidence: schema.DefaultStatementConfidence, Updated: toldOn(o)}
	if at, ok := x.first(o.ID); ok && at.place().rated != unrated && !at.place().inferred {
		told.Confidence = at.place().rated
	}
	return told
}

// divide finds, of what bears on an opinion, the news: what was told since the opinion
// stood like this, and is not what it rested on then. Both are shown; what lies before
// and was left out is not.
func (v view) divide(list []markdown.Evidence) (shown, news []markdown.Evidence) {
	for _, e := range list {
		known := slices.ContainsFunc(v.Evidence, func(have markdown.Evidence) bool { return have.ID == e.ID })
		isNew := !known && !e.Day.Before(v.Updated)
		if isNew {
			news = append(news, e)
		}
		if known || isNew {
			shown = append(shown, e)
		}
	}
	return shown, news
}

// subjectsOf splits what a record says into whom it is about and what is said.
func subjectsOf(e *schema.Experience) (subjects []string, text string) {
	for _, m := range e.Mentions {
		if m.Role == schema.RoleSubject {
			subjects = append(subjects, m.Text)
		}
	}
	text = strings.TrimPrefix(e.Content, strings.Join(subjects, ", ")+": ")
	return subjects, text
}

// maxEvidence is how many records an opinion is shown to rest on, the newest.
const maxEvidence = 12

// testimony is what was told, oldest first, as it may bear on opinions.
type testimony struct {
	told   []schema.Experience
	about  map[schema.EntityKey][]int // which of it names an entity, and is no opinion
	claims map[int]knowledge.Claim    // of what was asked for: to read one takes far longer than to compare two
}

func hear(told []schema.Experience) *testimony {
	t := &testimony{told: told, about: map[schema.EntityKey][]int{}, claims: map[int]knowledge.Claim{}}
	for i := range told {
		if told[i].Kind == schema.KindOpinion {
			continue
		}
		for _, m := range told[i].Mentions {
			t.about[m.Entity] = append(t.about[m.Entity], i)
		}
	}
	return t
}

// evidenceFor finds what bears on an opinion, oldest first, by the rule of package
// knowledge: what was told of the same entities in much the same words.
func (t *testimony) evidenceFor(o *schema.Experience) []markdown.Evidence {
	opinion, since := opinionOf(o), toldOn(o)
	var out []markdown.Evidence
	for _, i := range t.ofSame(o) {
		e := &t.told[i]
		if e.ID == o.ID || e.Time.Before(since) {
			continue
		}
		if stance, bears := t.claim(i).Bears(opinion); bears {
			out = append(out, markdown.Evidence{
				Against: stance == schema.StanceContradicts, ID: e.ID.String(), Path: query.Cite(e), Day: dayOfRecord(e),
			})
		}
	}
	return out[max(0, len(out)-maxEvidence):]
}

// ofSame lists what names an entity that an opinion names.
func (t *testimony) ofSame(o *schema.Experience) []int {
	var all []int
	for _, m := range o.Mentions {
		all = append(all, t.about[m.Entity]...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (t *testimony) claim(i int) knowledge.Claim {
	c, ok := t.claims[i]
	if !ok {
		c = claimOf(&t.told[i])
		t.claims[i] = c
	}
	return c
}

func opinionOf(e *schema.Experience) knowledge.Opinion {
	_, said := subjectsOf(e)
	return knowledge.OpinionOf(said, e.Mentions)
}

func claimOf(e *schema.Experience) knowledge.Claim {
	_, said := subjectsOf(e)
	return knowledge.ClaimOf(said, e.Mentions)
}

// evolve moves a confidence by evidence, oldest first, and tells when it moved
// last.
func evolve(c float64, since time.Time, evidence []markdown.Evidence) (confidence float64, updated time.Time) {
	updated = since
	list := make([]schema.Evidence, len(evidence))
	for i, e := range evidence {
		list[i].Stance = schema.StanceSupports
		if e.Against {
			list[i].Stance = schema.StanceContradicts
		}
		if e.Day.After(updated) {
			updated = e.Day
		}
	}
	return knowledge.Evolve(c, list), updated
}

// Bounds of what is proposed for memory.md.
const (
	proposedTrust = 0.9 // of an opinion
	proposedMost  = 5   // lines at a time
)

// propose suggests, for memory.md, opinions that have grown sure and facts that
// were told on several days, if they are not there. With Accept they are written.
func (r *reflecting) propose() error {
	core, err := r.w.core()
	if errors.Is(err, folder.ErrRefused) {
		return nil // nothing is known of what it says
	}
	if err != nil {
		return err
	}
	there := map[schema.ID]bool{}
	page := markdown.Parse([]byte(core), role(CorePage))
	said := map[string]bool{}
	for i := range page.Blocks {
		there[idOf(CorePage, &page.Blocks[i])] = true
		said[content(&page.Blocks[i])] = true
	}
	var lines []string
	for i := range r.told {
		e := &r.told[i]
		if len(lines) == proposedMost || there[e.ID] || said[e.Content] || e.Source.Inferred || !r.durable(e) {
			continue
		}
		b := markdown.Block{Kind: blockKind(e.Kind), Rated: e.Kind == schema.KindOpinion, Confidence: e.Confidence}
		b.Subjects, b.Text = subjectsOf(e)
		lines = append(lines, markdown.Bullet(b))
	}
	if len(lines) == 0 {
		return nil
	}
	change := func(src []byte) ([]byte, error) { return markdown.Extend(src, lines) }
	if r.how.Accept {
		return r.change(CorePage, change)
	}
	diff, err := r.diff(CorePage, change)
	if r.leave(CorePage, err) {
		return nil
	}
	if err == nil {
		r.done.Proposed = append(r.done.Proposed, PageChange{CorePage, diff})
	}
	return err
}

// durable tells whether something told is worth being in every context: an opinion
// of which there is little doubt and that recent evidence bears out, or a fact
// that was told on two days at least.
func (r *reflecting) durable(e *schema.Experience) bool {
	switch e.Kind {
	case schema.KindOpinion:
		return e.Confidence >= proposedTrust
	case schema.KindFact:
		if !e.TimeEnd.IsZero() {
			return false // it was for a time
		}
		days := map[time.Time]bool{}
		for at := range r.w.index.spots(e.ID) {
			if !at.place().inferred && !at.place().quoted && !at.state.Undated {
				days[at.state.Day] = true
			}
		}
		return len(days) >= 2
	}
	return slices.Contains(e.Tags, tagCore)
}
