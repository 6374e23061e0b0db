package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

const workspaceHelp = `A workspace is a folder of Markdown files that people read and edit: daily logs in memory/,
memory.md, and pages in bank/. The files are the memory; .memory beside them is an index that
can be deleted. The folder is --workspace, else $LUKASA_WORKSPACE, else the current directory;
--store, which would name another index, is refused.
Further pages are those that --pages names for one command, and those that .lukasapages in the
folder names for all, by patterns, one a line: workspace init --pages 'notes/**/*.md' adds them.`

// folderOptions say which workspace it is.
type folderOptions struct {
	factory *factory
	dir     string
	pages   []string
	wait    time.Duration
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

// refuses makes the verbs below cmd refuse flags of the whole command that say nothing to them,
// each for its reason: who gives one expects another memory than they would get. An environment
// variable is for all commands, and refused by none.
func (o *folderOptions) refuses(cmd *cobra.Command, flags ...ignoredFlag) {
	cmd.PersistentPreRunE = func(verb *cobra.Command, _ []string) error {
		for _, flag := range flags {
			if verb.Flags().Changed(flag.name) {
				return usagef("--%s: %s", flag.name, flag.reason)
			}
		}
		return o.factory.answerable(verb) // as the hook of the root would, which this one hides
	}
}

// ignoredFlag is a flag that a verb would ignore, and why.
type ignoredFlag struct{ name, reason string }

// ofFolder is why --store is refused for a workspace.
var ofFolder = ignoredFlag{"store", "a workspace has its store in its folder, .memory/store; --workspace names the folder"}

// waits makes a verb one that waits for the store, and gives it the flag that says how long.
func (o *folderOptions) waits(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().DurationVar(&o.wait, "wait", defaultWait, "how long to wait for another process that has the store open; 0: not at all")
	return cmd
}

// with opens the workspace, which must be there, runs work on it and closes it. It waits for a
// store that another process has open as long as --wait says.
func (o *folderOptions) with(ctx context.Context, work func(*lukasa.Workspace) error) (err error) {
	if err := o.checkThere(); err != nil {
		return err
	}
	return o.withIn(ctx, o.wait, work)
}

func (o *folderOptions) withIn(ctx context.Context, wait time.Duration, work func(*lukasa.Workspace) error) (err error) {
	if err := o.check(); err != nil {
		return err
	}
	w, err := lukasa.OpenWorkspace(ctx, o.dir, o.options(wait)...)
	if err != nil {
		return o.explained(err)
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	return work(w)
}

func (o *folderOptions) options(wait time.Duration) []lukasa.Option {
	return []lukasa.Option{lukasa.WithAgent(o.factory.agent), lukasa.WithPages(o.pages...), lukasa.WithWait(wait, o.factory.tellHolder())}
}

// explained tells what a person can do about an error of opening a workspace.
func (o *folderOptions) explained(err error) error {
	switch {
	case errors.Is(err, lukasa.ErrCorrupt):
		return fmt.Errorf("%w; it is no more than the index of the files: delete %s, and the next command makes it anew",
			err, filepath.Join(o.dir, ".memory", "store"))
	case errors.Is(err, lukasa.ErrLocked):
		return fmt.Errorf("%w; --wait waits longer for it than %v", err, o.wait)
	}
	return err
}

// sync brings the index in step, and tells of pages that left it though they are there.
func (o *folderOptions) sync(ctx context.Context, w *lukasa.Workspace) (lukasa.Synced, error) {
	done, err := w.Sync(ctx)
	if err == nil {
		o.tellSynced(done)
	}
	return done, err
}

// tellSynced tells what a person should know of a sync.
func (o *folderOptions) tellSynced(done lukasa.Synced) {
	o.tellUnnamed(done)
	o.tellEmpty(done.Files)
}

// tellEmpty tells what to do about a folder without pages: it may be another one that was meant.
func (o *folderOptions) tellEmpty(pages int) {
	if pages == 0 {
		o.factory.tell("no pages in %s; workspace init makes them, and --pages names others", o.dir)
	}
}

func (o *folderOptions) tellUnnamed(done lukasa.Synced) {
	if done.Unnamed > 0 {
		o.factory.tell("%s left the index, which neither --pages nor .lukasapages names now; workspace init --pages names pages for every command",
			count(done.Unnamed, "page"))
	}
}

func (o *folderOptions) check() error {
	switch {
	case o.factory.agent == "":
		return usagef("--agent: empty")
	case o.dir == "":
		return usagef("--workspace: empty")
	case o.wait < 0:
		return usagef("--wait: %v, want 0 or more", o.wait)
	}
	if err := o.checkPages(); err != nil {
		return err
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

// checkThere refuses a folder that is no workspace, as opening it would make it one: whoever
// reads in a wrong folder is told so, and leaves nothing behind. Who names pages means it.
func (o *folderOptions) checkThere() error {
	if err := o.check(); err != nil || len(o.pages) > 0 {
		return err
	}
	there, err := lukasa.IsWorkspace(o.dir)
	if err == nil && !there {
		err = fmt.Errorf("%w workspace at %s: it has no memory.md, memory/, bank/, .memory/ or .lukasapages; lukasa workspace init makes one, and --pages names other pages",
			errNo, o.dir)
	}
	return err
}

func (o *folderOptions) checkPages() error {
	for _, p := range o.pages {
		if err := lukasa.CheckPages(p); err != nil {
			return usagef("--pages: %q, %v", p, err)
		}
	}
	return nil
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
	opts.refuses(cmd, ofFolder, ignoredFlag{"agent", "pages are no agent's; the verbs that read and write them name one"})
	cmd.AddCommand(&cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Make the pages of a workspace that are not there",
		Long: `Make the pages of a workspace that are not there; what is there stays as it is. Patterns of
--pages are added to .lukasapages, which names further pages for every command.`,
		Example: `  lukasa workspace init ~/notes --pages 'journal/**/*.md' --pages SOUL.md`,
		Args:    wants(cobra.MaximumNArgs(1)),
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
	if err := opts.checkPages(); err != nil {
		return err
	}
	if err := os.MkdirAll(opts.dir, 0o755); err != nil {
		return err
	}
	pages, err := lukasa.InitWorkspace(opts.dir, opts.pages...)
	if err != nil {
		return err
	}
	return showOne(opts.factory, view[made]{
		columns: []string{"workspace", "made"},
		row:     func(m made) []any { return []any{m.Workspace, turned(m.Made, func(s string) any { return s })} },
	}, made{opts.dir, append([]string{}, pages...)})
}
