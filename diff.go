package lukasa

import (
	"context"
	"iter"

	"github.com/lukasadb/lukasa/internal/store"
)

// Diff yields what agents hold otherwise here than in another memory, such as a
// fork of this one ([Memory.Fork]), and who changed it since the two parted: no
// agents means m's own. It is ordered by type and key, and the caller may write
// inside the loop. Ours is m's side, Theirs the other's. The other memory may be
// seen as any agent and use any embedder. A memory does not differ from itself;
// without another one the error is an [*InvalidError].
func (m *Memory) Diff(ctx context.Context, other *Memory, agents ...string) iter.Seq2[Difference, error] {
	if len(agents) == 0 {
		agents = m.self()
	}
	return m.diff(ctx, other, agents)
}

// DiffAll is Diff of every agent of both memories: for their owner.
func (m *Memory) DiffAll(ctx context.Context, other *Memory) iter.Seq2[Difference, error] {
	return m.diff(ctx, other, nil)
}

func (m *Memory) diff(ctx context.Context, other *Memory, agents []string) iter.Seq2[Difference, error] {
	if other == nil {
		return func(yield func(Difference, error) bool) { yield(Difference{}, noMemory("other")) }
	}
	return m.store.Diff(ctx, other.store, agents)
}

// What a comparison gives. See package store.
type (
	// Difference is an object that two stores do not hold alike.
	Difference = store.Difference
	// ChangedBy tells who changed an object since two stores parted.
	ChangedBy = store.Side
)

// Who changed an object since two memories parted.
const (
	ChangedHere   = store.SideOurs
	ChangedThere  = store.SideTheirs
	ChangedByBoth = store.SideBoth
)
