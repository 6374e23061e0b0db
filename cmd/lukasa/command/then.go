package command

import (
	"iter"
	"time"

	"github.com/spf13/pflag"

	"github.com/lukasadb/lukasa"
)

// moment is a moment of the past, on both axes of time, as a command line gives it.
type moment struct {
	known, trueAt string

	lukasa.Moment
}

func (o *moment) addFlags(flags *pflag.FlagSet) {
	o.addKnown(flags)
	flags.StringVar(&o.trueAt, "true-at", "", "what was true at this moment")
}

func (o *moment) addKnown(flags *pflag.FlagSet) {
	flags.StringVar(&o.known, "known-at", "", "as the store knew it at this moment: "+whenHelp)
}

func (o *moment) parse(now time.Time) error {
	return parseWhens(now, when{"known-at", o.known, &o.KnownAt}, when{"true-at", o.trueAt, &o.TrueAt})
}

// asked tells whether the question is about the past.
func (o *moment) asked() bool { return !o.IsZero() }

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
