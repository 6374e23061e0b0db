package workspace_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/folder"
)

// asNobody lets the goroutine of a test see the files of dir as one who is not root, to whom
// all may be read.
func asNobody(t *testing.T, dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	const nobody = 65534
	require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
	require.NoError(t, filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(name, nobody, nobody)
	}))
	runtime.LockOSThread()
	require.NoError(t, syscall.Setfsuid(nobody))
	t.Cleanup(func() {
		require.NoError(t, syscall.Setfsuid(0))
		runtime.UnlockOSThread()
	})
}

// TestUnreadableDirectory lists a directory that may not be read, as it does a file, and goes on:
// what its pages said stays until it can be read again, and is not forgotten meanwhile.
func TestUnreadableDirectory(t *testing.T) {
	const page = "memory/private/2025-12-01.md"
	d := newDesk(t, map[string]string{
		"memory/2025-12-01.md": "## Retain\n- W @Ana: Sails.\n", page: "## Retain\n- W @Ana: Swims.\n",
	})
	require.Equal(t, 2, d.sync().Records)
	swims := d.find("Swims").ID
	asNobody(t, d.dir)
	private := filepath.Join(d.dir, filepath.Dir(page))
	for _, mode := range []os.FileMode{0, 0o400} { // closed, and open to those who only want names
		require.NoError(t, os.Chmod(private, mode))
		d.write("memory/2025-12-01.md", "## Retain\n- W @Ana: Sails "+mode.String()+".\n")
		done := d.sync()
		require.Len(t, done.Refused, 1)
		require.Contains(t, []string{page, filepath.Dir(page)}, done.Refused[0].Path)
		require.Equal(t, 2, done.Records)
		d.find("Sails " + mode.String())
		d.find("Swims")
		_, err := d.Forget(ctx, []schema.ID{swims}, false, func() error { return nil })
		require.ErrorIs(t, err, folder.ErrRefused)
	}
	status, err := d.Status(ctx)
	require.NoError(t, err)
	require.Zero(t, status.Behind)
	require.Empty(t, d.reflect(workspace.Reflection{DryRun: true}).Proposed)
	require.NoError(t, os.Chmod(private, 0o755))
	require.Empty(t, d.sync().Refused)
}

// TestReflectBesideReadOnlyDirectories leaves the pages of a directory in which nobody may write, says
// so, and writes the others. What is retained there is refused by the name of its page.
func TestReflectBesideReadOnlyDirectories(t *testing.T) {
	files := opinionDays()
	d := newDesk(t, files)
	d.sync()
	asNobody(t, d.dir)
	for _, dir := range []string{"bank", "memory"} {
		require.NoError(t, os.Chmod(filepath.Join(d.dir, dir), 0o555))
	}
	done := d.reflect(workspace.Reflection{})
	require.Equal(t, files["bank/opinions.md"], d.read("bank/opinions.md"))
	require.Contains(t, d.read("bank/entities/Peter.md"), "Moved to Bristol")
	left := map[string]string{}
	for _, p := range done.Left {
		left[p.Path] = p.Reason
	}
	require.Contains(t, left["bank/opinions.md"], "permission denied")
	require.Contains(t, left["memory/2025-11-23.md"], "permission denied")

	_, err := d.Retain(ctx, workspace.Note{Text: "Said."})
	require.ErrorIs(t, err, folder.ErrRefused)
	require.ErrorContains(t, err, "memory/2025-12-03.md")
	swap, err := os.ReadDir(filepath.Join(d.dir, ".memory/swap"))
	require.NoError(t, err)
	require.Empty(t, swap)
}
