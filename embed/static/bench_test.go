package static_test

import (
	"context"
	"testing"

	"github.com/lukasadb/lukasa/embed/static"
)

// sentence has 25 words and 28 pieces with its punctuation.
const sentence = "The customer told us last Friday that she would rather have her invoices sent by email, " +
	"because the office is closed for most of December"

func BenchmarkEmbed(b *testing.B) {
	e := static.New()
	var v [static.Dim]float32
	b.ReportAllocs()
	for b.Loop() {
		e.Embed(&v, sentence)
	}
}

func BenchmarkPieces(b *testing.B) {
	e := static.New()
	var pieces []int32
	b.ReportAllocs()
	for b.Loop() {
		pieces = e.Pieces(pieces[:0], sentence)
	}
}

func BenchmarkEmbedDocuments(b *testing.B) {
	e := static.New()
	texts := make([]string, 1024)
	for i := range texts {
		texts[i] = sentence
	}
	for b.Loop() {
		if _, err := e.EmbedDocuments(context.Background(), texts); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(texts))/b.Elapsed().Seconds(), "sentences/s")
}
