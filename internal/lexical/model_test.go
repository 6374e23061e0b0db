package lexical_test

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/text"
)

// model is the package's contract in the plainest form: documents in a map, and the formula of the package comment.
type model struct {
	params lexical.Params
	docs   map[lexical.ID]lexical.Doc
}

func (m *model) fields(d lexical.Doc) [lexical.NumFields][]string {
	date := ""
	if !d.Time.IsZero() {
		date = strings.ToLower(d.Time.Weekday().String()) + " " + strconv.Itoa(d.Time.Day()) + " " +
			strings.ToLower(d.Time.Month().String()) + " " + strconv.Itoa(d.Time.Year())
	}
	return [lexical.NumFields][]string{
		{d.Body}, {d.Title}, {d.Caption}, d.Speakers, d.Tags, {date},
	}
}

func keysOf(values []string) (keys []string) {
	var scan text.Scanner
	for _, v := range values {
		for scan.Reset(v); scan.Next(); {
			keys = append(keys, string(scan.Key()))
		}
	}
	return keys
}

// count is how often a query word occurs in a field: variants by their shares.
func (m *model) count(d lexical.Doc, f lexical.Field, variants []lexical.Variant) float64 {
	n := 0.0
	for _, key := range keysOf(m.fields(d)[f]) {
		for _, t := range text.Expand(nil, key, text.English) {
			for _, v := range variants {
				if v.Term == t.Text {
					n += v.Share * t.Share
				}
			}
		}
	}
	return n
}

func (m *model) length(d lexical.Doc, f lexical.Field) int {
	n := 0
	for _, key := range keysOf(m.fields(d)[f]) {
		if f > lexical.Caption || !text.StopIn(key).Has(text.English) {
			n++
		}
	}
	return n
}

func (m *model) avg(f lexical.Field) float64 {
	sum, with := 0, 0
	for _, d := range m.docs {
		if n := m.length(d, f); n > 0 {
			sum, with = sum+n, with+1
		}
	}
	return max(1, float64(sum)/max(1, float64(with)))
}

// holders are the records that hold a variant in a field of their own.
func (m *model) holders(v lexical.Variant) (ids []lexical.ID) {
	for id, d := range m.docs {
		for f := range lexical.NumFields {
			if m.count(d, f, []lexical.Variant{v}) > 0 {
				ids = append(ids, id)
				break
			}
		}
	}
	return ids
}

func (m *model) idf(vs []lexical.Variant) float64 {
	df := 0
	for _, v := range vs {
		df += len(m.holders(v))
	}
	return modelIDF(len(m.docs), min(df, len(m.docs)))
}

func modelIDF(n, df int) float64 { return math.Log(1 + (float64(n-df)+0.5)/(float64(df)+0.5)) }

// word is one query word of the model: words are single, plain and English.
type word struct {
	variants []lexical.Variant
	weight   float64
	stop     bool
}

// hits scores every record, or the candidates of the two-stage search when limit is positive.
func (m *model) hits(words []word, ownOnly bool, limit int) []lexical.Hit {
	var avg [lexical.NumFields]float64
	for f := range avg {
		avg[f] = m.avg(lexical.Field(f))
	}
	var own, all []lexical.Hit
	tf := func(d lexical.Doc, w word, f lexical.Field, p lexical.FieldParams) float64 {
		return p.Weight * m.count(d, f, w.variants) / (1 - p.B + p.B*float64(m.length(d, f))/avg[f])
	}
	idfs := make([]float64, len(words))
	for i, w := range words {
		idfs[i] = m.idf(w.variants)
	}
	sessionScores := map[string]float64{}
	if !ownOnly {
		sessionScores = m.sessions(words)
	}
	for id, d := range m.docs {
		o, s := 0.0, 0.0
		for i, w := range words {
			sum := 0.0
			for f := range lexical.NumFields {
				sum += tf(d, w, f, m.params.Fields[f])
			}
			o += w.weight * idfs[i] * sum / (m.params.K1 + sum)
			if prev, ok := m.docs[d.Prev]; ok {
				sum += tf(prev, w, lexical.Body, m.params.Previous)
			}
			if next, ok := m.docs[d.Next]; ok {
				sum += tf(next, w, lexical.Body, m.params.Next)
			}
			s += w.weight * idfs[i] * sum / (m.params.K1 + sum)
		}
		if d.Session != "" {
			s += m.params.Session.Weight * sessionScores[d.Session]
		}
		own, all = append(own, lexical.Hit{ID: id, Score: o}), append(all, lexical.Hit{ID: id, Score: s})
	}
	order(own)
	own = slices.DeleteFunc(own, func(h lexical.Hit) bool { return h.Score <= 0 })
	if ownOnly {
		return own
	}
	candidates := map[lexical.ID]bool{}
	for i, h := range own {
		if limit > 0 && i >= limit {
			break
		}
		candidates[h.ID] = true
		candidates[m.docs[h.ID].Prev] = true
		candidates[m.docs[h.ID].Next] = true
	}
	all = slices.DeleteFunc(all, func(h lexical.Hit) bool { return h.Score <= 0 || !candidates[h.ID] })
	order(all)
	return all
}

func (m *model) sessions(words []word) map[string]float64 {
	sizes := map[string]int{}
	records := 0
	for _, d := range m.docs {
		if d.Session != "" {
			sizes[d.Session]++
			records++
		}
	}
	scores := map[string]float64{}
	p := m.params.Session
	for _, w := range words {
		if w.stop {
			continue
		}
		counts := map[string]int{}
		held := 0
		for _, v := range w.variants {
			holders := m.holders(v)
			held += len(holders)
			for _, id := range holders {
				if s := m.docs[id].Session; s != "" {
					counts[s]++
				}
			}
		}
		if min(held, len(m.docs)) > 32*len(sizes) {
			continue
		}
		for s, n := range counts {
			avg := float64(records) / float64(len(sizes))
			r := float64(n) / (1 - p.B + p.B*float64(sizes[s])/avg)
			scores[s] += w.weight * modelIDF(len(sizes), len(counts)) * r / (m.params.K1 + r)
		}
	}
	return scores
}

func order(hits []lexical.Hit) {
	slices.SortFunc(hits, func(a, b lexical.Hit) int {
		if math.Abs(a.Score-b.Score) > 1e-9 {
			if a.Score > b.Score {
				return -1
			}
			return 1
		}
		return bytes.Compare(a.ID[:], b.ID[:])
	})
}

func day(n int) time.Time { return time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC).AddDate(0, 0, n) }
