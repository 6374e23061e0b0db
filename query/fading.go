package query

import (
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// fading is how the confidence of each asked agent's records fades, and below what
// it is low, as their configuration has it (004-12). Agents that it does not know
// have the default.
type fading map[string]schema.Config

// readFading reads the configuration of the agents.
func readFading(r *ledger.Reader, agents []string) (fading, error) {
	f := make(fading, len(agents))
	for _, name := range agents {
		c, err := store.Config(r, name)
		if err != nil {
			return nil, err
		}
		f[name] = c
	}
	return f, nil
}

func (f fading) config(agent string) schema.Config {
	if c, ok := f[agent]; ok {
		return c
	}
	return schema.DefaultConfig()
}

func (f fading) of(agent string) schema.DecayConfig { return f.config(agent).Decay }

// effective is what is left of the confidence in a record (I7).
func (f fading) effective(e *schema.Experience, now time.Time) float64 {
	return e.EffectiveConfidence(now, f.of(e.Agent).PerDay)
}

// aging tells whether a record should be confirmed anew.
func (f fading) aging(e *schema.Experience, now time.Time) bool { return f.of(e.Agent).Aging(e, now) }

// doubtful tells whether too little is left of the confidence in a record to believe
// it.
func (f fading) doubtful(e *schema.Experience, now time.Time) bool {
	return f.effective(e, now) < f.config(e.Agent).Confidence.Low
}
