package workspace

import (
	"log/slog"
	"sync"
	"time"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/workspace/folder"
)

// Memory is the store that a workspace is indexed in, as its agent sees it.
type Memory struct {
	Agent  string
	Writer *experience.Writer
	Reader *query.Reader
	// Now is the store's clock.
	Now func() time.Time
}

// Options of a workspace. The zero value is usable.
type Options struct {
	// Include are patterns of further pages to read, such as "notes/**/*.md" or
	// "SOUL.md"; see [folder.Folder.List].
	Include []string
	// Folder bounds what is read of a file, and lets tests stop a write.
	Folder folder.Options
	// Logger receives what happens while watching. Default: silent.
	Logger *slog.Logger
}

// Workspace is an open folder with its store. It is safe for concurrent use;
// syncing and reflecting happen one at a time.
type Workspace struct {
	folder   *folder.Folder
	memory   Memory
	patterns []string
	log      *slog.Logger

	mu    sync.Mutex // guards index, and is held while syncing
	index *index     // nil until the first sync
}

// Open opens the folder dir, which must exist, over a store that the caller
// opened and will close.
func Open(dir string, m Memory, o Options) (*Workspace, error) {
	f, err := folder.Open(dir, o.Folder)
	if err != nil {
		return nil, err
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Workspace{folder: f, memory: m, log: o.Logger, patterns: append(standing[:len(standing):len(standing)], o.Include...)}, nil
}

// Close lets go of the folder.
func (w *Workspace) Close() error { return w.folder.Close() }
