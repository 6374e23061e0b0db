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
	l := listing{f: f, patterns: split(patterns)}
	if err := f.opts.Step("list"); err != nil {
		return l.out, err
	}
	err := l.walk(".", nil)
	slices.SortFunc(l.out.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(l.out.Refused, func(a, b *RefusedError) int { return strings.Compare(a.Path, b.Path) })
	return l.out, err
}

// Look is [Folder.List] of some paths alone: it looks at no other. One that is no
// page's, or of a page that is not there, is in neither list.
func (f *Folder) Look(patterns, names []string) (Listing, error) {
	l := listing{f: f, patterns: split(patterns)}
	for _, name := range slices.Sorted(slices.Values(names)) {
		parts := strings.Split(name, "/")
		if CheckPath(name) != nil || !matches(l.patterns, parts) {
			continue
		}
		info, err := f.reach(parts)
		if err != nil {
			return l.out, err
		}
		if info == nil || info.IsDir() {
			continue
		}
		if err := l.consider(name, fs.FileInfoToDirEntry(info)); err != nil {
			return l.out, err
		}
	}
	return l.out, nil
}

// reach looks at what a walk comes to at a path, of which the parts are given: it enters
// directories and follows no link. If there is nothing, info is nil.
func (f *Folder) reach(parts []string) (info fs.FileInfo, err error) {
	if len(parts) > maxDepth+1 {
		return nil, nil
	}
	for i := range parts {
		info, err = f.root.Lstat(path.Join(parts[:i+1]...))
		if err != nil || i < len(parts)-1 && !info.IsDir() {
			return nil, ignoreGone(err)
		}
	}
	return info, nil
}

// listing is one walk through a folder.
type listing struct {
	f        *Folder
	patterns [][]string // by their parts
	out      Listing
}

// walk lists a directory, of which the parts of its path are given too.
func (l *listing) walk(dir string, parts []string) error {
	opened, err := l.f.root.Open(dir)
	if err != nil {
		return ignoreGone(err)
	}
	entries, err := opened.ReadDir(-1)
	if err := errors.Join(ignoreGone(err), opened.Close()); err != nil {
		return err
	}
	inside := append(slices.Clone(parts), "")
	for _, entry := range entries {
		if isHidden(entry.Name()) {
			continue
		}
		name := path.Join(dir, entry.Name())
		inside[len(parts)] = entry.Name()
		if entry.IsDir() {
			if len(parts) < maxDepth && mayHold(l.patterns, inside) {
				if err := l.walk(name, inside); err != nil {
					return err
				}
			}
			continue
		}
		if matches(l.patterns, inside) {
			if err := l.consider(name, entry); err != nil {
				return err
			}
		}
		if len(l.out.Files) > maxFiles {
			return &RefusedError{name, "too many files"}
		}
	}
	return nil
}

// consider takes a file that matches into the listing.
func (l *listing) consider(name string, entry fs.DirEntry) error {
	out := &l.out
	info, err := entry.Info()
	switch {
	case CheckPath(name) != nil:
		out.Refused = append(out.Refused, &RefusedError{strings.ToValidUTF8(name, "\uFFFD"), "not a clean relative path"})
	case err != nil:
		return ignoreGone(err)
	case !info.Mode().IsRegular():
		out.Refused = append(out.Refused, &RefusedError{name, "not a regular file: " + info.Mode().Type().String()})
	case info.Size() > l.f.opts.MaxSize:
		var refused *RefusedError
		errors.As(l.f.tooLarge(name, info.Size()), &refused)
		out.Refused = append(out.Refused, refused)
	default:
		out.Files = append(out.Files, File{name, info.Size(), info.ModTime()})
	}
	return nil
}

func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Match tells whether a path matches one of the patterns and is a page's.
func Match(patterns []string, name string) bool {
	return matches(split(patterns), strings.Split(name, "/"))
}

// split takes patterns apart.
func split(patterns []string) [][]string {
	out := make([][]string, len(patterns))
	for i, p := range patterns {
		out[i] = strings.Split(p, "/")
	}
	return out
}

func matches(patterns [][]string, name []string) bool {
	return isMarkdown(name[len(name)-1]) && slices.ContainsFunc(patterns, func(p []string) bool { return matchParts(p, name) })
}

func isHidden(part string) bool { return strings.HasPrefix(part, ".") }

// isMarkdown tells by its ending whether a file is a page.
func isMarkdown(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".md" || ext == ".markdown"
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
func mayHold(patterns [][]string, dir []string) bool {
	return slices.ContainsFunc(patterns, func(p []string) bool {
		for i, part := range p {
			if part == "**" || i == len(dir) {
				return true
			}
			if ok, err := path.Match(part, dir[i]); err != nil || !ok {
				return false
			}
		}
		return false
	})
}

// Dirs lists the directories that may hold files of the patterns, the folder
// itself, ".", first.
func (f *Folder) Dirs(patterns []string) ([]string, error) {
	parts := split(patterns)
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
			if entry.IsDir() && !isHidden(entry.Name()) && mayHold(parts, strings.Split(name, "/")) && strings.Count(name, "/") < maxDepth {
				out = append(out, name)
			}
		}
	}
	return out, nil
}
