package rank

import (
	"cmp"
	"slices"
	"strconv"
)

// Explanation is a score as a tree. The values of the children of a sum add up to its value.
type Explanation struct {
	// Name of the part: a feature, a gate, or how the parts are joined.
	Name string `json:"name"`
	// Value that the part adds.
	Value float64 `json:"value"`
	// Raw is what the arm gave, Calibrated what became of it, Weight what it was multiplied by; all zero for a sum.
	Raw        float64       `json:"raw,omitempty"`
	Calibrated float64       `json:"calibrated,omitempty"`
	Weight     float64       `json:"weight,omitempty"`
	Parts      []Explanation `json:"parts,omitempty"`
}

// explain builds the tree of one score. Parts are listed by size, the greatest first.
func (p *Profile) explain(s *Signals, i int, score float64) *Explanation {
	root := &Explanation{Name: "score: " + p.Name, Value: score}
	switch p.Fusion {
	case Kinds:
		root.Parts = p.explainKind(s, i)
	case RRF:
		root.Parts = p.explainRanks(s, i)
	default:
		root.Parts = p.explainSum(s, i)
		return root
	}
	slices.SortStableFunc(root.Parts, func(a, b Explanation) int { return cmp.Compare(abs(b.Value), abs(a.Value)) })
	return root
}

// explainSum lists the parts that are not zero, those of equal size by gate and feature.
func (p *Profile) explainSum(s *Signals, i int) []Explanation {
	var room [int(NumGates) * int(NumFeatures)]part
	order := room[:0]
	for g := range NumGates {
		gate := s.Gates[i][g]
		for f := range NumFeatures {
			if x := gate * p.weights[g][f] * s.Values[i][f]; x != 0 {
				order = append(order, part{g, f, x})
			}
		}
	}
	slices.SortStableFunc(order, func(a, b part) int { return cmp.Compare(abs(b.value), abs(a.value)) })
	parts := make([]Explanation, len(order))
	for k, o := range order {
		parts[k] = Explanation{
			Name: partNames[o.gate][o.feature], Value: o.value,
			Raw: s.raw(i, o.feature), Calibrated: s.Values[i][o.feature], Weight: s.Gates[i][o.gate] * p.weights[o.gate][o.feature],
		}
	}
	return parts
}

// part is what a feature adds to a score under a gate. Parts are sorted before they are explained, as explanations are large.
type part struct {
	gate    Gate
	feature Feature
	value   float64
}

// partNames are the names of all parts of a sum.
var partNames = func() (names [NumGates][NumFeatures]string) {
	for g := range NumGates {
		for f := range NumFeatures {
			names[g][f] = f.String()
			if g != Always {
				names[g][f] += " " + g.String()
			}
		}
	}
	return names
}()

func (p *Profile) explainKind(s *Signals, i int) []Explanation {
	c, w := &s.candidates[i], p.Kinds[s.candidates[i].Class.String()]
	confidence := 1 + s.Values[i][Confidence]
	var parts []Explanation
	for _, x := range []struct {
		name  string
		value float64
	}{{"meaning", max(0, c.Cosines.Own)}, {"entities", c.Entities}, {"recency", s.Values[i][Recency]}} {
		parts = append(parts, Explanation{
			Name: x.name + " times confidence", Value: x.value * w[x.name] * confidence,
			Raw: x.value, Calibrated: x.value * confidence, Weight: w[x.name],
		})
	}
	return parts
}

func (p *Profile) explainRanks(s *Signals, i int) []Explanation {
	var parts []Explanation
	for f := range NumFeatures {
		w := p.Arms[f.String()]
		if w == 0 {
			continue
		}
		if at := slices.Index(s.ranked(f), i); at >= 0 {
			x := 1 / (p.RRFK + float64(at+1))
			name := f.String() + " at rank " + strconv.Itoa(at+1)
			parts = append(parts, Explanation{Name: name, Value: w * x, Raw: s.raw(i, f), Calibrated: x, Weight: w})
		}
	}
	return parts
}

// raw is what the engine gave for a feature, before scaling; the feature's value where nothing was scaled.
func (s *Signals) raw(i int, f Feature) float64 {
	c := &s.candidates[i]
	switch f {
	case WordsOwn:
		return c.Words.Own
	case WordsAround:
		return c.Words.Around
	case WordsWindow:
		return c.Words.Window
	case WordsSession:
		return c.Words.Session
	case MeaningOwn:
		return c.Cosines.Own
	case MeaningPrevious:
		return c.Cosines.WithPrevious
	case MeaningWindow:
		return c.Cosines.Window
	}
	return s.Values[i][f]
}

func abs(x float64) float64 { return max(x, -x) }
