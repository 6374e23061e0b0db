package dates

import "time"

func startOfDay(t time.Time) time.Time { return dayFrom(t, 0) }

// dayFrom returns the beginning of the day n days after that of t.
func dayFrom(t time.Time, n int) time.Time {
	y, m, d := t.Date()
	return midnight(y, m, d+n, t.Location())
}

// midnight returns the beginning of a day, later than 0:00 where the clocks skip that.
func midnight(y int, m time.Month, d int, loc *time.Location) time.Time {
	t := time.Date(y, m, d, 0, 0, 0, 0, loc)
	if t.Hour() > 12 { // as the clocks would show had they not been changed
		t = t.Add(time.Hour)
	}
	return t
}

// startOf returns the beginning of the unit that t lies in; weeks begin on Monday.
func startOf(t time.Time, u int) time.Time {
	d := startOfDay(t)
	switch u {
	case minutes:
		return t.Add(-time.Duration(t.Second())*time.Second - time.Duration(t.Nanosecond()))
	case hours:
		return startOf(t, minutes).Add(-time.Duration(t.Minute()) * time.Minute)
	case weeks, weekends, fortnights:
		return dayFrom(d, -(int(d.Weekday())+6)%7)
	case months:
		return dayFrom(d, 1-d.Day())
	case quarters:
		return midnight(d.Year(), d.Month()-(d.Month()-1)%3, 1, d.Location())
	case years:
		return dayFrom(d, 1-d.YearDay())
	}
	return d
}

// back returns the time n units before t; n may be negative. A month back from the 31st is the last day of a short month.
func back(t time.Time, u, n int) time.Time {
	switch u {
	case minutes:
		return t.Add(-time.Duration(n) * time.Minute)
	case hours:
		return t.Add(-time.Duration(n) * time.Hour)
	case weeks, weekends:
		return t.AddDate(0, 0, -7*n)
	case fortnights:
		return t.AddDate(0, 0, -14*n)
	case months:
		return monthsBack(t, n)
	case quarters:
		return monthsBack(t, 3*n)
	case years:
		return monthsBack(t, 12*n)
	}
	return t.AddDate(0, 0, -n)
}

func monthsBack(t time.Time, n int) time.Time {
	first := t.AddDate(0, 0, 1-t.Day()).AddDate(0, -n, 0)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1)
}

// whole returns the unit that t lies in.
func whole(t time.Time, u int) Range {
	from := startOf(t, u)
	switch u {
	case minutes, hours:
		return Range{From: from, To: back(from, u, -1)}
	case weekends:
		return Range{From: dayFrom(from, 5), To: dayFrom(from, 7)}
	}
	return Range{From: from, To: startOfDay(back(from, u, -1))}
}

// oneDay returns the day n days after that of t.
func oneDay(t time.Time, n int) Range { return Range{From: dayFrom(t, n), To: dayFrom(t, n+1)} }

// isDay tells whether a range is one day.
func (r Range) isDay() bool {
	return r.To.Equal(dayFrom(r.From, 1)) && r.From.Equal(startOfDay(r.From))
}

// isWeek tells whether a range is a week from Monday.
func (r Range) isWeek() bool {
	return r.To.Equal(dayFrom(r.From, 7)) && r.From.Equal(startOf(r.From, weeks))
}

// lastYear is the last that a time is written with.
const lastYear = 9999

// writable returns a range that ends by the last year, and whether it begins in a year that can be written.
func (r Range) writable() (Range, bool) {
	if r.To.Year() > lastYear {
		r.To = time.Date(lastYear, 12, 31, 23, 59, 59, 0, r.To.Location())
	}
	return r, r.From.Year() > 0 && r.To.Year() > 0 && (r.From.IsZero() || r.To.IsZero() || r.From.Before(r.To))
}

// calendar returns the unit that lies step units from the present one.
func (p *parser) calendar(u, step int) Range { return whole(back(startOf(p.now, u), u, -step), u) }

// nearby is calendar, but for the last hour and minute, which are counted back from now, and the next fortnight.
func (p *parser) nearby(u, step int) Range {
	switch {
	case step < 0 && u <= hours:
		return Range{From: back(p.now, u, -step), To: p.now}
	case step > 0 && u == fortnights:
		return Range{From: p.now, To: back(p.now, u, -step)}
	}
	return p.calendar(u, step)
}

// at is the unit in which a time lies that was counted to: that of a fortnight is the week.
func at(t time.Time, u int) Range {
	if u == fortnights {
		u = weeks
	}
	return whole(t, u)
}

// ago returns the unit that lies n units back.
func (p *parser) ago(u, n int) Range { return at(back(p.now, u, n), u) }

// dayOf returns a day of a week.
func dayOf(week Range, wd time.Weekday) Range {
	return oneDay(week.From, (int(wd)+6)%7)
}
