// Package memorybench measures the whole product through its front door, in
// parts that share one store: see [Parts].
//
// Records are chat-like: words drawn by frequency, agents by Zipf's law,
// sessions, tags and entities. Where the chat log is at hand its messages are
// the text. The same configuration gives the same records.
//
//  1. A store is loaded once, by the first part that needs it. Kept in a
//     directory, it serves later runs, and a load that was stopped goes on where
//     it stopped.
//  2. Every part leaves the store open, whole and with all views ready.
//  3. Questions are drawn from records that are in the store, by a seed of their
//     own, so that a part asks the same whichever parts ran before it.
//  4. A time whose answers could be wrong stands beside the share that was right.
package memorybench
