// Package graph is the property graph of a store: a view of the ledger that
// answers traversals and Cypher. It is kept in Kuzu, an embedded graph
// database, of which this package is the only user.
//
// # A view that can be thrown away
//
// The graph holds nothing that the ledger does not. What Kuzu cannot promise
// (that acknowledged writes survive a failed write, that a file killed during a
// checkpoint opens again, that damage is noticed) is therefore not asked of it:
//
//   - G1 Kuzu opens only bytes that it closed cleanly: a generation, whose size
//     and checksum are recorded in CURRENT and verified first. Anything else is
//     deleted and the graph opens empty, with watermark 0.
//   - G2 a session never touches a clean generation. It works on a copy (shared
//     blocks where the file system can), so a crash costs the session's
//     changes, which the ledger has.
//   - G3 a generation becomes current by one atomic rename, after it and its
//     folder are synced. [Graph.Close] and [Graph.Refresh] make generations.
//   - G4 the watermark (the ledger's sequence up to which changes have been
//     applied) is written in the transaction that applies them. A change is
//     in the graph exactly if its sequence is at most the watermark.
//   - G5 application is by state: a [Batch] carries whole objects, each with
//     the complete set of edges it owns. Applying a batch twice, or replaying
//     from an older watermark, changes nothing.
//   - G6 every edge has exactly one owner (see schema.GraphOwnership).
//     Removing a node removes the edges at either end of it.
//   - G7 after a failed write nothing that Kuzu shows or has written since is
//     trusted: the graph goes back to its last clean generation, and its
//     watermark with it, or refuses reads and writes with [ErrBroken] until it
//     can. The ledger's changes are then applied again from the watermark.
//   - G8 no value is ever spliced into Cypher: statements are constants and
//     values are bound. [Statement.Cypher] renders literals for people only.
//   - G9 every traversal names the agents whose records it may show, and shows
//     no other (I5 of the design). [Graph.Query] is the exception: raw Cypher
//     sees the whole store and is for its owner.
//   - G10 no checkpoint follows a deletion of edges before an edge that is left
//     near by, in each direction, has been renewed: Kuzu would forget those that
//     are left.
//
// # Reading
//
// Traversals return ids and edge properties; the records behind the ids come
// from the ledger, which is faster at it. Raw Cypher is read-only and passes a
// guard: a lexer checks each statement against a list of what is harmless,
// because some statements reach files or the network and some crash the
// process. With [QueryOptions].Isolated a statement runs in a child process on
// a copy, so that even an unknown crash costs only that statement.
//
// A graph is safe for concurrent use. One batch is applied at a time; reads run
// beside it on a pool of connections and see the graph as of a commit.
package graph
