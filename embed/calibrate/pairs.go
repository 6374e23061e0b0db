package calibrate

import (
	_ "embed"
	"strings"

	"github.com/lukasadb/lukasa/embed"
)

// Pair is two texts and how they are related.
type Pair struct {
	A, B     string
	Relation embed.Relation
}

//go:embed statements.tsv
var statements string

// Pairs returns the built-in labelled pairs: 64 of each relation but the
// unrelated, of which there are 128.
func Pairs() []Pair {
	var quads [][]string
	for line := range strings.Lines(statements) {
		if !strings.HasPrefix(line, "#") {
			quads = append(quads, strings.Split(strings.TrimSpace(line), "\t"))
		}
	}
	var pairs []Pair
	for i, q := range quads {
		pairs = append(pairs,
			Pair{q[0], q[1], embed.Duplicate},
			Pair{q[0], q[2], embed.Similar},
			Pair{q[0], q[3], embed.Related})
		// Statements this far apart in the file are about different subjects.
		for _, step := range []int{21, 37} {
			pairs = append(pairs, Pair{q[0], quads[(i+step)%len(quads)][2], embed.Unrelated})
		}
	}
	return pairs
}
