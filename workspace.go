package lukasa

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// Workspace is a folder of Markdown files that is the memory of an agent: people
// read and edit the files, and the store in their .memory is no more than their
// index. See docs/workspace.md for the format. It is safe for concurrent use.
type Workspace struct {
	*workspace.Workspace
	memory *Memory
}

// WithPages makes a workspace read further Markdown files, by patterns such as
// "notes/**/*.md" or "SOUL.md", beside those that its .lukasapages names. A page that neither
// names any more leaves the store, and is read anew when it is named again: patterns that are
// to hold for everybody belong there; see [InitWorkspace]. [Open] takes no notice of it.
func WithPages(patterns ...string) Option {
	return func(c *config) { c.include = append(c.include, patterns...) }
}

// CheckPages tells why no page can match a pattern of [WithPages].
func CheckPages(pattern string) error { return folder.CheckPattern(pattern) }

// InitWorkspace makes in dir, which must exist, the pages of a workspace that are
// not there, and returns their paths. What is there stays as it is.
// Patterns of further pages, such as "notes/**/*.md", are added to the folder's own list of
// them, .lukasapages, which holds for whoever opens the workspace.
func InitWorkspace(dir string, pages ...string) (made []string, err error) {
	if dir == "" {
		return nil, noFolder()
	}
	return workspace.Init(dir, pages...)
}

// IsWorkspace tells whether dir has anything of a workspace: memory.md, memory/, bank/,
// .memory/ or .lukasapages. [OpenWorkspace] makes a workspace of any folder; who only wants
// to read asks first. A folder that is not there is none; the error is of looking.
func IsWorkspace(dir string) (bool, error) { return workspace.Is(dir) }

// OpenWorkspace opens the folder dir, which must exist, with its store. The
// options are those of [Open]. The store is open once at a time: see [ErrLocked]
// and [AppendToWorkspace].
func OpenWorkspace(ctx context.Context, dir string, opts ...Option) (*Workspace, error) {
	if dir == "" {
		return nil, noFolder()
	}
	c := configOf(opts)
	keep, err := folder.Open(dir, folder.Options{})
	if err != nil {
		return nil, err
	}
	if err = keep.MakeDirs(folder.Private); err == nil {
		err = keep.Ignore()
	}
	if err := errors.Join(err, keep.Close()); err != nil {
		return nil, err
	}
	m, err := Open(ctx, filepath.Join(dir, filepath.FromSlash(workspace.StoreDir)), opts...)
	if err != nil {
		return nil, err
	}
	w, err := workspace.Open(dir,
		workspace.Memory{Agent: m.agent, Writer: m.writer, Reader: m.reader, Now: m.store.Now},
		workspace.Options{Include: c.include, Logger: m.store.Logger()})
	if err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return &Workspace{Workspace: w, memory: m}, nil
}

func configOf(opts []Option) (c config) {
	for _, o := range opts {
		o(&c)
	}
	return c
}

// WatchWorkspace keeps the store of the workspace in dir in step with the files until ctx ends,
// and returns nil then. Unlike [Workspace.Watch] it has the store open only while there is
// something to do, and waits for others who have it, so that they and it live side by side;
// while nothing changes it does nothing. A program that answers from the store all the time
// opens the workspace and watches that. It returns an error when the folder is gone; others
// are told to o.Synced, after which it goes on. opts are those of [OpenWorkspace], of which
// [WithWait] waits for ever unless it is given.
func WatchWorkspace(ctx context.Context, dir string, o WatchOptions, opts ...Option) error {
	if dir == "" {
		return noFolder()
	}
	c := configOf(opts)
	opts = slices.Concat([]Option{WithWait(-1, nil)}, opts)
	return workspace.Follow(ctx, dir, workspace.Options{Include: c.include, Logger: c.store.Logger}, o,
		func(ctx context.Context) (workspace.Syncer, error) { return OpenWorkspace(ctx, dir, opts...) })
}

// Close lets go of the folder and closes the store.
func (w *Workspace) Close() error { return errors.Join(w.Workspace.Close(), w.memory.Close()) }

// Memory returns the store of the workspace, for reading. What is written to it
// is in no file.
func (w *Workspace) Memory() *Memory { return w.memory }

// WorkspaceStatus tells how a workspace stands, and by what it is searched.
type WorkspaceStatus struct {
	workspace.Status
	Embedder string `json:"embedder,omitempty"`
	// Searching is the best way of searching that is on: words, exact (vectors)
	// or hnsw. Each works without the next (003-25).
	Searching string `json:"searching"`
}

// Status looks at the files and the store, and changes nothing.
func (w *Workspace) Status(ctx context.Context) (WorkspaceStatus, error) {
	status, err := w.Workspace.Status(ctx)
	if err != nil {
		return WorkspaceStatus{}, err
	}
	stats, err := w.memory.Stats(ctx)
	if err != nil {
		return WorkspaceStatus{}, err
	}
	return WorkspaceStatus{status, stats.Embedder, stats.Searching}, nil
}

// AppendToWorkspace adds notes to the daily logs of the workspace in dir without
// opening its store, which another process may have open: that one sees them.
func AppendToWorkspace(dir string, now time.Time, notes ...Note) ([]NotePlace, error) {
	if dir == "" {
		return nil, noFolder()
	}
	return workspace.Append(dir, now, notes...)
}

// ErrNote says that a [Note] cannot be a bullet, or that no page can match a pattern of
// [WithPages] or [InitWorkspace].
var ErrNote = workspace.ErrInvalid

// ErrStoreGone says that a store was removed, or replaced by another one, while it was open.
var ErrStoreGone = schema.ErrGone

// What a workspace takes and gives. See packages workspace and markdown.
type (
	// Note is one thing to be retained: a bullet of a daily log.
	Note = workspace.Note
	// NotePlace tells where a note stands.
	NotePlace = workspace.Noted
	// NoteKind says what a block is, in the words of the format.
	NoteKind = markdown.Kind
	// Synced tells what a sync found and changed.
	Synced = workspace.Synced
	// WatchOptions says how files are watched.
	WatchOptions = workspace.WatchOptions
	// WorkspaceQuery is a question to a workspace.
	WorkspaceQuery = workspace.Query
	// WorkspaceAnswer is what a workspace has to say to a question: what was told, apart
	// from what was inferred.
	WorkspaceAnswer = workspace.Answer
	// WorkspaceResult is one thing that the files tell.
	WorkspaceResult = workspace.Result
	// WorkspaceProblem is a malformed line of a page, or a page that may not be read and
	// has no line.
	WorkspaceProblem = workspace.Problem
	// PageReflection says what to reflect on.
	PageReflection = workspace.Reflection
	// PagesReflected tells what a reflection wrote, or on a dry run would write.
	PagesReflected = workspace.Reflected
	// PageChange is a change of one page.
	PageChange = workspace.PageChange
	// WorkspaceEntity is what a workspace has on an entity.
	WorkspaceEntity = workspace.EntityView
	// RefusedPage tells which path was refused, and why.
	RefusedPage = folder.RefusedError
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
