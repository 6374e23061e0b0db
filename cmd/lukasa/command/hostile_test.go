package command

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/hostile"
)

// shared is a store that stays open, so that hundreds of command lines run on
// it in seconds.
type shared struct{ memory *lukasa.Memory }

func newShared(t *testing.T) shared {
	t.Helper()
	m, err := lukasa.Open(t.Context(), t.TempDir(), lukasa.WithEmbedder(nil))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	return shared{m}
}

func (s shared) run(t *testing.T, args ...string) (code Code, out, errs string) {
	t.Helper()
	b := newBundle("")
	b.factory.memory = s.memory
	code = b.run(t.Context(), args...)
	return code, b.out.String(), b.errs.String()
}

// C4, 002-12: every string that an argument can carry is kept to the byte, or
// refused with the name of the field.
func TestHostileArguments(t *testing.T) {
	t.Parallel()
	fields := map[string]func(lukasa.Experience) string{
		"session": func(e lukasa.Experience) string { return e.Session },
		"speaker": func(e lukasa.Experience) string { return e.Speaker },
		"summary": func(e lukasa.Experience) string { return e.Summary },
		"tag":     func(e lukasa.Experience) string { return strings.Join(e.Tags, "\x00") },
		"scope":   func(e lukasa.Experience) string { return strings.Join(e.Scopes, "\x00") },
	}
	store := newShared(t)
	kept, refused := 0, 0
	for i, s := range hostile.Strings() {
		for name, field := range fields {
			text := fmt.Sprintf("text %d of %s", i, name)
			code, out, errs := store.run(t, "remember", "--"+name+"="+s, "--", text)
			if code != OK {
				require.Equal(t, Usage, code, "%s %q: %s", name, s, errs)
				require.Contains(t, errs, name, "%q", s)
				refused++
				continue
			}
			e := store.read(t, out)
			require.Equal(t, s, field(e), "%s", name)
			kept++
		}
	}
	require.Greater(t, kept, 1000)
	require.Positive(t, refused)
}

// The same for the text itself, and for looking it up.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	store := newShared(t)
	for i, s := range hostile.Strings() {
		session := fmt.Sprint("s", i)
		code, out, errs := store.run(t, "remember", "--session", session, "--kind", "message", "--", s)
		if code != OK {
			require.Equal(t, Usage, code, "%q: %s", s, errs)
			require.True(t, s == "" || strings.TrimSpace(s) == "" || !utf8.ValidString(s) || strings.Contains(s, "\x00") || len(s) > 1<<20, "%q: %s", s, errs)
			continue
		}
		require.Equal(t, s, store.read(t, out).Content)
		if len(s) > 1000 {
			continue
		}
		code, out, errs = store.run(t, "find", "--contains="+s, "--session", session, "--mode", "table")
		require.Equal(t, OK, code, "%q: %s", s, errs)
		for _, r := range out {
			require.True(t, r == '\n' || r >= 0x20 && (r < 0x7f || r >= 0xa0), "%q reaches the terminal", r)
		}
	}
}

// And for what is parsed: agents, ids, times, entities and metadata.
func TestHostileParsedArguments(t *testing.T) {
	t.Parallel()
	store := newShared(t)
	for _, s := range hostile.Strings() {
		for _, args := range [][]string{
			{"forget", "--", s},
			{"recall", "--k=1", "--", s},
			{"entity", "--", s},
			{"get", "--", s},
			{"history", "--", s},
			{"find", "--since=" + s},
			{"find", "--kind=" + s},
			{"find", "--after=" + s},
			{"find", "--entity=" + s},
			{"remember", "--entity=" + s, "x"},
			{"remember", "--relation=" + s, "x"},
			{"remember", "--metadata=" + s, "x"},
			{"remember", "--id=" + s, "x"},
			{"remember", "--time=" + s, "x"},
			{"recent", "--agent=" + s},
			{"recent", "--mode=" + s},
		} {
			code, _, errs := store.run(t, args...)
			require.Contains(t, []Code{OK, Usage, No}, code, "%.80q: %s", args, errs)
		}
	}
}

// And for what is known: entities, their names, and statements. What is taken
// comes back to the byte, and what is refused is a wrong use.
func TestHostileKnowledge(t *testing.T) {
	t.Parallel()
	store := newShared(t)
	code, _, errs := store.run(t, "entity", "add", "thing:target", "the target")
	require.Equal(t, OK, code, errs)
	for i, s := range hostile.Strings() {
		if s == "" || i%5 > 0 {
			continue // empty means that the default is wanted
		}
		key := fmt.Sprint("thing:", i)
		for _, args := range [][]string{
			{"entity", "add", "--", key, s},
			{"entity", "add", "--", "thing:" + s, "name"},
			{"entity", "alias", "--", "thing:target", s},
			{"entity", "merge", "--reason=" + s, "thing:" + s, "thing:target"},
			{"entity", "unmerge", "--", "thing:" + s},
			{"entity", "resolve", "--", s},
			{"entity", "show", "--", s},
			{"fact", "add", "--", "thing:target", "says", s},
			{"fact", "add", "--", "thing:target", s, "yes"},
			{"fact", "add", "--", "thing:" + s, "says", "yes"},
			{"fact", "list", "--", "thing:" + s, s},
			{"fact", "history", "--", "thing:target", s},
		} {
			code, out, errs := store.run(t, args...)
			require.Contains(t, []Code{OK, Usage, No}, code, "%.80q: %s", args, errs)
			if code == OK && args[1] == "add" && args[3] == key {
				e, err := store.memory.Entity(t.Context(), lukasa.EntityKey(key))
				require.NoError(t, err)
				require.Equal(t, s, e.Name, out)
			}
		}
	}
}

func (s shared) read(t *testing.T, out string) lukasa.Experience {
	t.Helper()
	var done lukasa.Retained
	require.NoError(t, json.Unmarshal([]byte(out), &done))
	require.NotEqual(t, uuid.Nil, done.ID)
	code, out, errs := s.run(t, "get", done.ID.String())
	require.Equal(t, OK, code, errs)
	var e lukasa.Experience
	require.NoError(t, json.Unmarshal([]byte(out), &e))
	return e
}
