package query

import (
	"context"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// asksNothing tells whether a text is no question to a memory, such as thanks or a greeting: whatever is found is noise. What has
// conditions asks for what meets them, and a floor of 0 for whatever there is.
func (s *scene) asksNothing() bool {
	if s.req.Floor != nil && *s.req.Floor == 0 {
		return false
	}
	return s.question.Scope == rank.Nothing && len(s.entities) == 0 && s.req.unconditional()
}

// kindred yields the newest records of the kind that the question asks for, or those that say the name it asks for.
func (s *scene) kindred(ctx context.Context) ([]schema.ID, error) {
	if s.question.Called != "" {
		return s.admitted(ctx, s.gate(), newestCandidates, entries(s.agent.Columns().Matching(s.isKindred)))
	}
	var spans []ledger.Scan
	for _, w := range s.question.When {
		spans = append(spans, ledger.Scan{From: w.From, To: w.To})
	}
	if len(spans) == 0 {
		spans = append(spans, ledger.Scan{From: s.req.Since, To: s.req.Until})
	}
	limit := max(newestCandidates, s.req.K)
	ids, err := s.scan(ctx, limit, ledger.OfKind(schema.Kind(s.question.Kind)), spans...)
	if err != nil {
		return nil, err
	}
	filed, err := s.scan(ctx, limit, ledger.InCategory(schema.Category(s.question.Kind)), spans...)
	return append(ids, filed...), err
}

// tellsKindred returns what tells whether a row is of the kind that the question asks for, or filed under it, or says the name that it asks
// for; nil where it asks for neither.
func (s *scene) tellsKindred() func(*column.Row) bool {
	kind, category := schema.Kind(s.question.Kind), schema.Category(s.question.Kind)
	switch {
	case s.question.Called != "":
		return s.calls()
	case kind != "":
		return func(r *column.Row) bool { return r.KindOf() == kind || r.CategoryOf() == category }
	}
	return nil
}

// calls returns what tells whether a row says what the one is called whose name the question asks for: it is said by them or, of the
// asker, kept by whoever keeps the memory.
func (s *scene) calls() func(*column.Row) bool {
	number, speaks := s.agent.Columns().SpeakerNumber(s.question.Called)
	kept := s.question.Called == s.talk.I
	return func(r *column.Row) bool {
		return traits.FromBits(r.Traits).Introduces && (speaks && r.Speaker == number || kept && r.Speaker == 0)
	}
}

// saidBy tells whether a row was said by somebody, or by nobody: what is kept without a speaker was told by whoever keeps it.
func (g *gate) saidBy(r *column.Row) bool {
	return g.by == "" || r.Speaker == 0 || g.table.Speaker(r.Speaker) == g.by
}
