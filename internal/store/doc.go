// Package store is the directory of a memory: its lock, its ledger and the
// views behind it, kept in step.
//
// The ledger is the truth. Each view (the graph, and for every agent a word
// index, the short facts of its records and a vector index) is remade from it at
// any time and carries a watermark: the sequence number of the last change it has
// applied. Views are pulled, never pushed. [Store.Agent] and [Store.Graph] bring a
// view up to what the ledger holds at the moment of the call, so that a reader
// always sees what its process has written; goroutines in the background pull as
// well, so that a reader seldom has to.
//
// Projection is by state, not by event: a changed object is read as it now
// stands, and the view is made to agree with it. Applying a change twice, or
// skipping a state in between, does no harm, and rebuilding is projecting
// everything.
//
// What a writer made of a text, its vector, waits in memory for the index that
// needs it next; see handover.go. It may be lost at any time.
//
// Layout of the directory:
//
//	LOCK                       who has the store open
//	ledger/                    Pebble
//	graph/                     generations of the Kuzu view
//	agents/<id>/words          snapshot of one agent's word index
//	agents/<id>/columns        snapshot of the short facts of its records
//	agents/<id>/vectors-<gen>  snapshot of one agent's vectors of one model
//	backups.jsonl              where backups were written, and when
//	forks.jsonl                of which copies it comes, and when they parted
//	receipts.jsonl             what was forgotten, without its content
//
// where <id> is a hash of the agent's name, as names may hold anything.
//
// Invariants, numbered as in docs/design.md:
//
//   - I1 Update returns after the ledger has synced, or with an error.
//   - I2 a view's watermark never exceeds the ledger's durable sequence.
//   - I3 deleting graph/ and agents/ and opening again gives the same answers.
//   - I11 a vector index holds vectors of one model; another model's are
//     another generation, in files of their own.
//
// Lock order: a view's own lock is taken before a ledger snapshot, never while
// one is being written; Store.mu guards only the table of loaded agents and is
// never held across disk access.
//
// Packages experience, query, knowledge and those above them import store.
// Store imports schema, the ledger, the views, text and embed.
package store
