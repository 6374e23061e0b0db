package markdown

import (
	"bytes"
	"encoding/hex"
	"hash/fnv"
	"regexp"
	"slices"

	"github.com/yuin/goldmark/ast"
)

// marker is the line that begins or ends a region.
var marker = regexp.MustCompile(`^<!-- lukasa:(begin|end) ([a-z][a-z0-9-]{0,63})(?: ([0-9a-f]{16}))? -->[ \t]*\r?\n?$`)

// begun is a region whose end was not met yet, the fingerprint it should have,
// and the headings it stands under: those inside it end with it.
type begun struct {
	Region
	sum      string
	headings []heading
}

// marker reads a block of HTML: a marker, or nothing of concern.
func (p *reading) marker(n *ast.HTMLBlock) {
	from, to, ok := p.span(n)
	if !ok {
		return
	}
	line := p.lineOf(from)
	m := marker.FindSubmatch(p.src[from:to])
	atStart := p.starts[line-1] == from || line == 1
	switch {
	case m == nil:
	case string(m[1]) == "begin" && p.open != nil && p.open.Name == string(m[2]) && p.inOneConflict(p.open.Start, from):
		// the other side's: the region is the same
	case string(m[1]) == "begin" && atStart:
		p.unended()
		p.open = &begun{Region{Name: string(m[2]), Start: from, Body: p.lineEnd(line)}, string(m[3]), slices.Clone(p.headings)}
	case string(m[1]) == "end" && p.open != nil && p.open.Name == string(m[2]) && atStart:
		r := p.open.Region
		r.BodyEnd, r.End = from, p.lineEnd(line)
		r.Edited = p.open.sum != fingerprint(p.src[r.Body:from])
		p.page.Regions = append(p.page.Regions, r)
		p.endSections(r)
		p.headings, p.bare, p.open = p.open.headings, false, nil
	default:
		p.problem(line, 0, "marker: "+string(m[1])+" "+string(m[2])+" is out of place")
	}
}

// unended reports a region without an end, which is none.
func (p *reading) unended() {
	if p.open != nil {
		p.problem(p.lineOf(p.open.Start), 0, "marker: begin "+p.open.Name+" has no end")
	}
}

// endSections ends the sections that began inside a region with it.
func (p *reading) endSections(r Region) {
	sections := p.page.Sections
	for i := len(sections) - 1; i >= 0 && sections[i].Start >= r.Start; i-- {
		sections[i].End = min(sections[i].End, r.End)
	}
	p.inside = slices.DeleteFunc(p.inside, func(i int) bool { return sections[i].Start >= r.Start })
}

// lineEnd returns where the next line begins.
func (p *reading) lineEnd(line int) int {
	if line < len(p.starts) {
		return p.starts[line]
	}
	return len(p.src)
}

// closeRegions reports a region without an end and tells the blocks which region
// they stand in. What a person has edited is in none.
func (p *reading) closeRegions() {
	p.unended()
	regions := p.page.Regions
	for i := range p.page.Blocks {
		b := &p.page.Blocks[i]
		for len(regions) > 0 && regions[0].End <= b.Start {
			regions = regions[1:]
		}
		if len(regions) > 0 && regions[0].Body <= b.Start && (!regions[0].Edited || p.merged(regions[0])) {
			b.Region = regions[0].Name
		}
	}
}

// fingerprint is by which the body of a region is known to be as it was written, by
// whatever line ends.
func fingerprint(body []byte) string {
	h := fnv.New64a()
	h.Write(unixLines(body))
	return hex.EncodeToString(h.Sum(nil))
}

// unixLines returns a text with lines that end by \n alone.
func unixLines(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte{'\n'}) }
