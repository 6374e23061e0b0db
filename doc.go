// Package lukasa is a graph-native memory engine for AI agents that lives inside
// the agent's process.
//
// Open a directory and the agent has a memory that survives crashes, finds things
// by meaning, by word, by time and by graph, and explains each answer. No server,
// no network and no model call is needed.
//
// # Where to begin
//
// [Open] gives a [Memory], which a program keeps open for as long as it runs and
// shares among its goroutines. [Memory.Retain] writes an [Experience], which is of
// one [Kind]: an experience has Context, Action and Outcome, every other kind
// Content. [Memory.Recall] answers a [Query]; [Answer.Context] makes a text for a
// prompt of it. [Memory.Similar] tells what was done in situations like this one and
// whether it worked, [Memory.Find] and [Memory.All] select by field, and
// [Memory.Followed], [Memory.Neighbourhood] and [Memory.Cypher] walk the graph.
// [Memory.Turn] and [Memory.Reply] are all of that for a conversation.
// [Memory.Erase] forgets, with a receipt. [Memory.State] keeps what is true of
// somebody or something, [Memory.Facts] tells what is, or was at a moment.
//
// Most types here are other names of types of the packages schema, query, experience,
// knowledge and reflect, where their fields and methods are described:
// "go doc github.com/lukasadb/lukasa/query.Request" has those of a [Query]. Those of what
// the store tells of itself, such as [Stats], [Report] and [AgentInfo], are found the same
// way under internal/store and internal/ledger. The examples of this package show one job each.
//
// # Agents
//
// Each record is of one agent, and each request is for one: the agent that the memory
// is seen as ([WithAgent], [Memory.As]). No agent sees another's records unless the
// request names it: what a team shares is the memory of an agent by some name such as
// "team", which others name beside their own in [Query.Agents] and [Filter.Agents].
// Who may name whom is for the program to say.
//
// # What holds for every call
//
//   - It is safe for concurrent use. A write that returned is on disk, and every
//     later read sees it.
//   - A context that ends, ends the call with its error; what was begun is then done
//     whole or not at all, or, where it comes in batches, says how far it came. A nil
//     context is a mistake of the program and panics, as in the standard library.
//   - After [Memory.Close] calls fail with [ErrClosed]. Streams that are being read
//     end with it too.
//   - What is zero in a request has the default that its comment gives. What is wrong
//     is told with the field: see [InvalidError], [ErrQuery] and the other errors.
//   - Texts are UTF-8 without NUL and of 1 MiB at most. Others are refused rather than
//     changed; strings.ToValidUTF8 mends what came from elsewhere.
//   - Times may be of any zone and come back in UTC, to the microsecond. The order of
//     records is that of their event times, whenever and on whatever clock they
//     were written.
//   - Ids that a caller gives must be new: with the same content a record is reinforced,
//     with other content the error is [ErrExists].
//   - What is returned is the caller's to keep and change.
package lukasa
