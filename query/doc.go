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
//     nothing (see recall.go).
//
// Package query never writes, but for counting use. It imports schema, store,
// the indexes, text, embed and, to read them, entities of package knowledge;
// never experience.
package query
