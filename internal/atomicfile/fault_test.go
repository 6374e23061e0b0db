package atomicfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/faulttest"
)

// texts are written one after the other.
var texts = []string{"", "one", string(make([]byte, 3000)), "another"}

// writeAll returns how many of the texts were written before one failed.
func writeAll(dir string, written func(n int)) int {
	for n := 1; n < len(texts); n++ {
		if write(filepath.Join(dir, "file"), texts[n]) != nil {
			return n - 1
		}
		written(n)
	}
	return len(texts) - 1
}

// found looks for the last text that was written, or the one that was under way.
func found(t *testing.T, l *faulttest.Lab, dir string, written int) {
	have, err := os.ReadFile(filepath.Join(dir, "file"))
	if !os.IsNotExist(err) {
		require.NoError(t, err, l.Where())
	}
	require.Contains(t, texts[written:min(len(texts), written+2)], string(have), l.Where())
}

// TestFaults fails every call of a few writes, once and for good (900-01).
func TestFaults(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		l.EachFault(14, func(dir string) func() {
			written := writeAll(dir, func(int) {})
			return func() { found(t, l, dir, written) }
		})
	})
}

// TestPowerLoss takes the power away before any of those calls.
func TestPowerLoss(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		l.EachPicture(300, 1, func(dir string) { writeAll(dir, l.Note) }, func(p faulttest.Picture) {
			found(t, l, p.Dir, p.Note)
		})
	})
}
