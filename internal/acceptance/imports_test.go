package acceptance

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/lukasadb/lukasa"

// layer is one line of the import law: a package, with all packages below it,
// and what it may import of Lukasa. Packages of one layer may import each other.
type layer struct {
	name   string // directory; "." is the root package alone
	allows []string
}

// stored is what internal/store hands out, and so what those above it speak.
var stored = []string{
	"schema", "internal/store", "internal/ledger", "internal/column", "internal/vector", "internal/text", "internal/lexical",
	"embed", "graph",
}

// law is the table of docs/design.md, section 2. Arrows only run upwards in it.
// A package need not exist yet, but one that exists must be in it.
var law = []layer{
	{"schema", nil},
	{"internal/hostile", nil},
	{"internal/faulttest", nil},
	{"internal/openai", nil},
	{"internal/ledger", []string{"schema"}},
	{"internal/atomicfile", nil},
	{"internal/idtable", nil},
	{"internal/paged", nil},
	{"internal/vector", []string{"internal/atomicfile"}},
	{"internal/text", nil},
	{"internal/column", []string{"schema", "internal/text", "internal/idtable", "internal/paged"}},
	{"internal/lexical", []string{"internal/text", "internal/atomicfile", "internal/idtable", "internal/paged"}},
	{"embed", []string{"internal/text", "internal/openai"}},
	{"graph", []string{"schema", "internal/atomicfile"}},
	{"llm", []string{"internal/openai"}},
	{"internal/store", []string{
		"schema", "internal/ledger", "internal/column", "internal/vector", "internal/text", "internal/lexical", "internal/atomicfile",
		"embed", "graph",
	}},
	{"knowledge", append([]string{"llm"}, stored...)},
	{"experience", append([]string{"knowledge"}, stored...)},
	{"query", append([]string{"knowledge"}, stored...)}, // never experience
	{"reflect", append([]string{"experience", "query", "knowledge", "llm"}, stored...)},
	{"workspace/markdown", nil},                          // the format and the files stand alone: no store,
	{"workspace/folder", []string{"workspace/markdown"}}, // no runtime (003-23)
	{"workspace", []string{ // knowledge: opinions move by one rule
		"workspace/markdown", "workspace/folder", "schema", "internal/text", "knowledge", "experience", "query",
	}},
	{"internal/inside", []string{"internal/store"}},
	{".", append([]string{"internal/inside", "workspace/markdown", "workspace/folder", "workspace", "reflect", "query", "experience", "knowledge", "llm"}, stored...)},
	{"internal/acceptance", append([]string{
		".", "internal/inside", "internal/faulttest", "internal/hostile", "reflect", "query", "experience", "knowledge", "llm",
	}, stored...)},
	{"cmd", []string{"."}},
	{"benchmarks", append([]string{".", "query", "knowledge"}, stored...)}, // the whole, and each engine alone
}

// thirdParty names, for packages that keep to few modules, all that they may
// use beyond the standard library.
var thirdParty = map[string][]string{
	"schema":              {"github.com/google/uuid", "golang.org/x/text"},
	"internal/atomicfile": nil,
	"internal/hostile":    nil,
	"internal/openai":     nil,
	"internal/column":     {"github.com/google/uuid"},
	"internal/vector":     {"golang.org/x/sys", "github.com/coder/hnsw"},
	"llm":                 nil,
}

// reserved names, for modules that must stay behind one package, that package.
var reserved = map[string]string{
	"C":                               "graph",
	"github.com/kuzudb":               "graph",
	"github.com/cockroachdb/pebble":   "internal/ledger",
	"github.com/coder/hnsw":           "internal/vector/coder",
	"github.com/philippgille":         "benchmarks", // a peer
	"github.com/spf13/cobra":          "cmd",
	"github.com/modelcontextprotocol": "cmd/lukasa/mcp",
	"github.com/google/jsonschema-go": "cmd/lukasa/mcp",
	"github.com/stretchr/testify":     "tests",
	"pgregory.net/rapid":              "tests",
	"github.com/rogpeppe/go-internal": "tests",
	"github.com/markusmobius":         "tests", // its tables would cost every process 0.3 s and 100 MB
	"modernc.org":                     "tests", // a pure-Go SQLite: the domain database of tests
}

// source is one Go file and what it imports.
type source struct {
	file    string // relative, slash-separated
	imports []string
}

// TestImportLaw holds every package to the layers.
func TestImportLaw(t *testing.T) {
	for i, l := range law {
		for _, name := range l.allows {
			at := slices.IndexFunc(law, func(l layer) bool { return l.name == name })
			require.True(t, at >= 0 && at < i, "%s may not be allowed %s", l.name, name)
		}
	}
	for _, s := range sources(t) {
		for _, problem := range judge(s) {
			t.Errorf("%s: %s", s.file, problem)
		}
	}
}

// TestImportLawIsEnforced breaks each clause of the law once.
func TestImportLawIsEnforced(t *testing.T) {
	tests := []struct {
		file, imported, problem string
	}{
		{"schema/x.go", module + "/embed", "schema may not import embed"},
		{"query/x.go", module + "/experience", "query may not import experience"},
		{"query/rank/x.go", module + "/experience", "query may not import experience"},
		{"cmd/lukasa/x.go", module + "/schema", "cmd may not import schema"},
		{"internal/ledger/x.go", module, "internal/ledger may not import ."},
		{"workspace/markdown/x.go", module + "/workspace", "workspace/markdown may not import workspace"},
		{"workspace/folder/x.go", module + "/internal/store", "workspace/folder may not import internal/store"},
		{"util/x.go", "fmt", "util is in no layer of the import law"},
		{"x.go", module + "/util", "util is in no layer of the import law"},
		{"internal/ledger/x.go", "C", "C is for graph alone"},
		{"internal/vector/x_test.go", "C", "C is for graph alone"},
		{"internal/store/x.go", "github.com/cockroachdb/pebble/v2", "github.com/cockroachdb/pebble/v2 is for internal/ledger alone"},
		{"internal/text/x.go", "github.com/markusmobius/go-dateparser", "github.com/markusmobius/go-dateparser is for tests alone"},
		{"x.go", "github.com/modelcontextprotocol/go-sdk/mcp", "github.com/modelcontextprotocol/go-sdk/mcp is for cmd/lukasa/mcp alone"},
		{"embed/x.go", "github.com/stretchr/testify/require", "github.com/stretchr/testify/require is for tests alone"},
		{"llm/x.go", "golang.org/x/text/unicode/norm", "llm may not use golang.org/x/text/unicode/norm"},
	}
	for _, tt := range tests {
		require.Equal(t, []string{tt.problem}, judge(source{tt.file, []string{tt.imported}}))
	}
	for _, fine := range []source{
		{"query/rank/x.go", []string{module + "/query", module + "/schema", "fmt"}},
		{"query/x_test.go", []string{module + "/experience", "github.com/stretchr/testify/require"}},
		{"graph/graphtest/x.go", []string{"pgregory.net/rapid", module + "/graph"}},
		{"graph/internal/kuzu/x.go", []string{"C", "github.com/kuzudb/go-kuzu"}},
		{"cmd/lukasa/main.go", []string{module, module + "/cmd/lukasa/shell", "github.com/spf13/cobra"}},
	} {
		require.Empty(t, judge(fine), fine.file)
	}
}

// judge returns what is wrong with the imports of a file. Tests, and packages
// that exist for tests, may import any layer, but only known ones.
func judge(s source) (problems []string) {
	dir := path.Dir(s.file)
	own, known := layerOf(dir)
	if !known {
		return []string{dir + " is in no layer of the import law"}
	}
	test := strings.HasSuffix(s.file, "_test.go") || strings.HasSuffix(dir, "test")
	for _, name := range s.imports {
		if inside, ok := strings.CutPrefix(name, module); ok && (inside == "" || inside[0] == '/') {
			target := strings.TrimPrefix(inside, "/")
			if target == "" {
				target = "."
			}
			other, known := layerOf(target)
			switch {
			case !known:
				problems = append(problems, target+" is in no layer of the import law")
			case other.name != own.name && !test && !slices.Contains(own.allows, other.name):
				problems = append(problems, own.name+" may not import "+other.name)
			}
			continue
		}
		problems = append(problems, judgeOutside(own, dir, name, test)...)
	}
	return problems
}

// judgeOutside judges the import of a package that is not Lukasa's. Tests and
// benchmarks may use any module, but cgo is for graph even there.
func judgeOutside(own layer, dir, name string, test bool) []string {
	free := test || own.name == "benchmarks"
	for prefix, owner := range reserved {
		if within(name, prefix) && !within(dir, owner) && (!free || name == "C") {
			return []string{name + " is for " + owner + " alone"}
		}
	}
	allowed, few := thirdParty[own.name]
	host, _, _ := strings.Cut(name, "/")
	if free || !few || !strings.Contains(host, ".") {
		return nil
	}
	if slices.ContainsFunc(allowed, func(prefix string) bool { return within(name, prefix) }) {
		return nil
	}
	return []string{own.name + " may not use " + name}
}

// layerOf finds the layer that a directory belongs to.
func layerOf(dir string) (layer, bool) {
	for _, l := range law {
		if l.name == dir || l.name != "." && within(dir, l.name) {
			return l, true
		}
	}
	return layer{}, false
}

// within reports whether name is prefix or lies below it.
func within(name, prefix string) bool {
	return name == prefix || strings.HasPrefix(name, prefix+"/")
}

// sources reads the imports of every Go file of the module, whatever its build
// tags.
func sources(t *testing.T) []source {
	t.Helper()
	var list []source
	for _, file := range goFiles(t, ".go") {
		s := source{file: file}
		for _, spec := range parsed(t, token.NewFileSet(), file, parser.ImportsOnly).Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			s.imports = append(s.imports, name)
		}
		list = append(list, s)
	}
	require.NotEmpty(t, list)
	return list
}

// repository is the module's own directory.
var repository = os.DirFS("../..")

// goFiles lists the files of the repository whose names end in ext. Other modules
// inside it, hidden directories, built binaries and test data are not part of it.
func goFiles(t *testing.T, ext string) []string {
	t.Helper()
	var list []string
	err := fs.WalkDir(repository, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != "." {
			base := entry.Name()
			_, err := fs.Stat(repository, path.Join(name, "go.mod"))
			if err == nil || base == "testdata" || base == "bin" || base == "report" || base[0] == '.' || base[0] == '_' {
				return fs.SkipDir
			}
		}
		if !entry.IsDir() && strings.HasSuffix(name, ext) {
			list = append(list, name)
		}
		return nil
	})
	require.NoError(t, err)
	return list
}

// parsed parses a file of the repository.
func parsed(t *testing.T, files *token.FileSet, name string, mode parser.Mode) *ast.File {
	t.Helper()
	text, err := fs.ReadFile(repository, name)
	require.NoError(t, err)
	file, err := parser.ParseFile(files, name, text, mode)
	require.NoError(t, err)
	return file
}
