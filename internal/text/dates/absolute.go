package dates

import (
	"strconv"
	"strings"
	"time"

	dateparser "github.com/markusmobius/go-dateparser"
	"github.com/markusmobius/go-dateparser/date"

	"github.com/lukasadb/lukasa/internal/text"
)

// figures reads a date in figures.
func (p *parser) figures(i int, _ bool) (Range, int, bool) {
	if !p.is(i, figures) {
		return Range{}, i, false
	}
	w, _, _ := strings.Cut(p.tokens[i].text, "t")
	if r, ok := p.iso(w); ok {
		return r, i + 1, true
	}
	r, ok := p.parse(w)
	return r, i + 1, ok
}

// iso reads 2025-11-27 and 2025-11.
func (p *parser) iso(w string) (Range, bool) {
	if d, err := time.ParseInLocation("2006-1-2", w, p.now.Location()); err == nil {
		return Range{From: d, To: d.AddDate(0, 0, 1)}, true
	}
	if m, err := time.ParseInLocation("2006-1", w, p.now.Location()); err == nil {
		return Range{From: m, To: m.AddDate(0, 1, 0)}, true
	}
	return Range{}, false
}

// date reads a date with the name or, in Vietnamese and Chinese, the number of a month: the longest run of its parts.
func (p *parser) date(i int, prefixed bool) (Range, int, bool) {
	var named, digits bool
	weak := false
	end := i
	for j := i; j < len(p.tokens) && j < i+8; j++ {
		t := p.tokens[j]
		switch {
		case t.roles&month != 0:
			if named {
				j = len(p.tokens)
				continue
			}
			named, weak, end = true, t.weak, j+1
		case p.monthWord(j):
			named, end = true, j+1
		case t.roles&number != 0:
			if t.value == 0 || t.value > 31 && t.roles&year == 0 {
				j = len(p.tokens)
				continue
			}
			digits, end = true, j+1
		case p.dateWord(j):
		default:
			j = len(p.tokens)
		}
	}
	if !named || weak && !digits && !prefixed {
		return Range{}, i, false
	}
	if p.g.lang == text.Chinese {
		return p.chineseDate(i)
	}
	for ; end > i; end-- {
		if !p.complete(i, end) {
			continue
		}
		s := p.s[p.tokens[i].span.Start:p.tokens[end-1].span.End]
		if r, ok := p.parse(s); ok {
			return r, end, true
		}
	}
	return Range{}, i, false
}

// complete tells whether tokens [i, end) can be a date: they hold a month and do not end in a word that needs more.
func (p *parser) complete(i, end int) bool {
	last := end - 1
	if p.tokens[last].roles&(number|month) == 0 {
		return false
	}
	for j := i; j < end; j++ {
		if p.is(j, month) || p.monthWord(j) && j+1 < end {
			return true
		}
	}
	return false
}

// monthWord tells whether token j makes a number beside it a month.
func (p *parser) monthWord(j int) bool {
	if !p.is(j, unit) || p.tokens[j].value != months {
		return false
	}
	switch p.g.lang {
	case text.Vietnamese:
		return p.is(j+1, number) && p.tokens[j+1].value <= 12
	case text.Chinese:
		return j > 0 && p.is(j-1, number) && p.tokens[j-1].value <= 12 && p.tokens[j].text == "月" && !p.is(j+1, ago)
	}
	return false
}

// dateWord tells whether token j may stand inside a date.
func (p *parser) dateWord(j int) bool {
	t := p.tokens[j]
	switch p.g.lang {
	case text.Vietnamese:
		return t.text == "ngày" || t.text == "năm" || t.text == "mồng" || t.text == "mùng" || t.text == ","
	case text.Chinese:
		return t.text == "年" || t.text == "日" || t.text == "号"
	}
	return t.text == "of" || t.text == "the" || t.text == "de"
}

// chineseDate reads 2025年11月27日, whose year and day may be missing.
func (p *parser) chineseDate(i int) (Range, int, bool) {
	y, m, d := 0, 0, 0
	for p.is(i, number) && i+1 < len(p.tokens) {
		n := p.tokens[i].value
		switch word := p.tokens[i+1].text; {
		case word == "年" && y == 0 && m == 0:
			y = n
		case word == "月" && m == 0:
			m = n
		case (word == "日" || word == "号") && m > 0 && d == 0:
			d = n
		default:
			n = 0
		}
		if n == 0 {
			break
		}
		i += 2
	}
	from := time.Date(y, time.Month(m), max(d, 1), 0, 0, 0, 0, p.now.Location())
	if y == 0 {
		if from = from.AddDate(p.now.Year(), 0, 0); from.After(p.now) {
			from = from.AddDate(-1, 0, 0)
		}
	}
	if m < 1 || m > 12 || d > 0 && from.Day() != d {
		return Range{}, i, false
	}
	if d == 0 {
		return Range{From: from, To: from.AddDate(0, 1, 0)}, i, true
	}
	return Range{From: from, To: from.AddDate(0, 0, 1)}, i, true
}

// parse has go-dateparser read a date, the latest that has begun when the year is not said.
func (p *parser) parse(s string) (Range, bool) {
	s = strings.ReplaceAll(strings.ToLower(s), "ngày ", "")
	cfg := &dateparser.Configuration{
		CurrentTime: p.now, PreferredDateSource: dateparser.Past, PreferredDayOfMonth: dateparser.First,
		DefaultTimezone: p.now.Location(),
		Languages:       []string{p.g.lang.String()},
	}
	d, err := dateparser.Parse(cfg, s)
	if err != nil || d.IsZero() {
		return Range{}, false
	}
	y, m, dom := d.Time.Date()
	switch d.Period {
	case date.Month:
		from := time.Date(y, m, 1, 0, 0, 0, 0, p.now.Location())
		if from.After(p.now) && !strings.Contains(s, strconv.Itoa(y)) {
			from = from.AddDate(-1, 0, 0)
		}
		return Range{From: from, To: from.AddDate(0, 1, 0)}, true
	case date.Year:
		from := time.Date(y, 1, 1, 0, 0, 0, 0, p.now.Location())
		return Range{From: from, To: from.AddDate(1, 0, 0)}, true
	}
	from := time.Date(y, m, dom, 0, 0, 0, 0, p.now.Location())
	return Range{From: from, To: from.AddDate(0, 0, 1)}, true
}
