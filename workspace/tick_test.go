package workspace

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/workspace/folder"
)

// TestTooFresh: a page tells a later change once its time and its stamp are both older than what
// a file system may take for the same moment.
func TestTooFresh(t *testing.T) {
	look := time.Date(2025, 12, 3, 12, 0, 0, 500_000_000, time.UTC)
	old := look.Add(-time.Hour)
	for name, c := range map[string]struct {
		modified, changed time.Time
		want              bool
	}{
		"both long ago":                       {old, old, false},
		"saved just now":                      {look.Add(-time.Millisecond), look.Add(-time.Millisecond), true},
		"a copy made just now, with its time": {old, look.Add(-time.Millisecond), true},
		"whole seconds, this second":          {old, look.Truncate(time.Second), true},
		"whole seconds, long ago":             {old.Truncate(time.Second), old.Truncate(time.Second), false},
		"no stamp":                            {old, time.Unix(0, 0), false},
		"no stamp, saved just now":            {look, time.Unix(0, 0), true},
	} {
		f := folder.File{Modified: c.modified, Stamp: folder.Stamp{Changed: c.changed.UnixNano()}}
		require.Equal(t, c.want, tooFresh(f, look), name)
	}
}
