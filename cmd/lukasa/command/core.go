package command

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type coreOptions struct {
	factory *factory
	args    []string
	edit    lukasa.BlockEdit
	purge   bool
}

func newCore(f *factory, _ func(context.Context, *coreOptions) error) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "core",
		Short: "Show and edit core memory: small blocks that are in every context",
		Long: `Show and edit core memory: small named blocks of text that are part of every answer's
context. Each has a limit in bytes; edits that do not fit are refused, and every version
stays in history. --version guards against edits that others made meanwhile.`,
		GroupID: groupWrite,
		Args:    noWords,
		RunE:    showHelp,
	}
	verb := func(use, short string, args cobra.PositionalArgs, run func(context.Context, *coreOptions) error) {
		opts := &coreOptions{factory: f}
		sub := &cobra.Command{Use: use, Short: short, Args: wants(args), RunE: func(cmd *cobra.Command, args []string) error {
			opts.args = args
			return run(cmd.Context(), opts)
		}}
		switch sub.Name() {
		case "append", "replace", "insert", "set":
			sub.Flags().IntVar(&opts.edit.Version, "version", 0, "the version that the edit was made for (default any)")
			sub.Flags().IntVar(&opts.edit.Limit, "limit", 0, "bytes that the block may have (default core.block_bytes)")
		case "remove":
			sub.Flags().BoolVar(&opts.purge, "purge", false, "remove history and bytes as well")
		}
		cmd.AddCommand(sub)
	}
	verb("list", "List the blocks", noWords, coreListRun)
	verb("show BLOCK", "Show a block", cobra.ExactArgs(1), coreShowRun)
	verb("set BLOCK TEXT", "Write a whole block", cobra.ExactArgs(2), coreEditRun)
	verb("append BLOCK TEXT", "Add a line at the end of a block", cobra.ExactArgs(2), coreAppendRun)
	verb("replace BLOCK OLD NEW", "Replace a part of a block that occurs once", cobra.ExactArgs(3), coreReplaceRun)
	verb("insert BLOCK LINE TEXT", "Insert a line before line LINE", cobra.ExactArgs(3), coreInsertRun)
	verb("history BLOCK", "Show the versions of a block, newest first", cobra.ExactArgs(1), coreHistoryRun)
	verb("remove BLOCK", "Take a block out of core memory", cobra.ExactArgs(1), coreRemoveRun)
	return cmd
}

func coreBlocks() view[lukasa.Block] {
	return view[lukasa.Block]{
		columns: []string{"block", "bytes", "limit", "version", "text"},
		row:     func(b lukasa.Block) []any { return []any{b.Name, len(b.Text), b.Limit, b.Version, b.Text} },
	}
}

func coreListRun(ctx context.Context, opts *coreOptions) error {
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		blocks, err := m.Blocks(ctx)
		if err != nil {
			return err
		}
		_, err = show(opts.factory, coreBlocks(), each(blocks))
		return err
	})
}

func coreShowRun(ctx context.Context, opts *coreOptions) error {
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		b, err := m.Block(ctx, opts.args[0])
		if err != nil {
			return err
		}
		return showOne(opts.factory, coreBlocks(), b)
	})
}

// coreEditRun writes the last argument into the block as the edit says.
func coreEditRun(ctx context.Context, opts *coreOptions) error {
	opts.edit.Block, opts.edit.Text = opts.args[0], opts.args[len(opts.args)-1]
	return opts.factory.with(ctx, true, func(m *lukasa.Memory) error {
		b, err := m.EditBlock(ctx, opts.edit)
		if err != nil {
			return err
		}
		return showOne(opts.factory, coreBlocks(), b)
	})
}

func coreAppendRun(ctx context.Context, opts *coreOptions) error {
	opts.edit.Append = true
	return coreEditRun(ctx, opts)
}

func coreReplaceRun(ctx context.Context, opts *coreOptions) error {
	if opts.edit.Old = opts.args[1]; opts.edit.Old == "" {
		return usagef("OLD: empty; \"core set\" writes a whole block")
	}
	return coreEditRun(ctx, opts)
}

func coreInsertRun(ctx context.Context, opts *coreOptions) error {
	line, err := strconv.Atoi(opts.args[1])
	if err != nil || line < 1 {
		return usagef("LINE: %q, want 1 or more", opts.args[1])
	}
	opts.edit.Line = line
	return coreEditRun(ctx, opts)
}

func coreHistoryRun(ctx context.Context, opts *coreOptions) error {
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		versions, err := m.BlockHistory(ctx, opts.args[0])
		if err != nil {
			return err
		}
		_, err = show(opts.factory, view[lukasa.BlockVersion]{
			columns: []string{"version", "written", "removed", "text"},
			row: func(v lukasa.BlockVersion) []any {
				return []any{v.Number, v.Written, v.Deleted, v.Block.Text}
			},
		}, each(versions))
		return err
	})
}

func coreRemoveRun(ctx context.Context, opts *coreOptions) error {
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		if err := m.RemoveBlock(ctx, opts.args[0], opts.purge); err != nil {
			return err
		}
		return f.did(deed{Did: "core remove", Block: opts.args[0], Purged: opts.purge})
	})
}
