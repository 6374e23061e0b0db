package text

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIndexWord finds whole words only, also where a phrase begins within what is none.
func TestIndexWord(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s, phrase string
		want      int
	}{
		{"call GM now", "GM", 5},
		{"GMX and GM", "GM", 8},
		{"GM's pallets", "GM", 0},
		{"GMX", "GM", -1},
		{"öGM", "GM", -1},
		{"7GM", "GM", -1},
		{"xa a a", "a a", 3},
		{"\xffGM\xff", "GM", 1},
		{"GM", "", -1},
		{"", "GM", -1},
	} {
		require.Equal(t, c.want, IndexWord(c.s, c.phrase), "%q in %q", c.phrase, c.s)
	}
}
