package llm_test

import (
	"context"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/llm/llmtest"
)

// A model that panics, as one that is none does at once, fails instead.
func TestGuarded(t *testing.T) {
	t.Parallel()
	require.Nil(t, llm.Guarded(nil))
	m := llm.Guarded(struct{ llm.Model }{})
	require.Equal(t, m, llm.Guarded(m))
	for what, ask := range map[string]func() error{
		"extract":   func() error { _, err := m.Extract(ctx, llm.Extraction{}); return err },
		"judge":     func() error { _, err := m.Judge(ctx, llm.Question{}); return err },
		"summarise": func() error { _, err := m.Summarise(ctx, llm.Digest{}); return err },
	} {
		require.ErrorIs(t, ask(), llm.ErrPanic, what)
	}
}

// saying is a model whose every summary is the same.
type saying struct {
	llm.Model
	sum llm.Summary
}

func (s saying) Summarise(context.Context, llm.Digest) (llm.Summary, error) { return s.sum, nil }

// A summary that says nothing, or holds what no record may, is no answer: a session that
// it took the place of would be lost for recall, or the memory could not store it.
func TestGuardedSummaries(t *testing.T) {
	t.Parallel()
	for _, bad := range []llm.Summary{
		{}, {Text: " \n"}, {Text: "a\x00b"}, {Text: "a\xff"}, {Text: "a", Topics: []string{"\xff"}}, {Text: "a", Points: []llm.Point{{Text: "\x00"}}},
	} {
		_, err := llm.Guarded(saying{sum: bad}).Summarise(ctx, llm.Digest{Passages: talk})
		require.ErrorIs(t, err, llm.ErrInvalidAnswer, "%q", bad)
	}
	sum, err := llm.Guarded(saying{sum: llm.Summary{Text: "a"}}).Summarise(ctx, llm.Digest{Passages: talk})
	require.NoError(t, err)
	require.Equal(t, "a", sum.Text)
}

func TestInputIsChecked(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Answer{})
	m := dial(t, s, nil)
	blank := []llm.Passage{{Text: " \n"}}
	for field, ask := range map[string]func() error{
		"Passages is empty": func() error { _, err := m.Extract(ctx, llm.Extraction{Kinds: kinds}); return err },
		"Passages[0].Text":  func() error { _, err := m.Summarise(ctx, llm.Digest{Passages: blank}); return err },
		"Kinds has 0":       func() error { _, err := m.Extract(ctx, llm.Extraction{Passages: talk}); return err },
		"Max is negative": func() error {
			_, err := m.Extract(ctx, llm.Extraction{Passages: talk, Kinds: kinds, Max: -1})
			return err
		},
		"MaxWords is negative": func() error { _, err := m.Summarise(ctx, llm.Digest{Passages: talk, MaxWords: -1}); return err },
		"Ask is empty":         func() error { _, err := m.Judge(ctx, llm.Question{Choices: choices}); return err },
		"Choices has 1":        func() error { _, err := m.Judge(ctx, llm.Question{Ask: "?", Choices: choices[:1]}); return err },
		"Choices[1].Name": func() error {
			_, err := m.Judge(ctx, llm.Question{Ask: "?", Choices: []llm.Option{{Name: "x"}, {Name: "x"}}})
			return err
		},
	} {
		err := ask()
		require.ErrorIs(t, err, llm.ErrInput, field)
		require.ErrorContains(t, err, field)
	}
	require.Empty(t, s.Requests())
}

func TestFormats(t *testing.T) {
	t.Parallel()
	for _, format := range []llm.Format{llm.FormatObject, llm.FormatText} {
		s := llmtest.Serve(t, llmtest.Answer{Content: `{"choice":"same","confidence":1}`})
		m := dial(t, s, func(r *llm.Remote) { r.Format, r.MaxTokens, r.NoSampling = format, 99, true })
		_, err := m.Judge(ctx, llm.Question{Ask: "?", Choices: choices})
		require.NoError(t, err)
		r := s.Requests()[0]
		require.Contains(t, r.System, `"enum":["same","different"]`, "the schema is in the prompt")
		require.Equal(t, 99, r.MaxTokens)
		require.Nil(t, r.Temperature)
		if format == llm.FormatObject {
			require.Equal(t, map[string]any{"type": "json_object"}, r.ResponseFormat)
		} else {
			require.Nil(t, r.ResponseFormat)
		}
	}
}

// M4.
func TestBudget(t *testing.T) {
	t.Parallel()
	ask := func(m llm.Model) error {
		_, err := m.Judge(ctx, llm.Question{Ask: "?", Choices: choices})
		return err
	}
	good := llmtest.Answer{Content: `{"choice":"same","confidence":1}`, Tokens: 60}

	s := llmtest.Serve(t, good)
	calls := llm.NewBudget(2, 0)
	m := dial(t, s, func(r *llm.Remote) { r.Budget = calls })
	require.NoError(t, ask(m))
	require.NoError(t, ask(m))
	require.ErrorIs(t, ask(m), llm.ErrBudget)
	require.Len(t, s.Requests(), 2)

	tokens := llm.NewBudget(0, 100)
	m = dial(t, llmtest.Serve(t, good), func(r *llm.Remote) { r.Budget = tokens })
	require.NoError(t, ask(m))
	require.NoError(t, ask(m), "60 tokens of 100 are spent")
	require.ErrorIs(t, ask(m), llm.ErrBudget)
	n, used := tokens.Spent()
	require.Equal(t, []int64{2, 120}, []int64{n, used})

	n, used = (*llm.Budget)(nil).Spent()
	require.Equal(t, []int64{0, 0}, []int64{n, used}, "none bounds nothing")

	// Repairs and silent servers cost too.
	silent := llm.NewBudget(0, 0)
	m = dial(t, llmtest.Serve(t, llmtest.Answer{Content: "no"}), func(r *llm.Remote) { r.Budget = silent })
	require.ErrorIs(t, ask(m), llm.ErrInvalidAnswer)
	n, used = silent.Spent()
	require.EqualValues(t, 2, n)
	require.Greater(t, used, int64(100), "an estimate, from the length of the prompts")

	repair := llm.NewBudget(1, 0)
	m = dial(t, llmtest.Serve(t, llmtest.Answer{Content: "no"}, good), func(r *llm.Remote) { r.Budget = repair })
	require.ErrorIs(t, ask(m), llm.ErrBudget, "the repair is one call too many")
}

func TestBudgetIsShared(t *testing.T) {
	t.Parallel()
	budget := llm.NewBudget(5, 0)
	s := llmtest.Serve(t, llmtest.Answer{Content: `{"choice":"same","confidence":1}`})
	m := dial(t, s, func(r *llm.Remote) { r.Budget = budget })
	var wait sync.WaitGroup
	for range 20 {
		wait.Go(func() { _, _ = m.Judge(ctx, llm.Question{Ask: "?", Choices: choices}) })
	}
	wait.Wait()
	require.Len(t, s.Requests(), 5)
}

// M4: the same question is asked once, another one is not taken for it, and a
// broken answer is not kept.
func TestCache(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Answer{Content: "broken"}, llmtest.Answer{Content: `{"choice":"same","confidence":1}`})
	budget := llm.NewBudget(0, 0)
	cache := llm.NewCache(10)
	m := dial(t, s, func(r *llm.Remote) { r.Cache, r.Budget = cache, budget })
	question := llm.Question{Ask: "?", Choices: choices, Passages: talk}
	first, err := m.Judge(ctx, question)
	require.NoError(t, err)
	require.Len(t, s.Requests(), 2)
	again, err := m.Judge(ctx, question)
	require.NoError(t, err)
	require.Equal(t, first, again)
	require.Len(t, s.Requests(), 2)
	calls, _ := budget.Spent()
	require.EqualValues(t, 2, calls, "what is cached costs nothing")

	question.Passages = talk[:1]
	_, err = m.Judge(ctx, question)
	require.NoError(t, err)
	require.Len(t, s.Requests(), 3)
	other := dial(t, s, func(r *llm.Remote) { r.Cache, r.Model = cache, "other" })
	_, err = other.Judge(ctx, question)
	require.NoError(t, err)
	require.Len(t, s.Requests(), 4, "another model's answer is its own")
}

// damaged is a cache that returns something else than was put in.
type damaged struct{}

func (damaged) Get(string) ([]byte, bool) { return []byte(`{"choice":"anything"}`), true }
func (damaged) Put(string, []byte)        {}

func TestDamagedCacheIsNotTrusted(t *testing.T) {
	t.Parallel()
	s := llmtest.Serve(t, llmtest.Answer{Content: `{"choice":"different","confidence":1}`})
	got, err := dial(t, s, func(r *llm.Remote) { r.Cache = damaged{} }).Judge(ctx, llm.Question{Ask: "?", Choices: choices})
	require.NoError(t, err)
	require.Equal(t, "different", got.Choice)
}

func TestCacheForgetsTheLeastRecent(t *testing.T) {
	t.Parallel()
	c := llm.NewCache(3)
	for i := range 3 {
		c.Put(strconv.Itoa(i), []byte{byte(i)})
	}
	c.Put("1", []byte("new"))
	_, found := c.Get("0")
	require.True(t, found)
	c.Put("3", nil)
	_, found = c.Get("2")
	require.False(t, found)
	answer, found := c.Get("1")
	require.True(t, found)
	require.Equal(t, "new", string(answer))
}

func TestDialChecksItsConfiguration(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]llm.Remote{
		"no model":    {BaseURL: "http://localhost/v1"},
		"format":      {Model: "m", BaseURL: "http://localhost/v1", Format: "xml"},
		"tokens":      {Model: "m", BaseURL: "http://localhost/v1", MaxTokens: -1},
		"address":     {Model: "m", BaseURL: "localhost"},
		"key not set": {Model: "m", BaseURL: "http://localhost/v1", KeyEnv: "LUKASA_TEST_UNSET"},
	} {
		_, err := llm.Dial(r)
		require.ErrorIs(t, err, llm.ErrConfig, name)
	}
}
