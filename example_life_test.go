package lukasa_test

import (
	"context"
	"fmt"

	"github.com/lukasadb/lukasa"
)

// A tutor learns about a user, and is told what it knows before it answers.
func ExampleMemory_Brief() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	must(mem.AddUserFact(ctx, lukasa.Experience{Content: "Minh", UserFact: &lukasa.UserFact{User: "minh", Type: "name"}}))
	gap := lukasa.Experience{
		Content: "Has a knowledge gap about Rule 15", Insight: &lukasa.Insight{User: "minh", Category: "knowledge_gap"},
	}
	fmt.Println(must(mem.AddInsight(ctx, gap)).Outcome)
	gap.Content += "!"
	fmt.Println(must(mem.AddInsight(ctx, gap)).Outcome)

	brief := must(mem.Brief(ctx, lukasa.Briefing{User: "minh", Text: "Fill my knowledge gap about Rule 15"}))
	for _, s := range brief.Sections {
		fmt.Println(s.Heading, s.Entries)
	}
	// Output:
	// added
	// updated
	// User Profile 1
	// AI Insights 1
}
