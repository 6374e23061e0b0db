package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type auditOptions struct {
	factory *factory
	kinds   []string
}

func newAudit(f *factory, runF func(context.Context, *auditOptions) error) *cobra.Command {
	opts := &auditOptions{factory: f}
	if runF == nil {
		runF = auditRun
	}
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Find secrets, duplicates, stale beliefs, contradictions and orphan entities",
		Long: `Look through the memory for what is not as it should be, and name for each finding the
command that mends it. Look at the records before you run it. Nothing is changed.

--kind picks among secret, stale, duplicate, near_duplicate, contradiction and
orphan_entity. The exit status is 0 when nothing is found, and 3 when something is.`,
		Example: "  lukasa audit\n  lukasa audit --kind secret --json",
		GroupID: groupUpkeep,
		Args:    noWords,
		PreRunE: filled,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
	cmd.Flags().StringSliceVar(&opts.kinds, "kind", nil, "what to look for (default: everything)")
	return cmd
}

func auditRun(ctx context.Context, opts *auditOptions) error {
	var how lukasa.Auditing
	for _, k := range opts.kinds {
		how.Kinds = append(how.Kinds, lukasa.FindingKind(k))
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		n, err := show(opts.factory, view[lukasa.Finding]{
			columns: []string{"kind", "about", "detail", "fix"},
			row: func(f lukasa.Finding) []any {
				return []any{string(f.Kind), concerned(f), f.Detail, f.Fix}
			},
		}, m.Audit(ctx, how))
		if err == nil && n > 0 {
			return fmt.Errorf("%w, not all is well: %d findings", errNo, n)
		}
		return err
	})
}

// concerned names what a finding is about.
func concerned(f lukasa.Finding) string {
	if f.Entity != "" {
		return string(f.Entity)
	}
	ids := make([]string, len(f.IDs))
	for i, id := range f.IDs {
		ids[i] = id.String()
	}
	return strings.Join(ids, " ")
}
