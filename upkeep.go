package lukasa

import (
	"context"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
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
