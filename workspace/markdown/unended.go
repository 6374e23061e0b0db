package markdown

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// checkText refuses a page that is no text in UTF-8 but one of two bytes a letter, as some programs
// save it: what is added in UTF-8 would be read as other letters there.
func checkText(src []byte) error {
	if at := bytes.IndexByte(src, 0); at >= 0 {
		return fmt.Errorf("%w: line %d holds a zero byte, as text in UTF-16 does: save it as UTF-8", ErrSplice, 1+bytes.Count(src[:at], []byte{'\n'}))
	}
	return nil
}

// cannotTake says why a page would not read back with what was to be written at its end.
func cannotTake(src []byte, what string) error {
	if line := unendedAt(src); line > 0 {
		return fmt.Errorf("%w: %s: the code or comment that line %d begins has no end", ErrSplice, what, line)
	}
	return fmt.Errorf("%w: %s", ErrSplice, what)
}

// unendedAt returns the line that begins the code or HTML into which a paragraph falls that
// follows a page; 0 if it falls into none.
func unendedAt(src []byte) int {
	p := &reading{src: slices.Concat(src, []byte("\n\nfollows\n"))}
	p.indexLines()
	p.base = p.frontMatter()
	n := structure.Parse(text.NewReader(p.src[p.base:]))
	for n.LastChild() != nil {
		n = n.LastChild()
	}
	if n.Type() != ast.TypeBlock || n.Lines() == nil || n.Lines().Len() == 0 {
		return 0
	}
	line := p.lineOf(p.base + n.Lines().At(0).Start)
	switch n.Kind() {
	case ast.KindFencedCodeBlock:
		return line - 1
	case ast.KindHTMLBlock:
		return line
	}
	return 0
}
