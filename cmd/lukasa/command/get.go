package command

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type getOptions struct {
	factory *factory
	ids     []string
	then    moment
}

func newGet(f *factory, runF func(context.Context, *getOptions) error) *cobra.Command {
	opts := &getOptions{factory: f}
	if runF == nil {
		runF = getRun
	}
	cmd := &cobra.Command{
		Use:     "get ID...",
		Short:   "Show records by id",
		GroupID: groupRead,
		Args:    wants(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.ids = args
			return runF(cmd.Context(), opts)
		},
	}
	opts.then.addKnown(cmd.Flags())
	return cmd
}

func getRun(ctx context.Context, opts *getOptions) error {
	ids, err := parseIDs(opts.ids)
	if err != nil {
		return err
	}
	if err := opts.then.parse(opts.factory.now()); err != nil {
		return err
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		found, missing, err := getAll(ctx, m, ids, opts.then.KnownAt)
		if err != nil {
			return err
		}
		if len(ids) == 1 && len(found) == 1 {
			err = showOne(opts.factory, record(), found[0])
		} else if len(found) > 0 {
			_, err = show(opts.factory, records(), each(found))
		}
		return errors.Join(err, missing)
	})
}

// getAll returns the records that are there, now or as they were known at a moment,
// and an error for those that are not.
func getAll(ctx context.Context, m *lukasa.Memory, ids []lukasa.ID, at time.Time) (found []lukasa.Experience, missing, err error) {
	get := m.Get
	if !at.IsZero() {
		get = func(ctx context.Context, id lukasa.ID) (lukasa.Experience, error) { return m.AsOf(ctx, id, at) }
	}
	for _, id := range ids {
		e, err := get(ctx, id)
		switch {
		case errors.Is(err, lukasa.ErrNotFound):
			missing = errors.Join(missing, err)
		case err != nil:
			return nil, nil, err
		default:
			found = append(found, e)
		}
	}
	return found, missing, nil
}
