package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

const workspaceHelp = `A workspace is a folder of Markdown files that people read and edit: daily logs in memory/,
memory.md, and pages in bank/. The files are the memory; .memory beside them is an index that
can be deleted. The folder is --workspace, else $LUKASA_WORKSPACE, else the current directory.`

// folderOptions say which workspace it is.
type folderOptions struct {
	factory *factory
	dir     string
	pages   []string
}

func (o *folderOptions) addFlags(cmd *cobra.Command) {
	dir := o.factory.streams.Getenv("LUKASA_WORKSPACE")
	if dir == "" {
		dir = "."
	}
	flags := cmd.PersistentFlags()
	flags.StringVar(&o.dir, "workspace", dir, "folder of the workspace (LUKASA_WORKSPACE)")
	flags.StringArrayVar(&o.pages, "pages", nil, "a pattern of further pages to read, such as 'notes/**/*.md'; may be repeated")
}

// with opens the workspace, runs work on it and closes it.
func (o *folderOptions) with(ctx context.Context, work func(*lukasa.Workspace) error) (err error) {
	if err := o.check(); err != nil {
		return err
	}
	w, err := lukasa.OpenWorkspace(ctx, o.dir, lukasa.WithAgent(o.factory.agent), lukasa.WithPages(o.pages...))
	if errors.Is(err, lukasa.ErrCorrupt) {
		return fmt.Errorf("%w; it is no more than the index of the files: delete %s, and the next command makes it anew",
			err, filepath.Join(o.dir, ".memory", "store"))
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	return work(w)
}

func (o *folderOptions) check() error {
	switch {
	case o.factory.agent == "":
		return usagef("--agent: empty")
	case o.dir == "":
		return usagef("--workspace: empty")
	}
	for _, p := range o.pages {
		if _, err := path.Match(p, ""); err != nil || !fs.ValidPath(p) {
			return usagef("--pages: %q, want a pattern of paths in the folder such as notes/**/*.md", p)
		}
	}
	info, err := os.Stat(o.dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%w folder at %s; workspace init makes one", errNo, o.dir)
	case err == nil && !info.IsDir():
		return usagef("--workspace: %s is no folder", o.dir)
	}
	return err
}

func newWorkspace(f *factory) *cobra.Command {
	opts := &folderOptions{factory: f}
	cmd := &cobra.Command{
		Use:     "workspace",
		Short:   "Make a folder of Markdown files a memory",
		Long:    workspaceHelp,
		GroupID: groupWrite,
		Args:    noWords,
		RunE:    showHelp,
	}
	opts.addFlags(cmd)
	cmd.AddCommand(&cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Make the pages of a workspace that are not there",
		Args:  wants(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				opts.dir = args[0]
			}
			return workspaceInit(opts)
		},
	})
	return cmd
}

// made tells which pages a folder got.
type made struct {
	Workspace string   `json:"workspace"`
	Made      []string `json:"made"`
}

func workspaceInit(opts *folderOptions) error {
	if opts.dir == "" {
		return usagef("--workspace: empty")
	}
	if err := os.MkdirAll(opts.dir, 0o755); err != nil {
		return err
	}
	pages, err := lukasa.InitWorkspace(opts.dir)
	if err != nil {
		return err
	}
	return showOne(opts.factory, view[made]{
		columns: []string{"workspace", "made"},
		row:     func(m made) []any { return []any{m.Workspace, turned(m.Made, func(s string) any { return s })} },
	}, made{opts.dir, append([]string{}, pages...)})
}
