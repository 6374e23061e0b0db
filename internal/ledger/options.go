package ledger

import (
	"log/slog"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// Options tune a ledger. The zero value is ready to use.
type Options struct {
	// FS is the file system to work on; the operating system's by default.
	FS vfs.FS
	// Logger hears of compactions gone wrong and the like; silent by default.
	Logger *slog.Logger
	// CacheSize is the memory for decoded blocks, in bytes, while two memtables
	// are alive: more while there are fewer, and less while there are more.
	// Default 256 MiB, of which a small store uses little.
	CacheSize int64
	// MemTableSize is how much is gathered in memory before a sorted table is
	// written, in bytes; default 64 MiB. While loading, up to four of them may
	// be alive, and as much log is read back when opening after a crash.
	MemTableSize uint64
	// Clock stamps versions; [time.Now] by default. Stamps never go backwards,
	// even if the clock does.
	Clock func() time.Time
	// ReadOnly opens an existing ledger without writing a byte.
	ReadOnly bool
	// UsageInterval is how long usage counters may wait in memory before they
	// are written; default 5 s. Negative: only FlushUsage and Close write them.
	UsageInterval time.Duration
	// MergeDelay is how long after opening tables are left unmerged, so that a
	// process that is here for a moment does not wait for that at its end;
	// default 3 s. What fills a memtable, a Reclaim, and many tables do not wait.
	// Negative: nothing does.
	MergeDelay time.Duration
	// Uncompressed stores blocks as they are: for tests that look for bytes.
	Uncompressed bool
}

// Defaults of [Options].
const (
	DefaultCacheSize     = 256 << 20
	DefaultMemTableSize  = 64 << 20
	DefaultUsageInterval = 5 * time.Second
	DefaultMergeDelay    = 3 * time.Second
)

func (o Options) withDefaults() Options {
	if o.FS == nil {
		o.FS = vfs.Default
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.CacheSize == 0 {
		o.CacheSize = DefaultCacheSize
	}
	if o.MemTableSize == 0 {
		o.MemTableSize = DefaultMemTableSize
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.UsageInterval == 0 {
		o.UsageInterval = DefaultUsageInterval
	}
	if o.MergeDelay == 0 {
		o.MergeDelay = DefaultMergeDelay
	}
	return o
}
