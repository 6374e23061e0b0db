package peers

import (
	"bufio"
	"context"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// files are the scripts and what they need, pinned.
//
//go:embed *.py *.txt
var files embed.FS

// ErrAbsent says that a peer cannot be had on this machine, and why.
var ErrAbsent = errors.New("skipped")

// ErrLate says that a peer did not finish in its time.
var ErrLate = errors.New("did not finish")

// Python runs scripts of this package.
type Python struct {
	// Interpreter that environments are made with, such as python3. Empty: no
	// script runs, which is [ErrAbsent].
	Interpreter string
	// Dir keeps the environments between runs.
	Dir string
	// Limit is what one run may take, the making of its environment apart.
	Limit time.Duration
}

// Run runs a script, named without its ending, and hands each line that it
// prints to each. What was printed before a run was late has been handed over.
func (p Python) Run(ctx context.Context, script string, each func(line []byte) error, args ...string) error {
	python, err := p.environment(ctx, script)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, p.Limit)
	defer cancel()
	cmd := exec.CommandContext(limited, python, append([]string{filepath.Join(p.Dir, script+".py")}, args...)...)
	var said tail
	cmd.Stderr = &said
	cmd.WaitDelay = time.Second // a peer's own children may hold the pipe open
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("peers: %w", err)
	}
	lines := bufio.NewScanner(out)
	for err == nil && lines.Scan() {
		err = each(lines.Bytes())
	}
	if err = errors.Join(err, lines.Err()); err != nil && limited.Err() == nil {
		cancel()
		_ = cmd.Wait() // it was stopped
		return err
	}
	stopped := cmd.Wait()
	switch {
	case stopped == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case limited.Err() != nil:
		return fmt.Errorf("%w in %v", ErrLate, p.Limit)
	}
	return fmt.Errorf("%w: %w: %s", ErrAbsent, stopped, said.last())
}

// environment returns the interpreter of a script's environment, which it makes
// or makes anew where the pinned packages have changed.
func (p Python) environment(ctx context.Context, script string) (string, error) {
	if p.Interpreter == "" {
		return "", fmt.Errorf("%w: no Python was given", ErrAbsent)
	}
	base, err := exec.LookPath(p.Interpreter)
	if err != nil {
		return "", fmt.Errorf("%w: there is no %s on this machine", ErrAbsent, p.Interpreter)
	}
	if err := p.unpack(script); err != nil {
		return "", err
	}
	pinned := filepath.Join(p.Dir, script+".txt")
	want, err := os.ReadFile(pinned)
	if err != nil {
		return "", err
	}
	home := filepath.Join(p.Dir, script+"-environment")
	python, stamp := filepath.Join(home, "bin", "python"), filepath.Join(home, "pinned.txt")
	if have, err := os.ReadFile(stamp); err == nil && string(have) == string(want) {
		return python, nil
	}
	for _, step := range [][]string{
		{base, "-m", "venv", "--clear", home},
		{python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", pinned},
	} {
		if out, err := exec.CommandContext(ctx, step[0], step[1:]...).CombinedOutput(); err != nil {
			var said tail
			_, _ = said.Write(out)
			return "", errors.Join(ctx.Err(), fmt.Errorf("%w: no environment for %s: %w: %s", ErrAbsent, script, err, said.last()))
		}
	}
	return python, os.WriteFile(stamp, want, 0o644)
}

// unpack writes a script and its pinned packages to the folder.
func (p Python) unpack(script string) error {
	if err := os.MkdirAll(p.Dir, 0o755); err != nil {
		return err
	}
	for _, name := range []string{script + ".py", script + ".txt"} {
		text, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(p.Dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// tail keeps the end of what a process said.
type tail struct{ text []byte }

func (t *tail) Write(b []byte) (int, error) {
	const most = 4 << 10
	t.text = append(t.text, b...)
	t.text = t.text[max(0, len(t.text)-most):]
	return len(b), nil
}

// last is the last line that says something.
func (t *tail) last() string {
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
