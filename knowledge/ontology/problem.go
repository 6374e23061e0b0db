package ontology

import (
	"fmt"
	"strings"

	"github.com/lukasadb/lukasa/schema"
)

// Problem is one thing that is wrong with a file of rules.
type Problem struct {
	Line    int    `json:"line"`            // from 1; 0: the file as a whole
	Field   string `json:"field,omitempty"` // such as "rules[3].cardinality"
	Problem string `json:"problem"`
}

// String writes the problem in one line.
func (p Problem) String() string {
	var b strings.Builder
	if p.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", p.Line)
	}
	if p.Field != "" {
		b.WriteString(p.Field + ": ")
	}
	return b.String() + p.Problem
}

// FileError lists all that is wrong with a file, in the order of its lines
// (O1). It matches [schema.ErrInvalid].
type FileError struct{ Problems []Problem }

// shownProblems bounds an error's text; [FileError.Problems] has all.
const shownProblems = 20

// Error names the first twenty problems, one a line.
func (e *FileError) Error() string {
	var b strings.Builder
	b.WriteString("ontology: ")
	for i, p := range e.Problems {
		if i == shownProblems {
			fmt.Fprintf(&b, "\nand %d more", len(e.Problems)-i)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.String())
	}
	return b.String()
}

// Unwrap makes the error match [schema.ErrInvalid].
func (e *FileError) Unwrap() error { return schema.ErrInvalid }
