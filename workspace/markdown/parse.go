package markdown

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// MaxBlock is the length, in bytes, up to which a block is read. Longer ones are
// reported.
const MaxBlock = 256 << 10

// Parse reads a page. It never fails: what is malformed is in Problems.
func Parse(src []byte, o Options) Page {
	p := &reading{src: src, options: o}
	p.indexLines()
	if at := noText(src); at >= 0 {
		line := p.lineOf(at)
		p.problem(line, at-p.starts[line-1], "not text in UTF-8: what is none is read as \uFFFD")
	}
	body := p.frontMatter()
	if line, deep := tooDeep(src[body:]); deep {
		p.problem(p.lineOf(body)+line, 0, "nested too deeply: the page is not read")
		return p.page
	}
	p.base = body
	p.blocks(structure.Parse(text.NewReader(withoutReturns(p.withoutConflicts(src[body:])))))
	p.flushHeading()
	p.closeRegions()
	return p.page
}

// structure finds the blocks of a page and nothing below them: what is written
// inside a line is read by [plain].
var structure = parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))

// withoutReturns returns the Markdown of a page with a space in the place of each return before
// the end of a line: for the parser an item that has one is not empty, for people it is.
func withoutReturns(src []byte) []byte {
	if !bytes.Contains(src, []byte("\r\n")) {
		return src
	}
	return bytes.ReplaceAll(src, []byte("\r\n"), []byte(" \n"))
}

// reading is a page being read.
type reading struct {
	src     []byte
	options Options
	base    int   // where the Markdown begins, after the front matter
	starts  []int // byte at which each line begins

	page     Page
	headings []heading // that the next block stands under
	outer    int       // how many of them stand outside of the quote that is read
	quotes   int       // that the reading is inside of
	inside   []int     // of the page's sections, those that have not ended, outermost first
	bare     bool      // nothing was told yet under the last heading
	open     *begun
}

type heading struct {
	level int
	text  string
	from  int // bytes of the line
	to    int
}

func (p *reading) indexLines() {
	p.starts = append(make([]int, 0, 1+bytes.Count(p.src, []byte{'\n'})), 0)
	for i, c := range p.src {
		if c == '\n' {
			p.starts = append(p.starts, i+1)
		}
	}
}

// noText returns where the first byte is that no text in UTF-8 has, or -1.
func noText(src []byte) int {
	nul := bytes.IndexByte(src, 0)
	if utf8.Valid(src) {
		return nul
	}
	for at := 0; ; {
		r, n := utf8.DecodeRune(src[at:])
		if r == utf8.RuneError && n == 1 || at == nul {
			return at
		}
		at += n
	}
}

// lineOf returns the line, from 1, that holds a byte of the page.
func (p *reading) lineOf(at int) int { return sort.SearchInts(p.starts, at+1) }

// line returns the bytes of a line without its end.
func (p *reading) line(n int) []byte {
	end := len(p.src)
	if n < len(p.starts) {
		end = p.starts[n]
	}
	return bytes.TrimRight(p.src[p.starts[n-1]:end], "\r\n")
}

func (p *reading) problem(line, column int, reason string) {
	const shown = 120
	whole := strings.ToValidUTF8(string(p.line(line)), "\uFFFD")
	if len(whole) > shown {
		whole = strings.ToValidUTF8(whole[:shown], "")
	}
	p.page.Problems = append(p.page.Problems, Problem{Line: line, Column: column + 1, Text: whole, Reason: reason})
}

// blocks reads the children of a container.
func (p *reading) blocks(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			p.heading(n)
		case *ast.HTMLBlock:
			p.marker(n)
		case *ast.List:
			for item := n.FirstChild(); item != nil; item = item.NextSibling() {
				p.item(item)
			}
		case *ast.Paragraph, *ast.TextBlock:
			p.paragraph(n)
		case *ast.Blockquote:
			p.quote(n)
		}
	}
}

// quote reads what is quoted, under the headings that the quote stands under. Those
// in it end with it.
func (p *reading) quote(n ast.Node) {
	outer := p.outer
	p.outer = len(p.headings)
	p.quotes++
	p.blocks(n)
	if len(p.headings) > p.outer {
		p.flushHeading()
		p.headings = p.headings[:p.outer]
	}
	p.quotes--
	p.outer = outer
}

func (p *reading) heading(n *ast.Heading) {
	if p.ends(n.Level) {
		p.flushHeading()
	}
	from, to, ok := p.span(n)
	if !ok {
		return
	}
	for p.ends(n.Level) {
		p.headings = p.headings[:len(p.headings)-1]
	}
	name := plain(string(p.src[from:to]))
	if n.Level == 1 && p.page.Title == "" && p.quotes == 0 {
		p.page.Title = name
	}
	p.headings = append(p.headings, heading{n.Level, name, from, to})
	p.bare = true
	p.section(n.Level, name, from)
}

// ends tells whether a heading of a level ends the part that the last one began.
func (p *reading) ends(level int) bool {
	return len(p.headings) > p.outer && p.headings[len(p.headings)-1].level >= level
}

// flushHeading tells a heading that nothing stands under: it is all there is. The
// title of a page tells nothing by itself.
func (p *reading) flushHeading() {
	if !p.bare {
		return
	}
	p.bare = false
	h := p.headings[len(p.headings)-1]
	if h.level == 1 && h.text == p.page.Title || isRetain(h.text) {
		return
	}
	p.add(Block{Kind: Observation, Text: h.text, Headings: p.path(len(p.headings) - 1)}, h.from, h.to)
}

func (p *reading) path(n int) []string {
	var out []string
	for _, h := range p.headings[:n] {
		if h.text != "" {
			out = append(out, h.text)
		}
	}
	return out
}

// retains tells whether the reading is inside a Retain section.
func (p *reading) retains() bool {
	for _, h := range p.headings {
		if isRetain(h.text) {
			return true
		}
	}
	return false
}

// section notes where a section begins, and with that where others end. In a quote
// none does either: nobody adds to what is quoted.
func (p *reading) section(level int, name string, from int) {
	if p.quotes > 0 {
		return
	}
	from = p.starts[p.lineOf(from)-1]
	for n := len(p.inside); n > 0 && p.page.Sections[p.inside[n-1]].Level >= level; n-- {
		p.page.Sections[p.inside[n-1]].End = from
		p.inside = p.inside[:n-1]
	}
	if isRetain(name) {
		p.inside = append(p.inside, len(p.page.Sections))
		p.page.Sections = append(p.page.Sections, Section{Level: level, Start: from, End: len(p.src)})
	}
}

// isRetain tells whether a heading is that of a Retain section, perhaps with emphasis or a
// colon.
func isRetain(heading string) bool { return strings.EqualFold(strings.Trim(heading, "*_: "), "retain") }

func (p *reading) paragraph(n ast.Node) {
	from, to, ok := p.span(n)
	if !ok {
		return
	}
	p.add(Block{Kind: Observation, Text: plain(p.text(n)), Headings: p.path(len(p.headings))}, from, to)
}

// item reads a list item with all that is nested in it.
func (p *reading) item(n ast.Node) {
	var parts []string
	from, to := -1, -1
	gather(n, func(n ast.Node) {
		start, end, ok := p.span(n)
		if !ok {
			return
		}
		if from < 0 {
			from = start
		}
		to = end
		if s := plain(p.text(n)); s != "" {
			parts = append(parts, s)
		}
	})
	if from < 0 || len(parts) == 0 {
		return
	}
	b := Block{Kind: Observation, Text: strings.Join(parts, "\n"), Headings: p.path(len(p.headings))}
	p.bullet(&b, from)
	p.add(b, from, to)
}

// gather visits the paragraphs below a node, in order. Code and HTML are left out (M3).
func gather(parent ast.Node, visit func(ast.Node)) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n.(type) {
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading:
			visit(n)
		case *ast.List, *ast.ListItem, *ast.Blockquote:
			gather(n, visit)
		}
	}
}

// span returns the bytes of the page that a node's lines take, without the
// space around them.
func (p *reading) span(n ast.Node) (from, to int, ok bool) {
	lines := n.Lines()
	if lines == nil || lines.Len() == 0 {
		return 0, 0, false
	}
	from, to = p.base+lines.At(0).Start, p.base+lines.At(lines.Len()-1).Stop
	for to > from && isSpace(p.src[to-1]) {
		to--
	}
	for from < to && isSpace(p.src[from]) {
		from++
	}
	return from, to, from < to
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// text returns the lines of a node, without what indents them.
func (p *reading) text(n ast.Node) string {
	var b strings.Builder
	lines := n.Lines()
	for i := range lines.Len() {
		s := lines.At(i)
		b.Write(p.src[p.base+s.Start : p.base+s.Stop])
		if b.Len() > 2*MaxBlock {
			break
		}
	}
	return b.String()
}

// add completes a block and keeps it.
func (p *reading) add(b Block, from, to int) {
	p.bare = false
	b.Start, b.End = from, to
	b.Line, b.LineEnd = p.lineOf(from), p.lineOf(to-1)
	switch {
	case strings.TrimSpace(b.Text) == "":
		return
	case to-from > MaxBlock:
		p.problem(b.Line, 0, "longer than 256 KiB: not read")
		return
	}
	b.Mentions = mentions(b.Text)
	if p.options.Subject != "" && len(b.Subjects) == 0 && b.Quotes == "" {
		b.Subjects = []string{p.options.Subject}
	}
	p.page.Blocks = append(p.page.Blocks, b)
}
