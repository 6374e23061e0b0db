// Package vectorbench measures the vector index and, side by side, the well-known libraries: how long building
// takes, and for rising search effort recall beside time. A time without its recall is never printed.
//
// Two synthetic sets stand for the extremes of embeddings: set A is made of clusters that are full-dimensional
// inside, set B has 32 intrinsic dimensions. Truth is computed exactly. The peers are Python packages that run
// their own native code on the same vectors (see ../peers); without Python only Lukasa's rows are printed.
package vectorbench
