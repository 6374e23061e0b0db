// Package kern holds the inner loops of vector search: dot products of one query with many rows.
//
// Three row formats are served, each a flat slab of equally long rows addressed by row number:
//
//   - 8-bit: one unsigned byte a dimension, the value plus 128 ([Dot8]);
//   - 4-bit: two dimensions a byte ([Dot4]). A block of 64 bytes holds 128 dimensions; byte j carries
//     dimension j in its low half and dimension j+64 in its high half, so that a vector register of any
//     width unpacks with one mask and one shift;
//   - float32 ([DotF]).
//
// A call takes a batch of row numbers, because fetching the next rows while the present one is being
// multiplied is worth more than any arithmetic: rows of a large index come from main memory.
//
// The implementation is chosen once, when the process starts: AVX-512 with VNNI, AVX2, arm64 with the
// dot-product extension, or plain Go. The build tag "purego" and the race detector force plain Go; so does
// the environment variable LUKASA_KERNEL=go (or avx2, to try the narrower one).
//
// Invariants:
//
//   - K1: the integer kernels of every implementation are equal bit for bit.
//   - K2: the float kernels differ from a float64 sum by rounding alone, and one process always uses one
//     implementation, so its answers repeat.
//   - K3: a kernel never reads outside the rows it was given.
//
// Package vector imports it, experience, which compares the drafts of a batch among themselves, and the benchmarks.
package kern
