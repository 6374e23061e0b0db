// Package peers runs other people's engines beside Lukasa's, on the data and the
// questions of the same run.
//
//  1. A peer gets what Lukasa gets: the same rows, texts, vectors and questions,
//     in files that the suite wrote, and its own time limit.
//  2. A peer's time stands beside how right its answers were.
//  3. A peer that cannot be had (no Python, no network for its packages) or does
//     not finish in its time is reported so, in a sentence, and fails nothing.
//
// Python peers run in virtual environments whose packages are pinned in this
// folder: vector.py in that of vector.txt, memory.py in that of memory.txt.
//
// Go peers are measured by the suites themselves. They are requirements of
// Lukasa's own module: coder/hnsw is there anyway, behind internal/vector/coder,
// and chromem-go needs no other module, so that neither costs those who import
// Lukasa anything. The import law keeps chromem-go out of everything but
// benchmarks; a peer that brought modules along would need a module of its own.
package peers
