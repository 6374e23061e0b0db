// Package cypher reads Cypher just deeply enough to say whether a statement is
// harmless: a lexer that splits text as Kuzu's grammar does, and a guard that
// lets through what is known to only read the graph.
//
// The guard works on tokens, never on raw text, so comments, quoted names and
// strings cannot hide a word from it, and words inside strings do not trouble
// it. It refuses what it does not know:
//
//   - C1 one statement, which starts with a clause that reads
//   - C2 no reserved word of a clause that writes, reaches files or the network,
//     changes settings, or is known to crash the engine
//   - C3 only functions that are known to be harmless
//   - C4 bounded length, nesting, paths and sizes of what is generated: the
//     engine does not stop some of those when it is interrupted
package cypher
