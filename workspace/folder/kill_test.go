package folder_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/workspace/folder"
)

// killedEnv names, for the child of TestKilled, the folder that it writes to.
const killedEnv = "LUKASA_TEST_FOLDER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killedEnv); dir != "" {
		writeUntilKilled(dir)
	}
	os.Exit(m.Run())
}

// writeUntilKilled adds lines to a page, and makes a page now and then, and says
// each line that was acknowledged.
func writeUntilKilled(dir string) {
	f, err := folder.Open(dir, folder.Options{})
	for n := 0; err == nil; n++ {
		line := fmt.Sprintf("%d-%d", os.Getpid(), n)
		name := "day.md"
		if n%4 == 3 {
			name = "new-" + line + ".md"
		}
		if _, err = f.Rewrite(name, func(src []byte) ([]byte, error) { return append(src[:len(src):len(src)], line+"\n"...), nil }); err == nil {
			fmt.Println(name, line)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(3)
}

// TestKilled kills a writing process, as the system does, again and again. Each
// line that it was told is written is there once, no line is half there, and
// nothing is left behind (F2).
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(3, 1))
	acked := map[string][]string{}
	for range 10 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killedEnv+"="+dir)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		lines, after := bufio.NewScanner(out), 1+r.IntN(6)
		for n := 1; lines.Scan(); n++ {
			name, line, _ := strings.Cut(lines.Text(), " ")
			acked[name] = append(acked[name], line)
			if n == after {
				require.NoError(t, cmd.Process.Kill())
			}
		}
		require.Error(t, cmd.Wait())
		require.Equal(t, -1, cmd.ProcessState.ExitCode(), "the child ended by itself")
	}
	f := open(t, dir, folder.Options{})
	require.NoError(t, f.Recover())
	for name, want := range acked {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		have := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		for _, line := range want {
			require.Equal(t, 1, count(have, line), "%s: %s", name, line)
		}
		for _, line := range have {
			require.Regexp(t, `^\d+-\d+$`, line)
		}
	}
	left, err := os.ReadDir(filepath.Join(dir, ".memory/swap"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func count(list []string, s string) (n int) {
	for _, x := range list {
		if x == s {
			n++
		}
	}
	return n
}
