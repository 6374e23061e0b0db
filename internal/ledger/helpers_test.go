package ledger

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

var day0 = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// tick is a clock that advances by a second with every look.
func tick() func() time.Time {
	now := day0
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

// small makes a ledger light enough to have many of.
func small(fs vfs.FS) Options {
	return Options{FS: fs, CacheSize: 256 << 10, MemTableSize: 128 << 10, Clock: tick(), UsageInterval: -1, MergeDelay: -1}
}

func open(t testing.TB, opts Options) *Ledger {
	t.Helper()
	l, err := Open("store", opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	return l
}

func idOf(n int) schema.ID {
	return uuid.NewSHA1(uuid.Nil, fmt.Appendf(nil, "%d", n))
}

// record is a record that is in every index.
func record(agent string, n int) *schema.Experience {
	return &schema.Experience{
		ID: idOf(n), Agent: agent, Session: "s1", Kind: schema.KindFact, Status: schema.StatusActive,
		Content: fmt.Sprintf("record %d", n), Hash: fmt.Sprintf("hash %d", n),
		Time: day0.Add(time.Duration(n) * time.Minute), Importance: n%10 + 1,
		Quality: schema.Quality(n%5 + 1), Category: schema.CategoryFact, Persona: schema.PersonaTechnical,
		Tags: []string{"all", fmt.Sprintf("t%d", n%3)}, Source: schema.Source{Path: "notes.md"},
		Resolved: schema.Resolved{Date: day0.AddDate(0, 0, n)}, ExpiresAt: day0.AddDate(0, 1, n),
		Mentions:  []schema.Mention{{Entity: "person:ana"}, {Entity: "person:ana", Role: schema.RoleSubject}},
		Statement: &schema.Statement{Subject: "person:ana", Predicate: "likes", Entity: "food:tea"},
		Digest:    &schema.Digest{User: "u1", Scope: "topic", Identifier: "tea"},
		Evidence:  []schema.Evidence{{ID: idOf(1000), Stance: schema.StanceSupports}},
		Parent:    idOf(1001), Supersedes: []schema.ID{idOf(1002)}, Related: []schema.ID{idOf(1003)},
		Similar: []schema.Similarity{{ID: idOf(1004), Score: .5}},
	}
}

func put(t testing.TB, l *Ledger, objs ...schema.Object) {
	t.Helper()
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		for _, o := range objs {
			if err := tx.Put(o); err != nil {
				return err
			}
		}
		return nil
	}))
}

func view(t testing.TB, l *Ledger, fn func(r *Reader)) {
	t.Helper()
	require.NoError(t, l.View(context.Background(), func(r *Reader) error {
		fn(r)
		return nil
	}))
}

// ids collects a scan.
func ids(t testing.TB, r *Reader, agent string, in Index, s Scan) []schema.ID {
	t.Helper()
	var out []schema.ID
	for e, err := range r.Scan(agent, in, s) {
		require.NoError(t, err)
		out = append(out, e.ID)
	}
	return out
}

func problems(t testing.TB, l *Ledger) []Problem {
	t.Helper()
	var out []Problem
	for p, err := range l.Check(context.Background()) {
		require.NoError(t, err)
		out = append(out, p)
	}
	return out
}

var errOops = errors.New("oops")
