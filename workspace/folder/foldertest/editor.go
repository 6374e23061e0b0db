package foldertest

import (
	"bytes"
	"os"
)

// Save is an editor: it reads a file, the person types, and it saves, in place or
// by renaming, unless the file has changed on disk since. It tells whether it
// saved.
func Save(name string, byRename bool, typed func(text string) string, step func() error) bool {
	before, err := os.ReadFile(name)
	if err != nil || step() != nil {
		return false
	}
	now, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(before, now) {
		return false
	}
	text := []byte(typed(string(now)))
	if byRename {
		return os.WriteFile(name+"~", text, 0o600) == nil && os.Rename(name+"~", name) == nil
	}
	return os.WriteFile(name, text, 0o600) == nil
}

// Dir makes a directory in memory, where syncing costs nothing, or in fallback
// where there is none. The caller removes it.
func Dir(fallback string) (string, error) {
	if dir, err := os.MkdirTemp("/dev/shm", "lukasa"); err == nil {
		return dir, nil
	}
	return os.MkdirTemp(fallback, "lukasa")
}
