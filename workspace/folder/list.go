package folder

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Listing is what a folder holds.
type Listing struct {
	Files   []File          // that match, by path
	Refused []*RefusedError // that match but may not be read, by path
}

// maxDepth and maxFiles bound what is walked.
const (
	maxDepth = 32
	maxFiles = 1_000_000
)

// List returns the pages whose paths match one of the patterns. In a pattern, *
// stands for any part of a name, and ** for any number of directories. Hidden
// directories are not entered.
func (f *Folder) List(patterns []string) (Listing, error) {
	var out Listing
	err := f.list(".", 0, patterns, &out)
	slices.SortFunc(out.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(out.Refused, func(a, b *RefusedError) int { return strings.Compare(a.Path, b.Path) })
	return out, err
}

func (f *Folder) list(dir string, depth int, patterns []string, out *Listing) error {
	opened, err := f.root.Open(dir)
	if err != nil {
		return ignoreGone(err)
	}
	entries, err := opened.ReadDir(-1)
	if err := errors.Join(ignoreGone(err), opened.Close()); err != nil {
		return err
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		name := path.Join(dir, entry.Name())
		if entry.IsDir() {
			if depth < maxDepth && mayHold(patterns, name) {
				if err := f.list(name, depth+1, patterns, out); err != nil {
					return err
				}
			}
			continue
		}
		f.consider(name, entry, patterns, out)
		if len(out.Files) > maxFiles {
			return &RefusedError{name, "too many files"}
		}
	}
	return nil
}

// consider takes a file into the listing if it matches.
func (f *Folder) consider(name string, entry fs.DirEntry, patterns []string, out *Listing) {
	if !Match(patterns, name) {
		return
	}
	if err := CheckPath(name); err != nil {
		out.Refused = append(out.Refused, &RefusedError{strings.ToValidUTF8(name, "\uFFFD"), "not a clean relative path"})
		return
	}
	info, err := entry.Info()
	switch {
	case err != nil: // gone meanwhile
	case !info.Mode().IsRegular():
		out.Refused = append(out.Refused, &RefusedError{name, "not a regular file: " + info.Mode().Type().String()})
	case info.Size() > f.opts.MaxSize:
		var refused *RefusedError
		errors.As(f.tooLarge(name, info.Size()), &refused)
		out.Refused = append(out.Refused, refused)
	default:
		out.Files = append(out.Files, File{name, info.Size(), info.ModTime()})
	}
}

func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Match tells whether a path matches one of the patterns and is a page's.
func Match(patterns []string, name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return (ext == ".md" || ext == ".markdown") && slices.ContainsFunc(patterns, func(p string) bool {
		return matchParts(strings.Split(p, "/"), strings.Split(name, "/"))
	})
}

func matchParts(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			for i := range len(name) + 1 {
				if matchParts(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 {
			return false
		}
		if ok, err := path.Match(pattern[0], name[0]); err != nil || !ok {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}

// mayHold tells whether a directory can hold what matches a pattern.
func mayHold(patterns []string, dir string) bool {
	parts := strings.Split(dir, "/")
	return slices.ContainsFunc(patterns, func(p string) bool {
		for i, part := range strings.Split(p, "/") {
			if part == "**" || i == len(parts) {
				return true
			}
			if ok, err := path.Match(part, parts[i]); err != nil || !ok {
				return false
			}
		}
		return false
	})
}

// Dirs lists the directories that may hold files of the patterns, the folder
// itself, ".", first.
func (f *Folder) Dirs(patterns []string) ([]string, error) {
	out := []string{"."}
	for i := 0; i < len(out); i++ {
		opened, err := f.root.Open(out[i])
		if err != nil {
			return out, ignoreGone(err)
		}
		entries, err := opened.ReadDir(-1)
		if err := errors.Join(ignoreGone(err), opened.Close()); err != nil {
			return out, err
		}
		for _, entry := range entries {
			name := path.Join(out[i], entry.Name())
			if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") && mayHold(patterns, name) && strings.Count(name, "/") < maxDepth {
				out = append(out, name)
			}
		}
	}
	return out, nil
}
