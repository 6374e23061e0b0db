package lang

import (
	"math"
	"strconv"
	"strings"

	"github.com/lukasadb/lukasa/schema"
)

// scale is the range of a field that is compared.
type scale struct {
	min, max float64
	whole    bool     // whole numbers only
	grades   []string // names of the values from 1, if they have any
}

var scales = map[Field]*scale{
	Importance: {min: 1, max: 10, whole: true},
	Quality:    {min: 1, max: 5, whole: true, grades: gradeNames()},
	Confidence: {min: 0, max: 1},
}

func gradeNames() []string {
	var list []string
	for q := schema.QualityReject; q <= schema.QualityExcellent; q++ {
		list = append(list, q.String())
	}
	return list
}

// parse reads >=7, <.5, 3..5, good or 7.
func (s *scale) parse(v string) (low, high float64, bad *problem) {
	if from, to, ok := strings.Cut(v, ".."); ok {
		if low, bad = s.number(from); bad != nil {
			return 0, 0, bad
		}
		if high, bad = s.number(to); bad == nil && low > high {
			bad = &problem{text: "the range ends before it begins"}
		}
		return low, high, bad
	}
	operator := v[:len(v)-len(strings.TrimLeft(v, "<>="))]
	n, bad := s.number(v[len(operator):])
	if bad != nil {
		return 0, 0, bad
	}
	low, high = s.min, s.max
	switch operator {
	case "", "=":
		low, high = n, n
	case ">=":
		low = n
	case "<=":
		high = n
	case ">":
		low = s.next(n, 1)
	case "<":
		high = s.next(n, -1)
	default:
		return 0, 0, &problem{text: "unknown comparison " + strconv.Quote(operator) + ", want > >= < <="}
	}
	if low > high || low > s.max || high < s.min {
		return 0, 0, &problem{text: "no value can be that"}
	}
	return low, high, nil
}

// next is the value that follows n upwards or downwards.
func (s *scale) next(n float64, direction int) float64 {
	if s.whole {
		return n + float64(direction)
	}
	return math.Nextafter(n, math.Inf(direction))
}

func (s *scale) number(v string) (float64, *problem) {
	for i, grade := range s.grades {
		if strings.EqualFold(v, grade) {
			return float64(i + 1), nil
		}
	}
	n, err := strconv.ParseFloat(v, 64)
	if err != nil || math.IsNaN(n) || n < s.min || n > s.max || s.whole && n != math.Trunc(n) {
		want := "want a number from " + format(s.min) + " to " + format(s.max)
		if s.grades != nil {
			want += ", or " + strings.Join(s.grades, ", ")
		}
		return 0, &problem{text: want}
	}
	return n + 0, nil // -0 becomes 0
}

// format prints a range so that parse reads it back.
func (s *scale) format(low, high float64) string {
	switch {
	case low == high:
		return s.name(low)
	case high == s.max:
		return ">=" + s.name(low)
	case low == s.min:
		return "<=" + s.name(high)
	}
	return s.name(low) + ".." + s.name(high)
}

func (s *scale) name(n float64) string {
	if n >= 1 && int(n) <= len(s.grades) {
		return s.grades[int(n)-1]
	}
	return format(n)
}

func format(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
