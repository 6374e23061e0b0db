package ledgerbench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/schema"
)

// generator makes records in the order of their time.
type generator struct {
	rng    *rand.Rand
	zipf   *rand.Zipf
	words  []string
	agents []string
	now    time.Time
	n      int
}

const (
	vocabulary = 20_000
	zipfSkew   = 1.1
)

func newGenerator(seed uint64, agents int) *generator {
	rng := rand.New(rand.NewPCG(seed, seed))
	g := &generator{
		rng: rng, zipf: rand.NewZipf(rng, zipfSkew, 1, uint64(agents-1)),
		now: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC),
	}
	for range vocabulary {
		w := make([]byte, 3+rng.IntN(8))
		for i := range w {
			w[i] = byte('a' + rng.IntN(26))
		}
		g.words = append(g.words, string(w))
	}
	for i := range agents {
		g.agents = append(g.agents, fmt.Sprintf("agent-%04d", i))
	}
	return g
}

func (g *generator) text(size int) string {
	b := make([]byte, 0, size+16)
	for len(b) < size {
		b = append(b, g.words[int(float64(len(g.words))*g.rng.Float64()*g.rng.Float64())]...)
		b = append(b, ' ')
	}
	return string(b[:size])
}

// agent draws an agent: a few have most of the records.
func (g *generator) agent() string { return g.agents[g.zipf.Uint64()] }

func (g *generator) tag() string { return fmt.Sprintf("tag-%02d", g.rng.IntN(20)) }

// record makes the next record, of about 500 bytes of text.
func (g *generator) record() *schema.Experience {
	g.n++
	g.now = g.now.Add(time.Duration(g.rng.IntN(60_000)) * time.Millisecond)
	e := &schema.Experience{
		ID: g.id(), Agent: g.agent(), Kind: schema.KindExperience, Status: schema.StatusActive,
		Session: fmt.Sprintf("session-%d", g.n/50),
		Context: g.text(250), Action: g.text(120), Outcome: g.text(130),
		Time: g.now, Importance: 1 + g.rng.IntN(10), Quality: schema.Quality(1 + g.rng.IntN(5)), Confidence: .5,
		Category: schema.CategoryEvent, Persona: schema.PersonaTechnical, Tags: []string{g.tag(), g.tag()},
		Source: schema.Source{CreatedBy: "bench"},
	}
	sum := sha256.Sum256([]byte(e.Context))
	e.Hash = hex.EncodeToString(sum[:])
	return e
}

// id makes a UUID of version 7 whose time is the record's.
func (g *generator) id() schema.ID {
	var id uuid.UUID
	ms := uint64(g.now.UnixMilli())
	for i := range 6 {
		id[i] = byte(ms >> (40 - 8*i))
	}
	for i := 6; i < 16; i++ {
		id[i] = byte(g.rng.Uint32())
	}
	id[6], id[8] = id[6]&0x0f|0x70, id[8]&0x3f|0x80
	return id
}
