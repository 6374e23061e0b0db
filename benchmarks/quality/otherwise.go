package main

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// Manner is how well the product answers the same questions put otherwise.
type Manner struct {
	Name string `json:"name"`
	Row
	Silence
}

// manner is a way to put a question.
type manner struct {
	name string
	put  func(question string) string
}

// manners are ways in which people and programs put the same question.
func manners() []manner {
	out := []manner{
		{"in small letters", strings.ToLower},
		{"in capitals", strings.ToUpper},
		{"without marks", unmarked},
		{"without small words", meaningful},
	}
	for _, frame := range []string{
		"Question: ? Answer briefly.",
		"? Use DATE of CONVERSATION to answer with an approximate date.",
		"? Write an answer in the form of a short phrase.",
		"Based on our conversations, ?",
		"I'd like to know ?",
		"Do you happen to know ?",
		"Find memories relevant to this question: ?",
		"Hey, quick question - ?",
		"? If you don't know, say so.",
		"Hi there! I have been going through some of our older chats this morning while having a coffee, and something came to my mind " +
			"that I can't quite place any more. ? Please take your time. I'd rather have a short honest answer than a long one. Thanks a lot!",
	} {
		out = append(out, manner{frame, func(question string) string { return framed(frame, question) }})
	}
	return out
}

// framed puts a question in the place of a frame's mark, in small letters where a sentence goes on.
func framed(frame, question string) string {
	before, after, _ := strings.Cut(frame, "?")
	if before := strings.TrimSpace(before); before != "" && !strings.ContainsAny(before[len(before)-1:], ".!:") {
		_, first := utf8.DecodeRuneInString(question)
		question = strings.ToLower(question[:first]) + question[first:]
	}
	return before + question + after
}

func unmarked(question string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPunct(r) && r != '\'' {
			return ' '
		}
		return r
	}, question)
}

// meaningful leaves the words of a question that are no stop words, as one types into a search box.
func meaningful(question string) string {
	var words []string
	for w := range strings.FieldsSeq(unmarked(question)) {
		if text.StopIn(strings.ToLower(w)) == 0 {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// otherwise asks all questions in each manner.
func otherwise(ctx context.Context, agents []*told, cases []*Case) ([]Manner, error) {
	var out []Manner
	for _, m := range manners() {
		rows, silence, err := askAll(ctx, agents, cases, m.put)
		if err != nil {
			return nil, err
		}
		out = append(out, Manner{m.name, total(rows), silence})
	}
	return out, nil
}
