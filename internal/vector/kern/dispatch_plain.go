//go:build purego || race || !(amd64 || arm64)

package kern

func available() []kind { return []kind{plainGo} }

func dot8(_ kind, q []int8, rows []uint8, stride int, ids []uint32, out []int32) {
	dot8Go(q, rows, stride, ids, out)
}

func dot4(_ kind, q []int8, rows []uint8, stride int, ids []uint32, out []int32) {
	dot4Go(q, rows, stride, ids, out)
}

func dotF(_ kind, q, rows []float32, ids []uint32, out []float32) {
	dotFGo(q, rows, ids, out)
}

// Prefetch asks for the cache lines of the 128 bytes at p; it does nothing here.
func Prefetch(*uint32) {}
