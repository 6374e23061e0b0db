package lukasa_test

import (
	"context"
	"fmt"

	"github.com/lukasadb/lukasa"
)

// A tutor that gets to know its student (001-10, 004-19): each message is a turn,
// and what it teaches is learned without a model.
func ExampleMemory_Turn() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	say := func(text string) *lukasa.Turn {
		turn := must(mem.Turn(ctx, lukasa.Message{Session: "monday", User: "Minh", Text: text, Time: at(9, 0)}))
		must(mem.Reply(ctx, turn.ID, "All right."))
		if err := mem.Flush(ctx); err != nil {
			panic(err)
		}
		return turn
	}
	for _, text := range []string{
		"Hi, I'm a third-year student.",
		"I still don't understand Rule 15.",
		"I learn best by doing exercises.",
		"Which vessel gives way?",
	} {
		turn := say(text)
		fmt.Println(turn.Reading.Event)
		for _, e := range must(mem.Taught(ctx, turn.ID)) {
			fmt.Println("  ", e.Kind, "-", e.Content)
		}
	}
	// Output:
	// statement
	//    user_fact - Minh's role is third-year student.
	// statement
	//    insight - Minh does not yet understand Rule 15.
	// statement
	//    insight - Minh says how they learn: I learn best by doing exercises.
	// question
}

// An assistant whose user corrects it (004-07): the newer statement takes the
// place of the older one, and both can be traced to what was said.
func ExampleMemory_Reply() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	for i, text := range []string{"Remember that the inspection is on Tuesday.", "Not Tuesday but Wednesday."} {
		turn := must(mem.Turn(ctx, lukasa.Message{Session: "s", User: "ana", Text: text, Time: at(9, i)}))
		must(mem.Reply(ctx, turn.ID, "Noted."))
		if err := mem.Flush(ctx); err != nil {
			panic(err)
		}
		for _, e := range must(mem.Taught(ctx, turn.ID)) {
			fmt.Println(e.Content, "It replaces", len(e.Supersedes), "and rests on", len(e.Evidence))
		}
	}
	// Output:
	// the inspection is on Tuesday. It replaces 0 and rests on 1
	// the inspection is on Wednesday. It replaces 1 and rests on 1
}

// A chat loop that has the whole conversation at every turn, without ids or times: what is
// new in it is recorded, and a second "ok" is a message of its own.
func ExampleMemory_RetainTranscript() {
	ctx := context.Background()
	mem, done := scratch()
	defer done()

	var talk []lukasa.Experience
	say := func(role, text string) {
		talk = append(talk, lukasa.Experience{Session: "monday", Content: text, Message: &lukasa.Utterance{Role: role, User: "Minh"}})
	}
	for _, text := range []string{"Which port?", "ok", "ok"} {
		say("user", text)
		say("assistant", "Right.")
		fresh := 0
		for _, r := range must(mem.RetainTranscript(ctx, talk)) {
			if r.New {
				fresh++
			}
		}
		fmt.Println(len(talk), "messages,", fresh, "of them new")
	}
	// Output:
	// 2 messages, 2 of them new
	// 4 messages, 2 of them new
	// 6 messages, 2 of them new
}
