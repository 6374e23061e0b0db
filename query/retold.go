package query

import (
	"slices"

	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// retold are the records of an answer and those that its episodes retell. An
// exchange is an answer once: as what was said or, where that is not found, as the
// episode made of it.
type retold struct {
	seen  map[schema.ID]bool
	ranks map[schema.ID]int // of what was found
}

// newRetold starts with records that are shown elsewhere, and those that were found.
func newRetold(shown []schema.ID, found []rank.Hit) retold {
	r := retold{map[schema.ID]bool{}, make(map[schema.ID]int, len(found))}
	for _, id := range shown {
		r.seen[id] = true
	}
	for i := range found {
		r.ranks[found[i].ID] = i
	}
	return r
}

// original returns the best of what an episode is made of, if it was found and is not
// told yet; else the zero id. It takes the episode's place.
func (r retold) original(e *schema.Experience) (best schema.ID) {
	sources := sourcesOf(e)
	if r.anySeen(sources) {
		return schema.ID{}
	}
	at := len(r.ranks)
	for _, id := range sources {
		if rank, found := r.ranks[id]; found && rank < at {
			best, at = id, rank
		}
	}
	return best
}

// isNew tells whether a record says something that no record before it did, and
// remembers it.
func (r retold) isNew(e *schema.Experience) bool {
	sources := sourcesOf(e)
	if r.seen[e.ID] || r.anySeen(sources) {
		return false
	}
	r.seen[e.ID] = true
	for _, id := range sources {
		r.seen[id] = true
	}
	return true
}

func (r retold) anySeen(ids []schema.ID) bool {
	return slices.ContainsFunc(ids, func(id schema.ID) bool { return r.seen[id] })
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
