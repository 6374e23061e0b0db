package reflect_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// repeat is a pair of texts that others wrote: what is known, what comes in, and whether
// that says the same, changes it, adds to it, or speaks of something else.
type repeat struct{ split, label, known, incoming string }

func repeats(t *testing.T) (out []repeat) {
	t.Helper()
	data, err := os.ReadFile("../internal/text/claim/testdata/repeats.tsv")
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(t, f, 4, line)
		out = append(out, repeat{f[0], f[1], f[2], f[3]})
	}
	return out
}

// A door takes in both texts of a pair, for an agent of its own, and tells whether it took
// the second for the first.
var doors = map[string]func(t *testing.T, l *life, agent string, p repeat) (same bool){
	"user fact": func(t *testing.T, l *life, agent string, p repeat) bool {
		known, incoming := factOf("preference", p.known), factOf("preference", p.incoming)
		known.Agent, incoming.Agent = agent, agent
		_, err := l.AddUserFact(context.Background(), known)
		require.NoError(t, err)
		done, err := l.AddUserFact(context.Background(), incoming)
		require.NoError(t, err)
		return done.Outcome == reflect.Updated
	},
	"insight": func(t *testing.T, l *life, agent string, p repeat) bool {
		known, incoming := insightOf("minh", "habit", "", p.known), insightOf("minh", "habit", "", p.incoming)
		known.Agent, incoming.Agent = agent, agent
		_, err := l.AddInsight(context.Background(), known)
		if err != nil {
			require.ErrorIs(t, err, reflect.ErrRefused) // it is too short to be one
			return false
		}
		done, err := l.AddInsight(context.Background(), incoming)
		require.NoError(t, err)
		return done.Outcome == reflect.Updated
	},
	"loop": func(t *testing.T, l *life, agent string, p repeat) bool {
		known := l.tell(t, schema.Experience{Agent: agent, Content: p.known})
		_, err := l.reader.Recall(context.Background(), query.Request{Text: p.known, Agents: []string{agent}})
		require.NoError(t, err)
		return l.tell(t, schema.Experience{Agent: agent, Content: p.incoming}) == known
	},
	"audit": func(t *testing.T, l *life, agent string, p repeat) bool {
		l.tell(t, schema.Experience{Agent: agent, Content: p.known})
		l.tell(t, schema.Experience{Agent: agent, Content: p.incoming})
		steward := reflect.NewSteward(l.store, l.writer, l.reader)
		for f, err := range steward.Audit(context.Background(), reflect.Auditing{Agent: agent}) {
			require.NoError(t, err)
			if f.Kind == reflect.FindingNearDuplicate {
				return true
			}
		}
		return false
	},
}

// TestRepeats measures at each door how many of what others would call the same is told,
// and that nothing else is taken for it (001-09, 900-09).
func TestRepeats(t *testing.T) {
	least := map[string]float64{"seen": .33, "held": .17}
	for name, same := range doors {
		t.Run(name, func(t *testing.T) {
			l := openLife(t, nil)
			took, of := map[string]int{}, map[string]int{} // by split, and whether it says the same
			for i, p := range repeats(t) {
				sort := fmt.Sprint(p.split, p.label == "same")
				of[sort]++
				if same(t, l, fmt.Sprint("agent ", i), p) {
					took[sort]++
					if p.label != "same" {
						t.Logf("%s: %q for %q", p.label, p.incoming, p.known)
					}
				}
			}
			for _, split := range []string{"seen", "held"} {
				recall := float64(took[split+"true"]) / float64(max(1, of[split+"true"]))
				t.Logf("%s: %.3f of what says the same, and %d of %d that do not", split, recall, took[split+"false"], of[split+"false"])
				require.GreaterOrEqual(t, recall, least[split])
				require.LessOrEqual(t, took[split+"false"], of[split+"false"]/100)
			}
			require.Zero(t, took["seenfalse"])
		})
	}
}
