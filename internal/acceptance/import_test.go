package acceptance

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// chatLines is a chat log of n lines, no two of one text.
func chatLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"nick": "%s", "time": "2026-03-01T10:%02d:%02dZ", "text": "line %d of the log"}`+"\n", []string{"ana", "bo"}[i%2], i/60%60, i%60, i)
	}
	return b.String()
}

func zipped(t *testing.T, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, s)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

// imported is every text that the speakers of a chat log have, with how often.
func imported(t *testing.T, m *lukasa.Memory) map[string]int {
	t.Helper()
	texts := map[string]int{}
	for _, agent := range []string{"ana", "bo"} {
		own, err := m.As(agent)
		require.NoError(t, err)
		for _, e := range everything(t, own, lukasa.Filter{}) {
			texts[e.Content]++
		}
	}
	return texts
}

func requireOnce(t *testing.T, m *lukasa.Memory, n int) {
	t.Helper()
	texts := imported(t, m)
	require.Len(t, texts, n)
	for text, times := range texts {
		require.Equal(t, 1, times, text)
	}
	checked(t, m)
}

// TestImportGzip: gzipped input is read as it is, and one that is cut off keeps
// what was committed and goes on from there (900-11).
func TestImportGzip(t *testing.T) {
	ctx := context.Background()
	how := lukasa.Import{Chat: &lukasa.ChatLog{}, Batch: 20}
	packed := zipped(t, chatLines(200))
	m, _ := openTest(t)
	first, err := m.Import(ctx, bytes.NewReader(packed[:len(packed)/2]), how)
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
	require.Zero(t, first.Lines%how.Batch)
	how.Skip = first.Lines
	rest, err := m.Import(ctx, bytes.NewReader(packed), how)
	require.NoError(t, err)
	require.Equal(t, 200, rest.Lines)
	require.Equal(t, int64(len(packed)), rest.Bytes)
	require.Equal(t, 200, first.Records+rest.Records)
	requireOnce(t, m, 200)
	_, err = m.Import(ctx, bytes.NewReader(append([]byte{0x1f, 0x8b}, make([]byte, 20)...)), how)
	require.ErrorIs(t, err, gzip.ErrHeader)
}

// TestImportResumes: an import that stops anywhere, as its input fails or its
// context ends, tells where to go on; going on there loses nothing and doubles
// nothing, and so does starting over (900-11).
func TestImportResumes(t *testing.T) {
	log := chatLines(120)
	broken := errors.New("the cable is out")
	for _, at := range []int{0, 1, len(log) / 3, len(log) / 2, len(log) - 1} {
		t.Run(fmt.Sprint("input fails at byte ", at), func(t *testing.T) {
			m, _ := openTest(t)
			failing := io.MultiReader(strings.NewReader(log[:at]), iotest.ErrReader(broken))
			first, err := m.Import(context.Background(), failing, lukasa.Import{Chat: &lukasa.ChatLog{}, Batch: 25})
			require.ErrorIs(t, err, broken)
			resume(t, m, log, first)
		})
	}
	t.Run("context ends", func(t *testing.T) {
		m, _ := openTest(t)
		ctx, cancel := context.WithCancel(context.Background())
		first, err := m.Import(ctx, strings.NewReader(log), lukasa.Import{Chat: &lukasa.ChatLog{}, Batch: 25, Progress: func(done lukasa.Imported) {
			if done.Lines == 50 {
				cancel()
			}
		}})
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, 50, first.Lines)
		require.Equal(t, 50, first.Records)
		resume(t, m, log, first)
	})
}

// resume goes on with an import of 120 lines, and then does it all again.
func resume(t *testing.T, m *lukasa.Memory, log string, first lukasa.Imported) {
	t.Helper()
	ctx := context.Background()
	require.Len(t, imported(t, m), first.Records)
	rest, err := m.Import(ctx, strings.NewReader(log), lukasa.Import{Chat: &lukasa.ChatLog{}, Skip: first.Lines, Batch: 25})
	require.NoError(t, err)
	require.Equal(t, 120, rest.Lines)
	require.Equal(t, 120, first.Records+rest.Records)
	require.Zero(t, rest.Reinforced)
	requireOnce(t, m, 120)
	again, err := m.Import(ctx, strings.NewReader(log), lukasa.Import{Chat: &lukasa.ChatLog{}})
	require.NoError(t, err)
	require.Zero(t, again.Records)
	requireOnce(t, m, 120)
}

// TestImportOfLessThanNothing: what an import is told is checked before a line is read.
func TestImportOfLessThanNothing(t *testing.T) {
	m, _ := openTest(t)
	_, err := m.Import(context.Background(), strings.NewReader(chatLines(1)), lukasa.Import{Chat: &lukasa.ChatLog{}, Skip: -1, Batch: -2})
	require.ErrorIs(t, err, lukasa.ErrInvalid)
	require.ErrorContains(t, err, "skip: -1, want 0 or more; batch: -2, want 0 or more")
	require.Empty(t, imported(t, m))
}

// TestImportOfOwnExport: what comes back to the memory that it comes from was not told
// again, and nor was what a caller hands in twice under one id: neither counts for more
// than before. Under another id it does (I6).
func TestImportOfOwnExport(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, clock := openTest(t)
	e := lived("the disk was full")
	e.ID = lukasa.ID{0: 0x01, 1: 0x91, 6: 0x70, 8: 0x80}
	for range 2 {
		retain(t, m, e)
	}
	stated(t, m, lukasa.Experience{Statement: &lukasa.Statement{Subject: "person:ana", Predicate: "lives_in", PredicateType: "state", Value: []byte(`"Bonn"`)}})
	clock.advance(time.Hour)
	before := all(t, m, lukasa.Filter{})
	require.Len(t, before, 2)
	for _, have := range before {
		require.Zero(t, have.Usage.Reinforced)
	}
	var out bytes.Buffer
	_, err := m.Export(ctx, &out)
	require.NoError(t, err)

	done, err := m.Import(ctx, &out, lukasa.Import{})
	require.NoError(t, err)
	require.Equal(t, 2, done.Known)
	require.Zero(t, done.Records+done.Reinforced+done.Failed)
	require.Equal(t, before, all(t, m, lukasa.Filter{}))

	e.ID = lukasa.ID{}
	retain(t, m, e)
	have, err := m.Get(ctx, lukasa.ID{0: 0x01, 1: 0x91, 6: 0x70, 8: 0x80})
	require.NoError(t, err)
	require.Equal(t, 1, have.Usage.Reinforced)
}

// TestImportResumesAmongWhatIsKnown: wherever an import breaks off, going on there comes to
// what it comes to at once: records that were known under other ids are known again, to
// what refers to them, conflicts and names (900-11, I6).
func TestImportResumesAmongWhatIsKnown(t *testing.T) {
	ctx := context.Background()
	known := func(m *lukasa.Memory) (bob, gate lukasa.ID) {
		single(t, m, "delivery_day")
		stated(t, m, says("delivery_day", "Friday"))
		return retain(t, m, lived("Bob is Robert")), retain(t, m, lived("The gate is shut"))
	}
	m, clock := openTest(t, lukasa.WithIDs(nil), lukasa.WithLinking(lukasa.LinkOff))
	bob, gate := known(m)
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:robert"}))
	_, err := m.ConfirmEntity(ctx, lukasa.NameAnswer{Text: "Bob", User: "ana", Entity: "person:robert", Learned: bob, Context: "Bob is"})
	require.NoError(t, err)
	clock.advance(time.Hour)
	opened := lived("The gate is open")
	opened.Supersedes = []lukasa.ID{gate}
	retain(t, m, opened)
	require.Len(t, stated(t, m, sure(says("delivery_day", "Monday"), .3)).Conflicts, 1)
	clock.advance(time.Hour)
	belief := lukasa.Experience{Kind: schema.KindFact, Content: "Robert minds the gate."}
	belief.Evidence = []schema.Evidence{{ID: bob, Stance: schema.StanceSupports}, {ID: gate, Stance: schema.StanceSupports}}
	retain(t, m, belief)
	var export bytes.Buffer
	n, err := m.Export(ctx, &export)
	require.NoError(t, err)

	fresh := func(t *testing.T) *lukasa.Memory {
		into, _ := openTest(t, lukasa.WithClock(clock.now), lukasa.WithLinking(lukasa.LinkOff))
		known(into)
		return into
	}
	whole := fresh(t)
	done, err := whole.Import(ctx, bytes.NewReader(export.Bytes()), lukasa.Import{})
	require.NoError(t, err)
	require.Zero(t, done.Failed, done.Errors)
	want := standing(t, whole)
	for at := range n + 1 {
		t.Run(fmt.Sprint("after line ", at), func(t *testing.T) {
			into := fresh(t)
			brief, cancel := context.WithCancel(ctx)
			first, err := into.Import(brief, bytes.NewReader(export.Bytes()), lukasa.Import{Batch: 1, Progress: func(done lukasa.Imported) {
				if done.Lines >= at {
					cancel()
				}
			}})
			require.ErrorIs(t, err, context.Canceled)
			rest, err := into.Import(ctx, bytes.NewReader(export.Bytes()), lukasa.Import{Skip: first.Lines})
			require.NoError(t, err)
			require.Zero(t, rest.Failed, rest.Errors)
			require.Equal(t, n, rest.Lines)
			require.Equal(t, want, standing(t, into))
			checked(t, into)
		})
	}
}

// TestImportTellsWhatIsDone: how far an import says that it has come does not go past an
// object that waits for a record, so that going on there loses none (900-11).
func TestImportTellsWhatIsDone(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t, lukasa.WithIDs(nil), lukasa.WithLinking(lukasa.LinkOff))
	early := lived("they work together")
	early.Relations = []lukasa.Link{{From: "person:ana", Type: "works_for", To: "company:acme"}}
	id := retain(t, m, early)
	clock.advance(time.Hour)
	late := retain(t, m, lived("seen at the gate"))
	_, err := m.Update(ctx, id, 0, lukasa.Patch{Related: &[]lukasa.ID{late}})
	require.NoError(t, err)
	var export bytes.Buffer
	lines, err := m.Export(ctx, &export)
	require.NoError(t, err)

	into, _ := openTest(t, lukasa.WithClock(clock.now), lukasa.WithLinking(lukasa.LinkOff))
	brief, cancel := context.WithCancel(ctx)
	told := 0
	first, err := into.Import(brief, bytes.NewReader(export.Bytes()), lukasa.Import{Batch: 1, Progress: func(done lukasa.Imported) {
		if told = done.Lines; done.Records == 2 {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, first.Lines, told)
	_, err = into.Import(ctx, bytes.NewReader(export.Bytes()), lukasa.Import{Skip: told, Progress: func(done lukasa.Imported) { told = done.Lines }})
	require.NoError(t, err)
	require.Equal(t, lines, told)
	around, err := into.Neighbourhood(ctx, "person:ana", 1, 10)
	require.NoError(t, err)
	require.Len(t, around.Relations, 1)
	checked(t, into)
}

// standing tells how the records of a memory stand to one another, and what else names
// them: names and conflicts.
func standing(t *testing.T, m *lukasa.Memory) (lines []string) {
	t.Helper()
	for _, e := range everything(t, m, lukasa.Filter{}) {
		var grounds []lukasa.ID
		for _, ev := range e.Evidence {
			grounds = append(grounds, ev.ID)
		}
		lines = append(lines, fmt.Sprintln(e.ID, e.Text(), e.Status, e.SupersededBy, e.Supersedes, grounds))
	}
	lines = append(lines, fmt.Sprintln("names", learnedIn(t, m)))
	for _, c := range conflictsOf(t, m, lukasa.ConflictQuery{}) {
		lines = append(lines, fmt.Sprintln("conflict", c.ID, c.Records))
	}
	return lines
}

// TestImportOfEscapedTexts: what a memory holds can be exported and imported, though JSON
// writes each byte of it as six (900-11).
func TestImportOfEscapedTexts(t *testing.T) {
	bells := strings.Repeat("\a", schema.MaxText)
	m, _ := openTest(t, lukasa.WithEmbedder(nil))
	id := retain(t, m, lukasa.Experience{Context: bells, Action: bells, Outcome: bells})
	var file bytes.Buffer
	_, err := m.Export(t.Context(), &file)
	require.NoError(t, err)
	other, _ := openTest(t, lukasa.WithEmbedder(nil))
	got, err := other.Import(t.Context(), &file, lukasa.Import{})
	require.NoError(t, err)
	require.Empty(t, got.Errors)
	e, err := other.Get(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, bells, e.Outcome)
}

// TestImportReports each line that is left out by its number, its field and the
// reason, however long the line is, and imports the others (900-11).
func TestImportReports(t *testing.T) {
	huge := func(n int) string { return strings.Repeat("all work and no play ", n/21+1) }
	lines := []struct{ text, field, reason string }{
		{`{"kind": "fact", "content": "The first line is good."}`, "", ""},
		{`{"kind": "fact", "content": ""}`, "content", "empty"},
		{`{"kind": "rumour", "content": "x"}`, "kind", "rumour"},
		{`{"kind": "fact", "content": "x", "importance": 11}`, "importance", "11"},
		{`not JSON at all`, "", "not a JSON object"},
		{``, "", ""},
		{`{"kind": "fact", "content": "` + huge(5<<20) + `"}`, "content", ""},
		{`{"kind": "fact", "content": "` + huge(33<<20) + `"}`, "", "line longer than"},
		{`{"kind": "fact", "content": "` + strings.TrimSpace(huge(40_000)) + `"}`, "", ""},
		{`{"type": "spaceship", "data": {}}`, "", "spaceship"},
		{`{"kind": "fact", "content": "The last line has no end of line."}`, "", ""},
	}
	var input []string
	for _, l := range lines {
		input = append(input, l.text)
	}
	m, _ := openTest(t)
	done, err := m.Import(context.Background(), strings.NewReader(strings.Join(input, "\n")), lukasa.Import{})
	require.NoError(t, err)
	require.Equal(t, len(lines), done.Lines)
	require.Equal(t, 3, done.Records)
	require.Equal(t, len(done.Errors), done.Failed)
	reported := map[int]lukasa.LineError{}
	for _, e := range done.Errors {
		reported[e.Line] = e
	}
	require.Len(t, reported, 7)
	for i, l := range lines {
		e, bad := reported[i+1]
		if !bad {
			require.True(t, l.field == "" && l.reason == "", "line %d was taken", i+1)
			continue
		}
		require.Equal(t, l.field, e.Field, "line %d: %s", i+1, e.Reason)
		require.Contains(t, e.Reason, l.reason)
		require.NotEmpty(t, e.Reason)
		require.Less(t, len(e.Reason), 1000)
	}
	checked(t, m)
}

// TestImportOfMessagesOfNoTime: a list of messages that has neither ids nor times keeps its
// order and what was said twice, and is not told again by reading it again, be it from
// the middle and in a session that already has all of it.
func TestImportOfMessagesOfNoTime(t *testing.T) {
	const list = `{"role": "user", "content": "ok", "session": "s"}
{"role": "assistant", "content": "Shall I?", "session": "s"}
{"role": "user", "content": "ok", "session": "s"}
{"role": "user", "content": "ok", "session": "t"}
`
	m, clock := openTest(t)
	for i, skip := range []int{0, 0, 1} {
		done, err := m.Import(context.Background(), strings.NewReader(list), lukasa.Import{Skip: skip, Batch: 2})
		require.NoError(t, err)
		require.Empty(t, done.Errors)
		want := lukasa.Imported{Lines: 4, Bytes: int64(len(list)), Records: 4}
		if i > 0 {
			want.Records, want.Known = 0, 4-skip
		}
		require.Equal(t, want, done)
		clock.advance(48 * time.Hour)
	}
	require.Equal(t, []spoken{{"user", "ok"}, {"assistant", "Shall I?"}, {"user", "ok"}}, heldIn(t, m, "s"))
}

// TestImportTellsWhatItKeeps counts the fields that are no field of a record.
func TestImportTellsWhatItKeeps(t *testing.T) {
	m, _ := openTest(t)
	done, err := m.Import(context.Background(), strings.NewReader(`{"content": "one", "date": "2026-02-26", "id": "x"}
{"content": "two", "date": "2026-02-26", "sender": "Ana"}
{"content": "three", "date": "2026-02-27"}
`), lukasa.Import{})
	require.NoError(t, err)
	require.Equal(t, map[string]int{"date": 2, "sender": 1}, done.Kept)
	require.Equal(t, "id", done.Errors[0].Field)
}

// TestImportedHistoryIsNotSaidAnew: what a record said that was superseded may have been
// said again since, of an earlier time; both come back from an export, and neither takes
// the other's place, also where one of them was here before (I6).
func TestImportedHistoryIsNotSaidAnew(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	old := retain(t, m, toldFact("the shop opens at nine"))
	newer, err := m.Supersede(ctx, old, toldFact("the shop opens at ten"))
	require.NoError(t, err)
	again := toldFact("the shop opens at nine")
	again.Time = clock.now().Add(-24 * time.Hour)
	live := retain(t, m, again)
	require.NotEqual(t, old, live)
	var out bytes.Buffer
	_, err = m.Export(ctx, &out)
	require.NoError(t, err)

	broken, _ := openTest(t) // off, and what was done forgotten before it goes on
	lines := strings.SplitAfter(out.String(), "\n")
	_, err = broken.Import(ctx, strings.NewReader(lines[0]+lines[1]), lukasa.Import{})
	require.NoError(t, err)
	forget(t, broken, true, old)
	_, err = broken.Import(ctx, bytes.NewReader(out.Bytes()), lukasa.Import{Skip: 2})
	require.NoError(t, err)
	e, err := broken.Get(ctx, live)
	require.NoError(t, err)
	require.Equal(t, schema.StatusActive, e.Status)

	fresh, _ := openTest(t)
	known, _ := openTest(t)
	here := toldFact("the shop opens at nine")
	here.ID = lukasa.ID{0: 9, 6: 0x70, 8: 0x80}
	retain(t, known, here)
	for stands, to := range map[lukasa.ID]*lukasa.Memory{live: fresh, here.ID: known} {
		for _, skip := range []int{0, 2} {
			_, err := to.Import(ctx, bytes.NewReader(out.Bytes()), lukasa.Import{Skip: skip})
			require.NoError(t, err)
			e, err := to.Get(ctx, stands)
			require.NoError(t, err)
			require.Equal(t, schema.StatusActive, e.Status)
			e, err = to.Get(ctx, old)
			require.NoError(t, err)
			require.Equal(t, newer.ID, e.SupersededBy)
			checked(t, to)
		}
	}
}

// TestImportOfWhatRefersToNothing: a part of an export, or one of what was forgotten
// since, may have thousands of lines that are refused. Each is reported, and takes no
// longer than one that is not (900-11).
func TestImportOfWhatRefersToNothing(t *testing.T) {
	const lines = 2000
	ctx := context.Background()
	m, _ := openTest(t)
	var strays, gone strings.Builder
	for i := range lines {
		fmt.Fprintf(&strays, `{"kind": "fact", "content": "stray %d", "evidence": [{"id": "01900000-0000-7000-9000-%012d", "stance": "supports"}]}`+"\n", i, i)
		fmt.Fprintf(&gone, `{"id": "01900000-0000-7000-8000-%012d", "kind": "fact", "content": "gone %d"}`+"\n", i, i)
	}
	_, err := m.Import(ctx, strings.NewReader(gone.String()), lukasa.Import{})
	require.NoError(t, err)
	_, err = m.Forget(ctx, lukasa.Forget{All: true})
	require.NoError(t, err)
	done, err := m.Import(ctx, strings.NewReader(strays.String()+gone.String()+`{"kind": "fact", "content": "good"}`), lukasa.Import{})
	require.NoError(t, err)
	require.Equal(t, 2*lines, done.Failed)
	require.Equal(t, 1, done.Records)
	require.Contains(t, done.Errors[0].Reason, "already in use")
}

// TestRetainAllNamesWhatRefersToNothing: every record that refers to what is not
// there is named at once, also through another such record.
func TestRetainAllNamesWhatRefersToNothing(t *testing.T) {
	m, _ := openTest(t)
	stray := func(n byte, refers byte) lukasa.Experience {
		return lukasa.Experience{ID: lukasa.ID{1, n}, Kind: schema.KindFact, Content: fmt.Sprint("fact ", n), Related: []lukasa.ID{{1, refers}}}
	}
	_, err := m.RetainAll(context.Background(), []lukasa.Experience{stray(1, 9), stray(2, 1), {Kind: schema.KindFact, Content: "good"}, stray(3, 8)})
	joined, ok := err.(interface{ Unwrap() []error })
	require.True(t, ok)
	var named []int
	for _, err := range joined.Unwrap() {
		var of *lukasa.RecordError
		require.ErrorAs(t, err, &of)
		require.ErrorIs(t, err, lukasa.ErrInvalid)
		named = append(named, of.Index)
	}
	require.Equal(t, []int{0, 1, 3}, named)
	require.Empty(t, everything(t, m, lukasa.Filter{}))
}

// entityLines is an export of n entities, and of a relation from each to the next.
func entityLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"type":"entity","data":{"agent_id":"default","entity_id":"org:firm-%06d","type":"org","canonical_name":"Firm %06d"}}`+"\n", i, i)
	}
	for i := range n {
		fmt.Fprintf(&b, `{"type":"relation","data":{"agent_id":"default","from":"org:firm-%06d","type":"supplies","to":"org:firm-%06d"}}`+"\n", i, (i+1)%n)
	}
	return b.String()
}

// TestImportedObjectsAreWrittenTogether, a batch at a time, and from where an import
// broke off: as much as one that did not, and each once.
func TestImportedObjectsAreWrittenTogether(t *testing.T) {
	ctx := context.Background()
	const firms, batch = 250, 100
	lines := strings.SplitAfter(entityLines(firms), "\n")
	lines[130] = `{"type":"entity","data":{"agent_id":"default","key":"no key"}}` + "\n"
	input := strings.Join(lines, "")
	kept := func(m *lukasa.Memory) int {
		n, err := m.ExportAll(ctx, io.Discard)
		require.NoError(t, err)
		return n
	}
	whole, _ := openTest(t, lukasa.WithEmbedder(nil))
	told := 0
	done, err := whole.Import(ctx, strings.NewReader(input), lukasa.Import{Batch: batch, Progress: func(lukasa.Imported) { told++ }})
	require.NoError(t, err)
	require.Equal(t, [3]int{2*firms - 1, 1, 2 * firms}, [3]int{done.Objects, done.Failed, done.Lines})
	require.Equal(t, 131, done.Errors[0].Line)
	require.LessOrEqual(t, told, 2*firms/batch+3)

	for _, at := range []int{1, len(input) / 5, len(input) / 2, len(input) - 1} {
		m, _ := openTest(t, lukasa.WithEmbedder(nil))
		broken := errors.New("broken")
		first, err := m.Import(ctx, io.MultiReader(strings.NewReader(input[:at]), iotest.ErrReader(broken)), lukasa.Import{Batch: batch})
		require.ErrorIs(t, err, broken)
		require.GreaterOrEqual(t, kept(m), first.Lines-1, "what it says is done is there")
		rest, err := m.Import(ctx, strings.NewReader(input), lukasa.Import{Batch: batch, Skip: first.Lines})
		require.NoError(t, err)
		require.Equal(t, 2*firms-1, first.Objects+rest.Objects)
		require.Equal(t, kept(whole), kept(m))
		again, err := m.Import(ctx, strings.NewReader(input), lukasa.Import{})
		require.NoError(t, err)
		require.Zero(t, again.Objects)
	}
}
