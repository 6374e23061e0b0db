package rank

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// naming are the questions for what the asker is called, and for what the one asked is, without the words by which they are put.
var naming = func() (of [2]map[string]bool) {
	for i, questions := range [...]string{
		`what my name|what's my name|whats my name|what is my name|what was my name|my name|what my name is|who am i|who i am|what am i called|how am i called|wer bin ich|
		wie heiße ich|wie heisse ich|wie ist mein name|mein name|cómo me llamo|como me llamo|quién soy|cuál es mi nombre|mi nombre|
		tôi tên gì|tôi tên là gì|tên tôi là gì|mình tên gì|tên mình là gì|tôi là ai|我叫什么|我叫什么名字|我的名字是什么|我是谁`,
		`what's your name|whats your name|what is your name|your name|what your name is|who are you|who you are|what are you called|wer bist du|wie heißt du|wie ist dein name|
		cómo te llamas|como te llamas|quién eres|cuál es tu nombre|bạn tên gì|bạn tên là gì|tên bạn là gì|bạn là ai|你叫什么|你叫什么名字|你是谁`,
	} {
		of[i] = map[string]bool{}
		for question := range strings.SplitSeq(questions, "|") {
			of[i][strings.TrimSpace(question)] = true
		}
	}
	return of
}()

// putting are the words by which a question for a name is put.
var putting = text.Set("so hey hi hello ok please again do you know remember recall can could tell me say still and now just")

// called is whom the words ask the name of, and nothing else; empty for nobody.
func called(tokens []traits.Token, talk Parties) string {
	for _, drop := range [...]map[string]bool{nil, putting} { // who are you is put by none of the words that it has
		var left []string
		for _, t := range tokens {
			if !drop[t.Word] {
				left = append(left, t.Word)
			}
		}
		question := strings.Join(left, " ")
		switch {
		case naming[0][question]:
			return talk.I
		case naming[1][question]:
			return talk.You
		}
	}
	return ""
}
