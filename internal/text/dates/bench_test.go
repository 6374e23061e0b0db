package dates_test

import (
	"testing"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

// BenchmarkFind reads a note of 69 words that names a day, as the row of each such record is made of it.
func BenchmarkFind(b *testing.B) {
	const note = "The deploy of the billing service was rolled back at half past ten because the migration had locked the invoices table, and " +
		"nobody on call knew that Nora's team had moved the nightly export to 2026-03-17. We agreed to keep a runbook beside the service, " +
		"to page whoever owns the table first, and to rehearse the whole thing again before anyone turns on the new pricing for all customers."
	now := time.Date(2026, 3, 18, 9, 0, 0, 0, time.UTC)
	b.ReportAllocs()
	for b.Loop() {
		if len(dates.Find(note, now, text.Und)) == 0 {
			b.Fatal("the day was not found")
		}
	}
}
