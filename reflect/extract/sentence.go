package extract

import (
	"strings"
)

// Sentence says a statement so that it is understood without the message, of the
// user of that name; without one, of "the user". It is in the language of the
// statement, with the value in the user's words. Notes stay as they were said.
func (s Statement) Sentence(user string) string {
	book, who := englishSentences, "The user"
	if s.Language == vietnamese().code {
		book, who = vietnameseSentences, "Người dùng"
	}
	if user != "" {
		who = user
	}
	inside := who // of a sentence
	if user == "" {
		inside = strings.ToLower(who)
	}
	said := form(book, s.Predicate)
	if !strings.HasPrefix(said, "{who}") {
		who = inside
	}
	out := strings.NewReplacer("{who}", who, "{value}", s.Value, "{old}", s.Old).Replace(said)
	if s.Old != "" {
		out += strings.NewReplacer("{old}", s.Old).Replace(book["instead"])
	}
	return out + "."
}

// form is how a predicate is said, of somebody and a value.
func form(book map[string]string, predicate string) string {
	out, ok := book[predicate]
	switch {
	case ok:
	case strings.HasSuffix(predicate, "_name"):
		out = book["_name"]
	case strings.HasPrefix(predicate, "favourite_"):
		out = book["favourite_"]
	default:
		out = book[""]
	}
	thing := strings.TrimSuffix(strings.TrimPrefix(predicate, "favourite_"), "_name")
	return strings.ReplaceAll(out, "{thing}", strings.ReplaceAll(thing, "_", " "))
}

var englishSentences = map[string]string{
	"name": "{who}'s name is {value}", Called: "{who} wants to be called {value}", "works_at": "{who} works at {value}",
	"lives_in": "{who} lives in {value}", "from": "{who} is from {value}", "born_in": "{who} was born in {value}",
	"birthday": "{who}'s birthday is {value}", "age": "{who} is {value} years old", "allergic_to": "{who} is allergic to {value}",
	"diet": "{who} is {value}", "speaks": "{who} speaks {value}", "role": "{who}'s role is {value}",
	"level": "{who}'s level is {value}", "goal": "{who}'s goal is {value}", "weakness": "{who} is weak at {value}",
	"prefers": "{who} prefers {value}", "likes": "{who} likes {value}", "dislikes": "{who} dislikes {value}",
	"owns": "{who} has {value}", "family": "{who} has {value}", "studies": "{who} studies {value}", "status": "{who} is {value}",
	"health": "{who} has {value}", "symptom": "{who} says how they are: {value}", "takes": "{who} takes {value}",
	"afraid_of": "{who} is afraid of {value}", "promised": "{who} promised {value}", "eats": "{who} says what they eat: {value}", "did": "{who} says what happened: {value}",
	"_name": "The name of {who}'s {thing} is {value}", "favourite_": "{who}'s favourite {thing} is {value}",
	"knowledge_gap": "{who} does not yet understand {value}", "learning_style": "{who} says how they learn: {value}",
	"habit": "{who} says what they usually do: {value}", "goal_evolution": "{who} says what changed: {value}",
	Instruction: "{who} wants it so from now on: {value}", Reminder: "{who} wants to be reminded: {value}",
	Note: "{value}", Replaces: "{who} corrected it to {value}", "instead": ", not {old}", "": "{who}'s {thing} is {value}",
}

var vietnameseSentences = map[string]string{
	"name": "{who} tên là {value}", Called: "{who} muốn được gọi là {value}", "works_at": "{who} làm việc tại {value}",
	"lives_in": "{who} sống ở {value}", "from": "{who} đến từ {value}", "born_in": "{who} sinh ra ở {value}",
	"birthday": "Sinh nhật của {who} là {value}", "age": "{who} {value} tuổi", "allergic_to": "{who} dị ứng với {value}",
	"diet": "{who} ăn {value}", "role": "{who} là {value}", "level": "Trình độ của {who} là {value}",
	"goal": "Mục tiêu của {who} là {value}", "weakness": "{who} còn yếu {value}", "prefers": "{who} thích {value}",
	"likes": "{who} thích {value}", "dislikes": "{who} không thích {value}",
	"_name": "Tên người thân của {who} ({thing}) là {value}", "favourite_": "{who} yêu thích nhất ({thing}): {value}",
	"knowledge_gap": "{who} chưa hiểu {value}", "learning_style": "{who} nói về cách học: {value}",
	"habit": "{who} nói về thói quen: {value}", "goal_evolution": "{who} nói về thay đổi: {value}",
	Instruction: "{who} muốn từ nay: {value}", Reminder: "{who} muốn được nhắc: {value}",
	Note: "{value}", Replaces: "{who} sửa lại thành {value}", "instead": ", không phải {old}", "": "{thing} của {who} là {value}",
}
