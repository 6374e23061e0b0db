package store

import (
	"context"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/ledger"
)

// columnView projects records onto their short facts. It is always rebuilt: a
// scan of the ledger is all it takes.
type columnView struct{ table *column.Table }

func newColumns() *columnView { return &columnView{column.New()} }

func (v *columnView) label() string     { return "columns" }
func (v *columnView) watermark() uint64 { return 0 }
func (v *columnView) bytes() int64      { return v.table.Bytes() }
func (v *columnView) save(uint64) error { return nil }
func (v *columnView) close() error      { return nil }

func (v *columnView) clear() error {
	v.table.Clear()
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
