package lexical

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
)

// resum corrects the numbers and checksums of the frames in b, so that a fuzzer gets past them.
func resum(b []byte) []byte {
	if len(b) < len(magic) {
		return b
	}
	copy(b, magic)
	rest := b[len(magic):]
	for seq := uint32(0); len(rest) >= headerSize; seq++ {
		size := min(int(binary.LittleEndian.Uint32(rest[5:])), len(rest)-headerSize)
		payload := rest[headerSize : headerSize+size]
		binary.LittleEndian.PutUint32(rest[1:], seq)
		binary.LittleEndian.PutUint32(rest[5:], uint32(size))
		binary.LittleEndian.PutUint32(rest[9:], crc32.Checksum(payload, castagnoli))
		binary.LittleEndian.PutUint32(rest[13:], crc32.Checksum(rest[:13], castagnoli))
		rest = rest[headerSize+size:]
	}
	return b
}

// A snapshot whose checksums hold and whose content is anything is refused, or gives a state that can be used (L4), the same
// read by one goroutine and by two.
func FuzzSnapshot(f *testing.F) {
	x, err := Open("", Options{})
	require.NoError(f, err)
	var one ID
	one[0] = 1
	two := ID{2}
	require.NoError(f, x.Put(
		Doc{ID: one, Body: "The disk is full, see foo/bar.go", Next: two, Session: "s", Tags: []string{"a", "b"}},
		Doc{ID: two, Body: "Ich möchte das nicht haben, und 绿茶 auch nicht", Prev: one, Session: "s"},
	))
	var b bytes.Buffer
	require.NoError(f, x.st.write(&b, 9))
	f.Add(b.Bytes())
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, b []byte) {
		b = resum(bytes.Clone(b))
		s, err := readState(bytes.NewReader(b), DefaultParams(), text.English)
		half, _, apart := readHalves(bytes.NewReader(b), DefaultParams(), text.English)
		require.Equal(t, err == nil, apart == nil, "%v, %v", err, apart)
		if err != nil {
			return
		}
		require.Equal(t, written(t, s), written(t, half))
		x := &Index{params: DefaultParams(), lang: text.English, st: s, exhaustive: 1}
		for _, q := range []string{"disk full", "bar", "mochte 茶"} {
			_, err := x.Search(context.Background(), Query{Text: q, Clauses: []Clause{{Kind: Prefix, Text: "f"}, {Kind: Phrase, Text: "disk is"}}}, SearchOptions{Explain: true})
			require.NoError(t, err)
		}
		for i := range byte(3) {
			for range x.Terms(ID{i}) {
				continue
			}
			require.NoError(t, x.Delete(ID{i}))
		}
		written(t, x.st)
	})
}

// TestWordsOfRecordsAreSound: words of a record that break off, are too large, stand for nothing or are too many or too few are
// refused (L4).
func TestWordsOfRecordsAreSound(t *testing.T) {
	l := &loading{s: newState(DefaultParams(), text.English), words: 200}
	l.standing = make([]uint64, l.words/64+1)
	l.standing[133/64] |= 1 << (133 % 64)
	for _, c := range []struct {
		what  string
		words []byte
		count uint64
		sound bool
	}{
		{"a word and the end of a value", []byte{133 | 0x80, 1, 0}, 2, true},
		{"one too few", []byte{133 | 0x80, 1}, 2, false},
		{"one too many", []byte{133 | 0x80, 1, 0}, 1, false},
		{"a word that stands for nothing", []byte{5}, 1, false},
		{"a word that is not there", []byte{200 | 0x80, 2}, 1, false},
		{"a word that breaks off", []byte{133}, 1, false},
		{"a word whose low bits are another's", []byte{133 | 0x80, 0x81, 0x80, 0x80, 0x80, 1}, 1, false},
	} {
		require.Equal(t, c.sound, l.soundWords(c.words, c.count, text.English), c.what)
	}
}

func written(t *testing.T, s *state) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, s.write(&b, 1))
	return b.Bytes()
}
