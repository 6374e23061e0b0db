package static

import (
	"hash/maphash"
	"sync/atomic"
)

// lately remembers the spellings of words that were asked for lately: whoever
// keeps spellings beside words of their own, as each index does, asks about the
// same few words as everybody else. It takes a megabyte.
var lately remembered

// remembered is a table with one place for each word. It is safe for concurrent
// use without a lock: a place that two goroutines fill at once holds halves that
// do not belong together, and says nothing.
type remembered [1 << 16]struct{ check, spelling atomic.Uint64 }

// rememberedSeed is that of a process: which words share a place does not show.
var rememberedSeed = maphash.MakeSeed()

// of returns the spelling of a text, by spell if nobody asked lately. Two texts are
// told apart by 64 bits of their hashes.
func (r *remembered) of(text string, spell func(text string) Spelling) Spelling {
	hash := maphash.String(rememberedSeed, text)
	at := &r[hash%uint64(len(r))]
	s := at.spelling.Load()
	if s != 0 && at.check.Load() == hash^s {
		return Spelling(s)
	}
	made := spell(text)
	at.spelling.Store(uint64(made))
	at.check.Store(hash ^ uint64(made))
	return made
}
