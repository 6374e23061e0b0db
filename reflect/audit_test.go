package reflect_test

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// audited collects the findings of an audit.
func (l *life) audited(t require.TestingT, how reflect.Auditing) (out []reflect.Finding) {
	how.Agent = tutor
	steward := reflect.NewSteward(l.store, l.writer, l.reader)
	for f, err := range steward.Audit(context.Background(), how) {
		require.NoError(t, err)
		out = append(out, f)
	}
	return out
}

// tell retains a record a second after the one before.
func (l *life) tell(t require.TestingT, e schema.Experience) schema.ID {
	l.advance(time.Second)
	if e.Agent == "" {
		e.Agent = tutor
	}
	if e.Kind == "" {
		e.Kind = schema.KindFact
	}
	done, err := l.writer.Retain(context.Background(), e)
	require.NoError(t, err)
	return done.ID
}

const lesson = "Ana asked at the harbour which of two sailing boats has to give way when both have the wind on the same side"

// TestAudit finds each kind of thing that is not as it should be, beside one
// that is almost like it and fine, and nothing of another agent (900-09).
func TestAudit(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	old := l.tell(t, schema.Experience{Content: "The tide turns at noon", Confidence: .6})
	l.tell(t, schema.Experience{Content: "Water is wet", Confidence: .6, Permanent: true})
	l.advance(200 * 24 * time.Hour)

	leak := l.tell(t, schema.Experience{Content: "The router's password is password=hunter2"})
	nested := l.tell(t, schema.Experience{Content: "The office has a printer", Metadata: schema.Metadata{"printer": map[string]any{"api_key": "9f8a7b6c5d4e"}}})
	require.NoError(t, l.writer.Put(ctx,
		&schema.Entity{Agent: tutor, Key: "person:lost soul", Name: "Lost Soul"},
		&schema.Entity{Agent: tutor, Key: "person:minh", Name: "Minh"},
		&schema.Entity{Agent: tutor, Key: "place:hanoi", Name: "Hanoi"}, &schema.Entity{Agent: tutor, Key: "place:hue", Name: "Hue"},
		&schema.Relation{Agent: tutor, From: "place:hanoi", Type: "related_to", To: "place:hue"},
	))
	l.tell(t, schema.Experience{Content: "Minh is here", Mentions: []schema.Mention{{Entity: "person:minh", Text: "Minh"}}})
	near := []schema.ID{
		l.tell(t, schema.Experience{Content: lesson}),
		l.tell(t, schema.Experience{Content: lesson + "."}),
	}
	l.tell(t, schema.Experience{Content: lesson + " 2"})                    // another figure
	l.tell(t, schema.Experience{Kind: schema.KindMessage, Content: lesson}) // an event
	l.tell(t, schema.Experience{Agent: "other", Content: lesson + " "})
	l.tell(t, schema.Experience{Agent: "other", Content: "password=hunter3"})

	first := l.tell(t, schema.Experience{Content: "The ferry runs on Sundays"})
	second := l.tell(t, schema.Experience{Content: "The ferry runs on sundays"})
	same := "The ferry runs on Sundays"
	_, err := l.writer.Update(ctx, tutor, second, 1, schema.Patch{Content: &same})
	require.NoError(t, err)

	found := l.audited(t, reflect.Auditing{})
	require.Equal(t, []reflect.Finding{
		{Kind: reflect.FindingSecret, IDs: []schema.ID{leak}, Count: 1, Detail: "fact with password", Fix: "lukasa forget " + leak.String() + " --purge"},
		{Kind: reflect.FindingSecret, IDs: []schema.ID{nested}, Count: 1, Detail: "fact with password", Fix: "lukasa forget " + nested.String() + " --purge"},
		{
			Kind: reflect.FindingStale, IDs: []schema.ID{old}, Count: 1, Fix: "lukasa verify " + old.String() + " --by NAME",
			Detail: "fact of confidence 0.60, now 0.08, last confirmed 2025-12-12",
		},
		{
			Kind: reflect.FindingDuplicate, IDs: []schema.ID{first, second}, Count: 2, Detail: "2 records with the same content",
			Fix: "lukasa forget " + second.String(),
		},
		{
			Kind: reflect.FindingNearDuplicate, IDs: near, Count: 2, Detail: "2 records with nearly the same words",
			Fix: "lukasa forget " + near[1].String(),
		},
		{
			Kind: reflect.FindingOrphan, Entity: "person:lost soul", Detail: "no live record and no relation tells of it",
			Fix: "lukasa forget --entity 'person:lost soul'",
		},
	}, found)
	require.Equal(t, found, l.audited(t, reflect.Auditing{}), "the same memory gives the same findings")
	require.Equal(t, found[:2], l.audited(t, reflect.Auditing{Kinds: []reflect.FindingKind{reflect.FindingSecret}}))
	l.sound(t)
}

// TestAuditConflict tells an open conflict without its sides, and no more once it
// is resolved (900-09).
func TestAuditConflict(t *testing.T) {
	l := openLife(t, nil)
	a, b := l.tell(t, schema.Experience{Content: "a"}), l.tell(t, schema.Experience{Content: "b"})
	c := schema.Conflict{ID: l.ids(), Agent: tutor, Type: "memory_vs_memory", Records: []schema.ID{a, b}}
	require.NoError(t, l.writer.Put(context.Background(), &c))
	found := l.audited(t, reflect.Auditing{})
	require.Len(t, found, 1)
	require.Equal(t, reflect.FindingContradiction, found[0].Kind)
	require.Equal(t, "lukasa conflicts resolve "+c.ID.String()+" --keep "+b.String(), found[0].Fix)
	c.Outcome, c.ResolvedAt = "both", l.now()
	require.NoError(t, l.writer.Put(context.Background(), &c))
	require.Empty(t, l.audited(t, reflect.Auditing{}))
}

// TestAuditInvalid refuses what it cannot look for, and stops when the caller
// does.
func TestAuditInvalid(t *testing.T) {
	l := openLife(t, nil)
	steward := reflect.NewSteward(l.store, l.writer, l.reader)
	for _, how := range []reflect.Auditing{{}, {Agent: tutor, Kinds: []reflect.FindingKind{"odd"}}} {
		for _, err := range steward.Audit(context.Background(), how) {
			require.ErrorIs(t, err, query.ErrInvalid)
		}
	}
	l.tell(t, schema.Experience{Content: "password=hunter2"})
	l.tell(t, schema.Experience{Content: "password=hunter3"})
	n := 0
	for _, err := range steward.Audit(context.Background(), reflect.Auditing{Agent: tutor}) {
		require.NoError(t, err)
		n++
		break
	}
	require.Equal(t, 1, n)
}

// TestAuditBounded: an audit holds the texts of a few records at a time, whatever
// the memory holds: while it tells of each, far less than all of them is in use
// (900-09).
func TestAuditBounded(t *testing.T) {
	const records, size = 1600, 8 << 10
	l := openLife(t, nil)
	batch := make([]schema.Experience, records)
	for i := range batch {
		batch[i] = schema.Experience{
			Agent: tutor, Kind: schema.KindMessage, Content: fmt.Sprintf("password=hunter%d %s", i, strings.Repeat("tide ", size/5)),
		}
	}
	_, err := l.writer.RetainAll(context.Background(), batch)
	require.NoError(t, err)
	l.sound(t) // and the views have taken it in
	// What is read while a collection runs counts as in use until the next one;
	// what is kept counts each time.
	inUse := func() int {
		least := math.MaxInt
		for range 4 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			least = min(least, int(m.HeapAlloc))
		}
		return least
	}
	require.Len(t, l.audited(t, reflect.Auditing{}), records) // what is cached is cached now
	before, found, most := inUse(), 0, 0
	steward := reflect.NewSteward(l.store, l.writer, l.reader)
	for _, err := range steward.Audit(context.Background(), reflect.Auditing{Agent: tutor}) {
		require.NoError(t, err)
		if found++; found%100 == 0 {
			most = max(most, inUse()-before)
		}
	}
	require.Equal(t, records, found)
	require.Less(t, most, records*size/2)
}

// TestAuditStops reads no more once the caller has enough, or its context ends.
func TestAuditStops(t *testing.T) {
	l := openLife(t, nil)
	for i := range 20 {
		l.tell(t, schema.Experience{Content: fmt.Sprintf("password=hunter%d", i)})
	}
	steward := reflect.NewSteward(l.store, l.writer, l.reader)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last error
	for _, err := range steward.Audit(ctx, reflect.Auditing{Agent: tutor}) {
		cancel()
		last = err
	}
	require.ErrorIs(t, last, context.Canceled)
}

// BenchmarkAudit tells what an audit of everything costs a record.
func BenchmarkAudit(b *testing.B) {
	const records = 2000
	l := openLife(b, nil)
	batch := make([]schema.Experience, records)
	for i := range batch {
		batch[i] = schema.Experience{
			Agent: tutor, Kind: schema.KindFact, Confidence: .9,
			Content: fmt.Sprintf("On day %d of the voyage %s, and the log says %d miles", i, lesson, i*7),
		}
	}
	_, err := l.writer.RetainAll(context.Background(), batch)
	require.NoError(b, err)
	for b.Loop() {
		require.Empty(b, l.audited(b, reflect.Auditing{}))
	}
	b.ReportMetric(float64(records)*float64(b.N)/b.Elapsed().Seconds(), "records/s")
}
