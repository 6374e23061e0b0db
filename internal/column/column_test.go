package column_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/schema"
)

var at = time.Date(2026, 11, 22, 10, 0, 0, 123_000, time.UTC)

func id(n byte) schema.ID { return uuid.UUID{15: n} }

// TestRowSaysWhatTheRecordSays for every field of a row, and where it is not set.
func TestRowSaysWhatTheRecordSays(t *testing.T) {
	table := column.New()
	full := &schema.Experience{
		ID: id(1), Kind: schema.KindFact, Category: schema.CategoryDecision, Persona: schema.PersonaTechnical, Status: schema.StatusSuperseded,
		Content: "The pump stands in the cellar.", Time: at, Recorded: at.Add(1 * time.Hour), ValidFrom: at.Add(2 * time.Hour),
		ValidTo: at.Add(3 * time.Hour), ExpiresAt: at.Add(4 * time.Hour), Session: "night", Speaker: "ana",
		Tags: []string{"cellar", "pump"}, Scopes: []string{"domain:works"}, Confidence: 0.75, Version: 7,
		Quality: schema.Quality(4), Importance: 9, Pinned: true,
	}
	table.Put(full)
	table.PutUnread(&schema.Experience{ID: id(2)})

	row, ok := table.Row(id(1))
	require.True(t, ok)
	for what, pair := range map[string][2]any{
		"time":       {full.Time, column.Moment(row.Time)},
		"recorded":   {full.Recorded, column.Moment(row.Recorded)},
		"valid from": {full.ValidFrom, column.Moment(row.ValidFrom)},
		"valid to":   {full.ValidTo, column.Moment(row.ValidTo)},
		"expires":    {full.ExpiresAt, column.Moment(row.Expires)},
		"validated":  {full.Confirmed(), column.Moment(row.Validated)},
		"session":    {full.Session, table.Session(row.Session)},
		"speaker":    {full.Speaker, table.Speaker(row.Speaker)},
		"tags":       {full.Tags, table.Set(row.Tags)},
		"scopes":     {full.Scopes, table.Set(row.Scopes)},
		"kind":       {full.Kind, row.KindOf()},
		"category":   {full.Category, row.CategoryOf()},
		"persona":    {full.Persona, row.PersonaOf()},
		"status":     {full.Status, row.StatusOf()},
		"confidence": {float32(0.75), row.Confidence},
		"version":    {uint32(7), row.Version},
		"quality":    {uint8(4), row.Quality},
		"importance": {uint8(9), row.Importance},
		"flags":      {column.Pinned, row.Flags},
	} {
		require.Equal(t, pair[0], pair[1], what)
	}
	require.NotZero(t, row.Simhash)
	require.Equal(t, []column.Fact{{}, {Row: row, Session: "night", Speaker: "ana", Known: true}},
		table.Facts(nil, []schema.ID{id(9), id(1)}), "of many at once, those that are not there too")

	bare, ok := table.Row(id(2))
	require.True(t, ok)
	require.True(t, column.Moment(bare.Time).IsZero())
	require.Equal(t, int64(column.Unset), bare.Expires)
	require.Equal(t, schema.Kind(""), bare.KindOf())
	require.Nil(t, table.Set(bare.Tags))
	require.Equal(t, "", table.Session(bare.Session))
	require.Zero(t, bare.Simhash)
}

// TestEveryEnumerationHasACode: a value without one would read as empty.
func TestEveryEnumerationHasACode(t *testing.T) {
	table := column.New()
	for _, k := range schema.Kinds() {
		table.PutUnread(&schema.Experience{ID: id(1), Kind: k})
		row, _ := table.Row(id(1))
		require.Equal(t, k, row.KindOf())
	}
	for _, c := range schema.Categories() {
		table.PutUnread(&schema.Experience{ID: id(1), Category: c})
		row, _ := table.Row(id(1))
		require.Equal(t, c, row.CategoryOf())
	}
	unknown := column.Row{Kind: 255, Status: 255}
	require.Equal(t, schema.Kind(""), unknown.KindOf())
	require.Equal(t, schema.Status(""), unknown.StatusOf())
}

// TestWhatNeverExpires has no time of expiry, whatever the record says.
func TestWhatNeverExpires(t *testing.T) {
	table := column.New()
	for name, e := range map[string]schema.Experience{
		"permanent": {ID: id(1), ExpiresAt: at, Permanent: true},
		"never":     {ID: id(1), ExpiresAt: at, TTL: schema.TTLNever},
	} {
		table.PutUnread(&e)
		row, _ := table.Row(id(1))
		require.Equal(t, int64(column.Unset), row.Expires, name)
	}
}

// TestTableKeepsOneRowARecord: replaced rows stay one, deleted rows are used
// again, and strings are kept once.
func TestTableKeepsOneRowARecord(t *testing.T) {
	table := column.New()
	for round := range 3 {
		for n := range byte(100) {
			table.PutUnread(&schema.Experience{ID: id(n + 1), Speaker: fmt.Sprint("speaker ", n%4), Importance: round + 1})
		}
	}
	require.Equal(t, 100, table.Len())
	require.Len(t, table.Speakers(), 5) // and the empty one
	bytes := table.Bytes()
	for n := range byte(50) {
		table.Delete(id(n + 1))
		table.Delete(id(n + 1)) // a second time is ignored
	}
	require.Len(t, table.IDs(), 50)
	_, there := table.Row(id(1))
	require.False(t, there)
	for n := range byte(50) {
		table.PutUnread(&schema.Experience{ID: id(n + 101)})
	}
	require.Equal(t, 100, table.Len())
	require.Equal(t, bytes, table.Bytes())
	row, _ := table.Row(id(60))
	require.Equal(t, uint8(3), row.Importance)
	n, known := table.SpeakerNumber("speaker 3")
	require.True(t, known)
	require.Equal(t, "speaker 3", table.Speaker(n))
	_, known = table.SpeakerNumber("nobody")
	require.False(t, known)
	require.Equal(t, "", table.Speaker(1_000_000))
	table.Clear()
	require.Zero(t, table.Len())
	require.Empty(t, table.IDs())
}

// TestSpeakersOfRows: speakers are those of the rows that there are, as in a table
// that is made anew.
func TestSpeakersOfRows(t *testing.T) {
	table := column.New()
	table.PutUnread(&schema.Experience{ID: id(1), Speaker: "Ana"})
	table.PutUnread(&schema.Experience{ID: id(2), Speaker: "Anna"})
	table.PutUnread(&schema.Experience{ID: id(3), Speaker: "Minh"})
	table.PutUnread(&schema.Experience{ID: id(2), Speaker: "Ana"}) // was misspelt
	table.Delete(id(3))
	again, _, err := column.Restore(table.Snapshot("me", 1), "me")
	require.NoError(t, err)
	for _, made := range []*column.Table{table, again} {
		require.Equal(t, []string{"", "Ana"}, made.Speakers())
		_, known := made.SpeakerNumber("Minh")
		require.False(t, known)
		made.PutUnread(&schema.Experience{ID: id(4), Speaker: "Minh"})
		made.Delete(id(1))
		_, known = made.SpeakerNumber("Minh")
		require.True(t, known)
		made.Delete(id(2))
		require.Equal(t, []string{"", "Minh"}, made.Speakers())
	}
}

// TestAgrees compares what a row says with its record, the names behind its numbers
// too.
func TestAgrees(t *testing.T) {
	e := schema.Experience{ID: id(1), Session: "night", Speaker: "ana", Tags: []string{"a"}, Scopes: []string{"domain:x"}, Content: "The pump hums.", Time: at}
	table := column.New()
	table.PutUnread(&schema.Experience{ID: id(9), Session: "day", Speaker: "bo", Tags: []string{"b"}})
	require.False(t, table.Agrees(&e), "there is no such row")
	table.Put(&e)
	require.True(t, table.Agrees(&e))
	for what, change := range map[string]func(*schema.Experience){
		"importance": func(e *schema.Experience) { e.Importance = 6 },
		"session":    func(e *schema.Experience) { e.Session = "day" },
		"speaker":    func(e *schema.Experience) { e.Speaker = "bo" },
		"tags":       func(e *schema.Experience) { e.Tags = []string{"b"} },
		"scopes":     func(e *schema.Experience) { e.Scopes = nil },
		"text":       func(e *schema.Experience) { e.Content = "What does the fan do?" },
	} {
		other := e
		change(&other)
		require.False(t, table.Agrees(&other), what)
	}
}

// All rows stand as long as none is of a record that is not live or will expire, however they came and went.
func TestAllStand(t *testing.T) {
	t.Parallel()
	table := column.New()
	record := func(n byte, change func(*schema.Experience)) *schema.Experience {
		e := &schema.Experience{ID: schema.ID{15: n}, Agent: "a", Kind: schema.KindFact, Status: schema.StatusActive}
		change(e)
		return e
	}
	stay := func(*schema.Experience) {}
	over := func(e *schema.Experience) { e.Status = schema.StatusSuperseded }
	fade := func(e *schema.Experience) { e.ExpiresAt = time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC) }
	for i, step := range []struct {
		put    *schema.Experience
		delete byte
		stand  bool
	}{
		{put: record(1, stay), stand: true},
		{put: record(2, over)},
		{put: record(3, fade)},
		{put: record(2, stay)},
		{delete: 3, stand: true},
		{put: record(1, fade)},
		{put: record(1, fade)},
		{put: record(1, stay), stand: true},
		{put: record(4, over)},
	} {
		if step.put != nil {
			table.Put(step.put)
		}
		table.Delete(schema.ID{15: step.delete})
		require.Equal(t, step.stand, table.AllStand(), "step %d", i)
		restored, _, err := column.Restore(table.Snapshot("a", 1), "a")
		require.NoError(t, err)
		require.Equal(t, step.stand, restored.AllStand(), "restored after step %d", i)
	}
	table.Clear()
	require.True(t, table.AllStand())
}

// TestLasting keeps how long the few went on that have an end, through changes of it.
func TestLasting(t *testing.T) {
	table := column.New()
	e := schema.Experience{ID: id(1), Time: at, TimeEnd: at.Add(time.Hour)}
	table.Put(&e)
	require.Equal(t, time.Hour.Microseconds(), table.Lasted(id(1)))
	require.True(t, table.Agrees(&e))
	longer := e
	longer.TimeEnd = at.Add(2 * time.Hour)
	require.False(t, table.Agrees(&longer), "it lasted longer")
	e.TimeEnd = time.Time{}
	table.Put(&e)
	require.Zero(t, table.Lasted(id(1)))
	row, _ := table.Row(id(1))
	require.Zero(t, row.Flags&column.Lasting)
	table.Put(&longer)
	table.Delete(id(1))
	table.Put(&schema.Experience{ID: id(2), Time: at})
	require.Zero(t, table.Lasted(id(1)))
	require.Zero(t, table.Lasted(id(2)), "in the place of one that lasted")
}
