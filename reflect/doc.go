// Package reflect is the life of a memory after it was written: the turn of a
// conversation that reads and feeds it, what is learned from what was said, how
// insights merge, sessions are summed up, beliefs are looked at again, and how
// what must go is forgotten, with proof.
//
// Every flow has a way of its own that needs no model; where a model is given it
// proposes, and the same rules decide.
//
// Invariants, beside those of docs/design.md:
//
//   - R1 work in the background can be cut short at any moment: what it did stays,
//     and doing it again changes nothing that is done.
//   - R2 nothing learned stands alone: what is extracted, merged or summed up
//     names the records it came from as evidence (I8).
//   - R3 only the caller's clock drives time: nothing expires, ages or is swept
//     by a timer of its own.
//   - R4 a second run in a row changes nothing.
//
// Below it stand rooms that are pure: extract reads explicit statements out of a
// message, digest sums up texts, and secret recognises what should not be kept.
//
// The root package imports reflect.
package reflect
