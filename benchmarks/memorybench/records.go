package memorybench

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/syllable"
)

// generator makes records in the order of their time.
type generator struct {
	rng   *rand.Rand
	zipf  *rand.Zipf
	texts []string // of real messages; made of words where there are none
	words []string
	now   time.Time
	n     int
	agent string // fixed; empty: drawn
}

const (
	vocabulary = 20_000
	zipfSkew   = 1.1
	entities   = 5_000
)

func newGenerator(c Config) (*generator, error) {
	rng := rand.New(rand.NewPCG(c.Seed, c.Seed))
	g := &generator{
		rng: rng, zipf: rand.NewZipf(rng, zipfSkew, 1, uint64(max(c.Agents, 2)-1)),
		now: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	if c.Agents == 1 {
		g.agent = agentName(0)
	}
	for i := range vocabulary {
		g.words = append(g.words, syllable.Spell(i))
	}
	if c.Chat == "" {
		return g, nil
	}
	var err error
	g.texts, err = readChat(c.Chat)
	return g, err
}

// readChat reads the texts of a gzipped chat log, none where there is no file.
func readChat(path string) ([]string, error) {
	f, err := os.Open(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	var texts []string
	lines := bufio.NewScanner(z)
	for lines.Scan() {
		var m struct{ Text string }
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return nil, err
		}
		if m.Text != "" {
			texts = append(texts, m.Text)
		}
	}
	return texts, lines.Err()
}

func agentName(i uint64) string { return fmt.Sprintf("agent-%04d", i) }

// text is one message, or about as many words.
func (g *generator) text() string {
	if len(g.texts) > 0 {
		return g.texts[g.rng.IntN(len(g.texts))]
	}
	words := make([]string, 5+g.rng.IntN(25))
	for i := range words {
		words[i] = g.words[int(float64(len(g.words))*g.rng.Float64()*g.rng.Float64())]
	}
	return strings.Join(words, " ")
}

// next makes the next record.
func (g *generator) next() lukasa.Experience {
	g.n++
	g.now = g.now.Add(time.Duration(1+g.rng.IntN(60)) * time.Second)
	agent := g.agent
	if agent == "" {
		agent = agentName(g.zipf.Uint64())
	}
	e := lukasa.Experience{
		Agent: agent, Session: fmt.Sprintf("s%d", g.n/2000), Time: g.now,
		Context: fmt.Sprintf("case %d: %s", g.n, g.text()), Action: g.text(), Outcome: g.text(),
		Importance: 1 + g.rng.IntN(10),
		Tags:       []string{fmt.Sprintf("t%d", g.rng.IntN(200))},
	}
	if g.rng.IntN(4) == 0 {
		e.Mentions = []lukasa.Mention{{Entity: entityKey(g.rng.IntN(entities))}}
	}
	return e
}

// skip passes over the records that a store already has.
func (g *generator) skip(n int) {
	for g.n < n {
		g.next()
	}
}

func entityKey(i int) lukasa.EntityKey {
	return lukasa.EntityKey(fmt.Sprintf("object:thing-%d", i))
}
