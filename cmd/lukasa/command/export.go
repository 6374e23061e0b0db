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
	format  string
}

func newExport(f *factory, runF func(context.Context, *exportOptions) error) *cobra.Command {
	opts := &exportOptions{factory: f}
	if runF == nil {
		runF = exportRun
	}
	cmd := &cobra.Command{
		Use:   "export [FILE]",
		Short: "Write everything an agent has as JSON lines, or its graph for other tools",
		Long: `Write everything an agent has, as it stands now, as JSON lines: to a file, gzipped if its
name ends with .gz, or to the standard output. "lukasa import" reads it back. History and
usage counters stay behind; "lukasa backup" keeps them.

--format writes the graph for other tools: graphml, one document; neo4j, a new directory of
CSV files for "neo4j-admin database import full --multiline-fields=true"; parquet, a new
directory with a file for each kind of node and edge.`,
		Example: `  lukasa export memory.jsonl.gz
  lukasa export --format graphml | gephi -
  lukasa export --format parquet --all tables`,
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
	cmd.Flags().StringVar(&opts.format, "format", "jsonl", "jsonl, graphml, neo4j or parquet")
	return cmd
}

func exportRun(ctx context.Context, opts *exportOptions) error {
	f := opts.factory
	switch opts.format {
	case "jsonl", "graphml":
	case "neo4j", "parquet":
		if opts.file == "-" {
			return usagef("--format %s: name the directory to make", opts.format)
		}
		return f.with(ctx, false, func(m *lukasa.Memory) error { return opts.writeDir(ctx, m) })
	default:
		return usagef("--format: %q, want jsonl, graphml, neo4j or parquet", opts.format)
	}
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		if opts.file == "-" {
			_, err := opts.write(ctx, m, f.streams.Out)
			return err
		}
		if err := m.Outside("export", "file", opts.file); err != nil {
			return err
		}
		out := opts.leadsOut()
		lines, err := opts.writeFile(ctx, m)
		if err != nil {
			return err
		}
		if opts.format == "jsonl" {
			f.tell("%d lines to %s", lines, opts.file)
		}
		if out {
			return nil // nothing else may stand there
		}
		return f.did(deed{Did: "export", Path: opts.file, Lines: lines})
	})
}

func (o *exportOptions) write(ctx context.Context, m *lukasa.Memory, w io.Writer) (int, error) {
	switch {
	case o.format == "graphml":
		agents, err := o.agents(ctx, m)
		if err != nil {
			return 0, err
		}
		size, err := m.ExportGraphML(ctx, w, agents...)
		if err == nil {
			o.told(size)
		}
		return 0, err
	case o.all:
		return m.ExportAll(ctx, w)
	}
	return m.Export(ctx, w)
}

// writeDir writes the graph as files in a directory.
func (o *exportOptions) writeDir(ctx context.Context, m *lukasa.Memory) error {
	agents, err := o.agents(ctx, m)
	if err != nil {
		return err
	}
	write := m.ExportParquet
	if o.format == "neo4j" {
		write = m.ExportNeo4j
	}
	size, err := write(ctx, o.file, agents...)
	if err != nil {
		return err
	}
	o.told(size)
	return o.factory.did(deed{Did: "export", Path: o.file})
}

// agents names every agent if all are asked for; none means the one.
func (o *exportOptions) agents(ctx context.Context, m *lukasa.Memory) (names []string, err error) {
	if !o.all {
		return nil, nil
	}
	infos, err := m.Agents(ctx)
	for _, a := range infos {
		names = append(names, a.Name)
	}
	return names, err
}

func (o *exportOptions) told(size lukasa.GraphSize) {
	o.factory.tell("%d nodes and %d edges", size.Nodes, size.Edges)
}

// leadsOut tells whether the file is the standard output by another name.
func (o *exportOptions) leadsOut() bool {
	info, err := os.Stat(o.file)
	return err == nil && o.isOut(info)
}

// writeFile writes the file. What is no plain file, such as a pipe or a device, is written
// into: a file must not take its place.
func (o *exportOptions) writeFile(ctx context.Context, m *lukasa.Memory) (lines int, err error) {
	info, err := os.Stat(o.file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return o.replace(ctx, m, o.file)
	case err != nil:
		return 0, err
	case info.IsDir():
		return 0, usagef("%s is a folder, want a file", o.file)
	case o.isOut(info):
		return o.write(ctx, m, o.factory.streams.Out)
	case !info.Mode().IsRegular():
		return o.writeInto(ctx, m)
	}
	path, err := filepath.EvalSymlinks(o.file) // a link goes on leading to the file
	if err != nil {
		return 0, err
	}
	return o.replace(ctx, m, path)
}

// isOut tells whether a file is the standard output, as /dev/stdout is.
func (o *exportOptions) isOut(info os.FileInfo) bool {
	file, ok := o.factory.streams.Out.(*os.File)
	if !ok {
		return false
	}
	out, err := file.Stat()
	return err == nil && os.SameFile(info, out)
}

func (o *exportOptions) writeInto(ctx context.Context, m *lukasa.Memory) (lines int, err error) {
	file, err := os.OpenFile(o.file, os.O_WRONLY, 0)
	if err != nil {
		return 0, err
	}
	lines, err = o.writePacked(ctx, m, file)
	return lines, errors.Join(err, file.Close())
}

// replace writes beside the file and takes its place at the end, so that a
// failure leaves what was there.
func (o *exportOptions) replace(ctx context.Context, m *lukasa.Memory, path string) (lines int, err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".lukasa-export-")
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	lines, err = o.writePacked(ctx, m, file)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return 0, err
	}
	return lines, os.Rename(file.Name(), path)
}

// writePacked writes gzipped if the name asks for it.
func (o *exportOptions) writePacked(ctx context.Context, m *lukasa.Memory, w io.Writer) (lines int, err error) {
	if !strings.HasSuffix(o.file, ".gz") {
		return o.write(ctx, m, w)
	}
	packed := gzip.NewWriter(w)
	lines, err = o.write(ctx, m, packed)
	return lines, errors.Join(err, packed.Close())
}
