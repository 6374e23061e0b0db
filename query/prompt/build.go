package prompt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Build writes a context of the items, which are given best first. Sections come
// in the order of the profile, items in theirs. The error is [ErrInvalid].
func Build(items []Item, o Options) (Context, error) {
	w, err := newWriter(o)
	if err != nil {
		return Context{}, err
	}
	blocks, omitted := w.prepare(items)
	// The parts are counted one by one, and a vocabulary may count their sum
	// higher. Then the budget is drawn in until the whole fits.
	for budget := w.budget; budget > 0; {
		c := w.compose(blocks, budget)
		if over := c.Tokens - w.budget; over > 0 {
			budget -= max(over, budget/50+1)
			continue
		}
		c.Omitted = append(c.Omitted, omitted...)
		sortOmitted(c.Omitted, items)
		return c, nil
	}
	for _, b := range blocks {
		omitted = append(omitted, Omitted{b.item.ID, ReasonBudget})
	}
	sortOmitted(omitted, items)
	return Context{Omitted: omitted}, nil
}

// writer holds the options of one Build, defaults filled in.
type writer struct {
	budget   int
	count    Counter
	profile  Profile
	headings map[string]string
	preamble string
	loc      *time.Location
	fullIDs  bool
	weigh    func(string) float64
}

func newWriter(o Options) (*writer, error) {
	w := &writer{budget: o.Tokens, count: o.Counter, profile: o.Profile, loc: time.UTC, fullIDs: o.FullIDs, weigh: o.Weigh}
	language := o.Language
	if language == "" {
		language = "en"
	}
	if w.budget == 0 {
		w.budget = DefaultTokens
	}
	if w.count == nil {
		w.count = Estimate
	}
	if w.profile == "" {
		w.profile = ProfilePlain
	}
	w.headings, w.preamble = headings[language], preambles[language]
	if !o.Now.IsZero() {
		w.loc = o.Now.Location()
		w.preamble += o.Now.Format(" Now: 2006-01-02 15:04 (Monday)")
	}
	w.preamble += "\n"
	switch {
	case w.budget < 0:
		return nil, fmt.Errorf("%w options: tokens: %d, want 1 or more", ErrInvalid, o.Tokens)
	case sections[w.profile] == nil:
		return nil, fmt.Errorf("%w options: profile: %q, want plain, domain or tutor", ErrInvalid, o.Profile)
	case w.headings == nil:
		return nil, fmt.Errorf("%w options: language: %q, want en or vi", ErrInvalid, o.Language)
	}
	return w, nil
}

// prepare cleans the items and gives those that can be shown their references.
func (w *writer) prepare(items []Item) (blocks []*block, omitted []Omitted) {
	seen := map[string]bool{}
	most := perToken * w.budget
	if most/perToken != w.budget {
		most = int(^uint(0) >> 1)
	}
	for i := range items {
		item := &items[i]
		text := item.Text
		overlong := len(text) > most
		if overlong {
			text = text[:most]
		}
		clean := Clean(text)
		switch {
		case item.ID == "" || clean == "":
			omitted = append(omitted, Omitted{item.ID, ReasonEmpty})
			continue
		case seen[item.ID]:
			omitted = append(omitted, Omitted{item.ID, ReasonDuplicate})
			continue
		}
		seen[item.ID] = true
		blocks = append(blocks, &block{index: i, item: item, clean: clean, overlong: overlong})
	}
	references(blocks, w.fullIDs)
	for _, b := range blocks {
		b.whole = b.write(w.loc, b.clean, false)
		b.tokens = w.count(b.whole)
	}
	return blocks, omitted
}

// part is a section being filled.
type part struct {
	section
	heading string
	opening int // tokens of the heading with its blank lines
	blocks  []*block
	demand  int // tokens if everything is shown whole
	limit   int
	used    int
}

// compose writes a context within a budget as the parts count.
func (w *writer) compose(blocks []*block, budget int) Context {
	opening := ""
	// A first line that would take more than a tenth of the room is left out.
	if n := w.count(w.preamble); n <= budget/10 {
		opening = w.preamble
		budget -= n
	}
	parts := w.parts(blocks)
	allot(parts, budget)
	carry := 0
	for _, p := range parts {
		limit := p.limit + carry
		p.fill(w, limit)
		carry = limit - p.used
	}
	for _, reserve := range []bool{false, true} {
		for _, p := range parts {
			if p.reserve == reserve && carry > 0 && p.lacks() {
				limit := p.used + carry
				p.fill(w, limit)
				carry = limit - p.used
			}
		}
	}
	return w.finish(opening, parts)
}

// parts sorts the blocks into the sections of the profile.
func (w *writer) parts(blocks []*block) []*part {
	var parts []*part
	byName := map[string]*part{}
	for _, s := range sections[w.profile] {
		heading := "\n" + w.headings[s.name] + "\n\n"
		p := &part{section: s, heading: heading, opening: w.count(heading)}
		parts, byName[s.name] = append(parts, p), p
	}
	for _, b := range blocks {
		p := byName[w.profile.place(b.item)]
		p.blocks = append(p.blocks, b)
		p.demand += b.tokens
	}
	for _, p := range parts {
		if len(p.blocks) > 0 {
			p.demand += p.opening
		}
	}
	return parts
}

// allot gives each section its limit: its share or what it needs, whichever is
// less, and then what is left to those that need more, reserved ones last and the
// first first.
func allot(parts []*part, budget int) {
	rest := budget
	for _, p := range parts {
		if p.reserve {
			p.limit = min(p.demand, max(int(p.share*float64(budget)), min(p.least, budget/3)))
			rest -= p.limit
		}
	}
	for _, p := range parts {
		if !p.reserve {
			p.limit = min(p.demand, int(p.share*float64(rest)))
			rest -= p.limit
		}
	}
	for _, reserve := range []bool{false, true} {
		for _, p := range parts {
			if p.reserve == reserve {
				more := min(p.demand-p.limit, rest)
				p.limit += more
				rest -= more
			}
		}
	}
}

// usefulRoom is the room in tokens below which no text is cut to fit.
const usefulRoom = 24

// fill chooses what a section shows within a limit: each block in order, whole where
// it fits. If not all do, long ones are shown in part where it is known what bears on
// the question; else the first alone is cut, to half of the room if others need the rest.
// At the end the first that was left out is, if there is room for a useful part of it.
func (p *part) fill(w *writer, limit int) {
	p.used = 0
	for _, b := range p.blocks {
		b.shown, b.used, b.cut = "", 0, false
	}
	room := limit - p.opening
	if room <= 0 {
		return
	}
	var left int
	if w.weigh != nil && p.demand > limit {
		left = p.excerpts(w, room)
	} else {
		left = p.wholes(w, room)
	}
	for _, b := range p.blocks {
		if b.shown == "" && left >= usefulRoom {
			b.abridge(w, left)
			left -= b.used
			break
		}
	}
	if left < room {
		p.used = limit - left
	}
}

// wholes shows what fits whole, and the first in part if it does not. It returns the
// room that is left.
func (p *part) wholes(w *writer, room int) (left int) {
	left = room
	for i, b := range p.blocks {
		switch {
		case b.tokens <= left && !b.overlong:
			b.shown, b.used = b.whole, b.tokens
		case i == 0:
			others := p.demand - p.opening - b.tokens
			b.abridge(w, min(left, max(room/2, room-others)))
			if b.shown == "" {
				b.abridge(w, left)
			}
		}
		left -= b.used
	}
	return left
}

// excerpts shows each block whole or, if it takes more than it may, by what bears on the
// question. It returns the room that is left.
func (p *part) excerpts(w *writer, room int) (left int) {
	left = room
	most := level(p.blocks, room)
	for i, b := range p.blocks {
		allowed := min(capOf(i, most), left)
		switch {
		case b.tokens <= allowed && !b.overlong:
			b.shown, b.used = b.whole, b.tokens
		case b.tokens > capOf(i, most) && allowed >= usefulRoom:
			b.excerpt(w, allowed)
		}
		left -= b.used
	}
	return left - p.restore(left)
}

// restore shows whole what was cut, the best first, as far as there is room left; it
// returns what that takes.
func (p *part) restore(left int) (taken int) {
	for _, b := range p.blocks {
		if more := b.tokens - b.used; b.cut && !b.overlong && more <= left-taken {
			b.shown, b.used, b.cut = b.whole, b.tokens, false
			taken += more
		}
	}
	return taken
}

// abridge shows as much of the block as fits, if anything does.
func (b *block) abridge(w *writer, room int) {
	if shown, tokens, ok := b.shorten(w, room); ok {
		b.shown, b.used, b.cut = shown, tokens, true
	}
}

// lacks tells whether the section had to leave something out.
func (p *part) lacks() bool {
	for _, b := range p.blocks {
		if b.shown == "" || b.cut {
			return true
		}
	}
	return false
}

// finish joins the sections and makes the account.
func (w *writer) finish(opening string, parts []*part) Context {
	var c Context
	var text strings.Builder
	text.WriteString(opening)
	for _, p := range parts {
		var body strings.Builder
		entries := 0
		for _, b := range p.blocks {
			if b.shown == "" {
				c.Omitted = append(c.Omitted, Omitted{b.item.ID, ReasonBudget})
				continue
			}
			entries++
			body.WriteString(b.shown)
			c.Included = append(c.Included, Entry{b.item.ID, b.ref, title(p.heading), b.cut})
		}
		if entries > 0 {
			section := p.heading + body.String()
			c.Sections = append(c.Sections, Section{title(p.heading), entries, w.count(section)})
			text.WriteString(section)
		}
	}
	if len(c.Included) > 0 {
		c.Text = strings.TrimPrefix(text.String(), "\n")
	}
	c.Tokens = w.count(c.Text)
	return c
}

// title is a heading's text without its marks.
func title(heading string) string { return strings.Trim(heading, "#= \n") }

// sortOmitted puts them in the order in which the items first name their ids.
func sortOmitted(list []Omitted, items []Item) {
	at := make(map[string]int, len(items))
	for i := len(items) - 1; i >= 0; i-- {
		at[items[i].ID] = i
	}
	slices.SortStableFunc(list, func(a, b Omitted) int { return cmp.Compare(at[a.ID], at[b.ID]) })
}
