//go:build !race

package vector_test

// slow divides the size of tests where every memory access is watched.
const slow = 1
