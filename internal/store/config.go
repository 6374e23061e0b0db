package store

import (
	"context"
	"fmt"
	"sync"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Config reads the configuration of an agent: its own settings over those of the
// store over the defaults (004-12). An empty agent asks for the store's. What a
// newer version wrote and this one cannot read keeps its default.
func Config(r *ledger.Reader, agent string) (schema.Config, error) {
	return configWith(r, agent, nil)
}

// CheckSetting refuses a setting that contradicts what would stand beside it if it took
// the place of the one of its name: for an agent, what the store says of keys that are not
// its own; for the store, what any agent says of its own, whose name is then told. One that
// names another embedder than the open one is refused as well: whoever has that one could
// not open the store again, nor take the setting back. An empty object stands for none.
func (s *Store) CheckSetting(r *ledger.Reader, set *schema.Setting) error {
	if err := s.checkEmbedderName(set); err != nil {
		return err
	}
	agents := []string{set.Agent}
	if set.Agent == "" {
		own, err := agentsSetting(r, set.Name)
		if err != nil {
			return err
		}
		agents = append(agents, own...)
	}
	for _, agent := range agents {
		c, err := configWith(r, agent, set)
		if err != nil {
			return err
		}
		if err = c.CheckGroup(set.Name); err != nil && agent != set.Agent {
			err = fmt.Errorf("store: the settings of %q: %w", agent, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) checkEmbedderName(set *schema.Setting) error {
	var c schema.Config
	_ = set.Apply(&c)
	e := s.Embedder()
	if c.Embedding.Model == "" || e != nil && e.Model().Name == c.Embedding.Model {
		return nil
	}
	return &schema.InvalidError{Type: schema.TypeSetting, Fields: []schema.FieldError{
		{Field: "embedding.model", Problem: "want the embedder that the memory is open with, or none; Reembed changes it"},
	}}
}

// agentsSetting lists the agents that have a setting of that name of their own.
func agentsSetting(r *ledger.Reader, name string) (agents []string, err error) {
	for obj, err := range r.Objects(schema.TypeSetting, "") {
		if err != nil {
			return nil, err
		}
		if s, ok := obj.(*schema.Setting); ok && s.Name == name && s.Agent != "" {
			agents = append(agents, s.Agent)
		}
	}
	return agents, nil
}

// configWith is [Config] as it would be with a setting, of the agent or the store,
// in place of the one of that name; nil: as it is.
func configWith(r *ledger.Reader, agent string, s *schema.Setting) (schema.Config, error) {
	c := schema.DefaultConfig()
	if err := applySettings(r, "", s, &c); err != nil || agent == "" {
		return c, err
	}
	err := applySettings(r, agent, s, &c)
	return c, err
}

// applySettings applies the settings of one agent, or of the store. Fields were
// checked when they were written; one that cannot be read keeps its default.
func applySettings(r *ledger.Reader, agent string, instead *schema.Setting, c *schema.Config) error {
	for obj, err := range r.Objects(schema.TypeSetting, schema.KeyPrefix(agent)) {
		if err != nil {
			return err
		}
		s, ok := obj.(*schema.Setting)
		if ok && (instead == nil || s.ObjectKey() != instead.ObjectKey()) {
			_ = s.Apply(c)
		}
	}
	if instead != nil && instead.Agent == agent {
		_ = instead.Apply(c)
	}
	return nil
}

// configs remember how agents are configured, which every write asks and hardly
// any changes. They are safe for concurrent use.
type configs struct {
	mu     sync.Mutex
	agents map[string]configAt
}

// configAt is a configuration as of a change of the ledger.
type configAt struct {
	seq    uint64
	config schema.Config
}

// mostConfigs bounds the configurations that are remembered.
const mostConfigs = 4_096

func (c *configs) get(agent string) (configAt, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok := c.agents[agent]
	return known, ok
}

func (c *configs) put(agent string, at configAt) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.agents == nil || len(c.agents) >= mostConfigs {
		c.agents = map[string]configAt{}
	}
	c.agents[agent] = at
}

// Config is the function [Config] for what is committed at the call. Where no
// setting changed since it was last asked, it reads no disk. It must not be called
// inside a View or an Update of the ledger.
func (s *Store) Config(ctx context.Context, agent string) (c schema.Config, err error) {
	known, ok := s.configs.get(agent)
	changed := func(whose string) bool { return s.ChangedAfter(ctx, whose, known.seq, schema.TypeSetting) }
	if ok && !changed(agent) && !changed("") {
		return known.config, nil
	}
	err = s.View(ctx, func(r *ledger.Reader) error {
		seq, err := r.Seq()
		if err != nil {
			return err
		}
		if c, err = Config(r, agent); err == nil {
			s.configs.put(agent, configAt{seq, c})
		}
		return err
	})
	return c, err
}
