package acceptance

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// requirement is a row of docs/requirements.md.
type requirement struct {
	number string
	proofs []string
}

var (
	rowPattern    = regexp.MustCompile(`^\| (\d{3}-\d{2}) \| (.+) \| (.+) \|$`)
	proofPattern  = regexp.MustCompile("`([^`]+)`")
	numberPattern = regexp.MustCompile(`\b(\d{3})-(\d{2})(?: to (\d{3})-(\d{2}))?\b`)
)

// requirements reads the table.
func requirements(t *testing.T) []requirement {
	t.Helper()
	text, err := fs.ReadFile(repository, "docs/requirements.md")
	require.NoError(t, err)
	var rows []requirement
	for i, line := range strings.Split(string(text), "\n") {
		if len(line) < 3 || line[:2] != "| " || line[2] < '0' || line[2] > '9' {
			continue
		}
		cells := rowPattern.FindStringSubmatch(line)
		require.NotNil(t, cells, "docs/requirements.md:%d: not a row: %s", i+1, line)
		row := requirement{number: cells[1]}
		for _, proof := range proofPattern.FindAllStringSubmatch(cells[3], -1) {
			row.proofs = append(row.proofs, proof[1])
		}
		require.True(t, cells[3] == "—" || len(row.proofs) > 0, "%s: the proof is neither a name nor a dash", row.number)
		rows = append(rows, row)
	}
	return rows
}

// TestRequirementsAreComplete finds each number once, in order, without gaps.
func TestRequirementsAreComplete(t *testing.T) {
	lines := map[string]int{"000": 29, "001": 19, "002": 16, "003": 26, "004": 23, "900": 12}
	var want, got []string
	for _, design := range []string{"000", "001", "002", "003", "004", "900"} {
		for n := range lines[design] {
			want = append(want, fmt.Sprintf("%s-%02d", design, n+1))
		}
	}
	for _, row := range requirements(t) {
		got = append(got, row.number)
	}
	require.Equal(t, want, got)
}

// TestRequirementsAreProved finds every proof, and the number of its
// requirement in the file that holds it.
func TestRequirementsAreProved(t *testing.T) {
	known := proofs(t)
	for _, row := range requirements(t) {
		for _, proof := range row.proofs {
			file, ok := known[proof]
			if !ok {
				t.Errorf("%s: there is no %s", row.number, proof)
				continue
			}
			text, err := fs.ReadFile(repository, file)
			require.NoError(t, err)
			if !mentions(string(text), row.number) {
				t.Errorf("%s: %s, the file of %s, does not name it", row.number, file, proof)
			}
		}
	}
}

// proofs returns the file of every test, example, benchmark and script of the
// repository, by the name the table gives it.
func proofs(t *testing.T) map[string]string {
	t.Helper()
	known := map[string]string{}
	for _, file := range goFiles(t, "_test.go") {
		dir := path.Dir(file)
		if dir == "." {
			dir = "lukasa"
		}
		for _, decl := range parsed(t, token.NewFileSet(), file, parser.SkipObjectResolution).Decls {
			f, ok := decl.(*ast.FuncDecl)
			if ok && f.Recv == nil && provesSomething(f.Name.Name) {
				known[dir+"."+f.Name.Name] = file
			}
		}
	}
	require.NoError(t, fs.WalkDir(repository, "cmd", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".txtar") {
			known[name] = name
		}
		return err
	}))
	return known
}

func provesSomething(name string) bool {
	for _, prefix := range []string{"Test", "Example", "Fuzz", "Benchmark"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// mentions reports whether the text names the requirement, alone or in a range
// such as "002-01 to 002-05".
func mentions(text, number string) bool {
	for _, m := range numberPattern.FindAllStringSubmatch(text, -1) {
		if m[3] == "" {
			m[3], m[4] = m[1], m[2]
		}
		from, _ := strconv.Atoi(m[1] + m[2])
		to, _ := strconv.Atoi(m[3] + m[4])
		n, _ := strconv.Atoi(number[:3] + number[4:])
		if m[1] == m[3] && from <= n && n <= to {
			return true
		}
	}
	return false
}

func TestMentions(t *testing.T) {
	require.True(t, mentions("// 002-07: recent", "002-07"))
	require.True(t, mentions("002-01 to 002-05", "002-03"))
	require.False(t, mentions("002-01 to 002-05", "002-06"))
	require.False(t, mentions("1002-07", "002-07"))
}
