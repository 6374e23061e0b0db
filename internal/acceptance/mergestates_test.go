package acceptance

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// stretches tells of each value of a state since when and until when it held, in days, as one
// where it was told twice in a row.
func stretches(t require.TestingT, m *lukasa.Memory) (out []string) {
	start := newClock().now()
	day := func(at time.Time) string {
		if at.IsZero() {
			return ""
		}
		return fmt.Sprint(int(at.Sub(start).Hours() / 24))
	}
	list := everything(t, m, lukasa.Filter{})
	slices.SortFunc(list, func(a, b lukasa.Experience) int { return began(a).Compare(began(b)) })
	for i := 1; i < len(list); i++ {
		if list[i].Content == list[i-1].Content && began(list[i]).Equal(list[i-1].ValidTo) {
			list[i].ValidFrom = began(list[i-1])
			list = slices.Delete(list, i-1, i)
			i--
		}
	}
	for _, e := range list {
		out = append(out, fmt.Sprintf("%s to %s %s %s", day(began(e)), day(e.ValidTo), e.Content, e.Status))
	}
	return out
}

// began is since when a statement is true.
func began(e lukasa.Experience) time.Time {
	if e.ValidFrom.IsZero() {
		return e.Time
	}
	return e.ValidFrom
}

// TestMergeOfStatesLearnedOnBothSides: where both copies learned since what holds now, each
// value gets its time, in whatever order they are merged, and nothing is a conflict (900-10).
func TestMergeOfStatesLearnedOnBothSides(t *testing.T) {
	type told map[int]string // by day
	for name, tt := range map[string]struct {
		base, one, two told
		want           []string
	}{
		"one each": {
			told{0: "Friday"},
			told{10: "Monday"},
			told{20: "Sunday"},
			[]string{"0 to 10 Friday superseded", "10 to 20 Monday superseded", "20 to  Sunday active"},
		},
		"two each, one after the other": {
			told{0: "Friday"},
			told{10: "Monday", 30: "Tuesday"},
			told{20: "Sunday", 40: "Saturday"},
			[]string{
				"0 to 10 Friday superseded", "10 to 20 Monday superseded", "20 to 30 Sunday superseded",
				"30 to 40 Tuesday superseded", "40 to  Saturday active",
			},
		},
		"the same": {
			told{0: "Friday"},
			told{10: "Monday"},
			told{20: "Monday"},
			[]string{"0 to 10 Friday superseded", "10 to  Monday active"},
		},
		"the same, and another": {
			told{0: "Friday"},
			told{10: "Monday"},
			told{20: "Monday", 30: "Sunday"},
			[]string{"0 to 10 Friday superseded", "10 to 30 Monday superseded", "30 to  Sunday active"},
		},
	} {
		for _, batch := range []int{1, 0} {
			t.Run(fmt.Sprint(name, ", in batches of ", batch), func(t *testing.T) {
				m, clock := openTest(t)
				single(t, m, "delivery_day")
				start := newClock().now()
				tell := func(m *lukasa.Memory, what told) {
					for day := range 50 {
						if what[day] == "" {
							continue
						}
						clock.advance(time.Second)
						e := says("delivery_day", what[day])
						e.Content = what[day]
						e.Time = start.AddDate(0, 0, day)
						retain(t, m, e)
					}
				}
				clock.advance(50 * 24 * time.Hour)
				tell(m, tt.base)
				other := copied(t, m, clock, 0xe0)
				tell(m, tt.one)
				tell(other, tt.two)
				back := copied(t, m, clock, 0xf0)
				for _, pair := range [][2]*lukasa.Memory{{m, other}, {other, back}} {
					require.Empty(t, merged(t, pair[0], pair[1], lukasa.Joining{Batch: batch}).Conflicts)
					require.Equal(t, tt.want, stretches(t, pair[0]))
					was := digest(t, pair[0])
					require.Empty(t, merged(t, pair[0], pair[1], lukasa.Joining{Batch: batch}).Conflicts)
					require.Equal(t, was, digest(t, pair[0]), "merged again")
					checked(t, pair[0])
				}
				require.Empty(t, merged(t, m, other, lukasa.Joining{}).Conflicts, "and each with what the other made of it")
				require.Equal(t, tt.want, stretches(t, m))
			})
		}
	}
}
