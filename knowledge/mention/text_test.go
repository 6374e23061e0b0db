package mention

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/internal/text"
)

// TestReadFoldsEachWord: a word's key is what folding it by itself gives, and the
// words are those of the text.
func TestReadFoldsEachWord(t *testing.T) {
	check := func(t require.TestingT, s string) {
		read := Read(s)
		require.Equal(t, s, read.String())
		before := 0
		for _, w := range read.Words() {
			require.True(t, before <= w.Start && w.Start < w.End && w.End <= len(s), "%q", s)
			require.Equal(t, text.Fold(s[w.Start:w.End]), w.Key, "%q", s)
			before = w.End
		}
		for i := range read.list {
			require.Equal(t, strings.ToLower(read.at(i)), read.lower(i), "%q", s)
		}
	}
	for _, s := range append(hostile.Strings(), "", "It's Dr. ＮＧＵＹỄN Văn An, ISTANBUL İ ß ẞ 东京タワー", strings.Repeat("Größe AND ", 50)) {
		check(t, s)
	}
	rapid.Check(t, func(t *rapid.T) { check(t, rapid.String().Draw(t, "s")) })
}

// TestReadersShareAText: one text may be read by all readers, in any order and
// again, and each finds what it finds in a text of its own.
func TestReadersShareAText(t *testing.T) {
	const s = "Yesterday I met Dr. Ana Weber of Siemens AG. Ana said that GAI media paid."
	f := &Finder{}
	f.Add("Gai Media", 1)
	shared := Read(s)
	for range 2 {
		names, alone := Capitalised(Read(s))
		sharedNames, sharedAlone := Capitalised(shared)
		require.Equal(t, names, sharedNames)
		require.Equal(t, alone, sharedAlone)
		require.Equal(t, f.Find(nil, Read(s)), f.Find(nil, shared))
		require.Len(t, f.Find(nil, shared), 1)
		_, found, self := Relative(shared)
		require.True(t, found && self)
	}
}
