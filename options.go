package lukasa

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
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
// written, beside those that the caller mentions. Default [LinkAll]; with another
// value than the three, [Open] fails.
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

// check refuses options that say nothing.
func (c *config) check() error {
	if c.linking < LinkAll || c.linking > LinkOff {
		return &InvalidError{Type: "memory", Fields: []FieldError{{
			Field: "linking", Value: strconv.Itoa(int(c.linking)), Problem: "want LinkAll, LinkKnown or LinkOff",
		}}}
	}
	return checkAgent(c.agent)
}

func checkAgent(name string) error {
	if err := schema.CheckAgent(name); err != nil {
		return fmt.Errorf("lukasa: %w", err)
	}
	return nil
}

// Config returns the configuration of m's agent: its own settings over those of
// the store over the defaults.
func (m *Memory) Config(ctx context.Context) (Config, error) {
	return m.store.Config(ctx, m.agent)
}

// SetConfig changes settings of m's agent, all of them or none: keys to values,
// as in {"decay.default_rate_per_day": 0.02}, or a group to an object. The table
// of keys, with types, defaults and bounds, is [ConfigKeys]. A bad value is told
// in an [*InvalidError] that names its key; an unknown key is [ErrConfigKey].
func (m *Memory) SetConfig(ctx context.Context, values map[string]any) error {
	return reflect.SetConfig(ctx, m.store, Configure{Agent: m.agent, Set: values})
}

// SetStoreConfig changes settings of the store, which count for every agent
// that has none of its own. What would contradict those an agent has is refused, in
// an [*InvalidError] behind the agent's name.
func (m *Memory) SetStoreConfig(ctx context.Context, values map[string]any) error {
	return reflect.SetConfig(ctx, m.store, Configure{Set: values})
}

// ResetConfig takes keys or groups of m's agent back to what the store says, or
// to their defaults.
func (m *Memory) ResetConfig(ctx context.Context, names ...string) error {
	return reflect.SetConfig(ctx, m.store, Configure{Agent: m.agent, Reset: names})
}

// ResetStoreConfig takes keys or groups of the store back to their defaults.
func (m *Memory) ResetStoreConfig(ctx context.Context, names ...string) error {
	return reflect.SetConfig(ctx, m.store, Configure{Reset: names})
}

// ConfigValues lists every key with its value for m's agent and where that comes
// from, in the order of the table.
func (m *Memory) ConfigValues(ctx context.Context) ([]ConfigValue, error) {
	return reflect.ConfigValues(ctx, m.store, m.agent)
}

// ConfigHistory lists the changes of a key, newest first: the agent's own and
// the store's.
func (m *Memory) ConfigHistory(ctx context.Context, name string) ([]ConfigChange, error) {
	return reflect.ConfigHistory(ctx, m.store, m.agent, name)
}

// checkEmbedder holds the embedder that the memory was opened with against the
// one that the configuration names, if it names any: what two models make of the
// same text cannot be compared (I11), so a mistake would hide every old vector.
func (m *Memory) checkEmbedder(ctx context.Context) error {
	c, err := m.Config(ctx)
	e := m.store.Embedder()
	if err != nil || c.Embedding.Model == "" || e != nil && e.Model().Name == c.Embedding.Model {
		return err
	}
	have := "none"
	if e != nil {
		have = e.Model().Name
	}
	return fmt.Errorf("%w: %s, want %s", ErrEmbedder, have, c.Embedding.Model)
}

// ConfigKeys returns the table of the configuration.
func ConfigKeys() []ConfigKey { return schema.ConfigKeys() }

// What configuration takes and gives. See packages schema and reflect.
type (
	// Config is the configuration of one agent, typed and complete: what the settings of
	// the store and of the agent do not say has its default.
	Config = schema.Config
	// ConfigKey documents one key of the configuration.
	ConfigKey = schema.ConfigKey
	// ConfigValue is one key of the configuration as it stands for an agent.
	ConfigValue = reflect.ConfigValue
	// ConfigChange is one version of a key's value.
	ConfigChange = reflect.ConfigChange
	// Configure says what of the configuration is to change.
	Configure = reflect.Configure
)
