// Package coder adapts github.com/coder/hnsw v0.6.1 to vector.Index, for those who want that library.
//
// Prefer vector.Partition. Of that version we measured recall@10 of 0.08 to 0.18 at a thousand vectors and 0.06 at
// a million with ten candidates, because its search stops early and keeps the wrong candidates; it panics when
// keys are added again or after deletes, on vectors of another length, and has no locks. This package fences all
// of that off:
//
//   - the graph is append-only and keyed by numbers that are never used again; deletes are kept outside, and the
//     graph is made anew when more of it is dead than alive;
//   - vectors are checked before they reach the graph, and equal ones share one node;
//   - one lock guards everything, so searches do not run side by side;
//   - many more candidates are asked for than wanted and scored again exactly; a search with a filter, or one that
//     the graph answers short, scans exactly;
//   - a panic inside the library ends the use of that graph, not of the process: searches scan until it is rebuilt.
//
// [Index.Stats] tells the recall that the index measured on itself, so that whoever chooses it knows. Nothing is
// saved; the owner replays.
package coder
