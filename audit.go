package lukasa

import (
	"context"
	"iter"

	"github.com/lukasadb/lukasa/reflect"
)

// Audit looks through the memory of m's agent for what is not as it should be:
// secrets, stale beliefs, duplicates, contradictions and orphan entities. Each
// finding names the command that mends it. It changes nothing; the caller may
// write inside the loop.
func (m *Memory) Audit(ctx context.Context, a Auditing) iter.Seq2[Finding, error] {
	if err := m.mine(&a.Agent); err != nil {
		return func(yield func(Finding, error) bool) { yield(Finding{}, err) }
	}
	return m.steward.Audit(ctx, a)
}

// What an audit takes and gives. See package reflect.
type (
	// Auditing says what to look for.
	Auditing = reflect.Auditing
	// Finding is something that is not as it should be.
	Finding = reflect.Finding
	// FindingKind says what an audit found.
	FindingKind = reflect.FindingKind
)

// What an audit finds.
const (
	FindingSecret        = reflect.FindingSecret
	FindingStale         = reflect.FindingStale
	FindingDuplicate     = reflect.FindingDuplicate
	FindingNearDuplicate = reflect.FindingNearDuplicate
	FindingContradiction = reflect.FindingContradiction
	FindingOrphan        = reflect.FindingOrphan
)
