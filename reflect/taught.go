package reflect

import (
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/schema"
)

// Taught returns what a message taught or confirmed, oldest first, episodes left
// out.
func (t *Turns) Taught(ctx context.Context, agent string, message schema.ID) (out []schema.Experience, err error) {
	err = t.store.View(ctx, func(r *ledger.Reader) error {
		for e, err := range restingOn(r, agent, message) {
			if err != nil {
				return err
			}
			if e.Kind != schema.KindEpisode && e.Kind != schema.KindSummary {
				out = append(out, *e)
			}
		}
		return nil
	})
	return out, err
}

// restingOn yields the records that give a message as their evidence, oldest first.
func restingOn(r *ledger.Reader, agent string, message schema.ID) iter.Seq2[*schema.Experience, error] {
	return r.Records(agent, ledger.Referring(ledger.ByEvidence, message), ledger.Scan{OldestFirst: true})
}

// live yields the live records of one kind of an agent, newest first.
func live(r *ledger.Reader, agent string, kind schema.Kind) iter.Seq2[*schema.Experience, error] {
	return func(yield func(*schema.Experience, error) bool) {
		for entry, err := range r.Scan(agent, ledger.OfKind(kind), ledger.Scan{}) {
			if err != nil {
				yield(nil, err)
				return
			}
			e, err := r.Experience(entry.ID)
			if errors.Is(err, ledger.ErrNotFound) || err == nil && !e.Status.Live() {
				continue
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// recentLessons is how many records a correction is looked for in.
const recentLessons = 200

// taughtBy yields the newest live records of a kind that the user of a message
// taught, or that were learned in its session.
func taughtBy(r *ledger.Reader, m *schema.Experience, kind schema.Kind) iter.Seq2[*schema.Experience, error] {
	return func(yield func(*schema.Experience, error) bool) {
		seen := 0
		for e, err := range live(r, m.Agent, kind) {
			if seen++; seen > recentLessons {
				return
			}
			own := err != nil || m.Session != "" && e.Session == m.Session || e.User() == m.User() ||
				e.Statement != nil && e.Statement.Subject == userKey(m.User())
			if own && !yield(e, err) {
				return
			}
		}
	}
}

// containsWord tells whether a text says a phrase, between word ends, whatever
// the case.
func containsWord(s, phrase string) bool { return indexWord(s, phrase) >= 0 }

// replaceWord puts another phrase in the place of the first.
func replaceWord(s, phrase, by string) string {
	at := indexWord(s, phrase)
	if at < 0 {
		return s
	}
	return s[:at] + by + s[at+len(phrase):]
}

func indexWord(s, phrase string) int { return text.IndexWord(inOneCase(s, phrase)) }

// inOneCase writes two texts in small letters, where that changes no length.
func inOneCase(s, phrase string) (string, string) {
	lower, want := strings.ToLower(s), strings.ToLower(phrase)
	if len(lower) != len(s) || len(want) != len(phrase) {
		return s, phrase
	}
	return lower, want
}
