package ledger

import (
	"context"
	"iter"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// Every index answers as a filter over all records would: 000-20 to 000-27,
// 002-05, 002-07, 002-08, 002-10, 004-21.
func TestIndexes(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	var all []*schema.Experience
	for n := range 40 {
		e := record("ana", n)
		switch n % 4 {
		case 1:
			e.Kind, e.Category, e.Persona, e.Session = schema.KindMessage, schema.CategoryEvent, "", "s2"
			e.Message, e.Digest = &schema.Message{User: "u2"}, nil
		case 2:
			e.Verification.Verified, e.Persona = true, schema.PersonaSocial
			e.Statement, e.Mentions, e.Permanent = nil, nil, true
		case 3:
			e.Evidence, e.Supersedes, e.Related, e.Similar, e.Parent = nil, nil, nil, nil, schema.ID{}
			e.Hash, e.Source.Path, e.Session, e.Resolved.Date = "same", "", "", time.Time{}
		}
		all = append(all, e)
		put(t, l, e, record("bob", n+500))
	}

	event := func(e *schema.Experience) time.Time { return e.Time }
	type keep = func(e *schema.Experience) bool
	for name, c := range map[string]struct {
		in   Index
		keep keep
		by   func(e *schema.Experience) time.Time
	}{
		"everything":  {Everything(), func(*schema.Experience) bool { return true }, event},
		"kind":        {OfKind(schema.KindFact), func(e *schema.Experience) bool { return e.Kind == schema.KindFact }, event},
		"kinds":       {OfKind(schema.KindFact, schema.KindMessage), func(*schema.Experience) bool { return true }, event},
		"importance":  {Importance(7, 10), func(e *schema.Experience) bool { return e.Importance >= 7 }, event},
		"tag":         {Tagged("t1"), func(e *schema.Experience) bool { return slices.Contains(e.Tags, "t1") }, event},
		"any tag":     {Tagged("all", "t1"), func(*schema.Experience) bool { return true }, event},
		"no such tag": {Tagged("al"), func(*schema.Experience) bool { return false }, event},
		"session":     {InSession("s2"), func(e *schema.Experience) bool { return e.Session == "s2" }, event},
		"category":    {InCategory(schema.CategoryEvent), func(e *schema.Experience) bool { return e.Category == schema.CategoryEvent }, event},
		"category and persona": {InCategory(schema.CategoryFact, schema.PersonaSocial), func(e *schema.Experience) bool {
			return e.Category == schema.CategoryFact && e.Persona == schema.PersonaSocial
		}, event},
		"quality": {Graded(Grade{Min: 4}), func(e *schema.Experience) bool { return e.Quality >= 4 }, event},
		"persona and quality": {Graded(Grade{Min: 3, Personas: []schema.Persona{schema.PersonaTechnical}}), func(e *schema.Experience) bool {
			return e.Quality >= 3 && e.Persona == schema.PersonaTechnical
		}, event},
		"review queue": {Graded(Grade{Max: schema.QualityPoor, Unverified: true}), func(e *schema.Experience) bool {
			return e.Quality <= 2 && !e.Verification.Verified
		}, event},
		"verified": {Graded(Grade{Verified: true}), func(e *schema.Experience) bool { return e.Verification.Verified }, event},
		"resolved": {Resolved(), func(e *schema.Experience) bool { return !e.Resolved.Date.IsZero() }, func(e *schema.Experience) time.Time { return e.Resolved.Date }},
		"expiring": {Expiring(), func(e *schema.Experience) bool { return !e.Permanent }, func(e *schema.Experience) time.Time { return e.ExpiresAt }},
		"hash":     {WithHash("same"), func(e *schema.Experience) bool { return e.Hash == "same" }, event},
		"path":     {FromPath("notes.md"), func(e *schema.Experience) bool { return e.Source.Path != "" }, event},
		"user":     {OfUser("u2"), func(e *schema.Experience) bool { return e.Message != nil }, event},
		"mention":  {Mentioning("person:ana"), func(e *schema.Experience) bool { return e.Mentions != nil }, event},
		"subject":  {Stating("person:ana", ""), func(e *schema.Experience) bool { return e.Statement != nil }, event},
		"predicate": {Stating("person:ana", "likes"), func(e *schema.Experience) bool {
			return e.Statement != nil
		}, event},
		"no such predicate": {Stating("person:ana", "like"), func(*schema.Experience) bool { return false }, event},
		"digest":            {Digesting("topic", "tea"), func(e *schema.Experience) bool { return e.Digest != nil }, event},
		"evidence":          {Referring(ByEvidence, idOf(1000)), func(e *schema.Experience) bool { return e.Evidence != nil }, event},
		"parent":            {Referring(ByParent, idOf(1001)), func(e *schema.Experience) bool { return e.Parent != schema.ID{} }, event},
		"supersedes":        {Referring(BySupersedes, idOf(1002)), func(e *schema.Experience) bool { return e.Supersedes != nil }, event},
		"related":           {Referring(ByRelated, idOf(1003)), func(e *schema.Experience) bool { return e.Related != nil }, event},
		"similar":           {Referring(BySimilar, idOf(1004)), func(e *schema.Experience) bool { return e.Similar != nil }, event},
	} {
		t.Run(name, func(t *testing.T) {
			var want []*schema.Experience
			for _, e := range all {
				if c.keep(e) {
					want = append(want, e)
				}
			}
			slices.SortFunc(want, func(a, b *schema.Experience) int { return -c.by(a).Compare(c.by(b)) })
			var wantIDs []schema.ID
			for _, e := range want {
				wantIDs = append(wantIDs, e.ID)
			}
			view(t, l, func(r *Reader) {
				require.Equal(t, wantIDs, ids(t, r, "ana", c.in, Scan{}))
				back := slices.Clone(wantIDs)
				slices.Reverse(back)
				require.Equal(t, back, ids(t, r, "ana", c.in, Scan{OldestFirst: true}))
				require.Empty(t, ids(t, r, "nobody", c.in, Scan{}))
				if len(want) < 4 {
					return
				}
				from, to := c.by(want[len(want)-2]), c.by(want[1])
				require.Equal(t, wantIDs[2:len(want)-1], ids(t, r, "ana", c.in, Scan{From: from, To: to}))
				n, err := r.Count("ana", c.in, Scan{From: from, To: to}, 2)
				require.NoError(t, err)
				require.Equal(t, min(2, len(want)-3), n)
			})
		})
	}
	require.Empty(t, problems(t, l))
}

func TestCursorsPage(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	for n := range 30 {
		e := record("ana", n)
		e.Time = day0.Add(time.Duration(n/3) * time.Hour) // ties
		put(t, l, e)
	}
	view(t, l, func(r *Reader) {
		for _, oldest := range []bool{false, true} {
			want := ids(t, r, "ana", Tagged("all", "t1"), Scan{OldestFirst: oldest})
			require.Len(t, want, 30)
			var got []schema.ID
			s := Scan{OldestFirst: oldest}
			for {
				n := 0
				for e, err := range r.Scan("ana", Tagged("all", "t1"), s) {
					require.NoError(t, err)
					got = append(got, e.ID)
					s.After = e.Cursor()
					if n++; n == 4 {
						break
					}
				}
				if n == 0 {
					break
				}
			}
			require.Equal(t, want, got)
		}
		for _, c := range []Cursor{"x", "!!", "AAAA", Cursor(make([]byte, 32))} {
			for _, err := range r.Scan("ana", Everything(), Scan{After: c}) {
				require.ErrorIs(t, err, ErrCursor)
			}
		}
	})
}

func TestBoundsBetweenMicroseconds(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	e := record("ana", 1)
	put(t, l, e)
	view(t, l, func(r *Reader) {
		require.Len(t, ids(t, r, "ana", Everything(), Scan{From: e.Time}), 1)
		require.Empty(t, ids(t, r, "ana", Everything(), Scan{From: e.Time.Add(1)}))
		require.Empty(t, ids(t, r, "ana", Everything(), Scan{To: e.Time}))
		require.Len(t, ids(t, r, "ana", Everything(), Scan{To: e.Time.Add(1)}), 1)
		require.Empty(t, ids(t, r, "ana", Everything(), Scan{From: e.Time.Add(1), To: e.Time}))
	})
}

func TestScanStopsWithItsContext(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	for n := range 3 {
		objs := make([]schema.Object, 0, patience)
		for i := range patience {
			objs = append(objs, record("ana", 5000+n*patience+i))
		}
		put(t, l, objs...)
	}
	ctx, cancel := context.WithCancel(context.Background())
	err := l.View(ctx, func(r *Reader) error {
		cancel()
		for _, err := range r.Scan("ana", Everything(), Scan{}) {
			if err != nil {
				return err
			}
		}
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
}

func TestRelationsAndAliases(t *testing.T) { // 000-03, 004-03, 004-21
	l := open(t, small(vfs.NewMem()))
	works := &schema.Relation{Agent: "ana", From: "person:bo", Type: "works_for", To: "org:x"}
	said := &schema.Relation{Agent: "ana", From: "person:bo", Type: "works_for", To: "org:x", Statement: schema.ID{7}}
	likes := &schema.Relation{Agent: "ana", From: "person:cy", Type: "likes", To: "person:bo"}
	other := &schema.Relation{Agent: "bob", From: "person:bo", Type: "works_for", To: "org:y"}
	bo := &schema.Alias{Agent: "ana", Text: "Bo", Entity: "person:bo"}
	boss := &schema.Alias{Agent: "ana", Text: "Bo", User: "cy", Entity: "person:boss"}
	long := &schema.Alias{Agent: "ana", Text: "Bobby", Entity: "person:bo"}
	put(t, l, works, said, likes, other, bo, boss, long)

	relations := func(r *Reader, d Direction) (out []*schema.Relation) {
		for rel, err := range r.Relations("ana", "person:bo", d) {
			require.NoError(t, err)
			out = append(out, rel)
		}
		return out
	}
	view(t, l, func(r *Reader) {
		require.Equal(t, []*schema.Relation{works, said, likes}, relations(r, Either))
		require.Equal(t, []*schema.Relation{works, said}, relations(r, Outgoing))
		require.Equal(t, []*schema.Relation{likes}, relations(r, Incoming))
		var got []*schema.Alias
		for a, err := range r.AliasesOf("ana", "person:bo") {
			require.NoError(t, err)
			got = append(got, a)
		}
		require.Equal(t, []*schema.Alias{bo, long}, got)
		got = nil
		for a, err := range r.AliasesFor("ana", "Bo") {
			require.NoError(t, err)
			got = append(got, a)
		}
		require.Equal(t, []*schema.Alias{bo, boss}, got)
	})
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		return tx.Delete(schema.TypeRelation, works.ObjectKey())
	}))
	view(t, l, func(r *Reader) { require.Equal(t, []*schema.Relation{said, likes}, relations(r, Either)) })
	require.Empty(t, problems(t, l))
}

func TestAgents(t *testing.T) { // 002-02
	l := open(t, small(vfs.NewMem()))
	put(t, l, record("bob", 7), record("ana", 1), record("ana", 3), &schema.Entity{Agent: "ana", Key: "person:x"},
		&schema.Setting{Name: "s", Value: []byte("1")})
	list := func(of func(*Reader) iter.Seq2[AgentInfo, error]) (out []AgentInfo) {
		view(t, l, func(r *Reader) {
			for a, err := range of(r) {
				require.NoError(t, err)
				out = append(out, a)
			}
		})
		return out
	}
	owners := list((*Reader).Owners)
	require.Equal(t, []AgentInfo{
		{Objects: map[schema.ObjectType]int{schema.TypeSetting: 1}, LastChange: 5},
		{
			Name: "ana", FirstSeen: record("", 1).Time, LastActive: record("", 3).Time, Total: 2,
			Objects: map[schema.ObjectType]int{schema.TypeExperience: 2, schema.TypeEntity: 1}, LastChange: 4,
		},
		{
			Name: "bob", FirstSeen: record("", 7).Time, LastActive: record("", 7).Time, Total: 1,
			Objects: map[schema.ObjectType]int{schema.TypeExperience: 1}, LastChange: 1,
		},
	}, owners)
	require.Equal(t, owners[1:], list((*Reader).Agents), "the store is no agent")
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		return tx.Purge(schema.TypeExperience, record("bob", 7).ObjectKey())
	}))
	require.Len(t, list((*Reader).Agents), 1)
	view(t, l, func(r *Reader) {
		_, err := r.Agent("bob")
		require.ErrorIs(t, err, ErrNotFound)
	})
}

// One agent's changes are told without the others'.
func TestAgentChanges(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	put(t, l, record("ana", 1), record("bob", 2), record("ana", 3))
	seqs := func(agent string, after uint64) (out []uint64) {
		view(t, l, func(r *Reader) {
			for c, err := range r.AgentChanges(agent, after) {
				require.NoError(t, err)
				require.Equal(t, agent, c.Agent)
				out = append(out, c.Seq)
			}
		})
		return out
	}
	require.Equal(t, []uint64{1, 3}, seqs("ana", 0))
	require.Equal(t, []uint64{3}, seqs("ana", 1))
	require.Equal(t, []uint64{2}, seqs("bob", 0))
	require.Empty(t, seqs("an", 0))
	require.NoError(t, l.TrimFeed(context.Background(), 2))
	require.Equal(t, []uint64{3}, seqs("ana", 2))
	view(t, l, func(r *Reader) {
		for _, err := range r.AgentChanges("ana", 1) {
			require.ErrorIs(t, err, ErrTrimmed)
		}
	})
	for p, err := range l.Check(context.Background()) {
		require.NoError(t, err)
		require.Fail(t, p.Detail)
	}
}
