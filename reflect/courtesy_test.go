package reflect_test

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// openPatient opens a store in which work behind agents waits for a question
// however long it takes.
func openPatient(t *testing.T, o reflect.Options) *talk {
	k := &talk{dir: filepath.Join(t.TempDir(), "mem"), steps: time.Hour}
	k.micros.Store(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC).UnixMicro())
	k.open(t, o)
	t.Cleanup(func() { k.close(t) })
	return k
}

// noting is an extractor that says when it is asked.
type noting func()

func (n noting) Extract(context.Context, *schema.Experience) ([]reflect.Candidate, error) {
	n()
	return nil, nil
}

// Nothing is learned in the background while somebody's question is being
// answered, and what is owed is learned once it is.
func TestLearningStepsAside(t *testing.T) {
	var over atomic.Bool // the question
	learned := make(chan bool, 1)
	k := openPatient(t, reflect.Options{Extractors: []reflect.Extractor{noting(func() { learned <- over.Load() })}})
	answered := k.store.Asked()
	_, err := k.turns.Turn(t.Context(), reflect.Message{Agent: "a", Session: "s", User: "ana", Text: "I live in Hue."})
	require.NoError(t, err, "a turn does not wait for another question")
	require.NoError(t, k.store.Flush(t.Context()), "nor does who waits for the views")
	over.Store(true)
	answered()
	require.True(t, <-learned)
}

// Who waits until all is learned does not wait for others' questions, whether the
// work had begun to or not.
func TestFlushIsNotHeldUp(t *testing.T) {
	k := openPatient(t, reflect.Options{})
	defer k.store.Asked()()
	for range 3 {
		turn := k.say(t, "I live in Hue.")
		require.Len(t, k.taught(t, turn), 1)
	}
}

// Upkeep that was begun beside a question goes on when it is answered, and with
// questions without end when its patience is over.
func TestUpkeepStepsAside(t *testing.T) {
	for name, patience := range map[string]time.Duration{"answered": time.Hour, "without end": time.Nanosecond} {
		t.Run(name, func(t *testing.T) {
			k := &talk{dir: filepath.Join(t.TempDir(), "mem"), steps: patience}
			k.open(t, reflect.Options{})
			defer k.close(t)
			keeper := reflect.NewKeeper(k.store, k.writer, k.reader, nil)
			steward := reflect.NewSteward(k.store, k.writer, k.reader)
			k.say(t, "I live in Hue.")
			for what, upkeep := range map[string]func() error{
				"sweep":       func() error { _, err := keeper.Sweep(t.Context(), reflect.Sweep{Agent: "a"}); return err },
				"consolidate": func() error { _, err := keeper.Consolidate(t.Context(), reflect.Consolidation{Agent: "a"}); return err },
				"reflect":     func() error { _, err := keeper.Reflect(t.Context(), reflect.Reflection{Agent: "a"}); return err },
				"audit": func() error {
					for _, err := range steward.Audit(t.Context(), reflect.Auditing{Agent: "a"}) {
						if err != nil {
							return err
						}
					}
					return nil
				},
			} {
				answered := k.store.Asked()
				done := make(chan error, 1)
				go func() { done <- upkeep() }()
				if patience == time.Hour {
					answered()
					answered = func() {}
				}
				require.NoError(t, <-done, what)
				answered()
			}
		})
	}
}
