package command

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

func newFork(f *factory, runF func(context.Context, *copyOptions) error) *cobra.Command {
	opts := &copyOptions{factory: f}
	if runF == nil {
		runF = forkRun
	}
	return &cobra.Command{
		Use:   "fork DIR",
		Short: "Make a store of its own in a new directory, as of now",
		Long: `Make a store of its own in a new directory, as of now: for a sub-agent, or to try what would
come of something. Nothing that is done in one shows in the other; "lukasa diff" tells how they
differ, "lukasa merge" brings back what is worth it. What is purged later is still in the fork.`,
		Example: `  lukasa fork try.mem
  lukasa --store try.mem forget --session s1
  lukasa diff try.mem`,
		GroupID: groupUpkeep,
		Args:    wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.dir = args[0]
			return runF(cmd.Context(), opts)
		},
	}
}

func forkRun(ctx context.Context, opts *copyOptions) error {
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		if err := m.Fork(ctx, opts.dir); err != nil {
			return err
		}
		f.tell("forked to %s", opts.dir)
		return f.did(deed{Did: "fork", Store: opts.dir})
	})
}

// twoOptions are those of verbs that look at another store.
type twoOptions struct {
	factory *factory
	other   string
	all     bool
}

// with opens both stores and closes them.
func (o *twoOptions) with(ctx context.Context, work func(m, other *lukasa.Memory) error) error {
	f := o.factory
	if noStore(o.other) {
		return fmt.Errorf("%w store at %s", errNo, o.other)
	}
	if sameFile(f.store, o.other) {
		return usagef("%s is the store itself, want another one", o.other)
	}
	return f.with(ctx, false, func(m *lukasa.Memory) (err error) {
		other, err := lukasa.Open(ctx, o.other, lukasa.WithAgent(f.agent))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, other.Close()) }()
		return work(m, other)
	})
}

// sameFile tells whether two paths lead to one directory.
func sameFile(a, b string) bool {
	one, errA := os.Stat(a)
	other, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(one, other)
}

func newDiff(f *factory, runF func(context.Context, *twoOptions) error) *cobra.Command {
	opts := &twoOptions{factory: f}
	if runF == nil {
		runF = diffRun
	}
	cmd := &cobra.Command{
		Use:   "diff OTHER",
		Short: "Show what another store holds otherwise, and who changed it",
		Long: `Show what the agent holds otherwise in another store, such as a fork, and who changed it since
the two parted: "ours" is this store, "theirs" the other one.`,
		GroupID: groupUpkeep,
		Args:    wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.other = args[0]
			return runF(cmd.Context(), opts)
		},
	}
	cmd.Flags().BoolVar(&opts.all, "all", false, "of every agent in both stores")
	return cmd
}

func diffRun(ctx context.Context, opts *twoOptions) error {
	return opts.with(ctx, func(m, other *lukasa.Memory) error {
		var found iter.Seq2[lukasa.Difference, error]
		if opts.all {
			found = m.DiffAll(ctx, other)
		} else {
			found = m.Diff(ctx, other)
		}
		n, err := show(opts.factory, differences(), found)
		if err == nil && n == 0 {
			opts.factory.tell("nothing differs")
		}
		return err
	})
}

func differences() view[lukasa.Difference] {
	return view[lukasa.Difference]{
		columns: []string{"type", "name", "agent", "changed by", "here", "there"},
		row: func(d lukasa.Difference) []any {
			return []any{string(d.Type), d.Name, d.Agent, string(d.Changed), inBrief(d.Ours), inBrief(d.Theirs)}
		},
	}
}

// inBrief tells what an object says in a few words.
func inBrief(obj any) string {
	switch o := obj.(type) {
	case *lukasa.Experience:
		return story(*o)
	case *lukasa.Entity:
		return o.Name
	case *lukasa.Block:
		return o.Text
	case *lukasa.Setting:
		return string(o.Value)
	case nil:
		return ""
	}
	return "there"
}

type mergeOptions struct {
	twoOptions
	prefer string
	dryRun bool
	yes    bool
}

func newMerge(f *factory, runF func(context.Context, *mergeOptions) error) *cobra.Command {
	opts := &mergeOptions{twoOptions: twoOptions{factory: f}}
	if runF == nil {
		runF = mergeRun
	}
	cmd := &cobra.Command{
		Use:   "merge FROM",
		Short: "Bring in what only another store changed, such as a fork",
		Long: `Bring in what only another store changed since the two parted: what is new there, what is
changed, and what was forgotten. What both changed is left as it is here and told, and the exit
status is then 3, unless --prefer theirs takes it over. What was purged here does not come back.
Merging twice changes nothing more.`,
		Example: `  lukasa merge try.mem --dry-run
  lukasa merge try.mem --prefer theirs --yes`,
		GroupID: groupUpkeep,
		Args:    wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.other = args[0]
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&opts.all, "all", false, "of every agent in both stores")
	flags.StringVar(&opts.prefer, "prefer", "", "theirs: take over what both changed")
	flags.BoolVar(&opts.dryRun, "dry-run", false, "show what would be done, and change nothing")
	flags.BoolVar(&opts.yes, "yes", false, "do not ask where records would be forgotten")
	return cmd
}

func mergeRun(ctx context.Context, opts *mergeOptions) error {
	if opts.prefer != "" && opts.prefer != string(lukasa.PreferTheirs) {
		return usagef("--prefer: %q, want theirs", opts.prefer)
	}
	f := opts.factory
	return opts.with(ctx, func(m, from *lukasa.Memory) error {
		if err := opts.ask(ctx, m, from); err != nil {
			return err
		}
		done, err := opts.merge(ctx, m, from, opts.dryRun)
		if err != nil {
			return err
		}
		if err := showJoined(f, done); err != nil {
			return err
		}
		if len(done.Conflicts) > 0 {
			return fmt.Errorf("%w, left as they are here: %d conflicts", errNo, len(done.Conflicts))
		}
		return nil
	})
}

func (o *mergeOptions) merge(ctx context.Context, m, from *lukasa.Memory, dry bool) (lukasa.Joined, error) {
	how := lukasa.Joining{Prefer: lukasa.Preference(o.prefer), DryRun: dry}
	if o.all {
		return m.MergeAll(ctx, from, how)
	}
	return m.Merge(ctx, from, how)
}

// ask shows how many records would be forgotten, and waits for a yes.
func (o *mergeOptions) ask(ctx context.Context, m, from *lukasa.Memory) error {
	if o.yes || o.dryRun {
		return nil
	}
	would, err := o.merge(ctx, m, from, true)
	if err != nil || len(would.Forgotten) == 0 {
		return err
	}
	f, n := o.factory, len(would.Forgotten)
	if !f.attended() {
		return usagef("%d records would be forgotten: say --yes, or --dry-run", n)
	}
	if !f.confirm("forget %d records?", n) {
		return fmt.Errorf("%w, nothing was changed", errNo)
	}
	return nil
}

// showJoined writes what a merge did, and to people each conflict.
func showJoined(f *factory, done lukasa.Joined) error {
	err := showOne(f, view[lukasa.Joined]{
		columns: []string{"new", "known", "changed", "forgotten", "objects", "conflicts", "dry run"},
		row: func(d lukasa.Joined) []any {
			return []any{d.New, d.Known, d.Changed, len(d.Forgotten), d.Objects, len(d.Conflicts), d.DryRun}
		},
	}, done)
	for _, c := range done.Conflicts {
		f.tell("%s %s: %s", c.Type, c.Name, c.Reason)
	}
	return err
}
