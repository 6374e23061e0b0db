package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// sought finds strings in bytes, whatever the case of their ASCII letters. It
// looks through a window that is as long as the shortest of them: where the
// last four bytes in it are nowhere in the beginnings of the strings, the window
// moves by nearly its length, so that few bytes are looked at, however many the
// strings are. It is not changed once made.
//
// Source: S. Wu and U. Manber, "A fast algorithm for multi-pattern searching",
// TR-94-17, University of Arizona, 1994.
type sought struct {
	strings [][]byte // with small letters
	longest int
	window  int
	// moves tells, by the hash of the last four bytes of the window, how far it
	// may move without missing a string. At 0 one may begin where the window
	// does, and ending lists which.
	moves  [1 << hashBits]uint8
	ending map[uint32][]int
}

const (
	shortestSought = 4 // bytes of the least string that can be sought
	hashBits       = 16
)

var errShortSought = errors.New("store: too short to search for")

func newSought(strings []string) (*sought, error) {
	s := &sought{window: math.MaxUint8, ending: map[uint32][]int{}}
	for i, text := range strings {
		if len(text) < shortestSought {
			return nil, fmt.Errorf("%w: string %d has %d bytes, want %d", errShortSought, i, len(text), shortestSought)
		}
		small := []byte(text)
		for j := range small {
			small[j] = lower(small[j])
		}
		s.strings = append(s.strings, small)
		s.longest, s.window = max(s.longest, len(small)), min(s.window, len(small))
	}
	for i := range s.moves {
		s.moves[i] = uint8(s.window - shortestSought + 1)
	}
	for i, text := range s.strings {
		for end := shortestSought; end <= s.window; end++ {
			h := hashOf(text[end-shortestSought:])
			s.moves[h] = min(s.moves[h], uint8(s.window-end))
		}
		h := hashOf(text[s.window-shortestSought:])
		s.ending[h] = append(s.ending[h], i)
	}
	return s, nil
}

// mark sets found for each string that occurs.
func (s *sought) mark(in []byte, found []bool) {
	if len(s.strings) == 0 {
		return
	}
	for end := s.window; end <= len(in); {
		h := hashOf(in[end-shortestSought:])
		if move := int(s.moves[h]); move > 0 {
			end += move
			continue
		}
		for _, i := range s.ending[h] {
			found[i] = found[i] || begins(in[end-s.window:], s.strings[i])
		}
		end++
	}
}

// hashOf is a hash of the first four bytes, the same for those that differ in the
// case of letters only.
func hashOf(b []byte) uint32 {
	const small = 0x20202020  // turns letters small, and other bytes into one another
	const spread = 2654435769 // 2 to the 32 by the golden ratio
	return (binary.LittleEndian.Uint32(b) | small) * spread >> (32 - hashBits)
}

// begins tells whether b begins with a text of small letters.
func begins(b, small []byte) bool {
	if len(b) < len(small) {
		return false
	}
	for i, c := range small {
		if lower(b[i]) != c {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
