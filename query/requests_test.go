package query_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// keyed is one of the small memories of testdata/requests: its records by their keys there.
type keyed struct {
	*lukasa.Memory
	keys     map[lukasa.ID]string
	sessions map[string]string // of each key
	speakers map[string]string
}

// TestRequests puts what people naturally ask of a memory, or say to it, to four small ones: a user's of an assistant, two friends'
// talk, a coding agent's trace and one person's notes. One hand wrote both, the requests before they were first put; every other
// one of most sorts was not read when the reading of questions was made (004-16, 900-05).
func TestRequests(t *testing.T) {
	memories := map[string]keyed{}
	for _, name := range []string{"assistant", "friends", "coder", "notes"} {
		memories[name] = retold(t, name)
	}
	type tally struct{ asked, found float64 }
	sorts := map[string]tally{}
	var all tally
	for _, line := range requestLines(t, "requests") {
		p := strings.Split(line, "|")
		for i := range p {
			p[i] = strings.TrimSpace(p[i])
		}
		m, query := memories[p[1]], lukasa.Query{Text: p[2]}
		if p[1] == "assistant" {
			query.User = "user"
		}
		a, err := m.Recall(context.Background(), query)
		require.NoError(t, err)
		found := m.share(t, keysOf(m.keys, a), p[3], strings.Fields(p[4]))
		if found < 1 {
			t.Logf("%.2f %s: %s", found, p[1], p[2])
		}
		of := sorts[p[0]]
		sorts[p[0]] = tally{of.asked + 1, of.found + found}
		all = tally{all.asked + 1, all.found + found}
	}
	for _, sort := range slices.Sorted(maps.Keys(sorts)) {
		t.Logf("%-10s %2.0f requests, found %.2f", sort, sorts[sort].asked, sorts[sort].found/sorts[sort].asked)
	}
	require.Greater(t, all.found/all.asked, 0.85)
	require.Equal(t, sorts["lists"].asked, sorts["lists"].found, "all records of a kind")
	require.Equal(t, sorts["all"].asked, sorts["all"].found, "whatever there is")
}

// requestLines are the lines of a file of testdata/requests that are no comments.
func requestLines(t *testing.T, name string) (lines []string) {
	t.Helper()
	data, err := os.ReadFile("testdata/requests/" + name + ".txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// retold retains a memory: "@ session time" and, a minute apart, "key speaker: words" or "key kind: words".
func retold(t *testing.T, name string) keyed {
	t.Helper()
	m := keyed{
		openLife(t, t.TempDir(), lukasa.WithAgent(name), lukasa.WithClock(func() time.Time { return time.Date(2026, 3, 16, 10, 0, 0, 0, time.UTC) })),
		map[lukasa.ID]string{},
		map[string]string{},
		map[string]string{},
	}
	session, at := "", time.Time{}
	for _, line := range requestLines(t, name) {
		if rest, ok := strings.CutPrefix(line, "@ "); ok {
			when := ""
			_, err := fmt.Sscan(rest, &session, &when)
			require.NoError(t, err)
			session = strings.TrimSuffix(session, "-")
			at, err = time.Parse(time.RFC3339, when)
			require.NoError(t, err)
			continue
		}
		at = at.Add(time.Minute)
		head, words, _ := strings.Cut(line, ": ")
		key, what, _ := strings.Cut(head, " ")
		e := lukasa.Experience{Session: session, Time: at, Kind: lukasa.Kind(what), Content: words}
		switch {
		case name == "assistant":
			e.Kind, e.Speaker = "message", map[string]string{"u": "user", "a": "assistant"}[what]
		case name == "friends":
			e.Kind, e.Speaker = "message", what
		case what == "experience":
			parts := strings.Split(words, " || ")
			e.Content, e.Context, e.Action, e.Outcome = "", parts[0], parts[1], parts[2]
		}
		r, err := m.Retain(context.Background(), e)
		require.NoError(t, err)
		m.keys[r.ID], m.sessions[key], m.speakers[key] = key, session, e.Speaker
	}
	return m
}

func keysOf(keys map[lukasa.ID]string, a *lukasa.Answer) (hits []string) {
	for _, h := range a.Hits {
		hits = append(hits, keys[h.Record.ID])
	}
	return hits
}

// share is how much of what is wanted was found, half of it where there is also what must not be. Wanted are the keys of records,
// nothing ("-"), five of any, five that mostly the user said ("u*"), a session alone ("@s"), or any of it ("@s any").
func (m *keyed) share(t *testing.T, hits []string, want string, not []string) float64 {
	t.Helper()
	session, ofSession := strings.CutPrefix(want, "@")
	count := func(is func(key string) bool) (n float64) {
		for _, h := range hits {
			if is(h) {
				n++
			}
		}
		return n
	}
	n := float64(len(hits))
	switch {
	case want == "-":
		return whether(n == 0)
	case want == "any":
		return whether(n >= 5)
	case want == "u*":
		return whether(n >= 5 && count(func(key string) bool { return m.speakers[key] == "user" }) >= .8*n)
	case strings.HasSuffix(session, " any"):
		session = strings.TrimSuffix(session, " any")
		return whether(count(func(key string) bool { return m.sessions[key] == session }) > 0)
	case ofSession:
		for key, of := range m.sessions {
			if of == session {
				want += " " + key
			}
		}
		keys := strings.Fields(want)[1:]
		in := count(func(key string) bool { return slices.Contains(keys, key) })
		return in / float64(min(10, len(keys))) * whether(in == n)
	}
	keys := strings.Fields(want)
	for _, key := range slices.Concat(keys, not) {
		require.Contains(t, m.sessions, key)
	}
	found := count(func(key string) bool { return slices.Contains(keys, key) }) / float64(len(keys))
	if slices.ContainsFunc(not, func(key string) bool { return slices.Contains(hits, key) }) {
		found /= 2
	}
	return found
}

func whether(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
