package lukasa

import (
	"context"
	"slices"

	"github.com/lukasadb/lukasa/workspace"
)

// PagesForgotten tells what a forgetting took out of the pages of a workspace and
// out of its store.
type PagesForgotten struct {
	workspace.Struck
	Receipt Receipt `json:"receipt"`
}

// Forget forgets as [Memory.Erase] does, and takes what told it out of the pages:
// bullets, and what Lukasa wrote in its regions. What a person wrote in running text
// is never changed; where it holds the words still, that is told (Left), and what
// such a line tells comes back until the person changes it. With DryRun nothing
// changes.
func (w *Workspace) Forget(ctx context.Context, e Erasure) (out PagesForgotten, err error) {
	if _, err := w.Sync(ctx); err != nil {
		return out, err
	}
	dry := e
	dry.DryRun = true
	if out.Receipt, err = w.memory.Erase(ctx, dry); err != nil {
		return out, err
	}
	// What goes only because it rests on the others is told by its own lines.
	drawn := slices.Concat(out.Receipt.Beliefs, out.Receipt.Summaries)
	ids := slices.DeleteFunc(slices.Clone(out.Receipt.Records), func(id ID) bool { return slices.Contains(drawn, id) })
	out.Struck, err = w.Workspace.Forget(ctx, ids, e.DryRun, func() (err error) {
		out.Receipt, err = w.memory.Erase(ctx, e)
		return err
	})
	return out, err
}
