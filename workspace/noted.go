package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fsnotify/fsnotify"

	"github.com/lukasadb/lukasa/workspace/folder"
)

// notes are what the system told of changes since they were last looked at.
type notes struct {
	root  string          // path of the folder
	dirs  map[string]bool // that are watched, relative to it
	pages map[string]bool // that may have changed
	all   bool            // more may have changed than pages tells
}

// take notes an event, and tells whether a page may have changed by it. Of what
// is no page only directories matter: one that was watched and is no more where it
// was, and one that is new.
func (n *notes) take(event fsnotify.Event) bool {
	name, err := filepath.Rel(n.root, event.Name)
	name = filepath.ToSlash(name)
	switch {
	case err != nil || event.Op == fsnotify.Chmod:
		return false
	case name == folder.PatternsFile:
		n.all = true
	case hidden(name):
		return false
	case event.Has(fsnotify.Remove|fsnotify.Rename) && n.dirs[name]:
		n.all = true
	case event.Has(fsnotify.Create) && isDir(event.Name):
		n.all = true
	case folder.CheckPath(name) == nil:
		n.pages[name] = true
	default:
		return false
	}
	return true
}

// isDir takes what cannot be told for a directory.
func isDir(name string) bool {
	info, err := os.Lstat(name)
	return err != nil && !os.IsNotExist(err) || err == nil && info.IsDir()
}

// hidden tells whether a path has a hidden part, as all that the store writes has.
func hidden(name string) bool {
	return name != "." && slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return strings.HasPrefix(part, ".") })
}
