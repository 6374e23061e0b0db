package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// PatternsFile is the file, in the folder, that names further pages by patterns, one a line;
// a line that begins with # is a comment. People write it and keep it in git.
const PatternsFile = ".lukasapages"

// maxPatterns is the size, in bytes, up to which a file of patterns is read.
const maxPatterns = 64 << 10

// Pattern is a line of the [PatternsFile].
type Pattern struct {
	Text    string
	Line    int
	Problem string // why no page can match it; "" if one can
}

// Patterns reads the [PatternsFile]; there are none where it is not there.
func (f *Folder) Patterns() ([]Pattern, error) {
	text, _, err := f.readUpTo(maxPatterns, PatternsFile)
	if err != nil {
		return nil, ignoreGone(err)
	}
	return readPatterns(text), nil
}

func readPatterns(text []byte) (out []Pattern) {
	at := 0
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\uFEFF")) {
		at++
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		p := Pattern{Text: line, Line: at}
		if err := CheckPattern(line); err != nil {
			p.Problem = err.Error()
		}
		out = append(out, p)
	}
	return out
}

// CheckPattern tells why no page can match a pattern.
func CheckPattern(p string) error {
	last := path.Base(p)
	switch _, err := path.Match(p, ""); {
	case err != nil || !fs.ValidPath(p):
		return errors.New("want a pattern of paths in the folder such as notes/**/*.md")
	case !isMarkdown(last) && !strings.ContainsAny(last, "*?["):
		return fmt.Errorf("want Markdown files: %s/**/*.md names those of a folder", p)
	}
	return nil
}

// AddPatterns adds those of some patterns to the [PatternsFile] that it does not name. What
// stands there stays.
func (f *Folder) AddPatterns(patterns ...string) (added bool, err error) {
	text, _, err := f.readUpTo(maxPatterns, PatternsFile)
	if ignoreGone(err) != nil {
		return false, err
	}
	have := readPatterns(text)
	var more strings.Builder
	if len(text) > 0 && !strings.HasSuffix(string(text), "\n") {
		more.WriteByte('\n')
	}
	for _, p := range patterns {
		if !slices.ContainsFunc(have, func(h Pattern) bool { return h.Text == p }) {
			added = true
			more.WriteString(p + "\n")
			have = append(have, Pattern{Text: p})
		}
	}
	if !added {
		return false, nil
	}
	file, err := f.root.OpenFile(PatternsFile, os.O_WRONLY|os.O_CREATE|os.O_APPEND|openFlags, 0o644)
	if err != nil {
		return false, f.outside(PatternsFile, err)
	}
	_, err = file.WriteString(more.String())
	return err == nil, errors.Join(err, file.Sync(), file.Close())
}
