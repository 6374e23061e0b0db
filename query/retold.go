package query

import (
	"slices"

	"github.com/lukasadb/lukasa/schema"
)

// retold are the records of an answer and those that its episodes retell. An
// exchange is an answer once: as what was said, or as the episode made of it,
// whichever ranks higher.
type retold map[schema.ID]bool

// newRetold starts with records that are shown elsewhere.
func newRetold(shown []schema.ID) retold {
	r := retold{}
	for _, id := range shown {
		r[id] = true
	}
	return r
}

// isNew tells whether a record says something that no record before it did, and
// remembers it.
func (r retold) isNew(e *schema.Experience) bool {
	if r[e.ID] {
		return false
	}
	sources := sourcesOf(e)
	if slices.ContainsFunc(sources, func(id schema.ID) bool { return r[id] }) {
		return false
	}
	r[e.ID] = true
	for _, id := range sources {
		r[id] = true
	}
	return true
}

// sourcesOf lists the records that an episode is made of.
func sourcesOf(e *schema.Experience) []schema.ID {
	if e.Kind != schema.KindEpisode {
		return nil
	}
	var out []schema.ID
	for _, ev := range e.Evidence {
		if ev.Stance == schema.StanceSummarises {
			out = append(out, ev.ID)
		}
	}
	return out
}

// doubles is how many hits may be left out for being retold, at most as many as
// were asked for.
func (s *scene) doubles() int { return min(s.desk.found.episodes+s.desk.further.episodes, s.req.K) }
