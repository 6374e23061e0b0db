package lexical

// pageSize is how many elements a page holds. Arrays grow page by page, so that a big index wastes little and a small one
// nothing: the first page grows by doubling.
const pageSize = 1 << 12

// paged is an array that grows without copying what it holds. The zero value is empty.
type paged[T any] struct {
	pages [][]T
	n     int
}

func (p *paged[T]) len() int { return p.n }

func (p *paged[T]) at(i uint32) *T { return &p.pages[i/pageSize][i%pageSize] }

// push appends v and returns its index.
func (p *paged[T]) push(v T) uint32 {
	last := len(p.pages) - 1
	switch {
	case last < 0:
		p.pages = append(p.pages, make([]T, 0, 8))
		last = 0
	case len(p.pages[last]) == pageSize:
		p.pages = append(p.pages, make([]T, 0, pageSize))
		last++
	}
	p.pages[last] = append(p.pages[last], v)
	p.n++
	return uint32(p.n - 1)
}

// cells returns how many elements there is memory for.
func (p *paged[T]) cells() int {
	n := 0
	for _, page := range p.pages {
		n += cap(page)
	}
	return n
}

// arena holds byte strings that never move apart from the first chunk, addressed by 12 bits of chunk and 20 of offset. The
// zero value is empty.
type arena struct {
	chunks [][]byte
	bytes  int
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
		size := chunkSize
		if last < 0 {
			size = 256
		}
		size = max(size, n+slack)
		a.chunks = append(a.chunks, make([]byte, 0, size))
		a.bytes += size
		last++
	}
	chunk := a.chunks[last]
	if need := len(chunk) + n + slack; need > cap(chunk) { // only the first chunk starts small
		grown := make([]byte, len(chunk), min(max(2*cap(chunk), need), chunkSize))
		copy(grown, chunk)
		a.bytes += cap(grown) - cap(chunk)
		chunk = grown
	}
	pos := len(chunk)
	chunk = chunk[:pos+n]
	a.chunks[last] = chunk
	return uint32(last)<<chunkBits | uint32(pos), chunk[pos : pos+n : pos+n]
}

// nearlyFull tells whether fewer than 128 MiB can still be addressed.
func (a *arena) nearlyFull() bool { return len(a.chunks) > maxChunks-128 }

// from returns the bytes of the chunk from ref on, with the slack.
func (a *arena) from(ref uint32) []byte {
	chunk := a.chunks[ref>>chunkBits]
	return chunk[ref&(chunkSize-1) : cap(chunk)]
}
