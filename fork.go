package lukasa

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// Fork makes a memory of its own in dir, which must not exist, as of the call:
// for a sub-agent, or to try what would come of something. It may be opened at
// once, and is quick and small at first, as it shares the files of the ledger
// that neither memory changes any more. From then on the two go their own ways:
// nothing that is written, forgotten or purged in one shows in the other.
// [Memory.Diff] tells how they differ, [Memory.Merge] brings back what is worth it.
//
// What is purged later is still in the fork, so it is noted as a backup is: see
// [Memory.Backups]. A dir that names one file (".tar.gz"), for which there is
// [Memory.Backup], or lies within m's own directory is an [*InvalidError].
func (m *Memory) Fork(ctx context.Context, dir string) error {
	problem := ""
	switch {
	case dir == "":
		problem = "empty"
	case strings.HasSuffix(dir, ".tar.gz"):
		problem = "want a directory, not one file"
	}
	if problem != "" {
		return &InvalidError{Type: "fork", Fields: []schema.FieldError{{Field: "dir", Value: dir, Problem: problem}}}
	}
	if err := m.store.Backup(ctx, dir); err != nil {
		return fmt.Errorf("lukasa: fork: %w", err)
	}
	return nil
}

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

// Merge brings what only another memory changed since the two parted, such as a
// fork of this one or what was restored of its backup, into m, for the agents that
// how names, none meaning m's own: new records, changed ones and other objects, and
// what was forgotten there is forgotten here. What both changed to different ends is
// a conflict: it is reported and left as it is, unless the other side is preferred. Content that m
// holds under another id is not written twice, lives as long and is as sure as
// either side said, and statements find their place among m's, the same in whatever
// order memories are merged: the user is asked about two of one moment. Where each learned
// what took the place of one that both had, every value gets its time. Usage stays behind.
//
// Nothing of the other memory is changed. Joining twice changes nothing the second
// time; a merge that was cut short is finished by merging again. What was purged
// here does not come back, whichever side is preferred, under whatever id it is known
// there. For that the id of a purged record stays, unless it was made of the content,
// as those of a workspace are: what such a record says may come again from a copy that
// learned it after the two parted.
//
// A memory that is missing or m itself, and a preference that there is not, is an
// [*InvalidError].
func (m *Memory) Merge(ctx context.Context, from *Memory, how Joining) (Joined, error) {
	if len(how.Agents) == 0 {
		how.Agents = m.self()
	}
	return m.merge(ctx, from, how)
}

// MergeAll is Merge of every agent of both memories: for their owner.
func (m *Memory) MergeAll(ctx context.Context, from *Memory, how Joining) (Joined, error) {
	how.Agents = nil
	return m.merge(ctx, from, how)
}

func (m *Memory) merge(ctx context.Context, from *Memory, how Joining) (Joined, error) {
	if from == nil {
		return Joined{}, noMemory("from")
	}
	return m.writer.Merge(ctx, from.store, how)
}

// What a merge of memories takes and gives. See package experience.
type (
	// Joining says how to merge.
	Joining = experience.Joining
	// Joined tells what a merge did, or on a dry run would do.
	Joined = experience.Joined
	// Clash is an object that was not merged.
	Clash = experience.Clash
	// Preference says what becomes of objects that both sides changed.
	Preference = experience.Preference
)

// What becomes of what both memories changed.
const (
	PreferNeither = experience.PreferNeither
	PreferTheirs  = experience.PreferTheirs
)
