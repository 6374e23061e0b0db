package knowledge

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge/names"
	"github.com/lukasadb/lukasa/schema"
)

// lookBack is how many records of a session are searched for whom a pronoun
// means.
const lookBack = 12

// bySession looks up whom a pronoun or "the customer" means in the session.
func (s *resolving) bySession(ctx context.Context) error {
	ref, ok := ReadReference(s.q.Text)
	if s.found() || !ok {
		return nil
	}
	s.session = true
	if s.q.Session == "" {
		s.step(StageSession, 0, "a pronoun, and no session to look in")
		return nil
	}
	spoken, err := s.spoken(ctx)
	if err != nil {
		return err
	}
	list := slices.DeleteFunc(Antecedents(ref, spoken), func(c Candidate) bool { return !s.typed(c.Entity) })
	s.step(StageSession, len(list), "")
	s.take(list)
	return nil
}

// spoken lists what the session spoke of before the question, latest first, each
// record's subjects before others.
func (s *resolving) spoken(ctx context.Context) ([]Spoken, error) {
	var out []Spoken
	err := s.g.store.View(ctx, func(r *ledger.Reader) error {
		back := 0
		for entry, err := range r.Scan(s.agent, ledger.InSession(s.q.Session), ledger.Scan{To: s.q.Time}) {
			if err != nil {
				return err
			}
			e, err := r.Experience(entry.ID)
			if err != nil {
				return err
			}
			if e.Status.Live() {
				out = append(out, s.mentioned(e, back)...)
			}
			if back++; back == lookBack {
				break
			}
		}
		return nil
	})
	return out, err
}

func (s *resolving) mentioned(e *schema.Experience, back int) []Spoken {
	list := inRank(e.Mentions)
	out := make([]Spoken, 0, len(list))
	for _, m := range list {
		if !m.Unsure {
			out = append(out, Spoken{Entity: s.names.Survivor(m.Entity), Back: back, Role: m.Role})
		}
	}
	return out
}

// inRank returns mentions with subjects first, then by place.
func inRank(mentions []schema.Mention) []schema.Mention {
	list := slices.Clone(mentions)
	slices.SortStableFunc(list, func(a, b schema.Mention) int {
		return cmp.Or(cmp.Compare(rank(a.Role), rank(b.Role)), cmp.Compare(a.Start, b.Start))
	})
	return list
}

func rank(r schema.MentionRole) int {
	if r == schema.RoleSubject {
		return 0
	}
	return 1
}

// What the context is judged by.
const (
	contextRecords = 6   // latest records of each candidate
	contextLead    = .08 // by how much the nearest must be nearer, in cosine
	contextSure    = .2  // from which lead on it is sure
)

// byContext chooses among candidates that are level, or nearly, by how near in
// meaning their records are to the context.
func (s *resolving) byContext(ctx context.Context) error {
	rivals := s.rivals()
	if s.q.Context == "" || len(rivals) < 2 {
		return nil
	}
	texts, err := s.recordsOf(ctx, rivals)
	if err != nil {
		return err
	}
	near, err := s.nearness(ctx, texts)
	if err != nil {
		return err
	}
	best, next := -1, math.Inf(-1)
	for i, n := range near {
		switch {
		case best < 0 || n > near[best]:
			if best >= 0 {
				next = near[best]
			}
			best = i
		default:
			next = max(next, n)
		}
	}
	lead := near[best] - next
	if lead < contextLead || near[best] <= 0 {
		s.step(StageContext, 0, "the context fits several as well")
		return nil
	}
	c := rivals[best]
	c.Stage = StageContext
	c.Score = min(.95, max(c.Score, s.thresholds.Medium)+.05)
	if lead >= contextSure {
		c.Score = max(c.Score, s.thresholds.High)
	}
	c.Why = append(slices.Clip(c.Why), names.Part{Name: "nearness to its records, ahead by", Value: lead})
	s.step(StageContext, 1, "its records are nearest to the context")
	s.take([]Candidate{c})
	return nil
}

// rivals are the candidates that the best does not clearly lead.
func (s *resolving) rivals() []Candidate {
	var out []Candidate
	for _, c := range s.candidates {
		if c.Score >= s.thresholds.Low && s.candidates[0].Score-c.Score < clearLead && len(out) < s.q.Most {
			out = append(out, c)
		}
	}
	return out
}

// recordsOf reads the latest texts that mention each candidate.
func (s *resolving) recordsOf(ctx context.Context, list []Candidate) ([][]string, error) {
	out := make([][]string, len(list))
	err := s.g.store.View(ctx, func(r *ledger.Reader) error {
		for i, c := range list {
			group, err := Standing(r, s.agent, c.Entity)
			if err != nil {
				return err
			}
			for entry, err := range r.Scan(s.agent, ledger.Mentioning(group...), ledger.Scan{}) {
				if err != nil {
					return err
				}
				e, err := r.Experience(entry.ID)
				if err != nil {
					return err
				}
				if out[i] = append(out[i], e.Text()); len(out[i]) == contextRecords {
					break
				}
			}
		}
		return nil
	})
	return out, err
}

// nearness is, for each candidate, the greatest cosine of the context with one
// of its texts; 0 where it has none, or the store no embedder.
func (s *resolving) nearness(ctx context.Context, texts [][]string) ([]float64, error) {
	out := make([]float64, len(texts))
	embedder := s.g.store.Embedder()
	if embedder == nil {
		return out, nil
	}
	query, err := embedder.EmbedQueries(ctx, []string{s.q.Context})
	if err != nil {
		return nil, err
	}
	for i, list := range texts {
		if len(list) == 0 {
			continue
		}
		vectors, err := embedder.EmbedDocuments(ctx, list)
		if err != nil {
			return nil, err
		}
		for _, v := range vectors {
			out[i] = max(out[i], cosine(query[0], v))
		}
	}
	return out, nil
}
