package acceptance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEveryTypeSaysWhatItIs wants a comment of its own on each exported type of the
// front door, beginning with its name. Most are aliases, of which a reader would else
// learn no more than the name of a package, and of some not even that, as it is an
// internal one.
func TestEveryTypeSaysWhatItIs(t *testing.T) {
	t.Parallel()
	files := token.NewFileSet()
	names, err := fs.Glob(repository, "*.go")
	require.NoError(t, err)
	seen := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, d := range parsed(t, files, name, parser.ParseComments).Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, s := range g.Specs {
				spec := s.(*ast.TypeSpec)
				if !spec.Name.IsExported() {
					continue
				}
				seen++
				said := spec.Doc.Text() + spec.Comment.Text()
				if !g.Lparen.IsValid() {
					said += g.Doc.Text()
				}
				require.NotEmpty(t, said, "%s: %s", files.Position(spec.Pos()), spec.Name)
				require.True(t, spec.Comment != nil || strings.HasPrefix(said, spec.Name.Name+" "), "%s: %s", spec.Name, said)
			}
		}
	}
	require.Greater(t, seen, 100)
}
