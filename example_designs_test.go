package lukasa_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"sync/atomic"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// clocked is a memory in a directory of its own, and what moves its clock on, which
// work in the background reads meanwhile.
func clocked() (mem *lukasa.Memory, wait func(time.Duration), done func()) {
	dir := must(os.MkdirTemp("", "lukasa"))
	var passed atomic.Int64
	now := func() time.Time { return at(9, 0).Add(time.Duration(passed.Load())) }
	mem = must(lukasa.Open(context.Background(), dir, lukasa.WithClock(now)))
	return mem, func(d time.Duration) { passed.Add(int64(d)) }, func() {
		if err := errors.Join(mem.Close(), os.RemoveAll(dir)); err != nil {
			log.Fatal(err)
		}
	}
}

// The enhanced memory of source design 000: records with quality, persona, resolved
// date and life time, and its seven critical queries, Q1 to Q7 (000-20, 000-21, 000-22, 000-23, 000-24, 000-25,
// 000-26).
func Example_enhancedMemory() {
	ctx := context.Background()
	mem, wait, done := clocked()
	defer done()

	day := func(d int) time.Time { return time.Date(2026, 3, d, 0, 0, 0, 0, time.UTC) }
	release := lukasa.Experience{Content: "The release ships on Friday", Persona: "technical", Quality: 5}
	release.Resolved.Date = day(6)
	dinner := lukasa.Experience{
		Content: "Dinner with Ana", Persona: "social", Quality: 3, TTL: "day",
		Mentions: []lukasa.Mention{{Entity: "person:ana", Text: "Ana"}},
	}
	dinner.Resolved.Date = day(4)
	for _, e := range []lukasa.Experience{
		release,
		{Content: "The database is PostgreSQL 17", Persona: "technical", Quality: 4},
		{Content: "Somebody said the cache is broken", Persona: "technical", Quality: 2},
		dinner,
		{Content: "Blood type is A", Persona: "personal", Quality: 4, Permanent: true},
	} {
		e.Kind = "fact"
		must(mem.Retain(ctx, e))
		wait(time.Minute)
	}
	show := func(name string, f lukasa.Filter) []lukasa.Experience {
		items := must(mem.Find(ctx, f)).Items
		fmt.Println(name)
		for _, e := range items {
			fmt.Printf("  %d %s\n", e.Quality, e.Content)
		}
		return items
	}
	good := show("Q1 technical, good, newest first:", lukasa.Filter{Personas: []schema.Persona{"technical"}, MinQuality: 4})
	show("Q2 of this week, best first:", lukasa.Filter{ResolvedFrom: day(2), ResolvedTo: day(8)})
	show("Q3 to be reviewed:", lukasa.Filter{Review: true})
	if err := mem.Touch(ctx, good[0].ID); err != nil {
		log.Fatal(err)
	}
	show("Q4 used just now:", lukasa.Filter{AccessedSince: at(9, 1)})
	show("Q5 naming ana:", lukasa.Filter{EntityValue: "ana"})
	show("Q7 the same content:", lukasa.Filter{Hash: good[0].Hash})
	wait(48 * time.Hour)
	show("Q6 expired:", lukasa.Filter{Expired: true})
	// Output:
	// Q1 technical, good, newest first:
	//   4 The database is PostgreSQL 17
	//   5 The release ships on Friday
	// Q2 of this week, best first:
	//   5 The release ships on Friday
	//   3 Dinner with Ana
	// Q3 to be reviewed:
	//   2 Somebody said the cache is broken
	// Q4 used just now:
	//   4 The database is PostgreSQL 17
	// Q5 naming ana:
	//   3 Dinner with Ana
	// Q7 the same content:
	//   4 The database is PostgreSQL 17
	// Q6 expired:
	//   3 Dinner with Ana
}

// The tutor of source design 001, day by day: what a student says is learned, what
// repeats is merged, the session is summed up, and the next day begins with all of
// that (001-08, 001-13, 001-14, 001-15).
func Example_tutor() {
	ctx := context.Background()
	mem, wait, done := clocked()
	defer done()
	must(mem.EditBlock(ctx, lukasa.BlockEdit{Block: "persona", Text: "A patient tutor of the COLREGs."}))
	if err := mem.SetConfig(ctx, map[string]any{"insights.consolidate_at": 4, "insights.consolidate_to": 2}); err != nil {
		log.Fatal(err)
	}

	for _, text := range []string{"My name is Minh.", "I'm a third-year student.", "I learn best by doing exercises."} {
		turn := must(mem.Turn(ctx, lukasa.Message{Session: "monday", User: "Minh", Text: text}))
		must(mem.Reply(ctx, turn.ID, "All right."))
		wait(time.Minute)
	}
	if err := mem.Flush(ctx); err != nil {
		log.Fatal(err)
	}
	for _, seen := range []string{
		"User confuses who gives way in the crossing situation", "User asks again which vessel must keep her course",
		"User cannot tell crossing from overtaking",
	} {
		must(mem.AddInsight(ctx, lukasa.Experience{
			Content: seen, Insight: &lukasa.Insight{User: "Minh", Category: "knowledge_gap", SubTopic: "Rule 15"},
		}))
		wait(time.Minute)
	}
	for _, c := range must(mem.Consolidate(ctx, lukasa.Consolidation{})) {
		fmt.Println(c.Before, "insights became", c.After)
	}
	for _, s := range must(mem.Summarise(ctx, lukasa.Session{Name: "monday", Now: true})) {
		fmt.Println(s.Records, "messages summed up")
	}

	wait(24 * time.Hour)
	turn := must(mem.Turn(ctx, lukasa.Message{
		Session: "tuesday", User: "Minh", Text: "Who gives way in the crossing situation?", Prompt: lukasa.Prompt{Profile: "tutor"},
	}))
	for _, s := range turn.Context.Sections {
		fmt.Println("-", s.Heading)
	}
	for _, e := range turn.Facts {
		fmt.Println(e.Content)
	}
	// Output:
	// 4 insights became 2
	// 6 messages summed up
	// - Core Memory
	// - User Profile
	// - AI Insights
	// - Related Context
	// Minh's name is Minh.
	// Minh's role is third-year student.
}
