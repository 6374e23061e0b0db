package lukasa

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/knowledge/grounding"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// DefaultAgent is whose memory it is when nobody says.
const DefaultAgent = "default"

// Option configures [Open].
type Option func(*config)

type config struct {
	agent    string
	embedder embed.Embedder
	database grounding.Database
	linking  Linking
	entities llm.Model
	store    store.Options
	turns    reflect.Options
	include  []string // pages of a workspace: see WithPages
}

// WithAgent says whose memory is read and written. Default [DefaultAgent].
func WithAgent(name string) Option { return func(c *config) { c.agent = name } }

// WithEmbedder replaces the built-in embedder. A store keeps the vectors of each
// embedder apart; nil turns search by meaning off.
func WithEmbedder(e embed.Embedder) Option { return func(c *config) { c.embedder = e } }

// Linking says which entities of a record's text are linked when it is written.
type Linking = knowledge.Linking

// The ways of linking.
const (
	LinkAll   = knowledge.LinkAll
	LinkKnown = knowledge.LinkKnown
	LinkOff   = knowledge.LinkOff
)

// WithLinking says which entities of a record's text are linked when it is
// written, beside those that the caller mentions. Default [LinkAll].
func WithLinking(l Linking) Option { return func(c *config) { c.linking = l } }

// WithEntityModel lets a language model add to the entities that are found in a
// record's text when it is written. It is asked once for each record, which makes
// writing as slow as it is; what it says is believed only where the text has the
// name word for word, and where it fails the record is written with what is found
// without. Only [LinkAll] asks it. Default: none.
func WithEntityModel(m llm.Model) Option { return func(c *config) { c.entities = m } }

// WithClock replaces the clock. It stamps records, and "now" in queries.
func WithClock(now func() time.Time) Option { return func(c *config) { c.store.Clock = now } }

// WithIDs replaces the source of record ids. Default UUID version 7.
func WithIDs(next func() ID) Option { return func(c *config) { c.store.NewID = next } }

// WithSeed sets the seed of everything random. With the same seed, clock, ids
// and writes, two stores give the same answers to the byte.
func WithSeed(seed uint64) Option { return func(c *config) { c.store.Seed = seed } }

// WithWait makes [Open] and [OpenWorkspace] wait for a store that is open elsewhere, for as
// long as atMost, or, if that is negative, until their context ends. Then they fail as they
// do without it, where they do not wait: see [ErrLocked]. While they wait, waiting, unless
// it is nil, is called about once a second with who has the store.
func WithWait(atMost time.Duration, waiting func(Holder)) Option {
	return func(c *config) { c.store.Wait, c.store.Waiting = atMost, waiting }
}

// WithLogger makes the store report what happens behind the caller's back, such
// as a view being rebuilt. Default: silent.
func WithLogger(l *slog.Logger) Option { return func(c *config) { c.store.Logger = l } }

// WithMemoryBudget bounds, in bytes, what the indexes of idle agents may hold in
// memory together. Default 2 GiB.
func WithMemoryBudget(bytes int64) Option { return func(c *config) { c.store.Memory = bytes } }

func checkAgent(name string) error {
	if err := schema.CheckAgent(name); err != nil {
		return fmt.Errorf("lukasa: %w", err)
	}
	return nil
}
