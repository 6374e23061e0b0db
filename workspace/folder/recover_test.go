package folder_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/workspace/folder"
)

// limit of the size of a page in these tests, which a person need not know.
const limit = 100

// underneath are ways to save a page while it is written, and what is there then.
var underneath = map[string]func(t *testing.T, page string) (saved string){
	"a text": func(t *testing.T, page string) string {
		require.NoError(t, os.WriteFile(page, []byte("a person's\n"), 0o644))
		return "a person's\n"
	},
	"more than is read": func(t *testing.T, page string) string {
		text := strings.Repeat("a person's\n", limit)
		require.NoError(t, os.WriteFile(page, []byte(text), 0o644))
		return text
	},
	"a link": func(t *testing.T, page string) string {
		require.NoError(t, os.Remove(page))
		require.NoError(t, os.Symlink("elsewhere", page))
		return "-> elsewhere"
	},
}

// standing is what a page is.
func standing(page string) string {
	if to, err := os.Readlink(page); err == nil {
		return "-> " + to
	}
	text, err := os.ReadFile(page)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// savedUnderneath rewrites a page while save puts something else there, and dies after the
// step of that name, or never.
func savedUnderneath(t *testing.T, dir, dies string, save func(page string)) error {
	page, dead := filepath.Join(dir, "bank/day.md"), errors.New("dead")
	write(t, dir, "bank/day.md", "before\n")
	saved := false
	f := open(t, dir, folder.Options{MaxSize: limit, Step: func(name string) error {
		if name == "exchange" && !saved {
			save(page)
			saved = true
		}
		if name == dies {
			return dead
		}
		return nil
	}})
	_, err := f.Rewrite("bank/day.md", func(src []byte) ([]byte, error) { return append(src, "ours\n"...), nil })
	require.Equal(t, dies != "", errors.Is(err, dead))
	return err
}

// TestSavedUnderneath saves a page while it is written, as text or otherwise, and lets the
// writer die in between or not: what was saved is there (F3, 003-03).
func TestSavedUnderneath(t *testing.T) {
	for what, save := range underneath {
		for _, dies := range []string{"", "verify", "put back"} {
			t.Run(what+" "+dies, func(t *testing.T) {
				dir := t.TempDir()
				var saved string
				err := savedUnderneath(t, dir, dies, func(page string) { saved = save(t, page) })
				if dies != "" {
					require.NoError(t, open(t, dir, folder.Options{MaxSize: limit}).Recover())
				} else if what != "a text" {
					require.ErrorIs(t, err, folder.ErrRefused)
				} else {
					require.NoError(t, err)
					saved += "ours\n"
				}
				require.Equal(t, saved, standing(filepath.Join(dir, "bank/day.md")))
				left, err := os.ReadDir(filepath.Join(dir, ".memory/swap"))
				require.NoError(t, err)
				require.Empty(t, left)
			})
		}
	}
}

// TestSavedAndRemoved removes the directory of a page whose writer died when something had
// been saved underneath: it comes back (F3, 003-03).
func TestSavedAndRemoved(t *testing.T) {
	dir := t.TempDir()
	_ = savedUnderneath(t, dir, "verify", func(page string) { underneath["a text"](t, page) })
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "bank")))
	require.NoError(t, open(t, dir, folder.Options{}).Recover())
	require.Equal(t, "a person's\n", standing(filepath.Join(dir, "bank/day.md")))
}
