package peers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// interpreter stands for a Python whose environments hold another one that does
// what run says.
func interpreter(t *testing.T, run string) Python {
	name := filepath.Join(t.TempDir(), "python")
	script := `#!/bin/sh
case "$2" in
venv) mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
pip) echo "$0" >> "` + name + `.installed" ;;
*) ` + run + ` ;;
esac
`
	require.NoError(t, os.WriteFile(name, []byte(script), 0o755))
	return Python{Interpreter: name, Dir: t.TempDir(), Limit: time.Minute}
}

// The environment is made once, and again when what is pinned has changed.
func TestRunMakesEnvironment(t *testing.T) {
	p := interpreter(t, `echo "$1"; echo "$3"`)
	for range 2 {
		var lines []string
		require.NoError(t, p.Run(t.Context(), "vector", func(line []byte) error {
			lines = append(lines, string(line))
			return nil
		}, "a", "b"))
		require.Equal(t, []string{filepath.Join(p.Dir, "vector.py"), "b"}, lines)
	}
	stamp := filepath.Join(p.Dir, "vector-environment", "pinned.txt")
	require.NoError(t, os.WriteFile(stamp, []byte("older"), 0o600))
	require.NoError(t, p.Run(t.Context(), "vector", func([]byte) error { return nil }))
	installed, err := os.ReadFile(p.Interpreter + ".installed")
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(installed), "\n"))
}

func TestRunSaysWhy(t *testing.T) {
	none := func([]byte) error { return nil }
	require.ErrorIs(t, Python{}.Run(t.Context(), "vector", none), ErrAbsent)
	require.EqualError(t, Python{Interpreter: "no-such-python"}.Run(t.Context(), "vector", none), "skipped: there is no no-such-python on this machine")

	broken := interpreter(t, `echo "first" >&2; echo "no module of that name" >&2; exit 1`)
	err := broken.Run(t.Context(), "vector", none)
	require.ErrorIs(t, err, ErrAbsent)
	require.ErrorContains(t, err, ": no module of that name")

	slow := interpreter(t, `echo early; exec sleep 60`)
	slow.Limit = 300 * time.Millisecond
	var lines int
	err = slow.Run(t.Context(), "vector", func([]byte) error { lines++; return nil })
	require.ErrorIs(t, err, ErrLate)
	require.EqualError(t, err, "did not finish in 300ms")
	require.Equal(t, 1, lines, "what came before counts")

	fails := interpreter(t, `echo line; exec sleep 60`)
	require.ErrorIs(t, fails.Run(t.Context(), "vector", func([]byte) error { return os.ErrInvalid }), os.ErrInvalid)
}
