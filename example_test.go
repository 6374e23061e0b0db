package lukasa_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
)

// scratch is a memory in a directory of its own, with a clock that stands still,
// so that the examples print the same each time.
func scratch() (*lukasa.Memory, func()) {
	dir, err := os.MkdirTemp("", "lukasa")
	if err != nil {
		log.Fatal(err)
	}
	start := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	mem, err := lukasa.Open(context.Background(), dir, lukasa.WithClock(func() time.Time { return start }))
	if err != nil {
		log.Fatal(err)
	}
	return mem, func() {
		if err := errors.Join(mem.Close(), os.RemoveAll(dir)); err != nil {
			log.Fatal(err)
		}
	}
}

// at is a time on the day of the examples.
func at(hour, minute int) time.Time { return time.Date(2026, 3, 2, hour, minute, 0, 0, time.UTC) }

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// Open a memory, record what happened, find it again.
func Example() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	_ = must(mem.Retain(ctx, lukasa.Experience{
		Context: "Gai Media asked to move the delivery", Action: "moved it to Friday", Outcome: "confirmed",
		Time: at(9, 30), Tags: []string{"delivery"},
	}))
	page := must(mem.Find(ctx, lukasa.Filter{Tags: []string{"delivery"}}))
	for _, e := range page.Items {
		fmt.Println(e.Time.Format("15:04"), e.Context, "→", e.Outcome)
	}
	// Output: 09:30 Gai Media asked to move the delivery → confirmed
}

// A store is open once at a time; the error names who has it (001-17).
func ExampleOpen_locked() {
	mem, done := scratch()
	defer done()

	_, err := lukasa.Open(context.Background(), mem.Dir())
	var locked *lukasa.LockedError
	fmt.Println(errors.Is(err, lukasa.ErrLocked), errors.As(err, &locked) && locked.Holder.PID == os.Getpid())
	// Output: true true
}

// The same content is reinforced and not kept twice (000-08).
func ExampleMemory_Retain() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	fact := lukasa.Experience{Kind: "fact", Content: "Ana prefers tea"}
	first := must(mem.Retain(ctx, fact))
	again := must(mem.Retain(ctx, fact))
	fmt.Println(first.New, again.New, first.ID == again.ID)
	fmt.Println("told again:", must(mem.Get(ctx, first.ID)).Usage.Reinforced)
	// Output:
	// true false true
	// told again: 1
}

// A batch is all or nothing, and an error names the record and the field
// (002-12, 002-13).
func ExampleMemory_RetainAll() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	_, err := mem.RetainAll(ctx, []lukasa.Experience{
		{Kind: "fact", Content: "Ana prefers tea"},
		{Kind: "fact", Content: "Bo prefers coffee", Importance: 11},
	})
	fmt.Println(err)
	fmt.Println(len(must(mem.Find(ctx, lukasa.Filter{})).Items), "records")
	// Output:
	// record 1: schema: invalid experience: importance: 11, want 1 to 10
	// 0 records
}

// Find by any field, newest first, a page at a time (002-07, 002-08).
func ExampleMemory_Find() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	for i, what := range []string{"disk full", "disk full again", "certificate expired", "backup failed"} {
		_ = must(mem.Retain(ctx, lukasa.Experience{
			Context: what, Action: "looked into it", Outcome: "solved", Time: at(10+i, 0), Importance: 4 + i,
		}))
	}
	f := lukasa.Filter{MinImportance: 5, Limit: 2}
	for {
		page := must(mem.Find(ctx, f))
		for _, e := range page.Items {
			fmt.Println(e.Time.Format("15:04"), e.Context)
		}
		if f.After = page.Next; f.After == "" {
			break
		}
		fmt.Println("next page")
	}
	// Output:
	// 13:00 backup failed
	// 12:00 certificate expired
	// next page
	// 11:00 disk full again
}

// A correction takes the place of what was believed; the past stays (000-17).
func ExampleMemory_Supersede() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	old := must(mem.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "The office is in Bonn"}))
	_ = must(mem.Supersede(ctx, old.ID, lukasa.Experience{Kind: "fact", Content: "The office is in Essen"}))
	for _, e := range must(mem.Find(ctx, lukasa.Filter{})).Items {
		fmt.Println(e.Content)
	}
	for _, v := range must(mem.History(ctx, old.ID)) {
		fmt.Println(v.Number, v.Record.Status, v.Record.Content)
	}
	// Output:
	// The office is in Essen
	// 2 superseded The office is in Bonn
	// 1 active The office is in Bonn
}

// An update names the version that it was made for (000-07).
func ExampleMemory_Update() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	note := must(mem.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "The backup runs at two"}))
	nine := 9
	changed := must(mem.Update(ctx, note.ID, note.Version, lukasa.Patch{Importance: &nine}))
	fmt.Println("version", changed.Version, "importance", changed.Importance)
	_, err := mem.Update(ctx, note.ID, note.Version, lukasa.Patch{Importance: &nine})
	fmt.Println(errors.Is(err, lukasa.ErrVersion))
	// Output:
	// version 2 importance 9
	// true
}

// What followed, and how it ended; records may arrive in any order (002-03,
// 002-11).
func ExampleMemory_Followed() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	step := func(minute int, context, outcome string) lukasa.ID {
		return must(mem.Retain(ctx, lukasa.Experience{
			Session: "outage", Context: context, Action: "acted", Outcome: outcome, Time: at(14, minute),
		})).ID
	}
	start := step(0, "alarm", "acknowledged")
	_ = step(25, "restart", "service is back")
	_ = step(10, "look at the log", "disk is full") // remembered late
	for _, s := range must(mem.Followed(ctx, start, 5)).Steps {
		fmt.Println("after", s.TimeDelta, s.Record.Context+":", s.Record.Outcome)
	}
	// Output:
	// after 10m0s look at the log: disk is full
	// after 15m0s restart: service is back
}

// Forgetting takes along beliefs that rest on nothing else (900-07).
func ExampleMemory_Forget() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	heard := must(mem.Retain(ctx, lukasa.Experience{Kind: "message", Content: "I moved to Essen", Speaker: "Ana"}))
	_ = must(mem.Retain(ctx, lukasa.Experience{
		Kind: "opinion", Content: "Ana likes Essen", Evidence: []lukasa.Evidence{{ID: heard.ID, Stance: "supports"}},
	}))
	gone := must(mem.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{heard.ID}, Purge: true}))
	fmt.Println(len(gone.Records), "records, of these", len(gone.Beliefs), "belief; purged:", gone.Purged)
	// Output: 2 records, of these 1 belief; purged: true
}

// Import a chat log; lines that cannot be read are reported (900-11).
func ExampleMemory_Import() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	chat := strings.NewReader(`{"nick": "ana", "time": "2026-03-01T10:00:00Z", "text": "the build is red"}
{"nick": "bo", "time": "2026-03-01T10:01:00Z", "text": "I am on it"}
{"nick": "bo", "time": "later", "text": "fixed"}
`)
	report := must(mem.Import(ctx, chat, lukasa.Import{Chat: &lukasa.ChatLog{}}))
	fmt.Println(report.Records, "records")
	for _, e := range report.Errors {
		fmt.Println("line", e.Line, e.Field)
	}
	// Output:
	// 2 records
	// line 3 time
}

// Each agent sees its own memories, and others' only where it names them
// (002-06).
func ExampleMemory_As() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	ana, bo := must(mem.As("ana")), must(mem.As("bo"))
	note := must(ana.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "for Ana alone"}))
	_, err := bo.Get(ctx, note.ID)
	fmt.Println(errors.Is(err, lukasa.ErrNotFound))
	page := must(bo.Find(ctx, lukasa.Filter{Agents: []string{"ana", "bo"}}))
	fmt.Println(len(page.Items), "granted")
	// Output:
	// true
	// 1 granted
}

// Check proves that all views agree; a backup has the digest of its moment
// (900-01).
func ExampleMemory_Check() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	_ = must(mem.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "Ana prefers tea"}))
	report := must(mem.Check(ctx))
	fmt.Println(report.Records, "record, ok:", report.OK())
	// Output: 1 record, ok: true
}

// What a program is told about a mistake names the field, and what to do instead.
func ExampleInvalidError() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	_, err := mem.Retain(ctx, lukasa.Experience{Content: "Ana prefers tea", Importance: 11})
	fmt.Println(err)
	_, err = mem.Forget(ctx, lukasa.Forget{Agent: "ana", All: true})
	var invalid *lukasa.InvalidError
	if errors.As(err, &invalid) {
		fmt.Println(invalid.Fields[0].Field, invalid.Fields[0].Value)
	}
	// Output:
	// schema: invalid experience: importance: 11, want 1 to 10
	// agent_id "ana"
}

// Streams are read in a loop or, where they are small, at once.
func ExampleCollect() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	for i, text := range []string{"The build is red", "The build is green"} {
		must(mem.Retain(ctx, lukasa.Experience{Kind: lukasa.KindObservation, Content: text, Time: at(9, i)}))
	}
	seen := must(lukasa.Collect(mem.All(ctx, lukasa.Filter{Kinds: []lukasa.Kind{lukasa.KindObservation}})))
	fmt.Println(len(seen), seen[0].Content)

	rows := must(mem.Cypher(ctx, "MATCH (e:Experience) WHERE e.kind = $kind RETURN count(e) AS n",
		map[string]any{"kind": "observation"}, lukasa.CypherOptions{}))
	fmt.Println(rows.Columns, must(lukasa.Collect(rows.Rows)))
	// Output:
	// 2 The build is green
	// [n] [[2]]
}
