package rank

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestAlone: whatever the signals of a record that has no surroundings, which stands for them itself, its score of its own
// signals and its confidence are those that the profile gives; and surroundings, whatever theirs, change neither.
func TestAlone(t *testing.T) {
	p := load(t, "default")
	alone := p.Alone()
	value := rapid.Float64Range(0, 1)
	rapid.Check(t, func(t *rapid.T) {
		var lone, among [NumFeatures]float64
		for f := range NumFeatures {
			own, surrounds := byItself[f]
			switch {
			case surrounds:
				lone[f], among[f] = lone[own], value.Draw(t, f.String())
			case f.ofSequence() || f == WordsSession || f == AfterQuestion || f == Opens:
				among[f] = value.Draw(t, f.String())
			default:
				lone[f] = value.Draw(t, f.String())
				among[f] = lone[f]
			}
		}
		require.InDelta(t, dot(&p.first, &lone), dot(&alone.first, &among), 1e-9)
		for g := range NumGates {
			require.InDelta(t, dot(&p.weights[g], &lone), dot(&alone.weights[g], &among), 1e-9, g)
		}
		var e, shown [NumEvidence]float64
		for k := range e {
			e[k] = value.Draw(t, Evidence(k).String())
		}
		e[EvidenceWindow], e[EvidencePrevious] = e[EvidenceCover], e[EvidenceMeaning]
		shown = e
		shown[EvidenceWindow], shown[EvidencePrevious] = value.Draw(t, "window"), value.Draw(t, "previous")
		require.InDelta(t, p.Floor.confidence(&e), alone.Floor.confidence(&shown), 1e-9)
	})
}
