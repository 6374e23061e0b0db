//go:build linux && !race

package vector

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const hugePage = 2 << 20

// A region is memory outside the Go heap. The zero region is none.
type region struct {
	mapping []byte
	bytes   []byte // the part of mapping that begins on a huge page
}

// reserve takes address space for size bytes, or less if the system refuses so much; a sixteenth must be had.
func reserve(size int) (region, bool) {
	least := size / 16
	for size = roundUp(size, hugePage); size >= least; size /= 2 {
		m, err := unix.Mmap(-1, 0, size+hugePage, unix.PROT_READ|unix.PROT_WRITE,
			unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
		if err != nil {
			continue
		}
		skip := -int(uintptr(unsafe.Pointer(&m[0]))) & (hugePage - 1)
		r := region{mapping: m, bytes: m[skip : skip+size]}
		// Without huge pages the memory is only slower.
		_ = unix.Madvise(r.bytes, unix.MADV_HUGEPAGE)
		return r, true
	}
	return region{}, false
}

func (r region) release() {
	if r.mapping != nil {
		_ = unix.Munmap(r.mapping)
	}
}
