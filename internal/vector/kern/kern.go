package kern

import "os"

const (
	// Block4 is the row granularity of the 4-bit format in bytes; it holds 2*Block4 dimensions.
	Block4 = 64
	// Block8 is the row granularity of the 8-bit format in bytes.
	Block8 = 64
	// BlockF is the row granularity of the float format in values.
	BlockF = 16
)

// kind names an implementation.
type kind uint8

const (
	plainGo kind = iota
	avx2
	avx512
	neon
)

var kindNames = map[kind]string{plainGo: "go", avx2: "avx2", avx512: "avx512vnni", neon: "neon"}

// active is the implementation this process uses. It is set before main starts and never changes.
var active = choose(os.Getenv("LUKASA_KERNEL"))

// choose returns the implementation wanted by name where this machine has it, else its fastest.
func choose(name string) kind {
	kinds := available()
	for _, k := range kinds {
		if kindNames[k] == name {
			return k
		}
	}
	return kinds[0]
}

// Name says which implementation is in use: "avx512vnni", "avx2", "neon" or "go".
func Name() string { return kindNames[active] }

// Dot8 sets out[i] to the sum over j of q[j]*rows[ids[i]*stride+j].
//
// stride is the length of a row in bytes, a multiple of [Block8]; q has stride values. out must be as long as
// ids. Rows must lie inside rows.
func Dot8(q []int8, rows []uint8, stride int, ids []uint32, out []int32) {
	dot8(active, q, rows, stride, ids, out)
}

// Dot4 sets out[i] to the sum over dimensions j of q[j]*u(ids[i], j), where u is the 4-bit unsigned value of
// the row at that dimension (the layout is described in the package comment).
//
// stride is the length of a row in bytes, a multiple of [Block4]; q has 2*stride values. out must be as long
// as ids. Rows must lie inside rows.
func Dot4(q []int8, rows []uint8, stride int, ids []uint32, out []int32) {
	dot4(active, q, rows, stride, ids, out)
}

// DotF sets out[i] to the dot product of q and the row of that number. A row has len(q) values, a multiple of
// [BlockF]. out must be as long as ids. Rows must lie inside rows.
func DotF(q, rows []float32, ids []uint32, out []float32) {
	dotF(active, q, rows, ids, out)
}
