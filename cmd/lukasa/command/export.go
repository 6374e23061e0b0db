package command

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type exportOptions struct {
	factory *factory
	file    string // "-" is the standard output
	all     bool
}

func newExport(f *factory, runF func(context.Context, *exportOptions) error) *cobra.Command {
	opts := &exportOptions{factory: f}
	if runF == nil {
		runF = exportRun
	}
	cmd := &cobra.Command{
		Use:   "export [FILE]",
		Short: "Write everything an agent has as JSON lines",
		Long: `Write everything an agent has, as it stands now, as JSON lines: to a file, gzipped if its
name ends with .gz, or to the standard output. "lukasa import" reads it back. History and
usage counters stay behind; "lukasa backup" keeps them.`,
		GroupID: groupUpkeep,
		Args:    wants(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.file = "-"
			if len(args) == 1 {
				opts.file = args[0]
			}
			return runF(cmd.Context(), opts)
		},
	}
	cmd.Flags().BoolVar(&opts.all, "all", false, "every agent of the store, not one")
	return cmd
}

func exportRun(ctx context.Context, opts *exportOptions) error {
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		if opts.file == "-" {
			_, err := opts.write(ctx, m, f.streams.Out)
			return err
		}
		lines, err := opts.writeFile(ctx, m)
		if err == nil {
			f.tell("%d lines to %s", lines, opts.file)
		}
		return err
	})
}

func (o *exportOptions) write(ctx context.Context, m *lukasa.Memory, w io.Writer) (int, error) {
	if o.all {
		return m.ExportAll(ctx, w)
	}
	return m.Export(ctx, w)
}

// writeFile writes beside the file and takes its place at the end, so that a
// failure leaves what was there.
func (o *exportOptions) writeFile(ctx context.Context, m *lukasa.Memory) (lines int, err error) {
	file, err := os.CreateTemp(filepath.Dir(o.file), ".lukasa-export-")
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	var w io.WriteCloser = file
	if strings.HasSuffix(o.file, ".gz") {
		w = gzip.NewWriter(file)
	}
	lines, err = o.write(ctx, m, w)
	if w != file {
		err = errors.Join(err, w.Close())
	}
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return 0, err
	}
	return lines, os.Rename(file.Name(), o.file)
}
