package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type memoryForgetOptions struct {
	*folderOptions
	erase lukasa.Erasure
	yes   bool
}

func memoryForget(folder *folderOptions) *cobra.Command {
	opts := &memoryForgetOptions{folderOptions: folder}
	cmd := &cobra.Command{
		Use:   "forget ID...",
		Short: "Forget records, in the pages as in the store",
		Long: `Forget records with a receipt, and take what told them out of the pages: bullets, and what
Lukasa wrote in its regions. Running text of a person is never changed; the lines that hold
the words still are shown, and what they tell comes back until they are changed by hand.
With --purge no byte stays in the store.`,
		Example: "  lukasa memory forget 01900000-0000-7000-8000-000000000001 --purge --dry-run",
		Args:    wants(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if opts.erase.IDs, err = parseIDs(args); err != nil {
				return err
			}
			return memoryForgetRun(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&opts.erase.Purge, "purge", false, "remove history and bytes as well")
	flags.BoolVar(&opts.erase.DryRun, "dry-run", false, "change nothing")
	flags.BoolVar(&opts.yes, "yes", false, "do not ask")
	return cmd
}

func memoryForgetRun(ctx context.Context, opts *memoryForgetOptions) error {
	return opts.with(ctx, func(w *lukasa.Workspace) error {
		if err := opts.ask(ctx, w); err != nil {
			return err
		}
		done, err := w.Forget(ctx, opts.erase)
		if err != nil && len(done.Receipt.Checks) == 0 {
			return err
		}
		for _, place := range done.Left {
			opts.factory.tell("%s holds the words still", place)
		}
		shown := showOne(opts.factory, view[lukasa.PagesForgotten]{
			columns: []string{"records", "pages", "left", "purged", "dry run", "sha256"},
			row: func(f lukasa.PagesForgotten) []any {
				r := f.Receipt
				return []any{len(r.Records), len(f.Pages), strings.Join(f.Left, "\n"), r.Purged, f.DryRun, r.Hash}
			},
		}, done)
		if shown != nil {
			return shown
		}
		return err
	})
}

// ask shows a person how much would go, and waits for a yes.
func (o *memoryForgetOptions) ask(ctx context.Context, w *lukasa.Workspace) error {
	f := o.factory
	if o.yes || o.erase.DryRun || !f.attended() {
		return nil
	}
	dry := o.erase
	dry.DryRun = true
	plan, err := w.Forget(ctx, dry)
	if err != nil {
		return err
	}
	if !f.confirm("forget %d records and change %d pages?", len(plan.Receipt.Records), len(plan.Pages)) {
		return fmt.Errorf("%w, nothing was forgotten", errNo)
	}
	return nil
}
