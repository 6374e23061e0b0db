// Package static is the built-in embedder: a table of 30,522 word pieces by 256
// int8 components, compiled into the program. A text's vector is the mean of
// its pieces' rows, at length one. It needs no network, no file and no start-up
// beyond a few milliseconds, and costs about as much as reading a vector from
// disk.
//
// Invariants:
//
//   - S1: the same text gives the same vector, bit for bit, on every run.
//   - S2: pieces and vectors equal those of the reference implementation, which
//     testdata/golden.json and testdata/pieces.json record.
//   - S3: turning text into pieces and a vector allocates nothing.
//   - S4: a text without a piece has no vector (a row of zeroes), and no other
//     text has none.
//
// The table is English. README.md has its provenance and the measurements;
// NOTICE has the licences; train/ has what it takes to make another.
//
// The package rests on embed, internal/text and x/text. Whoever may import embed may
// import it.
package static
