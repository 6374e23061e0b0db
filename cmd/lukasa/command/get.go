package command

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type getOptions struct {
	factory *factory
	ids     []string
}

func newGet(f *factory, runF func(context.Context, *getOptions) error) *cobra.Command {
	opts := &getOptions{factory: f}
	if runF == nil {
		runF = getRun
	}
	return &cobra.Command{
		Use:     "get ID...",
		Short:   "Show records by id",
		GroupID: groupRead,
		Args:    wants(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.ids = args
			return runF(cmd.Context(), opts)
		},
	}
}

func getRun(ctx context.Context, opts *getOptions) error {
	ids, err := parseIDs(opts.ids)
	if err != nil {
		return err
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		found, missing, err := getAll(ctx, m, ids)
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

// getAll returns the records that are there, and an error for those that are
// not.
func getAll(ctx context.Context, m *lukasa.Memory, ids []lukasa.ID) (found []lukasa.Experience, missing, err error) {
	for _, id := range ids {
		e, err := m.Get(ctx, id)
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
