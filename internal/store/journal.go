package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/lukasadb/lukasa/internal/atomicfile"
)

// The journals of a store: files of JSON lines beside the ledger, which tell
// what happened to it. They hold no content of any record.
const (
	journalBackups  = "backups.jsonl"
	journalReceipts = "receipts.jsonl"
)

// BackupNote remembers a backup: what is forgotten later is still in it.
type BackupNote struct {
	Path  string    `json:"path"`
	Taken time.Time `json:"taken"`
}

// Backups lists the backups that were made of the store, oldest first, whether
// or not they are still there.
func (s *Store) Backups() ([]BackupNote, error) {
	return entries[BackupNote](filepath.Join(s.dir, journalBackups))
}

// entries reads a journal whose lines are short.
func entries[T any](file string) (list []T, err error) {
	for line, err := range journal(file) {
		if err != nil {
			return nil, err
		}
		var e T
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("store: %s: %w", filepath.Base(file), err)
		}
		list = append(list, e)
	}
	return list, nil
}

// AppendReceipt adds a line to the journal of receipts and syncs it.
func (s *Store) AppendReceipt(line []byte) error { return s.note(journalReceipts, line) }

// Receipts yields the lines of the journal of receipts, oldest first. A line is
// valid until the next.
func (s *Store) Receipts() iter.Seq2[[]byte, error] {
	return journal(filepath.Join(s.dir, journalReceipts))
}

// note appends one line, durably.
func (s *Store) note(name string, line []byte) (err error) {
	if err := s.open(); err != nil {
		return err
	}
	s.notes.Lock()
	defer s.notes.Unlock()
	f, err := os.OpenFile(filepath.Join(s.dir, name), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := cutShort(f); err != nil {
		return err
	}
	if _, err := f.Write(append(bytes.Clone(line), '\n')); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return atomicfile.SyncDir(s.dir) // the journal's name, should this be its first line
}

// cutShort takes away a last line that a crash left without its end: what is
// appended would become part of it.
func cutShort(f *os.File) error {
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	whole, err := endOfLines(f, end)
	if err != nil || whole == end {
		return err
	}
	if err := f.Truncate(whole); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// endOfLines returns where the last whole line of a file of a length ends. It looks
// from the end, for a journal is long, and in pieces, for a line may be too.
func endOfLines(f io.ReaderAt, end int64) (int64, error) {
	piece := make([]byte, 4<<10)
	for end > 0 {
		piece = piece[:min(end, int64(len(piece)))]
		from := end - int64(len(piece))
		if _, err := f.ReadAt(piece, from); err != nil && !errors.Is(err, io.EOF) {
			return 0, fmt.Errorf("store: %w", err)
		}
		if at := bytes.LastIndexByte(piece, '\n'); at >= 0 {
			return from + int64(at) + 1, nil
		}
		end = from
	}
	return 0, nil
}

// maxNote bounds a line of a journal: a receipt over a million records.
const maxNote = 256 << 20

// journal yields the lines of a journal, none of one that is not there. A last
// line without an end was cut short by a crash and is left out.
func journal(file string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		f, err := os.Open(file)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			yield(nil, fmt.Errorf("store: %w", err))
			return
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, maxNote)
		lines.Split(wholeLines)
		for lines.Scan() {
			if !yield(lines.Bytes(), nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, fmt.Errorf("store: %s: %w", filepath.Base(file), err))
		}
	}
}

// wholeLines splits at line ends and drops what follows the last.
func wholeLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF {
		return len(data), nil, nil
	}
	return 0, nil, nil
}
