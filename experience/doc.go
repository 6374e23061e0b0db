// Package experience is the write path of a memory: it records what an agent
// lived through and learned, recognises what it already knows, corrects,
// supersedes and forgets.
//
// A [Writer] turns each call into one transaction of the ledger. When the call
// returns, what it wrote is durable (I1) and every view shows it to whoever
// reads next. Inside the transaction it keeps these:
//
//   - I4 a correction appends a version or supersedes a record; nothing is
//     overwritten, and a record is superseded once, so SUPERSEDES has no cycle.
//   - I5 a record refers only to records and entities of its own agent.
//   - I6 the same content retained twice for one agent reinforces the record
//     that is there. Messages are events: the same words said at another time,
//     in another session or by another speaker are another message. Which sessions
//     told a record is remembered: who forgets one of them does not forget what another
//     told too. See [schema.Telling].
//     What is true again, of a time at which it was not known to be, is another
//     record.
//   - I8 forgetting the last evidence of a belief forgets the belief.
//
// FOLLOWED_BY is not written at all: it follows from the order of an agent's
// records in a session by event time, so a record that arrives late, moves or
// is forgotten mends its chain by itself.
//
// Package experience imports schema, store, the ledger, vector, knowledge, text and
// embed. It knows nothing of reading: package query does.
package experience
