package ledger

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/sstable/block"
)

// engineFormat is the format of the Pebble files. Raising it makes stores that
// an older Pebble cannot open.
const engineFormat = pebble.FormatTableFormatV6

// manifestLimit rotates the manifest often, so that it stays short to replay.
const manifestLimit = 4 << 20

// engineOptions tunes Pebble for a million small records on two cores: filters,
// so that looking for what is not there costs nothing; Zstandard on every level,
// since tables of records arrive in the order of their ids and move down as they
// are; blocks of a few records, since each record that a question reads lies in
// another; tables small enough that reclaiming one record rewrites little.
func (l *Ledger) engineOptions(merging *merging) *pebble.Options {
	o := &pebble.Options{
		FS:                          l.fs,
		Logger:                      engineLog{l},
		Cache:                       pebble.NewCache(l.cacheLimit()),
		MemTableSize:                l.opts.MemTableSize,
		MemTableStopWritesThreshold: 4,
		L0CompactionThreshold:       4,
		L0StopWritesThreshold:       24,
		LBaseMaxBytes:               64 << 20,
		MaxManifestFileSize:         manifestLimit,
		FormatMajorVersion:          engineFormat,
		ReadOnly:                    l.opts.ReadOnly,
		Cleaner:                     cleaner{},
		EventListener: &pebble.EventListener{
			BackgroundError: l.backgroundError,
			FlushBegin:      merging.flushing,
			DataCorruption: func(i pebble.DataCorruptionInfo) {
				l.opts.Logger.Error("ledger: corrupt table", "path", i.Path, "err", i.Details)
			},
		},
	}
	o.CompactionConcurrencyRange = func() (int, int) { return 1, 1 }
	o.Experimental.CompactionScheduler = merging
	for i := range o.Levels {
		o.Levels[i].BlockSize = 8 << 10
		o.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
	}
	o.TargetFileSizes[0] = 8 << 20
	for i := 1; i < len(o.TargetFileSizes); i++ {
		o.TargetFileSizes[i] = 16 << 20
	}
	profile := block.BalancedCompression
	if l.opts.Uncompressed {
		profile = block.NoCompression
	}
	o.ApplyCompressionSettings(func() pebble.DBCompressionSettings { return pebble.UniformDBCompressionSettings(profile) })
	return o
}

// cacheLimit is what Pebble's cache may hold, in bytes. Pebble counts every
// memtable that is alive against it, so that a limit of CacheSize alone would
// leave no room for blocks once a memtable has grown: one is being filled, and
// another written out.
func (l *Ledger) cacheLimit() int64 {
	return l.opts.CacheSize + 2*int64(l.opts.MemTableSize) //nolint:gosec // a size of memory
}

// checkRoot refuses a directory with tables or logs, but without the marker that
// names the manifest. Pebble would take it for a new one, and delete what it
// holds; it makes the marker before any of them.
func (l *Ledger) checkRoot() error {
	names, err := l.fs.List(l.dir)
	if err != nil {
		return err
	}
	used := ""
	for _, name := range names {
		switch {
		case strings.HasPrefix(name, "marker.manifest."):
			return nil
		case strings.HasSuffix(name, ".sst"), strings.HasSuffix(name, ".log"):
			used = name
		}
	}
	if used != "" {
		return fmt.Errorf("%w: %s, but no marker of the manifest", ErrCorrupt, used)
	}
	return nil
}

// cleaner deletes files that are no longer needed. It also claims to need their
// contents, as an archiver does, because then Pebble does not keep old logs to
// write new ones over them: bytes of purged objects would stay in those (L8).
type cleaner struct {
	pebble.DeleteCleaner
	claim
}

// claim lies deeper than DeleteCleaner, so that nothing of it but the claim
// shows.
type claim struct{ pebble.ArchiveCleaner }

// backgroundError hears of flushes, compactions and statistics that failed. Pebble would
// try again for ever; the ledger rather says so and stops. What reads alone is not stopped
// by the fence: it is held up here, where it may hold a lock of the engine's.
func (l *Ledger) backgroundError(err error) {
	if errors.Is(err, pebble.ErrCancelledCompaction) || errors.Is(err, pebble.ErrClosed) {
		return
	}
	if l.failed.Load() != nil {
		time.Sleep(retryPause)
	}
	l.poison(fmt.Errorf("background: %w", err))
}

// retryPause is the time between two tries of what goes on failing.
const retryPause = time.Second

// engineLog passes Pebble's words on, and keeps it from ending the process.
type engineLog struct{ l *Ledger }

// Infof implements [pebble.Logger].
func (g engineLog) Infof(format string, args ...any) { g.log(slog.LevelDebug, format, args) }

// Errorf implements [pebble.Logger].
func (g engineLog) Errorf(format string, args ...any) { g.log(slog.LevelWarn, format, args) }

// Fatalf implements [pebble.Logger]. Pebble calls it when it cannot go on.
func (g engineLog) Fatalf(format string, args ...any) { g.l.abort(fmt.Errorf(format, args...)) }

func (g engineLog) log(level slog.Level, format string, args []any) {
	if g.l.opts.Logger.Enabled(context.Background(), level) {
		g.l.opts.Logger.Log(context.Background(), level, "pebble: "+fmt.Sprintf(format, args...))
	}
}

// abort poisons the ledger and leaves Pebble without going back into it, where
// things would only get worse: a call of ours panics with fatal, which the call
// recovers; a background goroutine of Pebble's ends.
func (l *Ledger) abort(err error) {
	l.poison(err)
	if inOurCall() {
		panic(fatal{err})
	}
	runtime.Goexit()
}

// fatal is the panic by which a call of ours leaves Pebble.
type fatal struct{ err error }

// inOurCall reports whether this goroutine entered Pebble through a method of
// Ledger.
func inOurCall() bool {
	const skip = 3 // Callers, inOurCall, abort
	pcs := make([]uintptr, 64)
	for base := skip; ; base += len(pcs) {
		n := runtime.Callers(base, pcs)
		frames := runtime.CallersFrames(pcs[:n])
		for {
			f, more := frames.Next()
			if strings.Contains(f.Function, "lukasa/internal/ledger.(*Ledger).") {
				return true
			}
			if !more {
				break
			}
		}
		if n < len(pcs) {
			return false
		}
	}
}

// guard turns a fatal panic of Pebble's into an error; other panics pass.
func guard(err *error) {
	switch p := recover().(type) {
	case nil:
	case fatal:
		*err = p.err
	default:
		panic(p)
	}
}
