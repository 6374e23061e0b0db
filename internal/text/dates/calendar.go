package dates

import "time"

func startOfDay(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// startOf returns the beginning of the unit that t lies in; weeks begin on Monday.
func startOf(t time.Time, u int) time.Time {
	d := startOfDay(t)
	switch u {
	case minutes:
		return t.Truncate(time.Minute)
	case hours:
		return t.Truncate(time.Hour)
	case weeks, weekends:
		return d.AddDate(0, 0, -(int(d.Weekday())+6)%7)
	case months:
		return d.AddDate(0, 0, 1-d.Day())
	case years:
		return d.AddDate(0, 0, 1-d.YearDay())
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
	case months:
		return monthsBack(t, n)
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
	to := back(from, u, -1)
	if u == weekends {
		return Range{From: from.AddDate(0, 0, 5), To: from.AddDate(0, 0, 7)}
	}
	return Range{From: from, To: to}
}

// calendar returns the unit that lies step units from the present one.
func (p *parser) calendar(u, step int) Range { return whole(back(startOf(p.now, u), u, -step), u) }

// ago returns the unit that lies n units back.
func (p *parser) ago(u, n int) Range { return whole(back(p.now, u, n), u) }

// dayOf returns a day of a week.
func dayOf(week Range, wd time.Weekday) Range {
	d := week.From.AddDate(0, 0, (int(wd)+6)%7)
	return Range{From: d, To: d.AddDate(0, 0, 1)}
}
