package vectorbench

import "github.com/lukasadb/lukasa/internal/vector/kern"

// dot is the dot product of two vectors whose length is a multiple of sixteen.
func dot(a, b []float32) float32 {
	var out [1]float32
	kern.DotF(a, b, []uint32{0}, out[:])
	return out[0]
}
