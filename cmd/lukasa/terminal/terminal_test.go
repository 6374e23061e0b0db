package terminal

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestPagerFrom(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"TERM": "xterm"}, defaultPager},
		{map[string]string{"TERM": "xterm", "PAGER": ""}, ""},
		{map[string]string{"TERM": "xterm", "PAGER": "cat"}, ""},
		{map[string]string{"TERM": "xterm", "PAGER": "most -w"}, "most -w"},
		{map[string]string{"TERM": "dumb"}, ""},
		{map[string]string{}, ""},
		{map[string]string{"TERM": "dumb", "PAGER": "most -w"}, "most -w"},
	} {
		got := pagerFrom(func(name string) (string, bool) { v, set := c.env[name]; return v, set })
		require.Equal(t, c.want, got, "%v", c.env)
	}
}

func TestPageOnlyOnTerminals(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sed"); err != nil {
		t.Skip("skipped: sed not present")
	}
	s, out, _ := Test("")
	s.Pager = "sed s/^/paged:/"
	page := func() string {
		out.Reset()
		done := s.Page()
		_, err := fmt.Fprintln(s.Out, "row")
		require.NoError(t, err)
		done()
		return out.String()
	}
	require.Equal(t, "row\n", page())
	s.OutTTY = true
	require.Equal(t, "paged:row\n", page())
	s.Pager = "no-such-pager-anywhere"
	require.Equal(t, "row\n", page())
}

func TestGone(t *testing.T) {
	t.Parallel()
	require.True(t, Gone(fmt.Errorf("write: %w", syscall.EPIPE)))
	require.True(t, Gone(io.ErrClosedPipe))
	require.False(t, Gone(io.ErrUnexpectedEOF))
}

func TestProgressShowsLateAndOnTerminalsOnly(t *testing.T) {
	t.Parallel()
	run := func(tty bool, lasts time.Duration) string {
		s, _, errs := Test("")
		s.ErrTTY = tty
		p := s.Progress("import", 100, Items)
		clock := p.began
		p.now = func() time.Time { return clock }
		p.Add(10)
		require.Equal(t, tty, p.bar != nil && p.bar.IsStarted(), "its clock runs from the beginning, for the rate")
		require.Empty(t, errs.String())
		clock = clock.Add(lasts)
		p.Add(40)
		p.Close()
		p.Close()
		p.Add(1)
		return errs.String()
	}
	require.Empty(t, run(true, 900*time.Millisecond), "shorter than a second")
	require.Empty(t, run(false, time.Hour), "not a terminal")
	shown := run(true, 2*time.Second)
	require.Contains(t, shown, "import")
	require.Contains(t, shown, "50/100")
}

func TestPulseShowsWorkOfUnknownSize(t *testing.T) {
	t.Parallel()
	s, _, errs := Test("")
	s.ErrTTY = true
	p := s.Progress("check", -1, Items)
	p.now = func() time.Time { return p.began.Add(time.Minute) }
	stop := p.Pulse()
	require.Eventually(t, func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.bar != nil
	}, 10*time.Second, 10*time.Millisecond)
	stop()
	stop()
	p.Close()
	require.Contains(t, errs.String(), "check")
}

func TestProgressReaderCounts(t *testing.T) {
	t.Parallel()
	s, _, _ := Test("")
	p := s.Progress("read", -1, Bytes)
	data, err := io.ReadAll(p.Reader(strings.NewReader("twelve bytes")))
	require.NoError(t, err)
	require.Len(t, data, 12)
	require.EqualValues(t, 12, p.done)
}

func TestInterruptsCancelTheInnermostScope(t *testing.T) {
	t.Parallel()
	code := 0
	in := &Interrupts{exit: func(c int) { code = c }}
	in.interrupt() // no scope: nothing to do
	outer, releaseOuter := in.Scope(context.Background())
	inner, releaseInner := in.Scope(outer)

	in.interrupt()
	require.ErrorIs(t, context.Cause(inner), ErrInterrupted)
	require.NoError(t, outer.Err())
	require.Zero(t, code)

	in.interrupt()
	require.Equal(t, 130, code, "the second one ends the process")

	releaseInner()
	in.interrupt()
	require.ErrorIs(t, context.Cause(outer), ErrInterrupted)
	releaseOuter()
	releaseOuter()
}

func TestNilInterrupts(t *testing.T) {
	t.Parallel()
	var in *Interrupts
	ctx, release := in.Scope(context.Background())
	require.NoError(t, ctx.Err())
	release()
	require.Error(t, ctx.Err())
}

func TestWidth(t *testing.T) {
	t.Parallel()
	s, _, _ := Test("")
	require.Equal(t, 80, s.Width())
	require.Empty(t, s.Getenv("HOME"))
	require.Positive(t, (&Streams{Out: &bytes.Buffer{}}).Width())
}
