package lukasa

import (
	"context"
	"fmt"

	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

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
