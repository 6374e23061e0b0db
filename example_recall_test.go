package lukasa_test

import (
	"context"
	"fmt"

	"github.com/lukasadb/lukasa"
)

// A question is answered by what bears on it, and by nothing when nothing does
// (900-05).
func ExampleMemory_Recall() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	for _, text := range []string{
		"Gai Media wants its deliveries on Friday before noon.",
		"The nightly backup is kept for 35 days.",
		"The guest wifi is called Bathtub.",
	} {
		must(mem.Retain(ctx, lukasa.Experience{Kind: "fact", Content: text, Time: at(9, 0)}))
	}
	for _, question := range []string{"How long are backups kept?", "Who painted the Sistine Chapel?"} {
		answer := must(mem.Recall(ctx, lukasa.Query{Text: question, K: 1}))
		fmt.Println(question)
		for _, hit := range answer.Hits {
			fmt.Println("  ", hit.Record.Content)
		}
		if answer.Abstained {
			fmt.Println("   I do not know.")
		}
	}
	// Output:
	// How long are backups kept?
	//    The nightly backup is kept for 35 days.
	// Who painted the Sistine Chapel?
	//    I do not know.
}

// What was done in situations like this one, did it work, and what came of it
// (900-08)?
func ExampleMemory_Similar() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	for i, e := range []lukasa.Experience{
		{Context: "Disk of web-3 full", Action: "Rotated the logs", Outcome: "Freed 20 GB, resolved"},
		{Context: "Disk of web-4 full", Action: "Rotated the logs", Outcome: "Freed 11 GB, resolved"},
		{Context: "Disk of db-1 full", Action: "Deleted WAL files", Outcome: "Failed, replication broke"},
		{Kind: "event", Content: "The night went into restoring a backup"},
	} {
		e.Session, e.Time = fmt.Sprint("outage ", min(i, 2)), at(10, i)
		must(mem.Retain(ctx, e))
	}
	for _, o := range must(mem.Similar(ctx, lukasa.Situation{Text: "The disk of web-7 is full"})).Options {
		fmt.Printf("%s: %d times, mean outcome %+.0f\n", o.Action, o.Count, o.Mean)
		for _, p := range o.Precedents {
			if p.Next != nil {
				fmt.Println("  then:", p.Next.Content)
			}
		}
	}
	// Output:
	// Rotated the logs: 2 times, mean outcome +1
	// Deleted WAL files: 1 times, mean outcome -1
	//   then: The night went into restoring a backup
}

// Whether something worked is best said outright: "success" or a "reward" in the
// metadata counts before any word of the outcome.
func ExampleSituation() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	for i, e := range []lukasa.Experience{
		{Action: "Raised the timeout", Outcome: "still hangs", Metadata: lukasa.Metadata{"success": false}},
		{Action: "Closed the channel in Stop", Outcome: "12 of 12 tests run through", Metadata: lukasa.Metadata{"success": true}},
	} {
		e.Context, e.Session, e.Time = "go test hangs in TestWatch", "fix", at(10, i)
		must(mem.Retain(ctx, e))
	}
	for _, o := range must(mem.Similar(ctx, lukasa.Situation{Text: "go test hangs"})).Options {
		fmt.Printf("%+.0f %s\n", o.Mean, o.Action)
	}
	// Output:
	// +1 Closed the channel in Stop
	// -1 Raised the timeout
}
