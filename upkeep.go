package lukasa

import (
	"context"
	"iter"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/reflect"
)

// Check proves that the ledger is sound and that every view agrees with it.
func (m *Memory) Check(ctx context.Context) (*Report, error) { return m.store.Check(ctx) }

// Rebuild makes views anew from the ledger: "graph", "agents" (the word and
// vector indexes) or "all". Answers are the same afterwards.
func (m *Memory) Rebuild(ctx context.Context, view string) error { return m.store.Rebuild(ctx, view) }

// Backup writes a copy of the memory as of the call to a path, which must not
// exist, while others read and write: one file if the path ends in ".tar.gz",
// else a directory. A path within the memory's own directory is an
// [*InvalidError].
func (m *Memory) Backup(ctx context.Context, to string) error {
	if to == "" {
		return noMemory("to")
	}
	return m.store.Backup(ctx, to)
}

// Restore makes a memory in dir, which must not exist, from a backup of
// either kind. The views are made when it is first opened.
func Restore(ctx context.Context, backup, dir string) error {
	if dir == "" {
		return noMemory("dir")
	}
	return store.Restore(ctx, backup, dir)
}

// Digest is a hash over everything the memory holds, history included. A backup
// has the digest of the moment it was taken.
func (m *Memory) Digest(ctx context.Context) (string, error) { return m.store.Digest(ctx) }

// Stats tells how large the memory is and how far its views have come.
func (m *Memory) Stats(ctx context.Context) (Stats, error) { return m.store.Stats(ctx) }

// Agents lists the agents of the store, by name: for its owner, as it names
// agents that m is not.
func (m *Memory) Agents(ctx context.Context) ([]AgentInfo, error) { return m.reader.Agents(ctx) }

// What upkeep gives. See packages store and ledger.
type (
	// Report is the outcome of a check.
	Report = store.Report
	// Problem is one disagreement that Check found.
	Problem = store.Problem
	// Stats tells how large a store is and how far its views have come.
	Stats = store.Stats
	// Disk is how many bytes each part of a store takes.
	Disk = store.Disk
	// AgentInfo is what the ledger knows of an agent.
	AgentInfo = ledger.AgentInfo
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

// What changing the embedder takes and gives. See package store.
type (
	// Reembedding says how to change the embedder of an open store.
	Reembedding = store.Reembedding
	// Reembedded tells how far a change of embedders has come.
	Reembedded = store.Reembedded
)

// ErrNoEmbedder says that [Memory.Reembed] was given none.
var ErrNoEmbedder = store.ErrNoEmbedder

// Reembed makes e the memory's embedder, for all agents. Vectors of e are made
// beside the old ones while recall goes on with those; when every record has its
// own, all searches change over at once: no vector is ever compared with one of
// another model (I11). When it fails or is cancelled, the old embedder stays, and
// calling Reembed again goes on where it ended.
//
// Open the memory with e from then on. Where the configuration names the
// embedder, the store's or any agent's own, it names e afterwards.
func (m *Memory) Reembed(ctx context.Context, e embed.Embedder, how Reembedding) (Reembedded, error) {
	done, err := m.store.Reembed(ctx, e, how)
	if err != nil {
		return done, err
	}
	return done, m.renameEmbedder(context.WithoutCancel(ctx), e.Model().Name) // the change is made
}

// renameEmbedder writes the name of the embedder wherever another one stands: in
// the store's settings, then in those that agents have of their own.
func (m *Memory) renameEmbedder(ctx context.Context, name string) error {
	agents, err := m.reader.Agents(ctx)
	if err != nil {
		return err
	}
	owners := []string{""}
	for _, a := range agents {
		owners = append(owners, a.Name)
	}
	for _, owner := range owners {
		c, err := m.store.Config(ctx, owner)
		if err != nil {
			return err
		}
		if c.Embedding.Model == "" || c.Embedding.Model == name {
			continue
		}
		if err := reflect.SetConfig(ctx, m.store, Configure{Agent: owner, Set: map[string]any{"embedding.model": name}}); err != nil {
			return err
		}
	}
	return nil
}
