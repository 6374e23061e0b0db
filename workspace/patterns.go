package workspace

import (
	"fmt"
	"slices"

	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// patterns are those of all pages: that every workspace has, that the folder names itself,
// and that were given when it was opened.
func (w *Workspace) patterns() ([]string, error) { return patternsIn(w.folder, w.include) }

func patternsIn(f *folder.Folder, include []string) ([]string, error) {
	own, err := f.Patterns()
	out := slices.Clone(standing)
	for _, p := range own {
		if p.Problem == "" {
			out = append(out, p.Text)
		}
	}
	return append(out, include...), err
}

// checkPatterns tells of the first pattern that no page can match.
func checkPatterns(patterns ...string) error {
	for _, p := range patterns {
		if err := folder.CheckPattern(p); err != nil {
			return fmt.Errorf("%w pages: %q: %w", ErrInvalid, p, err)
		}
	}
	return nil
}

// list lists all pages.
func (w *Workspace) list() (folder.Listing, error) {
	patterns, err := w.patterns()
	if err != nil {
		return folder.Listing{}, err
	}
	return w.folder.List(patterns)
}

// unnamed tells of a page that is in no listing whether it is there all the same.
func (w *Workspace) unnamed(name string) bool {
	if folder.Match(w.listed, name) {
		return false
	}
	_, err := w.folder.Stat(name)
	return err == nil
}

// patternProblems lists the lines that name no pages as nothing could match them.
func (w *Workspace) patternProblems() ([]Problem, error) {
	own, err := w.folder.Patterns()
	out := []Problem{}
	for _, p := range own {
		if p.Problem != "" {
			out = append(out, Problem{folder.PatternsFile, markdown.Problem{Line: p.Line, Column: 1, Reason: p.Problem, Text: p.Text}})
		}
	}
	return out, err
}
