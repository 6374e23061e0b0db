package vector

import (
	"encoding/binary"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/lukasadb/lukasa/internal/vector/kern"
)

// A quantiser turns unit vectors into codes.
//
// First the vector is rotated by random signs and Walsh-Hadamard transforms (the "fast
// Johnson-Lindenstrauss" rotation of Ailon and Chazelle, 2009). Afterwards every coordinate is close to normal
// with variance 1/dim, whatever the model put where, so one fixed step serves all models and nothing has to
// be trained.
//
// Codes and queries share one unit, step: a query and an 8-bit code hold round(x/step), clipped to ±127. A
// 4-bit code holds floor(x/(8 step)) + 8, clipped to 0..15, and stands for the middle of its interval, so it
// is itself an 8-bit query of 8u-60. All dot products are therefore integers in the same unit and compare
// with one another, whether they join a query and a code or two codes.
type quantiser struct {
	dim   int
	power int // the largest power of two within dim
	step  float64
	flips []uint32 // sign bits for the two passes of the rotation, dim each

	stride8, stride4 int
	alike            int32 // what keyZero less the key of a pair is at least, whose 4-bit codes tell no difference
}

// coarse is the interval of a 4-bit code in standard deviations: it minimises the error of a normal
// coordinate over 16 equal intervals (0.335 by Max, 1960), nudged to where recall@10 was best.
const coarse = 0.35

func newQuantiser(dim int, seed uint64) *quantiser {
	z := &quantiser{
		dim:     dim,
		power:   1 << (bits.Len(uint(dim)) - 1),
		step:    coarse / 8 / math.Sqrt(float64(dim)),
		flips:   make([]uint32, 2*dim),
		stride8: roundUp(dim, kern.Block8),
		stride4: roundUp(dim, 2*kern.Block4) / 2,
	}
	z.alike = int32((1 - 4*float64(z.noise4())) / float64(z.cosine4(1)))
	r := rand.New(rand.NewPCG(seed, 0x6c756b617361))
	for i := range z.flips {
		z.flips[i] = uint32(r.Uint64()>>63) << 31
	}
	return z
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// rotate sets the first dim values of dst to the rotated x. Where dim is no power of two, the transform runs
// over the first and then over the last power-of-two stretch.
func (z *quantiser) rotate(dst, x []float32) {
	dst = dst[:z.dim]
	for i, v := range x[:z.dim] {
		dst[i] = math.Float32frombits(math.Float32bits(v) ^ z.flips[i])
	}
	hadamard(dst[:z.power])
	if z.power == z.dim {
		return
	}
	for i, v := range dst {
		dst[i] = math.Float32frombits(math.Float32bits(v) ^ z.flips[z.dim+i])
	}
	hadamard(dst[z.dim-z.power:])
}

// hadamard applies the orthonormal Walsh-Hadamard transform to x, whose length is a power of two.
func hadamard(x []float32) {
	h := 1
	for ; h*4 <= len(x); h *= 4 { // two levels at a time
		for i := 0; i < len(x); i += 4 * h {
			a, b, c, d := x[i:i+h], x[i+h:i+2*h], x[i+2*h:i+3*h], x[i+3*h:i+4*h]
			b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
			for j, p := range a {
				q, r, s := b[j], c[j], d[j]
				pq, pm, rs, rm := p+q, p-q, r+s, r-s
				a[j], b[j], c[j], d[j] = pq+rs, pm+rm, pq-rs, pm-rm
			}
		}
	}
	if h < len(x) {
		a, b := x[:h], x[h:2*h]
		for j, p := range a {
			a[j], b[j] = p+b[j], p-b[j]
		}
	}
	scale := float32(1 / math.Sqrt(float64(len(x))))
	for i := range x {
		x[i] *= scale
	}
}

// round8 is x in steps, clipped to what a signed byte holds. Adding one and a half times 2^23 rounds a float to
// an integer in its low bits; coordinates of unit vectors are far within its range.
func round8(x, inverse float32) int32 {
	const shift = 3 << 22
	c := int32(math.Float32bits(x*inverse+shift)) - int32(math.Float32bits(shift))
	return min(max(c, -127), 127)
}

// query writes the 8-bit form of a rotated vector to q (which may be longer: the rest is zeroed) and returns
// the sum of q and the length of what rounding took away.
func (z *quantiser) query(q []int8, rotated []float32) (sum int32, residual float64) {
	inverse, step := float32(1/z.step), float32(z.step)
	var lost float32
	for i, v := range rotated[:z.dim] {
		c := round8(v, inverse)
		q[i] = int8(c)
		sum += c
		d := v - float32(c)*step
		lost += d * d
	}
	clear(q[z.dim:])
	return sum, math.Sqrt(float64(lost))
}

// encode8 writes the 8-bit code of a rotated vector and returns the length of what rounding took away.
func (z *quantiser) encode8(code []uint8, rotated []float32) float64 {
	inverse, step := float32(1/z.step), float32(z.step)
	var lost float32
	for i, v := range rotated[:z.dim] {
		c := round8(v, inverse)
		code[i] = uint8(c + 128)
		d := v - float32(c)*step
		lost += d * d
	}
	clear(code[z.dim:])
	return math.Sqrt(float64(lost))
}

// encode4 writes the 4-bit code of a rotated vector.
func (z *quantiser) encode4(code []uint8, rotated []float32) {
	clear(code)
	inverse := float32(1 / (8 * z.step))
	for i, v := range rotated[:z.dim] {
		u := int32(v*inverse + 8)
		u = min(max(u, 0), 15)
		at := i/(2*kern.Block4)*kern.Block4 + i%kern.Block4
		code[at] |= uint8(u) << (i / kern.Block4 % 2 * 4)
	}
}

// decode4 writes a 4-bit code as a query of the same unit and returns its sum.
func (z *quantiser) decode4(q []int8, code []uint8) int32 {
	const (
		nibbles = 0x0f0f0f0f0f0f0f0f
		tops    = 0x8080808080808080
		sixty   = 60 * 0x0101010101010101
		ones    = 0x0101010101010101
	)
	var sum uint64
	for b := 0; b < len(code); b += kern.Block4 {
		block, lo, hi := code[b:b+kern.Block4], q[2*b:2*b+kern.Block4], q[2*b+kern.Block4:2*b+2*kern.Block4]
		for j := 0; j < kern.Block4; j += 8 {
			w := binary.LittleEndian.Uint64(block[j:])
			l, h := w&nibbles, w>>4&nibbles
			sum += (l + h) * ones >> 56
			// Per byte 8u-60, computed as (8u+128-60) with the top bit flipped back: no byte borrows.
			putBytes(lo[j:j+8], ((l<<3|tops)-sixty)^tops)
			putBytes(hi[j:j+8], ((h<<3|tops)-sixty)^tops)
		}
	}
	clear(q[z.dim:])
	return int32(8*sum) - 60*int32(z.dim)
}

// distortion4 is the share of a normal coordinate's variance that 4-bit codes lose. A quantiser of least error
// shrinks dot products by as much.
const distortion4 = 0.0115

// cosine4 turns the difference of keyZero and a key (see walker.keys) into the expected cosine.
func (z *quantiser) cosine4(v int32) float32 {
	return float32(4 * z.step * z.step / (1 - distortion4) * float64(v))
}

// noise4 is the standard deviation of that cosine: from the code, and a little from the query's rounding.
func (z *quantiser) noise4() float32 { return 0.11 / float32(math.Sqrt(float64(z.dim))) }
