//go:build amd64 && !purego && !race

package kern

import "golang.org/x/sys/cpu"

//go:noescape
func dot8VNNI(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)

//go:noescape
func dot4VNNI(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)

//go:noescape
func dotFAVX512(q, rows *float32, dim int, ids *uint32, n int, out *float32)

//go:noescape
func dot8AVX2(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)

//go:noescape
func dot4AVX2(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)

//go:noescape
func dotFAVX2(q, rows *float32, dim int, ids *uint32, n int, out *float32)

// Prefetch asks for the cache lines of the 128 bytes at p. p is never dereferenced.
//
//go:noescape
func Prefetch(p *uint32)

// available lists the implementations of this machine, fastest first.
func available() []kind {
	var kinds []kind
	x := cpu.X86
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512VNNI {
		kinds = append(kinds, avx512)
	}
	if x.HasAVX2 && x.HasFMA {
		kinds = append(kinds, avx2)
	}
	return append(kinds, plainGo)
}

func dot8(k kind, q []int8, rows []uint8, stride int, ids []uint32, out []int32) {
	if len(ids) == 0 {
		return
	}
	_, _ = out[len(ids)-1], q[stride-1]
	switch k {
	case avx512:
		dot8VNNI(&q[0], &rows[0], stride, &ids[0], len(ids), &out[0])
	case avx2:
		dot8AVX2(&q[0], &rows[0], stride, &ids[0], len(ids), &out[0])
	default:
		dot8Go(q, rows, stride, ids, out)
	}
}

func dot4(k kind, q []int8, rows []uint8, stride int, ids []uint32, out []int32) {
	if len(ids) == 0 {
		return
	}
	_, _ = out[len(ids)-1], q[2*stride-1]
	switch k {
	case avx512:
		dot4VNNI(&q[0], &rows[0], stride, &ids[0], len(ids), &out[0])
	case avx2:
		dot4AVX2(&q[0], &rows[0], stride, &ids[0], len(ids), &out[0])
	default:
		dot4Go(q, rows, stride, ids, out)
	}
}

func dotF(k kind, q, rows []float32, ids []uint32, out []float32) {
	if len(ids) == 0 {
		return
	}
	_ = out[len(ids)-1]
	switch k {
	case avx512:
		dotFAVX512(&q[0], &rows[0], len(q), &ids[0], len(ids), &out[0])
	case avx2:
		dotFAVX2(&q[0], &rows[0], len(q), &ids[0], len(ids), &out[0])
	default:
		dotFGo(q, rows, ids, out)
	}
}
