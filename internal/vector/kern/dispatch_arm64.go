//go:build arm64 && !purego && !race

package kern

import "golang.org/x/sys/cpu"

//go:noescape
func dot8SDOT(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)

//go:noescape
func dot4SDOT(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)

//go:noescape
func dotFNEON(q, rows *float32, dim int, ids *uint32, n int, out *float32)

// Prefetch asks for the cache lines of the 128 bytes at p. p is never dereferenced.
//
//go:noescape
func Prefetch(p *uint32)

// available lists the implementations of this machine, fastest first.
func available() []kind {
	if cpu.ARM64.HasASIMDDP {
		return []kind{neon, plainGo}
	}
	return []kind{plainGo}
}

func dot8(k kind, q []int8, rows []uint8, stride int, ids []uint32, out []int32) {
	if k != neon || len(ids) == 0 {
		dot8Go(q, rows, stride, ids, out)
		return
	}
	_, _ = out[len(ids)-1], q[stride-1]
	dot8SDOT(&q[0], &rows[0], stride, &ids[0], len(ids), &out[0])
}

func dot4(k kind, q []int8, rows []uint8, stride int, ids []uint32, out []int32) {
	if k != neon || len(ids) == 0 {
		dot4Go(q, rows, stride, ids, out)
		return
	}
	_, _ = out[len(ids)-1], q[2*stride-1]
	dot4SDOT(&q[0], &rows[0], stride, &ids[0], len(ids), &out[0])
}

func dotF(k kind, q, rows []float32, ids []uint32, out []float32) {
	if k != neon || len(ids) == 0 {
		dotFGo(q, rows, ids, out)
		return
	}
	_ = out[len(ids)-1]
	dotFNEON(&q[0], &rows[0], len(q), &ids[0], len(ids), &out[0])
}
