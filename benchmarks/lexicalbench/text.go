package lexicalbench

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/syllable"
	"github.com/lukasadb/lukasa/internal/lexical"
)

// function are the words that made text has most of, as English does.
var function = strings.Fields(`the of and to a in is it you that he was for on are with as I his they be at one have this from
	or had by not but what all were we when your can said there use an each which she do how their if will up other about out many
	then them these so some her would make like him into time has look two more go see no way could my than been who its now did get
	come made may part`)

// generator makes text whose words are as frequent as Zipf's law says: the function words, then made ones.
type generator struct {
	rng   *rand.Rand
	words int
	vocab []string
	cdf   []float64
}

const vocabulary = 300_000

func newGenerator(seed uint64, words int) *generator {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 1)), words: words, vocab: append([]string{}, function...)}
	for len(g.vocab) < vocabulary {
		g.vocab = append(g.vocab, syllable.Spell(len(g.vocab))+"n")
	}
	sum := 0.0
	for r := range g.vocab {
		sum += 1 / (float64(r) + 2.7) // Mandelbrot's shift flattens the top, as in English
		g.cdf = append(g.cdf, sum)
	}
	return g
}

func (g *generator) word(rng *rand.Rand) string {
	x := rng.Float64() * g.cdf[len(g.cdf)-1]
	lo, hi := 0, len(g.cdf)-1
	for lo < hi {
		if mid := (lo + hi) / 2; g.cdf[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return g.vocab[lo]
}

// batches yields n records in sessions of 30, linked in sequence, a thousand at a time.
func (g *generator) batches(n int) func(func([]lexical.Doc) bool) {
	return func(yield func([]lexical.Doc) bool) {
		start := time.Date(2024, 1, 1, 8, 0, 0, 0, time.UTC)
		batch := make([]lexical.Doc, 0, 1000)
		for i := range n {
			batch = append(batch, g.record(i, start))
			if len(batch) == cap(batch) || i == n-1 {
				if !yield(batch) {
					return
				}
				batch = batch[:0]
			}
		}
	}
}

const sessionLength = 30

func (g *generator) record(i int, start time.Time) lexical.Doc {
	words := max(3, int(float64(g.words)*math.Exp(g.rng.NormFloat64()*0.5-0.125)))
	var b strings.Builder
	for j := range words {
		if j > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(g.word(g.rng))
	}
	if i%20 == 0 {
		fmt.Fprintf(&b, " ERR_%05d", g.rng.IntN(100_000))
	}
	d := lexical.Doc{
		ID: recordID(i), Body: b.String(), Speakers: []string{[]string{"Ana", "Bo", "Chi"}[g.rng.IntN(3)]},
		Time: start.Add(time.Duration(i) * 7 * time.Minute), Session: fmt.Sprint("session ", i/sessionLength),
	}
	if i%sessionLength > 0 {
		d.Prev = recordID(i - 1)
	}
	if i%sessionLength < sessionLength-1 {
		d.Next = recordID(i + 1)
	}
	return d
}

func recordID(i int) (id lexical.ID) {
	binary.BigEndian.PutUint64(id[:], uint64(1_700_000_000_000+i*420_000)<<16)
	binary.BigEndian.PutUint64(id[8:], uint64(i)*0x9E3779B97F4A7C15|1)
	return id
}

// queries makes searches of a kind: common words are in 2 to 20 % of the records, rare ones in about a hundred of a million.
func (g *generator) queries(rng *rand.Rand, kind string) lexical.Query {
	pick := func(lo, hi int) string { return g.vocab[lo+rng.IntN(hi-lo)] }
	common := func() string { return pick(len(function), len(function)+200) }
	switch kind {
	case "common":
		return lexical.Query{Text: common() + " " + common() + " " + common()}
	case "rare":
		return lexical.Query{Text: pick(30_000, 60_000)}
	case "question":
		return lexical.Query{Text: strings.Join([]string{
			"what did", common(), "and", common(), "say about the", pick(500, 5000), pick(500, 5000), pick(5000, 50_000),
		}, " ")}
	case "phrase":
		return lexical.Query{Clauses: []lexical.Clause{{Kind: lexical.Phrase, Occur: lexical.Must, Text: common() + " " + common()}}}
	}
	return lexical.Query{Clauses: []lexical.Clause{{Kind: lexical.Prefix, Occur: lexical.Must, Text: pick(1000, 100_000)[:4]}}}
}

// readChat reads messages with a time, a nick and a text; a session is an hour.
func readChat(path string) ([]lexical.Doc, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	var docs []lexical.Doc
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var m struct {
			Time       time.Time
			Nick, Text string
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return nil, err
		}
		d := lexical.Doc{ID: recordID(len(docs)), Body: m.Text, Speakers: []string{m.Nick}, Time: m.Time, Session: m.Time.Format("2006-01-02 15")}
		if n := len(docs); n > 0 && docs[n-1].Session == d.Session {
			d.Prev, docs[n-1].Next = docs[n-1].ID, d.ID
		}
		docs = append(docs, d)
	}
	return docs, lines.Err()
}

// chatQueries takes its words from the messages themselves.
func chatQueries(docs []lexical.Doc) func(*rand.Rand, string) lexical.Query {
	return func(rng *rand.Rand, kind string) lexical.Query {
		var words []string
		for len(words) < 8 {
			for _, w := range strings.Fields(docs[rng.IntN(len(docs))].Body) {
				if len(w) > 3 {
					words = append(words, w)
				}
			}
		}
		switch kind {
		case "common":
			return lexical.Query{Text: "install package kernel"}
		case "rare":
			return lexical.Query{Text: words[0]}
		case "question":
			return lexical.Query{Text: strings.Join(words[:8], " ") + " in the"}
		case "phrase":
			return lexical.Query{Clauses: []lexical.Clause{{Kind: lexical.Phrase, Text: words[0] + " " + words[1]}}}
		}
		return lexical.Query{Clauses: []lexical.Clause{{Kind: lexical.Prefix, Text: words[0][:min(4, len(words[0]))]}}}
	}
}
