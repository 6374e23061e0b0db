package llm_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/llm/llmtest"
)

var ctx = context.Background()

// dial connects to s without retries, unless change says otherwise.
func dial(t *testing.T, s *llmtest.Server, change func(*llm.Remote)) llm.Model {
	t.Helper()
	r := llm.Remote{Model: "test-model", BaseURL: s.BaseURL, Retries: -1}
	if change != nil {
		change(&r)
	}
	m, err := llm.Dial(r)
	require.NoError(t, err)
	return m
}

var (
	kinds = []llm.Option{{Name: "fact", Meaning: "something that is so"}, {Name: "preference", Meaning: "what somebody likes"}}

	talk = []llm.Passage{
		{Speaker: "Ana", Time: time.Date(2025, 11, 27, 9, 0, 0, 0, time.UTC), Text: "I work at Gai Media. I prefer\n delivery on Friday."},
		{Speaker: "Tom", Text: "Noted."},
	}

	choices = []llm.Option{{Name: "same"}, {Name: "different"}}
)

const goodStatement = `{"kind":"preference","text":"Ana prefers delivery on Friday.","subject":"Ana","predicate":"prefers",
	"object":"delivery on Friday","confidence":0.9,"passage":0,"quote":"I prefer delivery on Friday"}`

// 001-10: a model that can be exchanged, answering in JSON.
func TestExtract(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Answer{Content: `{"statements":[` + goodStatement + `]}`})
	m := dial(t, s, nil)
	require.Equal(t, "test-model", m.Name())
	got, err := m.Extract(ctx, llm.Extraction{Passages: talk, Kinds: kinds})
	require.NoError(t, err)
	require.Equal(t, llm.Extracted{Statements: []llm.Statement{{
		Kind: "preference", Text: "Ana prefers delivery on Friday.", Subject: "Ana", Predicate: "prefers", Object: "delivery on Friday",
		Confidence: .9, Passage: 0, Start: 21, End: 49,
	}}}, got)
	require.Equal(t, "I prefer\n delivery on Friday", talk[0].Text[21:49], "white space may differ, the words may not")

	// The request: instructions apart from data, a strict schema, nothing random.
	r := s.Requests()[0]
	require.Len(t, r.Messages, 2)
	require.NotContains(t, r.System, "Gai Media")
	require.JSONEq(t, `{"options":[{"name":"fact","meaning":"something that is so"},{"name":"preference","meaning":"what somebody likes"}],
		"passages":[{"number":0,"speaker":"Ana","time":"2025-11-27T09:00:00Z","text":"I work at Gai Media. I prefer\n delivery on Friday."},
		{"number":1,"speaker":"Tom","text":"Noted."}]}`, r.User)
	require.Equal(t, "json_schema", r.ResponseFormat["type"])
	require.Zero(t, *r.Temperature)
	require.Equal(t, llm.DefaultMaxTokens, r.MaxTokens)
}

// M1: each way in which a statement can be wrong costs that statement alone.
func TestExtractRejectsWhatDoesNotHold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, to, reason string }{
		{`"kind":"preference"`, `"kind":"command"`, "kind is not one of those asked for"},
		{`"text":"Ana prefers delivery on Friday."`, `"text":" \u0000\u200b "`, "text is empty"},
		{`0.9`, `7`, "confidence is not between 0 and 1"},
		{`"confidence":0.9,`, ``, "confidence is not between 0 and 1"},
		{`"passage":0`, `"passage":2`, "passage is not the number of one"},
		{`"passage":0`, `"passage":-1`, "passage is not the number of one"},
		{`"passage":0,`, ``, "passage is not the number of one"},
		{`on Friday"}`, `on Monday"}`, "the passage does not say the quote"},
		{`"passage":0`, `"passage":1`, "the passage does not say the quote"},
		{`"quote":"I prefer delivery on Friday"`, `"quote":""`, "the passage does not say the quote"},
	} {
		bad := strings.Replace(goodStatement, c.from, c.to, 1)
		require.NotEqual(t, goodStatement, bad)
		s := llmtest.Serve(t, llmtest.Answer{Content: `{"statements":[` + bad + `,` + goodStatement + `]}`})
		got, err := dial(t, s, nil).Extract(ctx, llm.Extraction{Passages: talk, Kinds: kinds})
		require.NoError(t, err)
		require.Len(t, got.Statements, 1, bad)
		require.Equal(t, []string{"statement 0: " + c.reason}, got.Rejected, bad)
		require.Len(t, s.Requests(), 1)
	}
}

func TestExtractKeepsAtMostMax(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Answer{Content: `{"statements":[` + strings.Repeat(goodStatement+",", 4) + goodStatement + `]}`})
	got, err := dial(t, s, nil).Extract(ctx, llm.Extraction{Passages: talk, Kinds: kinds, Max: 2})
	require.NoError(t, err)
	require.Len(t, got.Statements, 2)
	require.Len(t, got.Rejected, 3)
}

func TestExtractCleansText(t *testing.T) {
	t.Parallel()
	dirty := strings.Replace(goodStatement, `"object":"delivery on Friday"`, `"object":"del\u202eivery\n\n on\u0007 Friday`+strings.Repeat("x", 400)+`"`, 1)
	s := llmtest.Serve(t, llmtest.Answer{Content: `{"statements":[` + dirty + `]}`})
	got, err := dial(t, s, nil).Extract(ctx, llm.Extraction{Passages: talk, Kinds: kinds})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(got.Statements[0].Object, "delivery on Fridayxxx"))
	require.Len(t, got.Statements[0].Object, 300)
}

func TestJudge(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Answer{Content: `{"choice":"same","confidence":0.8,"reason":"Both name\nFriday."}`})
	got, err := dial(t, s, nil).Judge(ctx, llm.Question{Ask: "Do the passages say the same?", Choices: choices, Passages: talk})
	require.NoError(t, err)
	require.Equal(t, llm.Verdict{Choice: "same", Confidence: .8, Reason: "Both name Friday."}, got)
	require.Contains(t, s.Requests()[0].User, `"ask":"Do the passages say the same?"`)
}

func TestSummarise(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Answer{Content: `{"text":"Ana of Gai Media wants delivery on Friday.",
		"points":[{"text":"Delivery on Friday","passages":[1,0,1]},{"text":"Invented","passages":[]},{"text":"Elsewhere","passages":[2]},{"text":"","passages":[0]}],
		"topics":["delivery","delivery",""," Gai  Media "]}`})
	got, err := dial(t, s, nil).Summarise(ctx, llm.Digest{Passages: talk, Focus: "delivery"})
	require.NoError(t, err)
	require.Equal(t, "Ana of Gai Media wants delivery on Friday.", got.Text)
	require.Equal(t, []llm.Point{{Text: "Delivery on Friday", Passages: []int{0, 1}}}, got.Points)
	require.Equal(t, []string{"delivery", "Gai Media"}, got.Topics)
	require.Equal(t, []string{
		"point 1: no passage is cited", "point 2: a passage that was not given is cited", "point 3: text is empty",
	}, got.Rejected)
	require.Contains(t, s.Requests()[0].User, `"focus":"delivery"`)
}

// M3: broken answers are asked for again, with the reason.
func TestBrokenAnswersAreRepaired(t *testing.T) {
	t.Parallel()
	good := llmtest.Answer{Content: `{"choice":"same","confidence":1,"reason":""}`}
	for broken, reason := range map[string]string{
		``:                                  "not a JSON object",
		`Sure! Here you go.`:                "not a JSON object",
		`["same"]`:                          "not a JSON object",
		`null`:                              "not a JSON object",
		`{"choice":"same","confidence":1,`:  "not valid JSON",
		`{"choice":"same","confidence":NaN`: "not valid JSON",
		`{"choice":"same","confidence":1} {"choice":"different"}`: "something follows",
		`{"choice":1,"confidence":1}`:                             `field \"choice\" has the wrong type`,
		`{"choice":"SAME","confidence":1}`:                        "choice is not the name of an option",
		`{"choice":"same"}`:                                       "confidence is not between 0 and 1",
		`{"choice":"same","confidence":-0.1}`:                     "confidence is not between 0 and 1",
		"{\"choice\":\"same\xff\",\"confidence\":1}":              "choice is not the name of an option",
		`{"choice":"` + strings.Repeat("x", 1<<20) + `"}`:         "too long",
	} {
		s := llmtest.Serve(t, llmtest.Answer{Content: broken}, good)
		got, err := dial(t, s, nil).Judge(ctx, llm.Question{Ask: "?", Choices: choices})
		require.NoError(t, err, reason)
		require.Equal(t, "same", got.Choice)
		requests := s.Requests()
		require.Len(t, requests, 2)
		last := requests[1].Messages
		require.Len(t, last, 4)
		encoded, _ := json.Marshal(last[3].Content)
		require.Contains(t, string(encoded), reason)
		require.LessOrEqual(t, len(last[2].Content), 4000, "what was broken is not repeated at length")

		s = llmtest.Serve(t, llmtest.Answer{Content: broken})
		_, err = dial(t, s, nil).Judge(ctx, llm.Question{Ask: "?", Choices: choices})
		require.ErrorIs(t, err, llm.ErrInvalidAnswer)
		require.Len(t, s.Requests(), 2, "once asked, once repaired")

		s = llmtest.Serve(t, llmtest.Answer{Content: broken})
		_, err = dial(t, s, func(r *llm.Remote) { r.Repairs = -1 }).Judge(ctx, llm.Question{Ask: "?", Choices: choices})
		require.ErrorIs(t, err, llm.ErrInvalidAnswer)
		require.Len(t, s.Requests(), 1)
	}
}

func TestWrappedAnswersAreRead(t *testing.T) {
	t.Parallel()
	for _, content := range []string{
		"```json\n{\"choice\":\"same\",\"confidence\":1}\n```",
		"```\n{\"choice\":\"same\",\"confidence\":1}```",
		"<think>is {\"choice\":\"different\"} right?</think>\n{\"choice\":\"same\",\"confidence\":1}",
	} {
		s := llmtest.Serve(t, llmtest.Answer{Content: content})
		got, err := dial(t, s, nil).Judge(ctx, llm.Question{Ask: "?", Choices: choices})
		require.NoError(t, err, content)
		require.Equal(t, "same", got.Choice)
	}
}

// M3: a refusal is final; so is an answer that ran into its limit.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answer llmtest.Answer
		want   error
	}{
		{llmtest.Answer{Refusal: "I cannot\nhelp with that."}, llm.ErrRefused},
		{llmtest.Answer{FinishReason: "content_filter"}, llm.ErrRefused},
		{llmtest.Answer{FinishReason: "length", Content: `{"choice":`}, llm.ErrInvalidAnswer},
		{llmtest.Answer{Status: 401}, llm.ErrRejected},
		{llmtest.Answer{Status: 500}, llm.ErrUnavailable},
	} {
		s := llmtest.Serve(t, c.answer)
		_, err := dial(t, s, nil).Judge(ctx, llm.Question{Ask: "?", Choices: choices})
		require.ErrorIs(t, err, c.want)
		require.NotContains(t, err.Error(), "\n")
		require.Len(t, s.Requests(), 1)
	}
}

func TestBrokenSummaries(t *testing.T) {
	t.Parallel()
	for content, reason := range map[string]string{
		`{"text":" ","points":[],"topics":[]}`:                                  "text is empty",
		`{"text":"` + strings.Repeat("word ", 14) + `","points":[]}`:            "more than 10 words",
		`{"text":"` + strings.Repeat("字", 100) + `","points":[],"topics":null}`: "more than 10 words",
		`{"text":"fine","points":[{"text":"x","passages":["0"]}]}`:              "wrong type",
	} {
		s := llmtest.Serve(t, llmtest.Answer{Content: content})
		_, err := dial(t, s, nil).Summarise(ctx, llm.Digest{Passages: talk, MaxWords: 10})
		require.ErrorIs(t, err, llm.ErrInvalidAnswer)
		require.ErrorContains(t, err, reason)
	}
	s := llmtest.Serve(t, llmtest.Answer{Content: `{"answer":[]}`})
	_, err := dial(t, s, nil).Extract(ctx, llm.Extraction{Passages: talk, Kinds: kinds})
	require.ErrorContains(t, err, `it has no "statements"`)
}
