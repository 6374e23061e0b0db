package report

import (
	"math"
	"slices"
)

// Flat is the growth that a cost may have and still count as independent of the
// number of records: a factor of 2.8 from a thousand to a million.
const Flat = 0.15

// Series is one of Lukasa's figures over the scales it was taken at.
type Series struct {
	Suite, Name, Unit string
	Scales            []int // rising
	Values            []float64
}

// Slope is the exponent of the power law that fits the series best: the least
// squares slope of log value over log scale. It is not known for fewer than two
// scales or a value that is not positive.
func (s Series) Slope() (slope float64, known bool) {
	n := float64(len(s.Scales))
	var x, y, xx, xy float64
	for i, scale := range s.Scales {
		if s.Values[i] <= 0 {
			return 0, false
		}
		lx, ly := math.Log(float64(scale)), math.Log(s.Values[i])
		x, y, xx, xy = x+lx, y+ly, xx+lx*lx, xy+lx*ly
	}
	if len(s.Scales) < 2 || s.Scales[0] == s.Scales[len(s.Scales)-1] {
		return 0, false
	}
	return (n*xy - x*y) / (n*xx - x*x), true
}

// Grown returns the medians that were taken at two scales at least and have a slope, in the order
// of the reports, which must be sorted as Read returns them.
func Grown(reports []Report) []Series {
	var all []Series
	for _, r := range reports {
		for _, f := range r.Figures {
			if f.Peer != "" || f.Note != "" || !isMedian(f) {
				continue
			}
			at := slices.IndexFunc(all, func(s Series) bool { return s.Suite == f.Suite && s.Name == f.Name })
			if at < 0 {
				at = len(all)
				all = append(all, Series{Suite: f.Suite, Name: f.Name, Unit: f.Unit})
			}
			if n := len(all[at].Scales); n > 0 && all[at].Scales[n-1] == r.Scale {
				continue // the first of a name counts
			}
			all[at].Scales, all[at].Values = append(all[at].Scales, r.Scale), append(all[at].Values, f.Value)
		}
	}
	return slices.DeleteFunc(all, func(s Series) bool {
		_, known := s.Slope()
		return !known
	})
}

func isMedian(f Figure) bool {
	const ending = ", p50"
	return len(f.Name) > len(ending) && f.Name[len(f.Name)-len(ending):] == ending
}
