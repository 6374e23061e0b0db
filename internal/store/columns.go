package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lukasadb/lukasa/internal/atomicfile"
	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/ledger"
)

// columnView projects records onto their short facts.
type columnView struct {
	table *column.Table
	path  string
	owner string
	saved uint64 // ledger sequence of the snapshot that the table was read from
}

func openColumns(dir, owner string) (*columnView, error) {
	v := &columnView{path: filepath.Join(dir, "columns"), owner: owner}
	b, err := os.ReadFile(v.path)
	if err == nil {
		v.table, v.saved, err = column.Restore(b, owner)
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, column.ErrSnapshot) {
		v.table, err = column.New(), nil
	}
	return v, err
}

func (v *columnView) label() string     { return "columns" }
func (v *columnView) watermark() uint64 { return v.saved }
func (v *columnView) bytes() int64      { return v.table.Bytes() }
func (v *columnView) close() error      { return nil }

func (v *columnView) save(watermark uint64) error {
	return atomicfile.Write(v.path, func(f *os.File) error { return v.table.Save(f, v.owner, watermark) })
}

// clear starts anew without the file: a snapshot of a future that was lost would
// be taken for one of the past once the ledger has come as far (I2).
func (v *columnView) clear() error {
	v.table.Clear()
	if v.saved == 0 {
		return nil
	}
	if err := os.Remove(v.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (v *columnView) project(_ context.Context, _ *ledger.Reader, changes []change) error {
	for _, c := range changes {
		if c.Record == nil {
			v.table.Delete(c.ID)
		} else {
			v.table.Put(c.Record)
		}
	}
	return nil
}
