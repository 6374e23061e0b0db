package column

import (
	"maps"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/schema"
)

// Span is a stretch of time from one microsecond since 1970 up to another.
type Span struct{ From, To int64 }

// How long a record may say that something was for it to be of a time, and to be found by each of its days.
const (
	year  = 366 * 24 * time.Hour
	month = 31 * 24 * time.Hour
)

// daily is how many microseconds a day has.
const daily = int64(24 * time.Hour / time.Microsecond)

// toldBy reads of which times a record tells, as seen from its own: the years, months and days that its text names. What is to come is
// what a plan or a task names without a verb. Reading for times costs more than all else that a row has of a text, so that texts
// are sifted first.
func toldBy(e *schema.Experience, words string, seen traits.Traits) (told []Span) {
	if e.Time.IsZero() || !seen.HasTime && !dates.May(words) {
		return nil
	}
	find := dates.Find
	if e.Kind == schema.KindPlan || e.Kind == schema.KindTask {
		find = dates.FindAhead
	}
	for _, r := range find(words, e.Time, text.Und) {
		if !r.From.IsZero() && r.From.Before(r.To) && r.To.Sub(r.From) <= year {
			told = append(told, Span{r.From.UnixMicro(), r.To.UnixMicro()})
		}
	}
	return told
}

// calendar holds the times that the few rows tell of which tell of any, by their places, and finds the places by days.
type calendar struct {
	told map[uint32][]Span
	days map[int64][]uint32 // since 1970: the places of what tells of each, but not of more than a month
}

func newCalendar() calendar { return calendar{map[uint32][]Span{}, map[int64][]uint32{}} }

// set replaces what is told of by the row in a place.
func (c *calendar) set(at uint32, told []Span) {
	if slices.Equal(c.told[at], told) {
		return
	}
	for _, day := range daysOf(c.told[at]) {
		c.leave(day, at)
	}
	for _, day := range daysOf(told) {
		c.days[day] = append(c.days[day], at)
	}
	if c.told[at] = told; len(told) == 0 {
		delete(c.told, at)
	}
}

// leave takes a place off a day.
func (c *calendar) leave(day int64, at uint32) {
	of := c.days[day]
	last := len(of) - 1
	of[slices.Index(of, at)] = of[last]
	if c.days[day] = of[:last]; last == 0 {
		delete(c.days, day)
	}
}

// daysOf are the days of spans, each once.
func daysOf(told []Span) (days []int64) {
	for _, s := range told {
		if s.To-s.From > month.Microseconds() {
			continue
		}
		for day := dayOf(s.From); day <= dayOf(s.To-1); day++ {
			days = append(days, day)
		}
	}
	slices.Sort(days)
	return slices.Compact(days)
}

// dayOf is the day since 1970 of a moment.
func dayOf(us int64) int64 {
	day := us / daily
	if us%daily < 0 {
		day--
	}
	return day
}

// within lists the days of which rows tell from one moment up to another, in order.
func (c *calendar) within(from, to int64) []int64 {
	first, last := dayOf(from), dayOf(to-1)
	if last-first >= int64(len(c.days)) {
		days := slices.Sorted(maps.Keys(c.days))
		return slices.DeleteFunc(days, func(day int64) bool { return day < first || day > last })
	}
	var days []int64
	for day := first; day <= last; day++ {
		if len(c.days[day]) > 0 {
			days = append(days, day)
		}
	}
	return days
}

// Telling lists records that tell of a day from one moment up to another, each once: those of the latest day first, or of the soonest,
// and of a day by their ids from the greatest on. It stops behind the day with which it has as many as wanted.
func (t *Table) Telling(from, to int64, soonest bool, wanted int) (ids []schema.ID) {
	if from >= to {
		return nil
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	days := t.calendar.within(from, to)
	if !soonest {
		slices.Reverse(days)
	}
	seen := map[uint32]bool{}
	for _, day := range days {
		if len(ids) >= wanted {
			break
		}
		first := len(ids)
		for _, at := range t.calendar.days[day] {
			if !seen[at] {
				seen[at] = true
				ids = append(ids, *t.ids.At(at))
			}
		}
		slices.SortFunc(ids[first:], func(a, b schema.ID) int { return schema.CompareIDs(b, a) })
	}
	return ids
}
