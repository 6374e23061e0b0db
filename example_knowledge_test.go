package lukasa_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
)

// What is true of somebody, what was true before, and the words for it. The rule says
// that a customer has one delivery day at a time: another one retires the one before.
func ExampleMemory_State() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	rule := lukasa.Rule{From: "customer", Relation: "delivery_day", To: "value", Cardinality: lukasa.ManyToOne}
	if err := mem.PutRule(ctx, rule); err != nil {
		log.Fatal(err)
	}
	gai := lukasa.EntityKey("customer:gai-media")
	state := func(day string, when time.Time) {
		_ = must(mem.State(ctx, lukasa.Experience{Time: when, Statement: &lukasa.Statement{
			Subject: gai, Predicate: "delivery_day", Value: []byte(day),
		}}))
	}
	state(`"Friday"`, at(9, 0).AddDate(0, -2, 0))
	state(`"Tuesday"`, at(9, 0))

	now := must(mem.Facts(ctx, lukasa.FactQuery{Subject: gai}))
	then := must(mem.Facts(ctx, lukasa.FactQuery{Subject: gai, TrueAt: at(9, 0).AddDate(0, -1, 0)}))
	fmt.Println("now:", now[0].Record.Statement.Object())
	fmt.Println("a month ago:", then[0].Record.Statement.Object())
	for _, f := range must(mem.FactHistory(ctx, gai, "delivery_day")) {
		fmt.Println(f.Record.Time.Format(time.DateOnly), f.Record.Content, f.Status)
	}
	// Output:
	// now: Tuesday
	// a month ago: Friday
	// 2026-03-02 gai-media delivery day Tuesday active
	// 2026-01-02 gai-media delivery day Friday superseded
}

// A statement takes the place of one that is named by its record, also where the
// predicate may have many values. What it replaces was true until then.
func ExampleMemory_Supersede_statement() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	says := func(city string) lukasa.Experience {
		return lukasa.Experience{Statement: &lukasa.Statement{Subject: "person:ana", Predicate: "lives_in", Value: []byte(city)}}
	}
	before := must(mem.State(ctx, says(`"Essen"`)))
	_ = must(mem.Supersede(ctx, before.ID, says(`"Bonn"`)))
	for _, f := range must(mem.Facts(ctx, lukasa.FactQuery{Subject: "person:ana"})) {
		fmt.Println(f.Record.Content)
	}
	// Output: ana lives in Bonn
}

// A question with conditions, for a prompt that has room for so many tokens.
func ExampleMemory_Recall_conditions() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	for i, what := range []string{"the disk of web-3 was full", "the disk of db-1 was full", "the certificate of web-3 expired"} {
		_ = must(mem.Retain(ctx, lukasa.Experience{
			Kind: lukasa.KindObservation, Content: what, Session: "incident-" + fmt.Sprint(i+1), Time: at(9+i, 0), Tags: []string{"disk"},
		}))
	}
	answer := must(mem.Recall(ctx, lukasa.Query{
		Text: "which disk was full?", Tokens: 300,
		Kinds: []lukasa.Kind{lukasa.KindObservation}, Tags: []string{"disk"}, Since: at(10, 0), Until: at(11, 0),
	}))
	prompt := answer.Context(0) // within the tokens of the question
	for _, hit := range answer.Hits {
		fmt.Println(hit.Record.Content, "quoted:", strings.Contains(prompt, "> "+hit.Record.Content))
	}
	// Output: the disk of db-1 was full quoted: true
}

// An agent's memory goes to another store as JSON lines. The records keep their agent:
// that is who asks for them there.
func ExampleMemory_Export() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	ana := must(mem.As("ana"))
	_ = must(ana.Retain(ctx, lukasa.Experience{Kind: lukasa.KindFact, Content: "The backup runs at two"}))
	var lines bytes.Buffer
	fmt.Println("lines:", must(ana.Export(ctx, &lines)))

	other, closed := scratch()
	defer closed()
	fmt.Println("records:", must(other.Import(ctx, &lines, lukasa.Import{})).Records)
	there := must(other.As("ana"))
	for _, e := range must(there.Find(ctx, lukasa.Filter{})).Items {
		fmt.Println(e.Agent+":", e.Content)
	}
	// Output:
	// lines: 1
	// records: 1
	// ana: The backup runs at two
}

// A user is forgotten in every view and every file. The receipt proves it without a
// word of what was forgotten.
func ExampleMemory_Erase() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	turn := must(mem.Turn(ctx, lukasa.Message{User: "Minh", Session: "monday", Text: "My favourite tea is sencha."}))
	_ = must(mem.Reply(ctx, turn.ID, "Noted."))
	minh := lukasa.Erasure{Filter: &lukasa.Filter{User: "Minh"}, Purge: true}
	receipt := must(mem.Erase(ctx, minh))
	fmt.Println("purged:", receipt.Purged, "by", receipt.By)
	for _, check := range receipt.Checks {
		if check.Left > 0 {
			fmt.Println("still in", check.Where)
		}
	}
	fmt.Println("left:", len(must(mem.Find(ctx, lukasa.Filter{})).Items))
	// Output:
	// purged: true by filter
	// left: 0
}

// Core memory is a small text that is part of every context.
func ExampleMemory_EditBlock() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	_ = must(mem.EditBlock(ctx, lukasa.BlockEdit{Block: "persona", Text: "You are the tutor of Minh."}))
	_ = must(mem.EditBlock(ctx, lukasa.BlockEdit{Block: "persona", Append: true, Text: "You answer briefly."}))
	block := must(mem.EditBlock(ctx, lukasa.BlockEdit{Block: "persona", Old: "briefly", Text: "in detail"}))
	fmt.Println(block.Version, block.Text)
	// Output:
	// 3 You are the tutor of Minh.
	// You answer in detail.
}

// The graph is read with Cypher; what a statement needs goes as parameters.
func ExampleMemory_Cypher() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	_ = must(mem.State(ctx, lukasa.Experience{Statement: &lukasa.Statement{Subject: "person:ana", Predicate: "works_for", Entity: "org:acme"}}))
	rows := must(mem.Cypher(ctx, `MATCH (e:Experience)-[:MENTIONED]->(n:Entity) WHERE e.agent_id = $agent RETURN n.name ORDER BY n.name`,
		map[string]any{"agent": mem.Agent()}, lukasa.CypherOptions{}))
	for row, err := range rows.Rows {
		fmt.Println(row, err)
	}
	// Output:
	// [acme] <nil>
	// [ana] <nil>
}

// A backup of the open store, and a store made of it.
func ExampleRestore() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	_ = must(mem.Retain(ctx, lukasa.Experience{Kind: lukasa.KindFact, Content: "The backup runs at two"}))
	dir := must(os.MkdirTemp("", "lukasa"))
	defer os.RemoveAll(dir)
	file, store := filepath.Join(dir, "monday.tar.gz"), filepath.Join(dir, "agent.mem")
	if err := mem.Backup(ctx, file); err != nil {
		log.Fatal(err)
	}
	if err := lukasa.Restore(ctx, file, store); err != nil {
		log.Fatal(err)
	}
	again := must(lukasa.Open(ctx, store))
	defer again.Close()
	fmt.Println(must(again.Digest(ctx)) == must(mem.Digest(ctx)))
	// Output: true
}
