package mcp

import (
	"context"
	"fmt"
	"slices"

	"github.com/lukasadb/lukasa"
)

// made are the kinds of record that Lukasa makes of others; nobody retains them.
var made = []string{"episode", "insight", "summary", "user_fact"}

// kinds are those that may be retained.
func kinds() (list []string) {
	for _, k := range lukasa.Kinds() {
		if !slices.Contains(made, string(k)) {
			list = append(list, string(k))
		}
	}
	return list
}

func (s *server) addWriting() {
	add(s, tool{
		name: "retain", title: "Retain", hints: writing(false),
		text: `Keep one memory for later sessions. Call it when you learn something that will matter again: a preference, a
decision and its reason, an event, a promise; and after you acted, with context, action
and outcome, so that similar finds it. Give either content or all three of those. One memory a call, in a sentence
or a few that can be understood alone: names and dates rather than "he" and "today". No passwords or keys. What is
known already is not kept twice, nor is what you just recalled.`,
		bounds: []bound{
			{field: "kind", choice: kinds()},
			{field: "importance", min: 1, max: 10, otherwise: 5},
			{field: "tags", items: maxLabels},
			{field: "entities", items: maxLabels},
		},
	}, s.retain)
	s.addState()
	s.addTurns()
	s.addCoreEdits()
	add(s, tool{
		name: "reflect", title: "Reflect", hints: writing(true),
		text: `Look the memory over: sum up long sessions and much-discussed topics, merge what is said twice about users, move
opinions by the evidence. Nothing is forgotten, each change has its reason, and a second run changes nothing. Call
it at the end of a long session, or when asked to; not before each answer. It may take a while.`,
	}, s.reflect)
}

type retainIn struct {
	Content    string   `json:"content,omitempty" jsonschema:"what is to be kept, at most 1 MiB; or else context, action and outcome"`
	Context    string   `json:"context,omitempty" jsonschema:"the situation"`
	Action     string   `json:"action,omitempty" jsonschema:"what was done"`
	Outcome    string   `json:"outcome,omitempty" jsonschema:"how it ended"`
	Worked     *bool    `json:"worked,omitempty" jsonschema:"whether the action worked, where you know"`
	Kind       string   `json:"kind,omitempty" jsonschema:"what it is; default observation, or experience with context, action and outcome"`
	Session    string   `json:"session,omitempty" jsonschema:"the run or conversation it belongs to; records of one session follow one another"`
	Speaker    string   `json:"speaker,omitempty" jsonschema:"who said or did it"`
	Time       string   `json:"time,omitempty" jsonschema:"when it happened, if not now: 2025-11-27T09:00:00Z, 2025-11-27, or how long ago (12h, 30d)"`
	Tags       []string `json:"tags,omitempty" jsonschema:"labels to find it by"`
	Entities   []string `json:"entities,omitempty" jsonschema:"whom or what it is about, as type:name such as person:ana, customer:gai-media, service:billing"`
	Importance int      `json:"importance,omitempty" jsonschema:"1 trifling to 10 vital"`
}

func (s *server) retain(ctx context.Context, in retainIn) (done lukasa.Retained, said []string, err error) {
	e, err := s.experience(in)
	if err != nil {
		return done, nil, err
	}
	if done, err = s.Memory.Retain(ctx, e); err != nil {
		return done, nil, err
	}
	return done, []string{kept(done)}, nil
}

// kept tells what became of a record.
func kept(done lukasa.Retained) string {
	text := "Retained as " + done.ID.String() + "."
	if !done.New {
		text = "An echo of what is known already: " + done.ID.String() + " was reinforced, and nothing new was kept."
	}
	if n := len(done.Conflicts); n > 0 {
		text += fmt.Sprintf(" It disagrees with what was known (%d open): ask the user which holds, and state that with correction.", n)
	}
	return text
}

// experience makes the record that was asked for; the library checks it.
func (s *server) experience(in retainIn) (lukasa.Experience, error) {
	e := lukasa.Experience{
		Content: in.Content, Context: in.Context, Action: in.Action, Outcome: in.Outcome,
		Kind: lukasa.Kind(in.Kind), Session: in.Session, Speaker: in.Speaker, Tags: in.Tags, Importance: in.Importance,
	}
	told := in.Context + in.Action + in.Outcome
	switch {
	case in.Content != "" && told != "":
		return e, wrong("content", "given beside context, action or outcome: want one or the other")
	case in.Content == "" && told == "":
		return e, wrong("content", "empty, as are context, action and outcome")
	case in.Kind == "" && in.Content != "":
		e.Kind = lukasa.KindObservation // what a client asks to keep is a note, whoever said it
	}
	if in.Worked != nil {
		e.Metadata = lukasa.Metadata{"success": *in.Worked}
	}
	for i, text := range in.Entities {
		key, err := parseKey(fmt.Sprintf("entities[%d]", i), text)
		if err != nil {
			return e, err
		}
		e.Mentions = append(e.Mentions, lukasa.Mention{Entity: key})
	}
	return e, s.moment("time", in.Time, &e.Time)
}

type reflectIn struct {
	Since  string `json:"since,omitempty" jsonschema:"look only at what is new since: 2025-11-27, or how long ago (12h, 7d); default all"`
	DryRun bool   `json:"dry_run,omitempty" jsonschema:"change nothing, and tell what would change"`
}

func (s *server) reflect(ctx context.Context, in reflectIn) (done lukasa.Reflected, said []string, err error) {
	want := lukasa.Reflection{DryRun: in.DryRun}
	if err := s.moment("since", in.Since, &want.Since); err != nil {
		return done, nil, err
	}
	done, err = s.Memory.Reflect(ctx, want)
	if err == nil && len(done.Changes)+len(done.Proposals) == 0 {
		said = []string{"Nothing to change."}
	}
	return done, said, err
}

const maxForgotten = 100 // records, by one call

func (s *server) addForget() {
	add(s, tool{
		name: "forget", title: "Forget", hints: removing(),
		text: `Forget records by id, with what rests on nothing else, for good. Call it only when the user asks for it, for
records that you have read; try dry_run first, and say what would go. The answer is the receipt.`,
		bounds: []bound{{field: "ids", items: maxForgotten}},
	}, s.forget)
}

type forgetIn struct {
	IDs    []string `json:"ids" jsonschema:"ids of records, at most 100"`
	Purge  bool     `json:"purge,omitempty" jsonschema:"leave no byte of them in any file, history included; slow"`
	DryRun bool     `json:"dry_run,omitempty" jsonschema:"change nothing, and tell what would go"`
}

// forget returns the receipt as the store keeps it, but for the paths of backups, which are
// the owner's (M3).
func (s *server) forget(ctx context.Context, in forgetIn) (receipt any, said []string, err error) {
	want := lukasa.Erasure{Purge: in.Purge, DryRun: in.DryRun}
	for i, text := range in.IDs {
		id, err := parseID(fmt.Sprintf("ids[%d]", i), text)
		if err != nil {
			return nil, nil, err
		}
		want.IDs = append(want.IDs, id)
	}
	if len(want.IDs) == 0 {
		return nil, nil, wrong("ids", "empty")
	}
	done, err := s.Memory.Erase(ctx, want)
	for i := range done.Backups {
		done.Backups[i].Path = ""
	}
	return done, nil, err
}
