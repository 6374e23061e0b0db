package embedbench

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/embed/static"
)

// Config says how long to measure and on what.
type Config struct {
	// Duration of each measurement. Default: one second.
	Duration time.Duration
	// Data is the directory with irc.jsonl.gz. Empty or without it: the
	// measurement on real text says that it was skipped.
	Data string
}

// The texts that are measured.
const (
	english = "The customer told us last Friday that she would rather have her invoices sent by email, " +
		"because the office is closed for most of December"
	russian = "встречу перенесли на утро понедельника и рейс отменили из-за тумана"
	chinese = "第三季度的报告已经完成数据库服务器内存不足安静的咖啡馆"
	query   = "what did the customer say about the broken printer in the office last Friday"
)

const (
	batchSize      = 4096
	candidates     = 300
	candidateWords = 30
)

// Run measures and records the figures. It fails when ctx ends.
func Run(ctx context.Context, r *report.Recorder, cfg Config) error {
	if cfg.Duration <= 0 {
		cfg.Duration = time.Second
	}
	e := static.New()
	singles(ctx, r, cfg.Duration, e)
	for _, n := range []struct {
		cores int
		name  string
	}{{1, "batches, one core"}, {runtime.GOMAXPROCS(0), "batches, all cores"}} {
		rate, err := batchRate(ctx, cfg.Duration, e, n.cores, sentences())
		if err != nil {
			return err
		}
		r.Note(n.name, rate, "sentences/s")
	}
	if err := realText(ctx, r, e, cfg.Data); err != nil {
		return err
	}
	return ctx.Err()
}

// singles measures calls with one text, and those that recall makes of them.
func singles(ctx context.Context, r *report.Recorder, d time.Duration, e static.Embedder) {
	note := func(name string, f func()) {
		cost := measure(ctx, d, f)
		r.Note(name+", p50", report.Milliseconds(cost.each), "ms")
		r.Note(name+", allocations", float64(cost.allocations), "")
	}
	var vector [static.Dim]float32
	for _, text := range []struct{ name, text string }{
		{"25 English words", english}, {"10 Russian words", russian}, {"27 ideographs", chinese},
	} {
		note(text.name+", one core", func() { e.Embed(&vector, text.text) })
	}
	var pieces []int32
	note("25 English words, cut into pieces", func() { pieces = e.Pieces(pieces[:0], english) })
	records := recalled(e)
	var scores []float32
	note(fmt.Sprintf("word coverage of one query over %d records of %d words", candidates, candidateWords), func() {
		c := e.Coverage(query)
		for _, record := range records {
			scores = c.Best(scores[:0], record)
		}
	})
}

// sentences returns a batch of distinct sentences.
func sentences() []string {
	words := strings.Fields(english)
	texts := make([]string, batchSize)
	for i := range texts {
		at := i % len(words)
		texts[i] = strings.Join(append(slices.Clone(words[at:]), words[:at]...), " ")
	}
	return texts
}

// recalled returns the candidates of a recall: texts of common words, about
// 2,500 different ones among them.
func recalled(e static.Embedder) []string {
	const firstWord, common = 1996, 2500 // pieces from "the" on are whole words, by frequency
	texts := make([]string, candidates)
	for i := range texts {
		words := make([]string, candidateWords)
		for j := range words {
			words[j] = e.Piece(int32(firstWord + (i*i*31+j*j*57+i*j)%common))
		}
		texts[i] = strings.Join(words, " ")
	}
	return texts
}

// batchRate embeds the batch again and again on n cores and returns the median
// rate, in sentences a second.
func batchRate(ctx context.Context, d time.Duration, e static.Embedder, n int, texts []string) (float64, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	var failed error
	r := measure(ctx, d, func() {
		if _, err := e.EmbedDocuments(ctx, texts); err != nil {
			failed = err
		}
	})
	if failed != nil {
		return 0, failed
	}
	return float64(len(texts)) / r.each.Seconds(), nil
}
