package vector

import "sync/atomic"

// A bitset is a growing array of flags: many readers, one writer at a time.
type bitset struct{ words slab[uint64] }

func (b *bitset) grow(n int) { b.words.grow((n + 63) / 64) }

func (b *bitset) fits(n int) bool { return b.words.fits((n + 63) / 64) }

func (b *bitset) has(i uint32) bool {
	return atomic.LoadUint64(&b.words.data[i>>6])>>(i&63)&1 != 0
}

func (b *bitset) set(i uint32) {
	w := &b.words.data[i>>6]
	atomic.StoreUint64(w, atomic.LoadUint64(w)|1<<(i&63))
}

func (b *bitset) unset(i uint32) {
	w := &b.words.data[i>>6]
	atomic.StoreUint64(w, atomic.LoadUint64(w)&^(1<<(i&63)))
}
