package command

import (
	"context"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

type manOptions struct {
	factory *factory
	root    *cobra.Command
	dir     string
}

func newMan(f *factory, runF func(context.Context, *manOptions) error) *cobra.Command {
	opts := &manOptions{factory: f}
	if runF == nil {
		runF = manRun
	}
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the man pages into a directory",
		Args:  wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.root, opts.dir = cmd.Root(), args[0]
			return runF(cmd.Context(), opts)
		},
	}
}

func manRun(_ context.Context, opts *manOptions) error {
	if err := os.MkdirAll(opts.dir, 0o755); err != nil {
		return err
	}
	opts.root.DisableAutoGenTag = true
	// A fixed date, so that the same version writes the same pages.
	date := time.Date(2025, time.November, 1, 0, 0, 0, 0, time.UTC)
	header := &doc.GenManHeader{Title: "LUKASA", Section: "1", Source: "Lukasa", Manual: "Lukasa manual", Date: &date}
	return doc.GenManTree(opts.root, header, opts.dir)
}
