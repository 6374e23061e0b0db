package store

import (
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Config reads the configuration of an agent: its own settings over those of the
// store over the defaults (004-12). An empty agent asks for the store's. What a
// newer version wrote and this one cannot read keeps its default.
func Config(r *ledger.Reader, agent string) (schema.Config, error) {
	c := schema.DefaultConfig()
	if err := applySettings(r, "", &c); err != nil || agent == "" {
		return c, err
	}
	err := applySettings(r, agent, &c)
	return c, err
}

func applySettings(r *ledger.Reader, agent string, c *schema.Config) error {
	for obj, err := range r.Objects(schema.TypeSetting, schema.KeyPrefix(agent)) {
		if err != nil {
			return err
		}
		if s, ok := obj.(*schema.Setting); ok {
			_ = s.Apply(c) // fields were checked when written; an unreadable one keeps its default
		}
	}
	return nil
}
