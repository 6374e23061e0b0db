package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/require"
)

// The keys that a person presses.
const (
	enter = "\r"
	tab   = "\t"
	up    = "\x1b[A"
	ctrlC = "\x03"
	ctrlD = "\x04"
)

// asks is how the editor begins to read a statement; to show the prompt again, as
// it does after each key, is not that.
const asks = "\x1b[?2004hlukasa> "

// patience bounds how long a person waits for the screen; it is no target.
const patience = 30 * time.Second

// escapes matches what moves the cursor and colours the text.
var escapes = regexp.MustCompile("\x1b(\\[[0-9;?<>=]*[ -/]*[@-~]|\\][^\x07\x1b]*(\x07|\x1b\\\\)|[=>78])")

// endless is a statement that nobody waits for the end of.
const endless = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b UNWIND range(1, 100000) AS c RETURN sum(a + b + c);"

// person sits at a pseudo terminal at which the command runs.
type person struct {
	t    *testing.T
	cmd  *exec.Cmd
	tty  *os.File
	mu   sync.Mutex
	seen bytes.Buffer // all that was shown
	read int          // how far of it was looked at, by see
	left chan error   // gets what the command ended with
}

// seat starts a command at a new terminal of 24 lines of 100 columns, with a home
// of its own.
func seat(t *testing.T, dir string, env []string, args ...string) *person {
	t.Helper()
	path, err := exec.LookPath("lukasa")
	require.NoError(t, err)
	p := &person{t: t, cmd: exec.Command(path, args...), left: make(chan error, 1)}
	p.cmd.Dir = dir
	p.cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "TERM=xterm-256color", "TZ=UTC", "PAGER=",
		"LUKASA_STORE=" + filepath.Join(dir, "store"),
	}, env...)
	p.tty, err = pty.StartWithSize(p.cmd, &pty.Winsize{Rows: 24, Cols: 100})
	require.NoError(t, err)
	go p.watch()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		_ = p.tty.Close()
	})
	return p
}

// watch keeps what the command shows, until it ends.
func (p *person) watch() {
	b := make([]byte, 4096)
	for {
		n, err := p.tty.Read(b)
		p.mu.Lock()
		p.seen.Write(b[:n])
		p.mu.Unlock()
		if err != nil {
			p.left <- p.cmd.Wait()
			return
		}
	}
}

// types presses keys.
func (p *person) types(keys string) {
	p.t.Helper()
	_, err := p.tty.WriteString(keys)
	require.NoError(p.t, err)
}

// sees waits until the screen shows each of the texts, colours aside, in this
// order, after what was looked at before.
func (p *person) sees(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		p.waits(text, func(raw string) int {
			plain, ends := unescaped(raw)
			if at := strings.Index(plain, text); at >= 0 {
				return ends[at+len(text)-1]
			}
			return -1
		})
	}
}

// prompts waits until the shell is ready for a statement.
func (p *person) prompts() {
	p.t.Helper()
	p.seesRaw(asks)
}

// adds has the shell answer a statement.
func (p *person) adds() {
	p.t.Helper()
	p.types("RETURN 40 + 2 AS sum;" + enter)
	p.sees("42")
	p.prompts()
}

// seesRaw is sees for what stands on the wire, colours and all.
func (p *person) seesRaw(text string) {
	p.t.Helper()
	p.waits(text, func(raw string) int {
		if at := strings.Index(raw, text); at >= 0 {
			return at + len(text)
		}
		return -1
	})
}

func (p *person) waits(what string, found func(raw string) int) {
	p.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		p.mu.Lock()
		raw := p.seen.String()[p.read:]
		end := found(raw)
		if end >= 0 {
			p.read += end
		}
		p.mu.Unlock()
		if end >= 0 {
			return
		}
		if time.Now().After(deadline) {
			plain, _ := unescaped(raw)
			require.Failf(p.t, "not shown", "%q is not in %q", what, plain[max(0, len(plain)-500):])
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// unescaped returns the text without escape sequences, and for each of its bytes
// where it ends in raw.
func unescaped(raw string) (plain string, ends []int) {
	var b strings.Builder
	keep := func(from, to int) {
		for i := from; i < to; i++ {
			b.WriteByte(raw[i])
			ends = append(ends, i+1)
		}
	}
	last := 0
	for _, at := range escapes.FindAllStringIndex(raw, -1) {
		keep(last, at[0])
		last = at[1]
	}
	keep(last, len(raw))
	return b.String(), ends
}

// leaves waits until the command has ended, and returns its exit status.
func (p *person) leaves() int {
	p.t.Helper()
	select {
	case err := <-p.left:
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return exit.ExitCode()
		}
		require.NoError(p.t, err)
		return 0
	case <-time.After(patience):
		require.FailNow(p.t, "the command does not end")
		return -1
	}
}

// shellOn opens the shell on a store with one record that mentions Ann.
func shellOn(t *testing.T, dir string, env ...string) *person {
	t.Helper()
	w := seat(t, dir, nil, "remember", "--id", "01900000-0000-7000-8000-000000000001",
		"--context", "the disk is full", "--action", "a", "--outcome", "o", "--importance", "8", "--entity", "person:ann")
	require.Zero(t, w.leaves())
	p := seat(t, dir, env, "shell", "--no-pager")
	p.prompts()
	return p
}

func TestShellTakesManyLines(t *testing.T) {
	t.Parallel()
	p := shellOn(t, t.TempDir())
	p.types("MATCH (e:Experience)" + enter)
	p.sees("...> ")
	p.types("RETURN e.context AS what" + enter + ";" + enter)
	p.sees("what", "the disk is full")
	p.prompts()
	p.types(ctrlD)
	require.Zero(t, p.leaves())
}

// Ctrl-C leaves a chat that waits for a person, who is told of a wrong line and goes on.
func TestChatIsLeft(t *testing.T) {
	t.Parallel()
	p := seat(t, t.TempDir(), nil, "chat", "--user", "ann")
	p.sees("> ")
	p.types("= nobody" + enter)
	p.sees("nothing was asked", "> ")
	p.types("I am allergic to peanuts" + enter)
	p.sees("learned", "peanuts", "> ")
	p.types(ctrlC)
	require.Equal(t, 130, p.leaves())
}

func TestShellRemembersWhatWasTyped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := shellOn(t, dir)
	p.adds()
	p.types(ctrlD)
	require.Zero(t, p.leaves())

	again := seat(t, dir, nil, "shell", "--no-pager")
	again.prompts()
	again.types(up)
	again.sees("RETURN 40 + 2 AS sum;")
	again.types(enter)
	again.sees("42")
	again.prompts()
	again.types(ctrlD)
	require.Zero(t, again.leaves())
}

func TestShellCompletes(t *testing.T) {
	t.Parallel()
	p := shellOn(t, t.TempDir())
	for _, c := range []struct{ begun, completed, finish, answer string }{
		{"MATCH (e:Exper", "Experience", ") RETURN count(*) + 100 AS n;", "101"},
		{"MATCH (:Experience)-[m:MENT", "MENTIONED", "]->(:Entity) RETURN count(m) + 200 AS n;", "201"},
		{"MATCH (e:Experience) RETURN e.import", "importance", " + 300 AS n;", "308"},
		{"RETURN list_cre", "list_creation", "(7, 8) AS n;", "7, 8"},
	} {
		p.types(c.begun + tab)
		p.sees(c.completed)
		p.types(c.finish + enter)
		p.sees(c.answer)
		p.prompts()
	}
	p.types(ctrlD)
	require.Zero(t, p.leaves())
}

func TestShellIsInterrupted(t *testing.T) {
	t.Parallel()
	p := shellOn(t, t.TempDir())
	p.types("RETURN nonsense")
	p.sees("nonsense")
	p.types(ctrlC)
	p.sees("^C")
	p.prompts()
	p.types("RETURN 40 + 1 AS sum; " + endless + enter)
	p.sees("41")
	time.Sleep(200 * time.Millisecond) // for the second statement to begin
	p.types(ctrlC)
	p.sees("interrupted")
	p.prompts()
	p.adds()
	p.types(ctrlD)
	require.Zero(t, p.leaves(), "the store is closed cleanly")
}

// TestShellIsEnded: SIGTERM ends a shell that waits for a statement, with the store closed and the
// terminal as it was.
func TestShellIsEnded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := shellOn(t, dir)
	p.adds()
	p.types("RETURN nonsense")
	p.sees("nonsense")
	require.NoError(t, p.cmd.Process.Signal(syscall.SIGTERM))
	p.seesRaw("\x1b[?2004l")
	p.sees("interrupted")
	require.Equal(t, 130, p.leaves())
	check := seat(t, dir, nil, "check")
	require.Zero(t, check.leaves())
}

func TestShellPointsAtWhatIsWrong(t *testing.T) {
	t.Parallel()
	p := shellOn(t, t.TempDir())
	p.types("MATCH (e:Experience)" + enter + "RETRN e.id;" + enter)
	p.sees("error: ", "did you mean RETURN?", "  RETRN e.id\r\n  ^^^^^\r\n")
	p.prompts()
	p.types("MATCH (e:Experience) RETURN e.nothing;" + enter)
	p.sees("error: ", "nothing")
	p.prompts()
	p.types(ctrlD)
	require.Zero(t, p.leaves())
}

func TestShellColours(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := shellOn(t, dir)
	p.types("RETURN 'text' AS x")
	p.seesRaw("\x1b[1m\x1b[38;5;32mRETURN")
	p.types(";" + enter)
	p.sees("text")
	p.prompts()
	p.types(ctrlD)
	require.Zero(t, p.leaves())

	plain := seat(t, dir, []string{"NO_COLOR=1"}, "shell", "--no-pager")
	plain.prompts()
	plain.types("RETURN 'text' AS x;" + enter)
	plain.sees("text")
	plain.prompts()
	plain.types(ctrlD)
	require.Zero(t, plain.leaves())
	require.NotContains(t, plain.seen.String(), "38;5;")
}

func TestShellPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pager := filepath.Join(dir, "pager")
	require.NoError(t, os.WriteFile(pager, []byte("#!/bin/sh\nexec sed 's/^/paged:/'\n"), 0o700))
	w := seat(t, dir, nil, "remember", "one thing")
	require.Zero(t, w.leaves())
	p := seat(t, dir, []string{"PAGER=" + pager}, "shell")
	p.prompts()
	p.types("UNWIND range(1, 60) AS n RETURN n;" + enter)
	p.sees("paged:", "60", "60 rows")
	p.prompts()
	p.types(":pager off" + enter)
	p.prompts()
	mark := p.seen.Len()
	p.adds()
	require.NotContains(t, p.seen.String()[mark:], "paged:")
	p.types(ctrlD)
	require.Zero(t, p.leaves())
}

// TestVerbIsInterrupted: Ctrl-C ends a verb with the status of an interrupt, and
// the store is whole.
func TestVerbIsInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := seat(t, dir, nil, "remember", "one thing")
	require.Zero(t, w.leaves())
	p := seat(t, dir, nil, "cypher", "--no-pager", "-c", "RETURN 40 + 1 AS sum; "+endless)
	p.sees("41")
	time.Sleep(200 * time.Millisecond) // for the second statement to begin
	p.types(ctrlC)
	p.sees("interrupted")
	require.Equal(t, 130, p.leaves())
	check := seat(t, dir, nil, "check")
	require.Zero(t, check.leaves())
}
