package graph

import (
	"os"
	"path/filepath"
)

// realPath returns the one name of a folder, which it creates if need be.
func realPath(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}
