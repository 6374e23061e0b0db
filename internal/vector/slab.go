package vector

import "unsafe"

// A slab is an array that grows without disturbing the addresses of a search in progress: it moves only when
// its owner calls grow, which the owner does while no search runs.
//
// Small slabs live on the Go heap. Large ones are reserved outside it where the system can: address space is
// taken generously and pages as they are touched, in huge pages if possible, because a graph search visits
// memory at random and would otherwise spend its time in address translation.
type slab[T any] struct {
	data   []T
	region region
}

// largeSlab is the size in bytes from which a slab leaves the Go heap.
const largeSlab = 4 << 20

// fits reports whether the slab holds n values without growing.
func (s *slab[T]) fits(n int) bool { return n <= len(s.data) }

// grow makes room for n values and keeps those present. New values are zero.
func (s *slab[T]) grow(n int) {
	if s.fits(n) {
		return
	}
	var zero T
	size := int(unsafe.Sizeof(zero))
	old, oldRegion := s.data, s.region
	want := max(n, 2*len(old), 8)
	if want*size >= largeSlab {
		if r, ok := reserve(16 * n * size); ok {
			s.region = r
			s.data = unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(r.bytes))), len(r.bytes)/size)
			copy(s.data, old)
			oldRegion.release()
			return
		}
	}
	s.region = region{}
	s.data = make([]T, want)
	copy(s.data, old)
	oldRegion.release()
}

// free gives the memory back.
func (s *slab[T]) free() {
	s.region.release()
	*s = slab[T]{}
}

// held is the memory that n values take.
func (s *slab[T]) held(n int) int64 {
	var zero T
	size := int64(unsafe.Sizeof(zero))
	if s.region.bytes == nil {
		return int64(len(s.data)) * size
	}
	return int64(n) * size
}

// bytesOf views values as bytes, in the machine's order. Lukasa's formats are little-endian and so is every
// machine it runs on (see TestLittleEndian).
func bytesOf[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(s[0])))
}

// putBytes stores the eight bytes of w at the start of dst.
func putBytes(dst []int8, w uint64) {
	_ = dst[7]
	*(*uint64)(unsafe.Pointer(unsafe.SliceData(dst))) = w
}
