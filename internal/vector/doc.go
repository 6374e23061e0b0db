// Package vector finds the nearest vectors of one agent, by cosine.
//
// A [Partition] holds the vectors that one embedding model made for one agent. It is a view: everything in it
// can be replayed from the ledger, so its files are caches, and whatever is torn, old, foreign or damaged is
// detected when it is opened and answered with an empty partition whose [Partition.Watermark] is zero.
//
// # How it searches
//
// Vectors are normalised, turned by a seeded random rotation (which makes every coordinate alike, whatever the
// model) and quantised. As a partition grows it passes through three forms, never blocking a search:
//
//   - up to 512 vectors the float vectors are scanned; nothing else is kept;
//   - up to [Options.ExactLimit] vectors 8-bit codes are scanned, and every vector that the known error of the
//     codes could place among the best is scored again in full precision, so the answer is exact;
//   - above that, an HNSW graph over 4-bit codes finds candidates. Vectors not linked yet are scanned beside
//     it, so a vector is found as soon as Upsert returns.
//
// Scores always come from full precision. Vectors of fewer than 64 dimensions are always scanned exactly.
//
// # Files
//
// A small partition is one file. A larger one is a snapshot file and, beside it, an append-only file of float
// vectors, mapped for reading and written with plain writes (so a full disk is an error, not a fault). The
// snapshot records a checksum of every vector it names. The owner of the directory keeps others from cutting or
// replacing files of an open partition: a mapped file that shrinks is a fault no program can answer.
//
// # Generations
//
// A change of embedding model is two partitions side by side, each opened with its own path and model. The new
// one is filled in ledger order and saved as it goes, so its watermark is the resume point; queries use the old
// one until the owner of the directory switches, which it does atomically by changing the one recorded name.
// Opening a partition under another model or dimension than its file's finds the file foreign.
//
// # Invariants
//
//   - V1: no answer names an id that was deleted before the search began, or an id whose vector has changed
//     under its old score.
//   - V2: vectors of two models or dimensions are never compared (I11).
//   - V3: one row per distinct vector: equal vectors share a row and keep a list of ids.
//   - V4: rows below the published count never change, but for their id lists and their tombstones.
//   - V5: a saved float row is never written again, so a crash cannot damage what a snapshot names.
//   - V6: the graph is a function of the seed and of the order of upserts, not of the number of processors.
//     (Deletes that race with linking may change links; never the correctness of an answer.)
//   - V7: a snapshot's watermark never exceeds what the snapshot holds.
//
// Package store opens partitions; experience, query and reflect search in them.
package vector
