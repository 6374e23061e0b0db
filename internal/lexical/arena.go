package lexical

// arena holds byte strings, addressed by 12 bits of chunk and 20 of offset. A chunk grows by halves, and moves then: strings
// are asked for by their address each time. The zero value is empty.
type arena struct {
	chunks   [][]byte
	bytes    int
	expected int // bytes that will come, as far as is known, of strings and chunks' ends
}

const (
	chunkBits = 20
	chunkSize = 1 << chunkBits
	maxChunks = 1 << (32 - chunkBits)
)

// slack is how many bytes past any string can be read, so that bits can be fetched eight bytes at a time.
const slack = 8

// alloc returns n zero bytes and their address. What does not fit a chunk gets one of its own. The caller has seen to it that
// the arena is not full.
func (a *arena) alloc(n int) (ref uint32, b []byte) {
	last := len(a.chunks) - 1
	if last < 0 || len(a.chunks[last])+n+slack > chunkSize {
		a.chunks = append(a.chunks, nil)
		last++
	}
	chunk := a.chunks[last]
	pos := len(chunk)
	if need := pos + n + slack; need > cap(chunk) {
		chunk = a.resize(last, max(need, min(max(cap(chunk)*3/2, a.expected-last*chunkSize), chunkSize), 256))
	}
	chunk = chunk[:pos+n]
	a.chunks[last] = chunk
	return uint32(last)<<chunkBits | uint32(pos), chunk[pos : pos+n : pos+n]
}

// resize moves a chunk to one of a size.
func (a *arena) resize(chunk, size int) []byte {
	old := a.chunks[chunk]
	moved := make([]byte, len(old), size)
	copy(moved, old)
	a.bytes += size - cap(old)
	a.chunks[chunk] = moved
	return moved
}

// trim gives back the room that is left for more.
func (a *arena) trim() {
	a.expected = 0
	if last := len(a.chunks) - 1; last >= 0 && len(a.chunks[last])+slack < cap(a.chunks[last]) {
		a.resize(last, len(a.chunks[last])+slack)
	}
}

// nearlyFull tells whether fewer than 128 MiB can still be addressed.
func (a *arena) nearlyFull() bool { return len(a.chunks) > maxChunks-128 }

// from returns the bytes of the chunk from ref on, with the slack.
func (a *arena) from(ref uint32) []byte {
	chunk := a.chunks[ref>>chunkBits]
	return chunk[ref&(chunkSize-1) : cap(chunk)]
}
