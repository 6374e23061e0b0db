// Package query is the read path of a memory: it finds records by their
// fields, by the graph around them and by what they mean, and says why.
//
// A [Reader] answers from one store. Every question names the agents whose
// memory it may see; what it returns is theirs alone (I5). Three families of
// questions are answered:
//
//   - structured: [Reader.Find] and [Reader.All] read the ledger's ordered keys
//     for a [Filter], newest first, with cursors that stay valid while others
//     write; [Reader.Get], [Reader.History] and [Reader.AsOf] read one record.
//   - graph: what followed, what mentions, how two entities are connected. Each
//     method's documentation has its Cypher, and each answer can return it
//     filled in and runnable.
//   - recall: [Reader.Recall] finds what bears on a question by words, meaning,
//     time, people and graph, ranks it, explains it, or says that there is
//     nothing.
//
// # How a question is answered
//
// Recall asks each agent by itself and merges what they say. Of one agent:
//
//  1. A scene is the question before that agent's memory. It is made by
//     understanding the question (understand.go): the part that asks is found,
//     nicknames and misspellings are replaced, entities are named. Package rank then
//     reads whom it is about, what it wants, and how much of the memory it is about;
//     thanks and greetings end here (scope.go).
//  2. The arms (arms.go) find ids of candidates side by side, each within a deadline:
//     words, meaning, time, entities, and for few records all of them. A gate
//     (admit.go) tells each of them which records meet the conditions of the request.
//  3. gather (gather.go) adds the neighbours of the best and what similar records lead
//     to (spread.go), and asks the indexes what they know of each: that makes a
//     rank.Candidate of an id.
//  4. Package rank turns candidates into scores, in two steps: comparing words with
//     the question is dear and is done for the promising ones alone (scene.cover).
//
// Then the records of the hits are read (recall.go). Each is held against the
// conditions once more, as it may have changed since it was found; what retells
// another hit is left out; and the domain database is asked about what is named
// (grounding.go).
//
// # A new way of searching
//
// An arm is a name and a function from the scene to ids, listed in scene.arms. It
// admits ids by scene.gate, ends with its context, and finds nothing rather than
// guess: what it finds is a candidate like any other, and counts only by what the
// features of package rank see in it. If none of them sees why it was found, as
// Entities and Graph do for their arms, a field of rank.Candidate, a rank.Feature and
// a weight in rank/profiles are needed too. Whether it is worth its time is measured with
// benchmarks/quality.
//
// # References
//
// I5 and the like are invariants of docs/design.md, (004-16) and the like
// requirements of docs/requirements.md.
//
// Package query never writes, but for counting use. It imports schema, store, the
// ledger, graph, the indexes, text, embed and, to read them, entities of package knowledge;
// never experience.
package query
