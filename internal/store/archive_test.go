package store

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestPublish gives a backup of one file its name, where files may have two and where they
// may not: all of it, and never in the place of another file.
func TestPublish(t *testing.T) {
	t.Parallel()
	for what, link := range map[string]func(from, to string) error{
		"links": os.Link,
		"none": func(from, to string) error {
			if _, err := os.Lstat(to); err == nil {
				return &os.LinkError{Op: "link", Old: from, New: to, Err: unix.EEXIST}
			}
			return &os.LinkError{Op: "link", Old: from, New: to, Err: unix.EPERM}
		},
		"none, for whatever name": func(from, to string) error {
			return &os.LinkError{Op: "link", Old: from, New: to, Err: unix.EOPNOTSUPP}
		},
	} {
		file := filepath.Join(t.TempDir(), "file")
		for _, text := range []string{"first", "second"} {
			packed := filepath.Join(t.TempDir(), "packed")
			require.NoError(t, os.WriteFile(packed, []byte(text), 0o600))
			err := publish(packed, file, link)
			if text == "first" {
				require.NoError(t, err, what)
			} else {
				require.ErrorIs(t, err, fs.ErrExist, what)
			}
			got, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, "first", string(got), what)
		}
	}
}
