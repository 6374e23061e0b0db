package folder_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/lukasadb/lukasa/workspace/folder"
)

func open(t *testing.T, dir string, o folder.Options) *folder.Folder {
	t.Helper()
	f, err := folder.Open(dir, o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, f.Close()) })
	return f
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	at := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
	require.NoError(t, os.WriteFile(at, []byte(text), 0o644))
}

// escapes is at least a hundred paths that lead, or try to lead, out of a folder,
// into what is hidden in it, or to what is no page. Some are links made by the test.
func escapes() []string {
	list := []string{
		"", ".", "..", "/", "/etc/passwd.md", "//etc/x.md", "../x.md", "memory/../../x.md", "./x.md", "memory/./x.md", "memory//x.md",
		"memory/", "x.md/", "x", "x.txt", "x.md.exe", "x.md\x00", "x\x00.md", "\x00", "C:\\x.md", "..\\x.md", "memory\\x.md", "\\\\host\\x.md",
		".memory/x.md", ".git/config.md", ".x.md", "memory/.hidden/x.md", "memory/.x.md", "...md/../x.md", "\xff\xfe.md", "~/../x.md/",
		"link.md", "link-up.md", "link-abs.md", "link-dir/x.md", "link-in.md", "loop.md", "loop-dir/x.md", "pipe.md", "socket.md", "dir.md",
		"dangling.md", "large.md", "memory/link.md", "bank/entities/link.md", "link-dev.md", strings.Repeat("a/", 600) + "x.md", strings.Repeat("x", 2000) + ".md",
	}
	for _, up := range []string{"..", "../..", "../../..", "../../../../../../../.."} {
		for _, to := range []string{"x.md", "etc/passwd.md", "secret.md", ".ssh/id.md", "bank/world.md"} {
			list = append(list, up+"/"+to, "memory/"+up+"/"+up+"/"+to, "a/b/"+up+"/"+up+"/"+to)
		}
	}
	return list
}

// TestEscapes refuses a hundred ways out, for reading and for writing (F1), and
// changes nothing outside.
func TestEscapes(t *testing.T) {
	outer := t.TempDir()
	dir := filepath.Join(outer, "ws")
	write(t, outer, "secret.md", "outside")
	write(t, outer, "x.md", "outside")
	write(t, dir, "memory/day.md", "inside")
	for link, to := range map[string]string{
		"link.md": "../secret.md", "link-up.md": "memory/../../secret.md", "link-abs.md": filepath.Join(outer, "secret.md"), "link-dir": "..",
		"link-in.md": "memory/day.md", "loop.md": "loop.md", "loop-dir": "loop-dir", "dangling.md": "../new.md", "memory/link.md": "../../secret.md",
		"bank/entities/link.md": "../../../secret.md", "link-dev.md": "/dev/zero",
	} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, link)), 0o755))
		require.NoError(t, os.Symlink(to, filepath.Join(dir, link)))
	}
	require.NoError(t, unix.Mkfifo(filepath.Join(dir, "pipe.md"), 0o644))
	require.NoError(t, unix.Mknod(filepath.Join(dir, "socket.md"), unix.S_IFSOCK|0o644, 0))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "dir.md"), 0o755))
	write(t, dir, "large.md", strings.Repeat("x", 2000))
	f := open(t, dir, folder.Options{MaxSize: 1000})

	require.GreaterOrEqual(t, len(escapes()), 100)
	for _, name := range escapes() {
		_, _, err := f.Read(name)
		require.ErrorIs(t, err, folder.ErrRefused, "read %.80q", name)
		_, err = f.Rewrite(name, func([]byte) ([]byte, error) { return []byte("pwned"), nil })
		require.ErrorIs(t, err, folder.ErrRefused, "write %.80q", name)
	}
	listing, err := f.List([]string{"**"})
	require.NoError(t, err)
	require.Len(t, listing.Files, 1)
	require.Equal(t, "memory/day.md", listing.Files[0].Path)
	require.GreaterOrEqual(t, len(listing.Refused), 9)
	looked, err := f.Look([]string{"**"}, append(escapes(), "memory/day.md", "memory/none.md", "memory/day.md/x.md"))
	require.NoError(t, err)
	require.Equal(t, listing.Files, looked.Files, "looking at some pages follows no link either")
	for _, refused := range looked.Refused {
		require.Contains(t, listing.Refused, refused)
	}
	for _, link := range []string{"link-dir", "loop-dir"} {
		require.True(t, slices.ContainsFunc(looked.Refused, func(r *folder.RefusedError) bool { return r.Path == link }), link)
	}

	for _, name := range []string{"secret.md", "x.md"} {
		text, err := os.ReadFile(filepath.Join(outer, name))
		require.NoError(t, err)
		require.Equal(t, "outside", string(text))
	}
	entries, err := os.ReadDir(outer)
	require.NoError(t, err)
	require.Len(t, entries, 3, "nothing new outside")
}

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"memory/*.md", "memory/2025-11-27.md", true},
		{"memory/*.md", "memory/a/b.md", false},
		{"memory/**", "memory/a/b.md", true},
		{"**/*.md", "a.md", true},
		{"**", "a/b/c.markdown", true},
		{"**", "a/b/c.txt", false},
		{"bank/**/x.md", "bank/x.md", true},
		{"[", "[.md", false},
		{"**/a/*.md", "a/b/a/c.md", true},
		{"**/a/**/b/*.md", "a/b/c/b/d.md", true},
		{"**/a/**/b/*.md", "b/a/c/d.md", false},
		{"a/**/**", "a/b.md", true},
		{"a/**", "a.md", false},
		{strings.Repeat("**/a/", 16) + "b.md", strings.Repeat("a/", 31) + "c.md", false}, // at once, whoever wrote the pattern
	} {
		require.Equal(t, tt.want, folder.Match([]string{tt.pattern}, tt.name), "%s %s", tt.pattern, tt.name)
	}
}

func TestRewrite(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir, folder.Options{})
	changed, err := f.Rewrite("a/b/new.md", func(src []byte) ([]byte, error) { return append(src, "one\n"...), nil })
	require.NoError(t, err)
	require.True(t, changed)
	require.NoError(t, os.Chmod(filepath.Join(dir, "a/b/new.md"), 0o600))
	changed, err = f.Rewrite("a/b/new.md", func(src []byte) ([]byte, error) { return append(src, "two\n"...), nil })
	require.NoError(t, err)
	require.True(t, changed)
	changed, err = f.Rewrite("a/b/new.md", func(src []byte) ([]byte, error) { return src, nil })
	require.NoError(t, err)
	require.False(t, changed)
	info, err := os.Stat(filepath.Join(dir, "a/b/new.md"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "rights are kept")
	text, _, err := f.Read("a/b/new.md")
	require.NoError(t, err)
	require.Equal(t, "one\ntwo\n", string(text))
	left, err := os.ReadDir(filepath.Join(dir, ".memory/swap"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestRewriteKeepsRights keeps the owner of a file and all rights that others have on it, whatever
// the mask of the process; one that nobody may write stays as it is.
func TestRewriteKeepsRights(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir, folder.Options{})
	more := func(src []byte) ([]byte, error) { return append(src, "more\n"...), nil }
	write(t, dir, "shared.md", "one\n")
	at := filepath.Join(dir, "shared.md")
	if os.Geteuid() == 0 {
		require.NoError(t, os.Chown(at, 12345, 54321))
	}
	require.NoError(t, os.Chmod(at, 0o666))
	_, err := f.Rewrite("shared.md", more)
	require.NoError(t, err)
	var stat unix.Stat_t
	require.NoError(t, unix.Stat(at, &stat))
	require.Equal(t, uint32(0o666), stat.Mode&0o777)
	if os.Geteuid() == 0 {
		require.Equal(t, [2]uint32{12345, 54321}, [2]uint32{stat.Uid, stat.Gid})
	}

	require.NoError(t, os.Chmod(at, 0o444))
	_, err = f.Rewrite("shared.md", more)
	require.ErrorIs(t, err, folder.ErrRefused)
	require.ErrorContains(t, err, `"shared.md": read-only`)
	text, _, err := f.Read("shared.md")
	require.NoError(t, err)
	require.Equal(t, "one\nmore\n", string(text))
}

// errDied stands for a process that is killed at a step.
var errDied = errors.New("died")

// TestDeathAtEachStep kills a writer at every step of making and of changing a
// file, with and without an editor saving at that moment. Whatever the moment,
// the file is whole, the editor's line is there, and the next writer goes on (F2, F3).
func TestDeathAtEachStep(t *testing.T) {
	for _, exists := range []bool{false, true} {
		for _, edits := range []bool{false, true} {
			steps := stepsOf(t, exists, edits)
			require.GreaterOrEqual(t, len(steps), 5)
			for at := range steps {
				t.Run(fmt.Sprintf("exists=%v,edits=%v,%d-%s", exists, edits, at, steps[at]), func(t *testing.T) {
					dieAt(t, exists, edits, at)
				})
			}
		}
	}
}

func stepsOf(t *testing.T, exists, edits bool) (steps []string) {
	attempt(t, t.TempDir(), exists, edits, func(name string) error {
		steps = append(steps, name)
		return nil
	})
	return steps
}

func dieAt(t *testing.T, exists, edits bool, at int) {
	dir := t.TempDir()
	n := -1
	attempt(t, dir, exists, edits, func(string) error {
		if n++; n == at {
			return errDied
		}
		return nil
	})
	f := open(t, dir, folder.Options{})
	_, err := f.Rewrite("day.md", func(src []byte) ([]byte, error) { return append(slices.Clone(src), "next\n"...), nil })
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(dir, "day.md"))
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	require.Contains(t, lines, "next")
	if exists {
		require.Contains(t, lines, "old")
	}
	if saved, err := os.ReadFile(filepath.Join(dir, "saved")); err == nil {
		require.Contains(t, lines, string(saved))
	}
	left, err := os.ReadDir(filepath.Join(dir, ".memory/swap"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// attempt adds a line to a file, while an editor, if there is one, saves a line of
// its own just before the file is exchanged for the first time.
func attempt(t *testing.T, dir string, exists, edits bool, step func(string) error) {
	t.Helper()
	if exists {
		write(t, dir, "day.md", "old\n")
	}
	f := open(t, dir, folder.Options{Step: func(name string) error {
		if edits && (name == "exchange" || name == "link") {
			edits = false
			before, _ := os.ReadFile(filepath.Join(dir, "day.md"))
			write(t, dir, "day.md", string(before)+"edited\n")
			write(t, dir, "saved", "edited")
		}
		return step(name)
	}})
	_, err := f.Rewrite("day.md", func(src []byte) ([]byte, error) { return append(slices.Clone(src), "ours\n"...), nil })
	if err != nil {
		require.ErrorIs(t, err, errDied)
	}
}

// TestRefusedReasons says in words of people why a file is no page.
func TestRefusedReasons(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "SOUL.md", "kind")
	require.NoError(t, os.Symlink("SOUL.md", filepath.Join(dir, "link.md")))
	require.NoError(t, unix.Mkfifo(filepath.Join(dir, "pipe.md"), 0o600))
	write(t, dir, "back\\slash.md", "x")
	want := map[string]string{
		"link.md": "not a regular file: a link, which is not followed", "pipe.md": "not a regular file: a pipe", "back\\slash.md": "a backslash in its name",
	}
	if err := os.WriteFile(filepath.Join(dir, "bad\xff.md"), []byte("x"), 0o600); err == nil { // some file systems take no such name
		want["bad\uFFFD.md"] = "its name is not UTF-8"
	}
	listing, err := open(t, dir, folder.Options{}).List([]string{"*.md"})
	require.NoError(t, err)
	have := map[string]string{}
	for _, r := range listing.Refused {
		have[r.Path] = r.Reason
	}
	require.Equal(t, want, have)
}
