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
	Refused []*RefusedError // that match, or may hold what does, but may not be read, by path
}

// Refuses tells of a path whether it is one of some that were refused, or in a directory
// that was.
func Refuses(list []*RefusedError) func(name string) bool {
	refused := make(map[string]bool, len(list))
	for _, r := range list {
		refused[r.Path] = true
	}
	return func(name string) bool {
		for len(refused) > 0 && name != "." {
			if refused[name] {
				return true
			}
			name = path.Dir(name)
		}
		return false
	}
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
		info, link, err := f.reach(parts)
		if err != nil {
			if err := l.refuse(name, err); err != nil {
				return l.out, err
			}
			continue
		}
		if link != "" {
			l.link(link)
			continue
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
// directories and follows no link, of which it returns the path if one is on the way. If
// there is nothing, info is nil.
func (f *Folder) reach(parts []string) (info fs.FileInfo, link string, err error) {
	if len(parts) > maxDepth+1 {
		return nil, "", nil
	}
	for i := range parts {
		here := path.Join(parts[:i+1]...)
		info, err = f.root.Lstat(here)
		switch {
		case err != nil:
			return nil, "", ignoreGone(err)
		case i == len(parts)-1 || info.IsDir():
		case info.Mode().Type() == fs.ModeSymlink:
			return nil, here, nil
		default:
			return nil, "", nil
		}
	}
	return info, "", nil
}

// link takes into the listing, as refused, a link that may stand for a directory of pages:
// one whose target cannot be looked at does if it has the name of none but a directory.
func (l *listing) link(name string) {
	target, err := l.f.root.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !target.IsDir() || err != nil && path.Ext(name) != "" {
		return
	}
	if !slices.ContainsFunc(l.out.Refused, func(have *RefusedError) bool { return have.Path == name }) {
		l.out.Refused = append(l.out.Refused, &RefusedError{name, linkedDir})
	}
}

const linkedDir = "a link to a directory, which is not followed"

// listing is one walk through a folder.
type listing struct {
	f        *Folder
	patterns [][]string // by their parts
	out      Listing
}

// walk lists a directory, of which the parts of its path are given too.
func (l *listing) walk(dir string, parts []string) error {
	entries, err := l.f.readDir(dir)
	if err != nil {
		return l.refuse(dir, err)
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
		switch {
		case matches(l.patterns, inside):
			if err := l.consider(name, entry); err != nil {
				return err
			}
		case entry.Type() == fs.ModeSymlink && mayHold(l.patterns, inside):
			l.link(name)
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
	var refused *RefusedError
	switch {
	case errors.As(CheckPath(name), &refused):
		out.Refused = append(out.Refused, &RefusedError{strings.ToValidUTF8(name, "\uFFFD"), refused.Reason})
	case err != nil:
		return l.refuse(name, err)
	case !info.Mode().IsRegular():
		out.Refused = append(out.Refused, irregular(name, info))
	case info.Size() > l.f.opts.MaxSize:
		out.Refused = append(out.Refused, tooLarge(name, info.Size(), l.f.opts.MaxSize))
	default:
		out.Files = append(out.Files, fileOf(name, info))
	}
	return nil
}

// refuse takes into the listing what cannot be looked at because it is not ours to read.
// Of the folder itself, and for any other reason, that ends the walk.
func (l *listing) refuse(name string, err error) error {
	var refused *RefusedError
	if name != "." && errors.As(l.f.outside(name, err), &refused) {
		l.out.Refused = append(l.out.Refused, refused)
		return nil
	}
	return err
}

// readDir reads what a directory holds; nothing, if it is not there.
func (f *Folder) readDir(dir string) ([]fs.DirEntry, error) {
	opened, err := f.root.Open(dir)
	if err != nil {
		return nil, ignoreGone(err)
	}
	entries, err := opened.ReadDir(-1)
	return entries, errors.Join(ignoreGone(err), opened.Close())
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

// matchParts tells whether a path matches a pattern, both by their parts. Of several **
// only the last met ever stands for more than at first, so that no pattern takes long.
func matchParts(pattern, name []string) bool {
	var open, tail []string // the pattern behind the last **, and the path behind what that stands for
	for len(name) > 0 {
		if len(pattern) > 0 && pattern[0] == "**" {
			pattern = pattern[1:]
			open, tail = pattern, name
			continue
		}
		if len(pattern) > 0 {
			if ok, err := path.Match(pattern[0], name[0]); err == nil && ok {
				pattern, name = pattern[1:], name[1:]
				continue
			}
		}
		if tail == nil {
			return false
		}
		tail = tail[1:]
		pattern, name = open, tail
	}
	return !slices.ContainsFunc(pattern, func(part string) bool { return part != "**" })
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
// itself, ".", first, and that may be read.
func (f *Folder) Dirs(patterns []string) ([]string, error) {
	l := listing{f: f, patterns: split(patterns)}
	var out []string
	for todo := []string{"."}; len(todo) > 0; {
		dir := todo[0]
		todo = todo[1:]
		entries, err := f.readDir(dir)
		if err != nil {
			if err := l.refuse(dir, err); err != nil {
				return out, err
			}
			continue
		}
		out = append(out, dir)
		for _, entry := range entries {
			name := path.Join(dir, entry.Name())
			if entry.IsDir() && !isHidden(entry.Name()) && mayHold(l.patterns, strings.Split(name, "/")) && strings.Count(name, "/") < maxDepth {
				todo = append(todo, name)
			}
		}
	}
	return out, nil
}
