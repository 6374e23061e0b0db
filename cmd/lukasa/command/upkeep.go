package command

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type checkOptions struct{ factory *factory }

func newCheck(f *factory, runF func(context.Context, *checkOptions) error) *cobra.Command {
	opts := &checkOptions{factory: f}
	if runF == nil {
		runF = checkRun
	}
	return &cobra.Command{
		Use:   "check",
		Short: "Prove that the ledger is sound and that every view agrees with it",
		Long: `Prove that the ledger is sound and that every view of it (the graph, the word and vector
indexes) agrees with it. Each disagreement is told by id, and the exit status is then 3;
"lukasa rebuild" mends a view.`,
		GroupID: groupUpkeep,
		Args:    noWords,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
}

func checkRun(ctx context.Context, opts *checkOptions) error {
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		working := f.working("check")
		report, err := m.Check(ctx)
		working()
		if err != nil {
			return err
		}
		_, err = show(f, view[lukasa.Problem]{
			columns: []string{"view", "invariant", "object", "detail"},
			row:     func(p lukasa.Problem) []any { return []any{p.View, p.Invariant, p.Object, p.Detail} },
		}, each(report.Problems))
		if err != nil {
			return err
		}
		if !report.OK() {
			return fmt.Errorf("%w, the views disagree: %d problems", errNo, report.Total)
		}
		f.tell("%s of %s: every view agrees", count(report.Records, "record"), count(report.Agents, "agent"))
		return nil
	})
}

type rebuildOptions struct {
	factory *factory
	view    string
}

func newRebuild(f *factory, runF func(context.Context, *rebuildOptions) error) *cobra.Command {
	opts := &rebuildOptions{factory: f}
	if runF == nil {
		runF = rebuildRun
	}
	return &cobra.Command{
		Use:       "rebuild [graph|agents|all]",
		Short:     "Make views anew from the ledger",
		Long:      "Make views anew from the ledger: the graph, the indexes of all agents, or all (the default).",
		GroupID:   groupUpkeep,
		Args:      wants(cobra.MaximumNArgs(1)),
		ValidArgs: []string{"graph", "agents", "all"},
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.view = "all"
			if len(args) == 1 {
				opts.view = args[0]
			}
			if !slices.Contains(cmd.ValidArgs, opts.view) {
				return usagef("%q, want graph, agents or all", opts.view)
			}
			return runF(cmd.Context(), opts)
		},
	}
}

func rebuildRun(ctx context.Context, opts *rebuildOptions) error {
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		working := f.working("rebuild")
		err := m.Rebuild(ctx, opts.view)
		working()
		if err != nil {
			return err
		}
		f.tell("rebuilt: %s", opts.view)
		return f.did(deed{Did: "rebuild", Views: opts.view})
	})
}

type copyOptions struct {
	factory *factory
	dir     string
}

func newBackup(f *factory, runF func(context.Context, *copyOptions) error) *cobra.Command {
	opts := &copyOptions{factory: f}
	if runF == nil {
		runF = backupRun
	}
	return &cobra.Command{
		Use:   "backup PATH",
		Short: "Copy the store, as of now, into a new directory or one file",
		Long: `Copy the store, as of now, into a new directory; or, if the name ends with .tar.gz, into one
file, to carry to another machine. "lukasa restore" makes a store from either. The copy has all
records with their history; the views are made anew from it.`,
		GroupID: groupUpkeep,
		Args:    wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.dir = args[0]
			return runF(cmd.Context(), opts)
		},
	}
}

func backupRun(ctx context.Context, opts *copyOptions) error {
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		working := f.working("backup")
		err := m.Backup(ctx, opts.dir)
		working()
		if err != nil {
			return err
		}
		f.tell("backed up to %s", opts.dir)
		return f.did(deed{Did: "backup", Path: opts.dir})
	})
}

func newRestore(f *factory, runF func(context.Context, *copyOptions) error) *cobra.Command {
	opts := &copyOptions{factory: f}
	if runF == nil {
		runF = restoreRun
	}
	return &cobra.Command{
		Use:     "restore BACKUP",
		Short:   "Make the store, which must not exist, from a backup",
		GroupID: groupUpkeep,
		Args:    wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.dir = args[0]
			return runF(cmd.Context(), opts)
		},
	}
}

func restoreRun(ctx context.Context, opts *copyOptions) error {
	f := opts.factory
	working := f.working("restore")
	err := lukasa.Restore(ctx, opts.dir, f.store)
	working()
	if err != nil {
		return err
	}
	f.tell("restored %s", f.store)
	return f.did(deed{Did: "restore", Store: f.store})
}
