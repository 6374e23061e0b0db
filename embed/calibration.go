package embed

import "fmt"

// Calibration says what a cosine of one model means, as the least cosine of
// each relation. The values fall from Duplicate to Related; the zero value
// means "not measured".
//
// Thresholds do not carry over between models: .85 says "paraphrase" for one
// and "same language" for another. A rule that is written as a threshold is
// written against [Calibration.Score], whose scale is the same for every model.
type Calibration struct {
	// Duplicate: from here on two texts say the same in nearly the same words.
	Duplicate float64
	// Similar: from here on two texts say the same in other words.
	Similar float64
	// Related: from here on two texts are about the same subject. Below it
	// they are taken for unrelated.
	Related float64
	// Unrelated is the mean cosine of unrelated texts: the model's noise floor.
	Unrelated float64
}

// The common scale that [Calibration.Score] maps onto: the values that the
// rules of this project are written in.
const (
	ScoreDuplicate = 0.90
	ScoreSimilar   = 0.70
	ScoreRelated   = 0.50
)

// Relation is what a cosine says of two texts.
type Relation int

// Relations, from far to near.
const (
	Unrelated Relation = iota
	Related
	Similar
	Duplicate
)

// String returns the relation in lower case.
func (r Relation) String() string {
	switch r {
	case Unrelated:
		return "unrelated"
	case Related:
		return "related"
	case Similar:
		return "similar"
	case Duplicate:
		return "duplicate"
	}
	return fmt.Sprintf("Relation(%d)", int(r))
}

// Measured reports whether the calibration holds measured values.
func (c Calibration) Measured() bool { return c != Calibration{} }

// Validate reports values that are not in falling order within -1 to 1, as
// [ErrInvalidModel]. An unmeasured calibration is valid.
func (c Calibration) Validate() error {
	if !c.Measured() {
		return nil
	}
	ordered := 1 >= c.Duplicate && c.Duplicate > c.Similar && c.Similar > c.Related &&
		c.Related > c.Unrelated && c.Unrelated >= -1
	if !ordered {
		return invalidModel(fmt.Sprintf("Calibration %+v does not fall from 1 to -1", c))
	}
	return nil
}

// Relation classifies a cosine. Unmeasured calibrations classify with the
// values of the common scale.
func (c Calibration) Relation(cosine float64) Relation {
	switch s := c.Score(cosine); {
	case s >= ScoreDuplicate:
		return Duplicate
	case s >= ScoreSimilar:
		return Similar
	case s >= ScoreRelated:
		return Related
	}
	return Unrelated
}

// Score maps a cosine of this model onto the common scale 0 to 1: Unrelated
// and below to 0, Related to [ScoreRelated], Similar to [ScoreSimilar],
// Duplicate to [ScoreDuplicate], 1 to 1, straight lines between. Unmeasured
// calibrations only cut to 0 to 1.
func (c Calibration) Score(cosine float64) float64 {
	if !c.Measured() {
		return min(max(cosine, 0), 1)
	}
	from := [...]float64{c.Unrelated, c.Related, c.Similar, c.Duplicate, 1}
	return interpolate(cosine, from[:], scale[:])
}

// Cosine is the inverse of [Calibration.Score]: the cosine of this model that
// stands for a value of the common scale.
func (c Calibration) Cosine(score float64) float64 {
	if !c.Measured() {
		return min(max(score, 0), 1)
	}
	to := [...]float64{c.Unrelated, c.Related, c.Similar, c.Duplicate, 1}
	return interpolate(score, scale[:], to[:])
}

var scale = [...]float64{0, ScoreRelated, ScoreSimilar, ScoreDuplicate, 1}

// interpolate follows the broken line through (xs[i], ys[i]), xs rising, and
// is flat outside. Each knot maps to its exact value: thresholds are compared
// with >=.
func interpolate(x float64, xs, ys []float64) float64 {
	if !(x > xs[0]) { // also NaN
		return ys[0]
	}
	for i := 1; i < len(xs); i++ {
		if x < xs[i] {
			t := (x - xs[i-1]) / (xs[i] - xs[i-1])
			return ys[i-1] + t*(ys[i]-ys[i-1])
		}
		if x == xs[i] {
			return ys[i]
		}
	}
	return ys[len(ys)-1]
}
