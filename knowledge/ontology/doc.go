// Package ontology reads the rules of a domain and walks them: which types of
// entity there are, how one leads to another, and which predicates have one
// value at a time (004-10, 900-03).
//
// [Read] takes a YAML or JSON file and reports everything that is wrong with it
// at once, with lines; [Write] writes one. An [Ontology] is the graph of types
// that the rules make: [Ontology.Shortest] and [Ontology.Paths] lead from type to
// type, [Ontology.SingleValued] tells which predicates retire older values. The
// form of a file is described in docs/ontology.md.
//
// Invariants:
//
//   - O1 a file is read whole or not at all; the error names each problem with
//     its line.
//   - O2 Read(Write(rules)) gives the same rules.
//   - O3 a path passes each type and each rule once; from a type to itself it
//     returns once. No path leads through [Value].
//   - O4 paths come shortest first and otherwise in the order of their rules:
//     the same rules give the same paths (I10).
//   - O5 tables and columns of a join are plain identifiers. Nothing else gets
//     into the text of a statement (K5).
//
// The package is pure: no store, no clock, no files but the reader it is given.
// Everything above schema may import it. An Ontology may be read from several
// goroutines.
package ontology
