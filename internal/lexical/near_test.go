package lexical

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestNear finds the word that was meant, among the words of living records.
func TestNear(t *testing.T) {
	x, err := Open("", Options{})
	require.NoError(t, err)
	require.NoError(t, x.Put(
		Doc{ID: ID{1}, Body: "The piano certificate of the nightly backup"},
		Doc{ID: ID{2}, Body: "A passport, a piano, a pianos shop, allergic"},
		Doc{ID: ID{3}, Body: "a gone passpors"},
	))
	require.NoError(t, x.Delete(ID{3}))
	for _, c := range []struct {
		word  string
		edits int
		want  string
	}{
		{"paino", 1, "piano"},
		{"certficate", 1, "certificate"},
		{"pasport", 1, "passport"},
		{"passpor", 1, "passport"}, // "passpors" is forgotten
		{"alergic", 1, "allergic"},
		{"bakcup", 1, "backup"},
		{"bakcpu", 1, ""},
		{"bakcpu", 2, "backup"},
		{"ortrait", 2, ""},
		{"", 2, ""},
	} {
		got, ok := x.Near(c.word, c.edits)
		require.Equal(t, c.want != "", ok, c.word)
		if ok {
			require.Equal(t, c.want, got, c.word)
		}
	}
}

// TestDistances holds the banded distance against its definition.
func TestDistances(t *testing.T) {
	var d distances
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abü")), 0, 7, -1)
		a, b := []rune(word.Draw(t, "a")), []rune(word.Draw(t, "b"))
		most := rapid.IntRange(0, 7).Draw(t, "most")
		want := plainDistance(a, b)
		got := d.between(a, b, most)
		if want <= most {
			require.Equal(t, want, got)
		} else {
			require.Greater(t, got, most)
		}
	})
}

func plainDistance(a, b []rune) int {
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	i, j := len(a)-1, len(b)-1
	cost := 1
	if a[i] == b[j] {
		cost = 0
	}
	n := min(plainDistance(a[:i], b)+1, plainDistance(a, b[:j])+1, plainDistance(a[:i], b[:j])+cost)
	if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
		n = min(n, plainDistance(a[:i-1], b[:j-1])+1)
	}
	return n
}
