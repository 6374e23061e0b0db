package acceptance

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/schema"
)

// stringFields sets a field of a record from a string, and reads it back.
var stringFields = map[string]struct {
	set func(*lukasa.Experience, string)
	get func(*lukasa.Experience) string
}{
	"context":  {func(e *lukasa.Experience, s string) { e.Context = s }, func(e *lukasa.Experience) string { return e.Context }},
	"action":   {func(e *lukasa.Experience, s string) { e.Action = s }, func(e *lukasa.Experience) string { return e.Action }},
	"outcome":  {func(e *lukasa.Experience, s string) { e.Outcome = s }, func(e *lukasa.Experience) string { return e.Outcome }},
	"summary":  {func(e *lukasa.Experience, s string) { e.Summary = s }, func(e *lukasa.Experience) string { return e.Summary }},
	"session":  {func(e *lukasa.Experience, s string) { e.Session = s }, func(e *lukasa.Experience) string { return e.Session }},
	"speaker":  {func(e *lukasa.Experience, s string) { e.Speaker = s }, func(e *lukasa.Experience) string { return e.Speaker }},
	"tag":      {func(e *lukasa.Experience, s string) { e.Tags = []string{s} }, func(e *lukasa.Experience) string { return first(e.Tags) }},
	"scope":    {func(e *lukasa.Experience, s string) { e.Scopes = []string{s} }, func(e *lukasa.Experience) string { return first(e.Scopes) }},
	"metadata": {func(e *lukasa.Experience, s string) { e.Metadata = lukasa.Metadata{"k": s} }, func(e *lukasa.Experience) string { return text(e.Metadata["k"]) }},
	"metadata key": {
		func(e *lukasa.Experience, s string) { e.Metadata = lukasa.Metadata{s: "v"} },
		func(e *lukasa.Experience) string {
			for k := range e.Metadata {
				return k
			}
			return ""
		},
	},
	"entity": {
		func(e *lukasa.Experience, s string) {
			e.Mentions = []lukasa.Mention{{Entity: lukasa.EntityKey("thing:" + s), Text: s}}
		},
		func(e *lukasa.Experience) string {
			if len(e.Mentions) == 0 {
				return ""
			}
			return e.Mentions[0].Text
		},
	},
	"created by": {func(e *lukasa.Experience, s string) { e.Source.CreatedBy = s }, func(e *lukasa.Experience) string { return e.Source.CreatedBy }},
	"message id": {
		func(e *lukasa.Experience, s string) { e.Source.MessageIDs = []string{s} },
		func(e *lukasa.Experience) string { return first(e.Source.MessageIDs) },
	},
	"path":     {func(e *lukasa.Experience, s string) { e.Source.Path = s }, func(e *lukasa.Experience) string { return e.Source.Path }},
	"person":   {func(e *lukasa.Experience, s string) { e.Resolved.Person = s }, func(e *lukasa.Experience) string { return e.Resolved.Person }},
	"verifier": {func(e *lukasa.Experience, s string) { e.Verification.By = s }, func(e *lukasa.Experience) string { return e.Verification.By }},
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// TestHostileStrings retains every string of the corpus in every field: it comes
// back to the byte or is refused by the name of the field, and no view is upset
// (002-12, 002-13, 900-01).
func TestHostileStrings(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	strs := hostile.Strings()
	require.GreaterOrEqual(t, len(strs), 500)
	kept := 0
	for name, field := range stringFields {
		var batch []lukasa.Experience
		for i, s := range strs {
			if s == "" || testing.Short() && i%10 > 0 {
				continue // empty means that the default is wanted
			}
			e := lived(name)
			e.Action = "tried string " + string(rune('0'+i%10)) + " of many" // so that not all are the same
			e.Metadata = lukasa.Metadata{"n": float64(i)}
			field.set(&e, s)
			batch = append(batch, e)
		}
		for start := 0; start < len(batch); start += 100 {
			kept += retainEach(t, m, name, batch[start:min(start+100, len(batch))], field.get)
		}
	}
	require.Greater(t, kept, len(stringFields)*10)
	require.NoError(t, m.Flush(ctx))
	checked(t, m)
	require.NoError(t, m.Rebuild(ctx, "all"))
	checked(t, m)
}

// retainEach retains records and looks at what became of each. It returns how
// many were taken.
func retainEach(t *testing.T, m *lukasa.Memory, name string, batch []lukasa.Experience, get func(*lukasa.Experience) string) int {
	ctx := context.Background()
	kept := 0
	done, err := m.RetainAll(ctx, batch)
	for err != nil { // leave out those that are refused, and only those
		refused := map[int]bool{}
		joined, ok := err.(interface{ Unwrap() []error })
		require.True(t, ok, "%s: %v", name, err)
		for _, one := range joined.Unwrap() {
			var of *lukasa.RecordError
			require.ErrorAs(t, one, &of, name)
			require.ErrorIs(t, of.Err, lukasa.ErrInvalid)
			refused[of.Index] = true
		}
		var rest []lukasa.Experience
		for i, e := range batch {
			if !refused[i] {
				rest = append(rest, e)
			}
		}
		batch = rest
		done, err = m.RetainAll(ctx, batch)
	}
	for i, d := range done {
		e, err := m.Get(ctx, d.ID)
		require.NoError(t, err)
		if d.New {
			require.Equal(t, get(&batch[i]), get(&e), "%s: %q", name, get(&batch[i]))
			kept++
		}
	}
	return kept
}

// TestHostileQuestions asks every string of the corpus: an answer, or an error
// of a known type, and never another's memory.
func TestHostileQuestions(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	other, err := m.As("other")
	require.NoError(t, err)
	secret := lived("the secret of another")
	secret.Tags, secret.Session = []string{"secret"}, "secret"
	retain(t, other, secret)
	id := retain(t, m, lived("something of mine"))
	known := func(what, s string, err error) {
		t.Helper()
		if err == nil {
			return
		}
		for _, is := range []error{lukasa.ErrQuery, lukasa.ErrInvalid, lukasa.ErrNotFound, lukasa.ErrForget} {
			if errors.Is(err, is) {
				return
			}
		}
		t.Errorf("%s of %.60q: %v", what, s, err)
	}
	for i, s := range hostile.Strings() {
		if testing.Short() && i%10 > 0 {
			continue
		}
		for what, f := range map[string]lukasa.Filter{
			"session": {Sessions: []string{s}}, "tag": {Tags: []string{s}}, "any tag": {AnyTags: []string{s}}, "scope": {Scopes: []string{s}},
			"speaker": {Speakers: []string{s}}, "entity": {Entity: lukasa.EntityKey(s)}, "value": {EntityValue: s}, "contains": {Contains: s},
			"hash": {Hash: s}, "path": {Path: s}, "user": {User: s}, "cursor": {After: lukasa.Cursor(s)}, "agent": {Agents: []string{s}},
			"kind": {Kinds: []schema.Kind{schema.Kind(s)}},
		} {
			page, err := m.Find(ctx, f)
			known(what, s, err)
			for _, e := range page.Items {
				require.Equal(t, id, e.ID)
			}
		}
		_, err := m.Entity(ctx, lukasa.EntityKey(s))
		known("entity", s, err)
		_, err = m.Entities(ctx, s, 10)
		known("entities", s, err)
		_, err = m.Mentioning(ctx, lukasa.EntityKey(s), 10)
		known("mentioning", s, err)
		if len(s) <= 4096 {
			answer, err := m.Recall(ctx, lukasa.Query{Text: s})
			known("recall", s, err)
			if answer != nil {
				for _, h := range answer.Hits {
					require.Equal(t, id, h.Record.ID)
				}
			}
		}
		_, err = m.Forget(ctx, lukasa.Forget{Session: s})
		known("forget", s, err)
		if as, err := m.As(s); err == nil {
			_, err := as.Get(ctx, id)
			known("get", s, err)
			require.Error(t, err)
		} else {
			known("as", s, err)
		}
	}
	_, err = other.Find(ctx, lukasa.Filter{Tags: []string{"secret"}})
	require.NoError(t, err)
	checked(t, m)
}
