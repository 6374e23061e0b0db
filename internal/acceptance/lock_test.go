package acceptance

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// childEnv tells a process that this test binary started what it is for.
const childEnv = "LUKASA_TEST_CHILD"

// TestMain runs the tests, or what a test started this binary for.
func TestMain(m *testing.M) {
	switch os.Getenv(childEnv) {
	case "":
		os.Exit(m.Run())
	case "hold":
		hold(os.Getenv("LUKASA_TEST_DIR"))
	case "drill":
		drillChild()
	case "purge":
		purgeChild()
	case "merge":
		mergeChild()
	case "upkeep":
		upkeepChild()
	case "graph drill":
		graphDrillChild()
	}
}

// child prepares this test binary to run as something else than the tests.
func child(t testing.TB, role, dir string, env ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(append(os.Environ(), childEnv+"="+role, "LUKASA_TEST_DIR="+dir), env...)
	cmd.Stderr = os.Stderr
	return cmd
}

// dieOnce kills the process as soon as that is due: no deferred call and
// no buffer of it helps it.
func dieOnce(due func() bool) {
	self, err := os.FindProcess(os.Getpid())
	quit(err)
	go func() {
		for tick := time.NewTicker(50 * time.Microsecond); ; <-tick.C {
			if due() {
				quit(self.Kill())
			}
		}
	}()
}

// hold keeps a memory open until its input ends.
func hold(dir string) {
	m, err := lukasa.Open(context.Background(), dir)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
	if err := m.Close(); err != nil {
		os.Exit(1)
	}
}

// TestLocked opens a memory a second time, here and in another process: the
// error names who holds it, and it is free as soon as the holder is gone,
// however it went.
func TestLocked(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir)
	require.NoError(t, err)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(dir, link))
	for _, again := range []string{dir, dir + "/.", link} {
		heldBy(t, again, os.Getpid())
	}
	require.NoError(t, m.Close())

	for _, kill := range []bool{false, true} {
		cmd := child(t, "hold", dir)
		in, err := cmd.StdinPipe()
		require.NoError(t, err)
		out, err := cmd.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		line, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		require.Equal(t, "open\n", line)
		heldBy(t, dir, cmd.Process.Pid)
		if kill {
			require.NoError(t, cmd.Process.Kill())
			require.Error(t, cmd.Wait())
		} else {
			require.NoError(t, in.Close())
			require.NoError(t, cmd.Wait())
		}
		m, err := lukasa.Open(ctx, dir)
		require.NoError(t, err)
		require.NoError(t, m.Close())
	}
}

func heldBy(t *testing.T, dir string, pid int) {
	t.Helper()
	_, err := lukasa.Open(context.Background(), dir)
	require.ErrorIs(t, err, lukasa.ErrLocked)
	var locked *lukasa.LockedError
	require.ErrorAs(t, err, &locked)
	require.Equal(t, pid, locked.Holder.PID)
	require.False(t, locked.Holder.Since.IsZero())
	require.ErrorContains(t, err, fmt.Sprintf("process %d", pid))
}

// TestClosed uses a memory after it was closed: every call says so, and nothing else.
func TestClosed(t *testing.T) {
	ctx := context.Background()
	m, err := lukasa.Open(ctx, t.TempDir())
	require.NoError(t, err)
	id := retain(t, m, lived("before"))
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() { require.NoError(t, m.Close()) })
	}
	wait.Wait()
	require.NoError(t, m.Close())
	calls := reads(ctx, m, []lukasa.ID{id}, time.Now())
	calls["retain"] = func() (any, error) { return m.Retain(ctx, lived("after")) }
	calls["update"] = func() (any, error) { return m.Update(ctx, id, 0, lukasa.Patch{Pinned: new(bool)}) }
	calls["forget"] = func() (any, error) { return m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{id}}) }
	calls["purge"] = func() (any, error) { return m.Forget(ctx, lukasa.Forget{All: true, Purge: true}) }
	calls["touch"] = func() (any, error) { return nil, m.Touch(ctx, id) }
	calls["put"] = func() (any, error) { return nil, m.PutEntity(ctx, lukasa.Entity{Key: "a:b"}) }
	calls["flush"] = func() (any, error) { return nil, m.Flush(ctx) }
	calls["check"] = func() (any, error) { return m.Check(ctx) }
	calls["rebuild"] = func() (any, error) { return nil, m.Rebuild(ctx, "all") }
	calls["backup"] = func() (any, error) { return nil, m.Backup(ctx, filepath.Join(t.TempDir(), "b")) }
	calls["digest"] = func() (any, error) { return m.Digest(ctx) }
	calls["stats"] = func() (any, error) { return m.Stats(ctx) }
	calls["agents"] = func() (any, error) { return m.Agents(ctx) }
	calls["cypher"] = func() (any, error) { return m.Cypher(ctx, "MATCH (n) RETURN n", nil, lukasa.CypherOptions{}) }
	calls["all"] = func() (any, error) {
		for _, err := range m.All(ctx, lukasa.Filter{}) {
			return nil, err
		}
		return nil, nil
	}
	for what, call := range calls {
		t.Run(what, func(t *testing.T) {
			got, err := call()
			require.ErrorIs(t, err, lukasa.ErrClosed)
			require.True(t, got == nil || reflect.ValueOf(got).IsZero(), "%v beside the error", got)
		})
	}
}

// TestCloseWaits closes a memory while others use it: each call ends well or
// says that it is closed, and what was acknowledged is there.
func TestCloseWaits(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir)
	require.NoError(t, err)
	retain(t, m, lived("first"))
	var wait sync.WaitGroup
	var mu sync.Mutex
	acked := map[lukasa.ID]bool{}
	for w := range 4 {
		wait.Go(func() {
			for i := 0; ; i++ {
				done, err := m.Retain(ctx, lived(fmt.Sprint("of ", w, " number ", i)))
				if err == nil {
					mu.Lock()
					acked[done.ID] = true
					mu.Unlock()
					_, err = m.Recall(ctx, lukasa.Query{Text: "number"})
				}
				if err != nil {
					if !errors.Is(err, lukasa.ErrClosed) {
						t.Error(err)
					}
					return
				}
			}
		})
	}
	time.Sleep(50 * time.Millisecond)
	require.NoError(t, m.Close())
	wait.Wait()
	m, err = lukasa.Open(ctx, dir)
	require.NoError(t, err)
	defer m.Close()
	for id := range acked {
		_, err := m.Get(ctx, id)
		require.NoError(t, err)
	}
	checked(t, m)
}

// TestFilesArePrivate looks at every file of a memory after use: its owner may
// read it and nobody else.
func TestFilesArePrivate(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	retainMany(t, m, "filler")
	require.NoError(t, m.Rebuild(ctx, "all"))
	backup, restored := filepath.Join(t.TempDir(), "backup"), filepath.Join(t.TempDir(), "restored")
	require.NoError(t, m.Backup(ctx, backup))
	require.NoError(t, lukasa.Restore(ctx, backup, restored))
	require.ErrorIs(t, lukasa.Restore(ctx, backup, restored), fs.ErrExist)
	require.ErrorIs(t, lukasa.Restore(ctx, t.TempDir(), filepath.Join(t.TempDir(), "x")), lukasa.ErrNotBackup)
	require.NoError(t, m.Close())
	for _, dir := range []string{m.Dir(), backup, restored} {
		files := 0
		require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			require.NoError(t, err)
			info, err := d.Info()
			require.NoError(t, err)
			if path == dir && path == m.Dir() {
				return nil // the test's own
			}
			files++
			require.Zero(t, info.Mode().Perm()&0o077, "%s is %s", path, info.Mode())
			return nil
		}))
		require.Greater(t, files, 3)
	}
}

// TestWait waits for a memory that is open elsewhere: until it is closed, or for as long as was
// said, or until its context ends, and tells for whom.
func TestWait(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir)
	require.NoError(t, err)

	_, err = lukasa.Open(ctx, dir, lukasa.WithWait(10*time.Millisecond, func(lukasa.Holder) { t.Error("told too soon") }))
	require.ErrorIs(t, err, lukasa.ErrLocked)
	cancelled, cancel := context.WithCancel(ctx)
	told := 0
	_, err = lukasa.Open(cancelled, dir, lukasa.WithWait(-1, func(h lukasa.Holder) {
		require.Equal(t, os.Getpid(), h.PID)
		told++
		cancel()
	}))
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 1, told)

	id := retain(t, m, lived("before"))
	opened := make(chan error, 1)
	var next *lukasa.Memory
	go func() {
		var err error
		next, err = lukasa.Open(ctx, dir, lukasa.WithWait(-1, nil))
		opened <- err
	}()
	time.Sleep(50 * time.Millisecond)
	require.Empty(t, opened)
	require.NoError(t, m.Close())
	require.NoError(t, <-opened)
	_, err = next.Get(ctx, id)
	require.NoError(t, err)
	require.NoError(t, next.Close())
}

// TestWaitForWhatIsGone waits for a memory whose directory is removed meanwhile, and makes another
// one: the lock of the first keeps nobody out of it.
func TestWaitForWhatIsGone(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "deep", "store")
	m, err := lukasa.Open(ctx, dir)
	require.NoError(t, err)
	opened := make(chan error, 1)
	var next *lukasa.Memory
	go func() {
		var err error
		next, err = lukasa.Open(ctx, dir, lukasa.WithWait(-1, nil))
		opened <- err
	}()
	time.Sleep(50 * time.Millisecond)
	require.Empty(t, opened)
	require.NoError(t, os.Rename(filepath.Dir(dir), filepath.Dir(dir)+".old"))
	require.ErrorIs(t, m.Close(), lukasa.ErrStoreGone)
	require.NoError(t, <-opened)
	retain(t, next, lived("in the new one"))
	require.NoError(t, next.Close())
}
