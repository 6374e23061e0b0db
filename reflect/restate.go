package reflect

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/schema"
)

// restate lets a record say what another says without the words of what is
// forgotten: as that last did before it took those in or, of a merged insight, as a
// merge of the insights that are left. It reports whether that can be said.
func (m *remaking) restate(fresh, old *schema.Experience, left []schema.Experience, lost experience.Words) (bool, error) {
	clean, err := m.cleanVersion(old, lost)
	if err == nil && clean == nil {
		clean, err = mergeOf(old, left)
	}
	if err != nil || clean == nil {
		return false, err
	}
	fresh.Context, fresh.Action, fresh.Outcome, fresh.Content, fresh.Summary = clean.Context, clean.Action, clean.Outcome, clean.Content, clean.Summary
	fresh.Confidence, fresh.Mentions, fresh.Relations, fresh.Resolved = clean.Confidence, clean.Mentions, clean.Relations, clean.Resolved
	fresh.Statement, fresh.Insight, fresh.UserFact = clean.Statement, clean.Insight, clean.UserFact
	return true, nil
}

// lostWords are the words that only evidence of a record said which goes, or is
// made anew.
func (m *remaking) lostWords(old *schema.Experience, left []schema.Experience) (experience.Words, error) {
	lost := experience.Words{}
	for _, ev := range old.Evidence {
		if !m.going[ev.ID] || ev.Stance == schema.StanceContradicts && old.Kind != schema.KindSummary {
			continue
		}
		err := m.versions(ev.ID, func(e *schema.Experience) bool {
			lost.Add(e)
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	for i := range left {
		lost.Without(&left[i])
	}
	return lost, nil
}

// versions calls fn with what a record was, newest first, while it returns true.
func (m *remaking) versions(id schema.ID, fn func(*schema.Experience) bool) error {
	for v, err := range m.r.History(schema.TypeExperience, string(id[:])) {
		if err != nil {
			return err
		}
		if e, ok := v.Object.(*schema.Experience); ok && !fn(e) {
			return nil
		}
	}
	return nil
}

// cleanVersion returns the newest version of a record that says none of the words,
// or nil.
func (m *remaking) cleanVersion(old *schema.Experience, lost experience.Words) (found *schema.Experience, err error) {
	err = m.versions(old.ID, func(e *schema.Experience) bool {
		says := strings.Join(textsOf(e), "\n")
		if e.Statement != nil {
			says += "\n" + string(e.Statement.Value)
		}
		if lost.In(says) {
			return true
		}
		clean := *e
		found = &clean
		return false
	})
	return found, err
}

// mergeOf says what the insights that are left of a merge say; nil where that is
// none.
func mergeOf(old *schema.Experience, left []schema.Experience) (*schema.Experience, error) {
	var group []schema.Experience
	for _, e := range left {
		if e.Insight != nil {
			group = append(group, e)
		}
	}
	if old.Insight == nil || len(group) == 0 {
		return nil, nil
	}
	slices.SortFunc(group, newestFirst)
	content, err := mergedWords(group)
	if err != nil {
		return nil, err
	}
	clean := *old
	clean.Content, clean.Summary, clean.Confidence = content, "", agreed(group)
	clean.Mentions, clean.Relations, clean.Resolved = nil, nil, schema.Resolved{}
	return &clean, nil
}

// cleanse takes out of a record what else of it has one of the words, and what
// refers to what goes.
func (m *remaking) cleanse(e *schema.Experience, lost experience.Words) {
	goes := func(id schema.ID) bool { return m.going[id] }
	e.Related = slices.DeleteFunc(slices.Clone(e.Related), goes)
	if goes(e.Parent) {
		e.Parent = uuid.Nil
	}
	e.Source.MessageIDs = slices.DeleteFunc(slices.Clone(e.Source.MessageIDs), func(name string) bool {
		id, err := uuid.Parse(name)
		return err == nil && goes(id)
	})
	e.Tags = slices.DeleteFunc(slices.Clone(e.Tags), lost.In)
	e.Mentions = slices.DeleteFunc(slices.Clone(e.Mentions), func(o schema.Mention) bool { return lost.In(o.Text) || lost.In(o.Entity.Name()) })
	e.Relations = slices.DeleteFunc(slices.Clone(e.Relations), func(l schema.Link) bool { return lost.In(l.From.Name()) || lost.In(l.To.Name()) })
	if data, err := json.Marshal(e.Metadata); err != nil || lost.In(string(data)) {
		e.Metadata = nil
	}
	if lost.In(e.Speaker) {
		e.Speaker = ""
	}
	if e.Insight == nil {
		return
	}
	insight := *e.Insight
	insight.Notes = slices.DeleteFunc(slices.Clone(insight.Notes), lost.In)
	if lost.In(insight.SubTopic) {
		insight.SubTopic = ""
	}
	e.Insight = &insight
}
