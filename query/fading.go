package query

import (
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// fading is how the confidence of each asked agent's records fades, as their
// configuration has it (004-12). Agents that it does not know have the default.
type fading map[string]schema.DecayConfig

// readFading reads the configuration of the agents.
func readFading(r *ledger.Reader, agents []string) (fading, error) {
	f := make(fading, len(agents))
	for _, name := range agents {
		c, err := store.Config(r, name)
		if err != nil {
			return nil, err
		}
		f[name] = c.Decay
	}
	return f, nil
}

func (f fading) of(agent string) schema.DecayConfig {
	if d, ok := f[agent]; ok {
		return d
	}
	return schema.DefaultConfig().Decay
}

// effective is what is left of the confidence in a record (I7).
func (f fading) effective(e *schema.Experience, now time.Time) float64 {
	return e.EffectiveConfidence(now, f.of(e.Agent).PerDay)
}

// aging tells whether a record should be confirmed anew.
func (f fading) aging(e *schema.Experience, now time.Time) bool { return f.of(e.Agent).Aging(e, now) }
