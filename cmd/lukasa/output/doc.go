// Package output writes answers: rows of values in one of eight modes, from a
// table for people to JSON lines for programs and DOT or Mermaid for pictures
// of the graph.
//
// A [Table] is a stream of rows under named columns; [Write] renders it. Cells
// hold what a graph query can return: nil, booleans, numbers, strings, times,
// lists and maps of these, and [Node], [Edge] and [Path].
//
// Invariants:
//
//   - O1 every mode but table holds at most one row in memory; table holds a
//     block of 1,000; the two pictures hold the graph they draw.
//   - O2 no control character of a value reaches a terminal as such: table, line
//     and markdown show it as a picture of itself.
//   - O3 csv, json and jsonl lose nothing: what was written can be read back.
//   - O4 the same rows give the same bytes: maps are written in the order of
//     their keys, nodes and edges in the order in which they first appear.
//
// It imports nothing of Lukasa, and only cmd/lukasa imports it.
package output
