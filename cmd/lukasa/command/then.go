package command

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/spf13/pflag"

	"github.com/lukasadb/lukasa"
)

// moment is a question about the past, on both axes of time.
type moment struct {
	known, trueAt string // as given on the command line

	knownAt, at time.Time
}

func (o *moment) addFlags(flags *pflag.FlagSet) {
	o.addKnown(flags)
	flags.StringVar(&o.trueAt, "true-at", "", "what was true at this moment")
}

func (o *moment) addKnown(flags *pflag.FlagSet) {
	flags.StringVar(&o.known, "known-at", "", "as the store knew it at this moment: "+whenHelp)
}

func (o *moment) parse(now time.Time) (err error) {
	if o.known != "" {
		if o.knownAt, err = parseWhen("known-at", o.known, now); err != nil {
			return err
		}
	}
	if o.trueAt != "" {
		o.at, err = parseWhen("true-at", o.trueAt, now)
	}
	return err
}

// asked tells whether the question is about the past.
func (o *moment) asked() bool { return o.known != "" || o.trueAt != "" }

// records yields what a filter selects as it stood then: what was superseded since
// is there, and what was not yet known, or not true then, is not. The filter's other
// conditions judge records as they are now; what was forgotten since stays away.
func (o *moment) records(ctx context.Context, m *lukasa.Memory, filter lukasa.Filter) iter.Seq2[lukasa.Experience, error] {
	free := len(filter.Statuses) == 0
	if free {
		assign(&filter.Statuses, []string{"active", "superseded", "invalidated", "archived"})
	}
	return func(yield func(lukasa.Experience, error) bool) {
		for e, err := range m.All(ctx, filter) {
			there := err == nil
			if there && !o.knownAt.IsZero() {
				e, there, err = o.asKnown(ctx, m, e)
			}
			if err != nil {
				yield(e, err)
				return
			}
			if there && o.holds(e, free) && !yield(e, nil) {
				return
			}
		}
	}
}

// asKnown returns a record as it was known then, if it was.
func (o *moment) asKnown(ctx context.Context, m *lukasa.Memory, e lukasa.Experience) (lukasa.Experience, bool, error) {
	as, err := m.As(e.Agent)
	if err != nil {
		return e, false, err
	}
	then, err := as.AsOf(ctx, e.ID, o.knownAt)
	if errors.Is(err, lukasa.ErrNotFound) {
		return e, false, nil
	}
	return then, err == nil, err
}

// holds tells whether a record counted then: true by its validity, where that was
// asked for, else in force.
func (o *moment) holds(e lukasa.Experience, free bool) bool {
	if o.at.IsZero() {
		return !free || e.Status.Live()
	}
	began := e.ValidFrom.IsZero() || !e.ValidFrom.After(o.at)
	ended := !e.ValidTo.IsZero() && !e.ValidTo.After(o.at)
	return began && !ended && (!free || e.Status.Live() || e.Status == "superseded")
}

// atMost yields at most n values.
func atMost[T any](values iter.Seq2[T, error], n int) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		left := n
		for v, err := range values {
			if left--; !yield(v, err) || left <= 0 {
				return
			}
		}
	}
}
