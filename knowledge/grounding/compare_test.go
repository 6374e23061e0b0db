package grounding_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/knowledge/grounding"
	"github.com/lukasadb/lukasa/schema"
)

// TestCompare holds statements against rows (004-13: memory_vs_db).
func TestCompare(t *testing.T) {
	day := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		value string
		cell  any
		want  grounding.Verdict
	}{
		{`"Friday"`, "friday ", grounding.Agrees},
		{`"Friday"`, "Monday", grounding.Disagrees},
		{`"Friday"`, nil, grounding.Incomparable},
		{`1250.50`, 1250.5, grounding.Agrees},
		{`"1250.5"`, 1250.5, grounding.Agrees},
		{`1250`, int64(1250), grounding.Agrees},
		{`1e3`, int64(1000), grounding.Agrees},
		{`1e999999999`, int64(1000), grounding.Disagrees},
		{`1250`, "1250.00", grounding.Agrees},
		{`"007"`, "7", grounding.Disagrees},
		{`1`, int64(2), grounding.Disagrees},
		{`true`, int64(1), grounding.Agrees},
		{`false`, true, grounding.Disagrees},
		{`"2026-06-01"`, day, grounding.Agrees},
		{`"2026-06-01T12:00:00Z"`, day, grounding.Agrees},
		{`"2026-06-02"`, "2026-06-01", grounding.Disagrees},
		{`["Friday"]`, "Friday", grounding.Incomparable},
		{`nonsense`, "x", grounding.Incomparable},
	}
	for _, tt := range tests {
		rows := grounding.Rows{Columns: []string{"id", "P"}, Rows: [][]any{{int64(7), tt.cell}}}
		got, value := grounding.Compare(&schema.Statement{Predicate: "p", Value: json.RawMessage(tt.value)}, schema.Entity{}, &rows, 0)
		require.Equal(t, tt.want, got, "%s and %v", tt.value, tt.cell)
		if got != grounding.Incomparable {
			require.Equal(t, tt.cell, value)
		}
	}
	rows := grounding.Rows{Columns: []string{"manager"}, Rows: [][]any{{"Ana Berg"}, {int64(12)}, {"Bob"}}}
	about := &schema.Statement{Predicate: "manager", Entity: "person:ana"}
	ana := schema.Entity{Name: "Ana Berg", Ref: schema.ExternalRef{Table: "people", ID: "12"}}
	for i, want := range []grounding.Verdict{grounding.Agrees, grounding.Agrees, grounding.Disagrees} {
		got, _ := grounding.Compare(about, ana, &rows, i)
		require.Equal(t, want, got)
	}
}
