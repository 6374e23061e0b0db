// Package ledger is the truth of a store: every version of every object, the
// order in which they were written, and ordered keys to find them by.
//
// It keeps the objects of package schema in one Pebble database. A [Ledger] is
// read with [Ledger.View], which gives a [Reader] over a consistent snapshot,
// and written with [Ledger.Update], which gives a [Tx]; there is no other way
// to write. Graph, vector and word indexes are views: they follow the change
// feed and can be rebuilt from here at any time.
//
// What lies where is documented in keys.go, the only file that knows.
//
// Invariants, each with a test that tries to break it:
//
//   - L1 Update returns nil only when the whole transaction is on stable
//     storage; otherwise none of it is ever seen after a reopen, or the call
//     returned an error (I1).
//   - L2 a write that failed, or whose fate is unknown, poisons the ledger:
//     every later call returns [ErrFailed], and not one more byte is written.
//     Reopening recovers everything acknowledged.
//   - L3 versions of an object ascend by one from 1, and none is ever changed;
//     deleting appends a tombstone. Only Purge and PurgeHistory, which marks the
//     version that it leaves, remove history (I4).
//   - L4 the change feed is contiguous: transaction by transaction, change by
//     change, without a gap from the last trim to Seq (I2).
//   - L5 an ordered key exists exactly while the current version of its record
//     asks for it. Both change in one batch.
//   - L6 every ordered key begins with its agent, in an encoding in which no
//     agent's keys are a prefix of another's (I5).
//   - L7 a snapshot never changes, whatever is written beside it.
//   - L8 once Reclaim has returned, no file holds a byte of what was purged (I9);
//     the id of a record, unless it was made of the content, is none.
//   - L9 a ledger that lost what its manifest once said is not opened as an older
//     one: it is [ErrCorrupt].
//   - L10 no file is made, named or removed in a directory that is no more the one
//     which was locked: the ledger fails with [ErrGone].
//
// Only internal/store may import this package, and those that write and read
// through it: knowledge, experience, query, reflect and the front door.
package ledger
