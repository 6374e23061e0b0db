package column_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/schema"
)

// TestSnapshotHoldsTheRows whatever was put, replaced and deleted before: the table
// that comes back agrees with every record, knows no other, and goes on like the
// first.
func TestSnapshotHoldsTheRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, records := column.New(), map[schema.ID]*schema.Experience{}
		change := func(table *column.Table) {
			for range rapid.IntRange(0, 30).Draw(t, "changes") {
				e := drawn(t)
				if rapid.IntRange(0, 3).Draw(t, "deleted") == 0 {
					table.Delete(e.ID)
					delete(records, e.ID)
					continue
				}
				table.Put(e)
				records[e.ID] = e
			}
		}
		change(table)
		mark := rapid.Uint64().Draw(t, "watermark")
		back, at, err := column.Restore(table.Snapshot("ana", mark), "ana")
		require.NoError(t, err)
		require.Equal(t, mark, at)
		agree := func() {
			require.Equal(t, len(records), back.Len())
			for _, e := range records {
				require.True(t, back.Agrees(e))
				require.Equal(t, e.Lasted(), back.Lasted(e.ID))
			}
		}
		agree()
		change(back)
		agree()
	})
}

func drawn(t *rapid.T) *schema.Experience {
	name := rapid.SampledFrom([]string{"", "ana", "bo", "Cường", "day 1"})
	when := rapid.Custom(func(t *rapid.T) time.Time {
		if rapid.Bool().Draw(t, "unset") {
			return time.Time{}
		}
		return time.UnixMicro(rapid.Int64Range(-1<<50, 1<<50).Draw(t, "micros"))
	})
	e := &schema.Experience{
		ID: id(rapid.ByteRange(1, 20).Draw(t, "id")), Session: name.Draw(t, "session"), Speaker: name.Draw(t, "speaker"),
		Kind: rapid.SampledFrom(schema.Kinds()).Draw(t, "kind"), Content: rapid.String().Draw(t, "content"),
		Time: when.Draw(t, "time"), Recorded: when.Draw(t, "recorded"), ValidTo: when.Draw(t, "valid to"), ExpiresAt: when.Draw(t, "expires"),
		Confidence: rapid.Float64Range(0, 1).Draw(t, "confidence"), Version: rapid.IntRange(1, 1<<30).Draw(t, "version"),
		Importance: rapid.IntRange(0, 10).Draw(t, "importance"), Pinned: rapid.Bool().Draw(t, "pinned"), TimeEnd: when.Draw(t, "end"),
	}
	if tag := name.Draw(t, "tag"); tag != "" {
		e.Tags, e.Scopes = []string{tag, "more"}, []string{tag}
	}
	return e
}

// TestSnapshotForgets what only deleted or replaced records named (I9).
func TestSnapshotForgets(t *testing.T) {
	table := column.New()
	table.Put(&schema.Experience{ID: id(1), Session: "secret-session", Speaker: "secret-speaker", Tags: []string{"secret-tag"}, Scopes: []string{"secret-scope"}})
	table.Put(&schema.Experience{ID: id(2), Session: "secret-replaced"})
	require.Contains(t, string(table.Snapshot("ana", 1)), "secret")
	table.Delete(id(1))
	table.Put(&schema.Experience{ID: id(2), Session: "kept"})
	snapshot := string(table.Snapshot("ana", 2))
	require.NotContains(t, snapshot, "secret")
	require.Contains(t, snapshot, "kept")
}

// TestDamagedSnapshot refuses one that is another's, cut off at any byte, longer,
// or has any byte changed.
func TestDamagedSnapshot(t *testing.T) {
	table := column.New()
	for n := range byte(5) {
		table.Put(&schema.Experience{ID: id(n + 1), Session: fmt.Sprint("s", n%2), Content: "The pump hums.", Time: at, TimeEnd: at.Add(time.Duration(n) * time.Hour)})
	}
	whole := table.Snapshot("ana", 7)
	refuse := func(b []byte, owner string, what ...any) {
		_, _, err := column.Restore(b, owner)
		require.ErrorIs(t, err, column.ErrSnapshot, what...)
	}
	refuse(whole, "bo", "another's")
	refuse(append(bytes.Clone(whole), 0), "ana", "longer")
	for at := range whole {
		refuse(whole[:at], "ana", "cut off at", at)
		bad := bytes.Clone(whole)
		bad[at] ^= 0x10
		refuse(bad, "ana", "changed at", at)
	}
}

// FuzzRestore never panics, and what it makes of bytes whose checksum is right can
// be written and read again.
func FuzzRestore(f *testing.F) {
	table := column.New()
	table.Put(&schema.Experience{ID: id(1), Session: "night", Tags: []string{"a"}, Time: at})
	f.Add(table.Snapshot("ana", 7))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, mark, err := column.Restore(column.Sealed(b), "ana")
		if err != nil {
			require.ErrorIs(t, err, column.ErrSnapshot)
			return
		}
		again, at, err := column.Restore(got.Snapshot("ana", mark), "ana")
		require.NoError(t, err)
		require.Equal(t, mark, at)
		require.ElementsMatch(t, got.IDs(), again.IDs())
	})
}

// stubFile keeps how much is written at a time, and fails where it is told to.
type stubFile struct {
	most, all int
	write, at error
}

func (f *stubFile) Write(b []byte) (int, error) {
	f.most, f.all = max(f.most, len(b)), f.all+len(b)
	return len(b), f.write
}

func (f *stubFile) WriteAt(b []byte, _ int64) (int, error) { return len(b), f.at }

// A snapshot is written some rows at a time, however many there are, and tells of a file
// that cannot be written.
func TestSaveInParts(t *testing.T) {
	table := column.New()
	for i := range 20_000 {
		e := schema.Experience{
			ID: schema.ID{1, byte(i >> 16), byte(i >> 8), byte(i)}, Session: fmt.Sprint("s", i), Content: "Told.", Time: time.Unix(int64(i), 0),
		}
		table.Put(&e)
	}
	f := &stubFile{}
	require.NoError(t, table.Save(f, "ana", 1))
	require.Greater(t, f.all, 1_000_000)
	require.Less(t, f.most, 70_000)
	full := errors.New("full")
	for _, f := range []*stubFile{{write: full}, {at: full}} {
		require.ErrorIs(t, table.Save(f, "ana", 1), full)
	}
	back, _, err := column.Restore(table.Snapshot("ana", 1), "ana")
	require.NoError(t, err)
	require.Equal(t, 20_000, back.Len())
	row, known := back.Row(schema.ID{1, 0, 0, 7})
	require.True(t, known)
	require.Equal(t, "s7", back.Session(row.Session))
}
