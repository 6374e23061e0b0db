package store

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEndOfLines looks for the last line's end in journals that a crash cut short,
// in lines shorter and longer than is read at once.
func TestEndOfLines(t *testing.T) {
	for _, whole := range []string{"", "\n", "one\n", "one\ntwo\n", strings.Repeat("x", 10_000) + "\n"} {
		for _, cut := range []int{0, 1, 4095, 4096, 4097, 100_000} {
			text := whole + strings.Repeat("y", cut)
			end, err := endOfLines(strings.NewReader(text), int64(len(text)))
			require.NoError(t, err)
			require.EqualValues(t, len(whole), end, "%d bytes, %d of a line", len(whole), cut)
		}
	}
}
