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

// The experience graph of source design 002: its five queries, first as calls, which
// give whole records, newest first, and then in the design's own Cypher, where Kuzu has
// size for the length of a text (002-03, 002-06, 002-07, 002-08, 002-09, 002-10,
// 002-11).
func Example_experienceGraph() {
	ctx := context.Background()
	mem, _, done := clocked()
	defer done()

	bot := must(mem.As("support-bot"))
	var first lukasa.ID
	for i, e := range []lukasa.Experience{
		{Context: "refund for a late parcel", Action: "asked for the number", Outcome: "got it", Importance: 4, Tags: []string{"refund"}},
		{Context: "refund for a late parcel", Action: "paid it out", Outcome: "customer is happy", Importance: 8, Tags: []string{"refund", "paid"}},
		{Context: "refund", Action: "refused it", Outcome: "customer has left", Importance: 9, Tags: []string{"refund"}},
		{Context: "login fails", Action: "reset the password", Outcome: "solved", Importance: 3},
	} {
		e.Session, e.Time = "friday", at(8, 10*i)
		if r := must(bot.Retain(ctx, e)); i == 0 {
			first = r.ID
		}
	}
	must(mem.Retain(ctx, lukasa.Experience{Context: "refund of another agent", Action: "none", Outcome: "none", Importance: 9}))

	find := func(name string, f lukasa.Filter) {
		fmt.Println(name)
		for _, e := range must(bot.Find(ctx, f)).Items {
			fmt.Printf("  %d %s: %s\n", e.Importance, e.Context, e.Action)
		}
	}
	find("Q1 recent:", lukasa.Filter{Since: at(8, 15), Limit: 2})
	find("Q2 important:", lukasa.Filter{MinImportance: 8})
	find("Q3 about refunds:", lukasa.Filter{Contains: "refund"})
	find("Q4 tagged paid:", lukasa.Filter{Tags: []string{"paid"}})
	fmt.Println("Q5 what followed:")
	for _, s := range must(bot.Followed(ctx, first, 3)).Steps {
		fmt.Printf("  after %v, same context %v: %s\n", s.TimeDelta, s.SameContext, s.Record.Action)
	}

	ask := func(name, text string, params map[string]any) {
		params["agent_id"] = "support-bot"
		rows := must(bot.Cypher(ctx, text, params, lukasa.CypherOptions{}))
		defer rows.Close()
		fmt.Println(name)
		for row, err := range rows.Rows {
			fmt.Println(" ", must(row, err))
		}
	}
	const mine = "MATCH (e:Experience {agent_id: $agent_id}) WHERE "
	ask("Q1:", mine+"e.timestamp >= $since RETURN e.action ORDER BY e.timestamp DESC LIMIT $limit",
		map[string]any{"since": at(8, 15), "limit": 2})
	ask("Q2:", mine+"e.importance >= $least RETURN e.action ORDER BY e.timestamp DESC", map[string]any{"least": 8})
	ask("Q3:", mine+"e.context CONTAINS $keyword RETURN e.action, 1.0 * size(e.context) / $ref_len AS relevance ORDER BY relevance DESC, e.timestamp DESC",
		map[string]any{"keyword": "refund", "ref_len": 12})
	ask("Q4:", mine+"e.tags CONTAINS $tag RETURN e.action ORDER BY e.timestamp DESC", map[string]any{"tag": "paid"})
	ask("Q5:", "MATCH (e:Experience {agent_id: $agent_id})-[r:FOLLOWED_BY]->(n:Experience) WHERE e.id = $start RETURN r.time_delta, r.same_context, n.action",
		map[string]any{"start": first})
	// Output:
	// Q1 recent:
	//   3 login fails: reset the password
	//   9 refund: refused it
	// Q2 important:
	//   9 refund: refused it
	//   8 refund for a late parcel: paid it out
	// Q3 about refunds:
	//   9 refund: refused it
	//   8 refund for a late parcel: paid it out
	//   4 refund for a late parcel: asked for the number
	// Q4 tagged paid:
	//   8 refund for a late parcel: paid it out
	// Q5 what followed:
	//   after 10m0s, same context true: paid it out
	//   after 10m0s, same context false: refused it
	//   after 10m0s, same context false: reset the password
	// Q1:
	//   [reset the password]
	//   [refused it]
	// Q2:
	//   [refused it]
	//   [paid it out]
	// Q3:
	//   [paid it out 2]
	//   [asked for the number 2]
	//   [refused it 0.5]
	// Q4:
	//   [paid it out]
	// Q5:
	//   [600 true paid it out]
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
