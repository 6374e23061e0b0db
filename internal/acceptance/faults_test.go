package acceptance

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/faulttest"
)

// trouble is a memory that lives through a fixed life while the system fails it.
// Its room holds the memory and, beside it, backups and what was restored.
type trouble struct {
	room  string
	m     *lukasa.Memory
	acked int // writes that were acknowledged
	begun int
	done  map[string]int // steps that are no writes and succeeded: how many writes were acknowledged then
	note  func(writes int)
}

// troubleStep is one step of that life. A write that fails ends it; what else
// fails may be tried again some day.
type troubleStep struct {
	name string
	what func(ctx context.Context, l *trouble) error
}

const (
	writes = "write"
	opens  = "open"
	closes = "close"
)

func troubleSteps() []troubleStep {
	as := func(agent string, call func(ctx context.Context, m *lukasa.Memory) error) func(context.Context, *trouble) error {
		return func(ctx context.Context, l *trouble) error {
			m, err := l.m.As(agent)
			if err != nil {
				return err
			}
			return call(ctx, m)
		}
	}
	retains := func(from, to int) func(ctx context.Context, m *lukasa.Memory) error {
		return func(ctx context.Context, m *lukasa.Memory) error {
			var batch []lukasa.Experience
			for n := from; n < to; n++ {
				batch = append(batch, troubled(n))
			}
			_, err := m.RetainAll(ctx, batch)
			return err
		}
	}
	return []troubleStep{
		{opens, open},
		{writes, as("ana", retains(0, 20))},
		{writes, as("bo", retains(20, 30))},
		{"recall", as("ana", func(ctx context.Context, m *lukasa.Memory) error {
			_, err := m.Recall(ctx, lukasa.Query{Text: "number 17"})
			return err
		})},
		{writes, as("ana", func(ctx context.Context, m *lukasa.Memory) error {
			outcome := "changed"
			_, err := m.Update(ctx, troubled(3).ID, 0, lukasa.Patch{Outcome: &outcome})
			return err
		})},
		{"flush", func(ctx context.Context, l *trouble) error { return l.m.Flush(ctx) }},
		{"backup", func(ctx context.Context, l *trouble) error { return l.m.Backup(ctx, l.at("backup")) }},
		{writes, as("ana", func(ctx context.Context, m *lukasa.Memory) error {
			_, err := m.Supersede(ctx, troubled(4).ID, troubled(40))
			return err
		})},
		{writes, as("ana", func(ctx context.Context, m *lukasa.Memory) error {
			_, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{troubled(5).ID}})
			return err
		})},
		{writes, as("bo", func(ctx context.Context, m *lukasa.Memory) error {
			_, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{troubled(21).ID}, Purge: true})
			return err
		})},
		{"archive", func(ctx context.Context, l *trouble) error { return l.m.Backup(ctx, l.at("archive")) }},
		{"restore", func(ctx context.Context, l *trouble) error {
			return lukasa.Restore(ctx, l.at("archive"), l.at("restore"))
		}},
		{closes, func(_ context.Context, l *trouble) error { return l.m.Close() }},
		{opens, open},
		{writes, as("bo", retains(30, 33))},
		{"rebuild", func(ctx context.Context, l *trouble) error { return l.m.Rebuild(ctx, "all") }},
		{closes, func(_ context.Context, l *trouble) error { return l.m.Close() }},
	}
}

// at names what a step makes.
func (l *trouble) at(step string) string {
	return filepath.Join(l.room, map[string]string{"memory": "memory", "backup": "backup", "archive": "archive.tar.gz", "restore": "restored"}[step])
}

func open(ctx context.Context, l *trouble) (err error) {
	l.m, err = lukasa.Open(ctx, l.at("memory"), lukasa.WithAgent("ana"), lukasa.WithSeed(1), lukasa.WithClock(newClock().now), lukasa.WithIDs(countedIDs()))
	return err
}

// troubled is the record of a number.
func troubled(n int) lukasa.Experience {
	e := lived(fmt.Sprintf("number %d of a troubled life", n))
	e.ID = lukasa.ID{0: 0x01, 1: 0x90, 2: 1, 6: 0x70, 8: 0x80}
	binary.BigEndian.PutUint32(e.ID[12:], uint32(n+1))
	e.Session, e.Time = fmt.Sprint("s", n%3), newClock().now().Add(time.Duration(n)*time.Minute)
	e.Mentions = []lukasa.Mention{{Entity: "person:ana", Text: "Ana"}, {Entity: "org:acme", Text: "Acme"}}
	if n%10 == 0 {
		e.Relations = []lukasa.Link{{From: "person:ana", Type: "works_for", To: "org:acme"}}
	}
	return e
}

// live goes through the steps until limit writes were acknowledged, or a step
// fails that the others need.
func (l *trouble) live(ctx context.Context, limit int) {
	l.done = map[string]int{}
	for _, step := range troubleSteps() {
		if step.name == writes {
			if l.acked == limit {
				break
			}
			l.begun++
		}
		err := step.what(ctx, l)
		switch {
		case step.name == closes:
			l.m = nil
		case err != nil && (step.name == writes || step.name == opens):
			l.end()
			return
		case err != nil:
		case step.name == writes:
			l.acked++
			l.note(l.acked)
		default:
			l.done[step.name] = l.acked
		}
	}
	l.end()
}

// end closes the memory, if it is open: with an error or not, it must return.
func (l *trouble) end() {
	if l.m != nil {
		_ = l.m.Close()
		l.m = nil
	}
}

// milestones are the answers after each number of writes, when nothing fails.
func milestones(t *testing.T) (list []map[string]any) {
	count := 0
	for _, step := range troubleSteps() {
		if step.name == writes {
			count++
		}
	}
	for n := range count + 1 {
		l := &trouble{room: t.TempDir(), note: func(int) {}}
		l.live(t.Context(), n)
		require.Equal(t, n, l.acked)
		m := openDrill(t, l.at("memory"))
		answers, err := troubledAnswers(m)
		require.NoError(t, err)
		require.NoError(t, m.Close())
		list = append(list, answers)
	}
	return list
}

// troubledAnswers are the answers of a memory, which may still be without those
// who are asked about.
func troubledAnswers(m *lukasa.Memory) (map[string]any, error) {
	answers, err := drillAnswers(m)
	if !errors.Is(err, lukasa.ErrNotFound) {
		return answers, err
	}
	digest, err := m.Digest(context.Background())
	return map[string]any{"digest": digest}, err
}

// found opens what is left of a memory: it answers as one that was not troubled
// after as many writes as were acknowledged, or with the one that was under way,
// every view agrees with the ledger, and it lives on.
func found(t *testing.T, where, dir string, marks []map[string]any) {
	m, err := lukasa.Open(context.Background(), dir, lukasa.WithAgent("ana"), lukasa.WithSeed(1), lukasa.WithClock(newClock().now))
	require.NoError(t, err, where)
	answers, err := troubledAnswers(m)
	require.NoError(t, err, where)
	var wrong []string
	for _, mark := range marks {
		if wrong = differing(mark, answers); len(wrong) == 0 {
			break
		}
	}
	require.Empty(t, wrong, where)
	report, err := m.Check(context.Background())
	require.NoError(t, err, where)
	require.True(t, report.OK(), "%s: %+v", where, report.Problems)
	_, err = m.Retain(context.Background(), troubled(99))
	require.NoError(t, err, where)
	require.NoError(t, m.Close(), where)
}

// copied looks at a backup, or at what was restored from one. One that was
// acknowledged has all that the memory had; one that was not is none.
func (l *trouble) copied(t *testing.T, where string, marks []map[string]any) {
	for _, step := range []string{"backup", "archive"} {
		to := filepath.Join(l.room, "from "+step)
		err := lukasa.Restore(context.Background(), l.at(step), to)
		writes, acked := l.done[step]
		if !acked && err != nil {
			continue
		}
		require.NoError(t, err, "%s: %s", where, step)
		if !acked {
			writes = l.acked
		}
		digested(t, where, to, marks[:min(len(marks), l.begun+1)], writes, acked)
	}
	_, err := os.Stat(l.at("restore"))
	if _, acked := l.done["restore"]; acked || !errors.Is(err, os.ErrNotExist) {
		writes, archived := l.done["archive"] // else it may be there all the same
		digested(t, where, l.at("restore"), marks, writes, acked && archived)
	}
}

// digested compares the digest of a copy with the memory's after some writes.
func digested(t *testing.T, where, dir string, marks []map[string]any, writes int, acked bool) {
	m, err := lukasa.Open(context.Background(), dir, lukasa.WithClock(newClock().now))
	require.NoError(t, err, where)
	digest, err := m.Digest(context.Background())
	require.NoError(t, err, where)
	require.NoError(t, m.Close(), where)
	if acked {
		require.Equal(t, marks[writes]["digest"], digest, where)
		return
	}
	var all []any
	for _, mark := range marks {
		all = append(all, mark["digest"])
	}
	require.Contains(t, all, digest, where)
}

// TestFaults fails calls that change a file of a memory, of its backups and
// of what is restored, whoever makes the call: the ledger's engine, the graph's,
// or our own code; once and for good. Each is an error or goes unnoticed: what
// was acknowledged is there, answers are those of a memory that was not troubled,
// and Check finds nothing (I1, I2, I3; 900-01). LUKASA_DRILL_FAULT fails more.
func TestFaults(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, lab *faulttest.Lab) {
		marks := milestones(t)
		lab.EachFault(1, func(room string) func() {
			l := &trouble{room: room, note: func(int) {}}
			l.live(t.Context(), len(marks))
			return func() {
				found(t, lab.Where(), l.at("memory"), marks[l.acked:l.begun+1])
				l.copied(t, lab.Where(), marks)
			}
		})
	})
}

// TestPowerLoss takes the power away before calls on any file of a memory: what
// was acknowledged is there, and the answers are those of a memory that lost no
// power (I1, I2, I3; 900-01). LUKASA_DRILL_POWER says how many pictures.
func TestPowerLoss(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, lab *faulttest.Lab) {
		marks := milestones(t)
		lab.EachPicture(15, 499, func(room string) {
			l := &trouble{room: room, note: lab.Note}
			l.live(t.Context(), len(marks))
			require.Equal(t, len(marks)-1, l.acked)
		}, func(p faulttest.Picture) {
			l := &trouble{room: p.Dir}
			found(t, lab.Where(), l.at("memory"), marks[p.Note:min(len(marks), p.Note+2)])
		})
	})
}
