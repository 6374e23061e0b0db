package knowledge_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/llm/llmtest"
	"github.com/lukasadb/lukasa/schema"
)

// naming is a model's answer that names one entity.
func naming(kind, name, quote string, confidence float64) llmtest.Answer {
	content, _ := json.Marshal(map[string]any{"statements": []any{map[string]any{
		"kind": kind, "text": "it is named", "subject": name, "predicate": "", "object": "", "confidence": confidence, "passage": 0, "quote": quote,
	}}})
	return llmtest.Answer{Content: string(content)}
}

// TestModelAddsEntities: a model adds to what is found without it, and only what
// the text says word for word; when it fails, lies or is talked into something,
// the record is linked as without it (000-01, 900-02).
func TestModelAddsEntities(t *testing.T) {
	const text = "We met zanzi of Gai Media and zanzibar folk"
	without := []string{"customer:1 Gai Media"}
	tests := map[string]struct {
		answer llmtest.Answer
		want   []string
	}{
		"a name in small letters":   {naming("person", "zanzi", "We met zanzi", .9), []string{"person:zanzi zanzi", "customer:1 Gai Media"}},
		"a part of a word":          {naming("person", "zanzi", "zanzibar folk", .9), without},
		"what is known stays":       {naming("person", "Gai Media", "Gai Media", .9), without},
		"another name for its part": {naming("person", "Gai", "Gai Media", .9), without},
		"known in other letters":    {naming("object", "folk", "zanzibar folk", .9), []string{"customer:1 Gai Media", "team:folk folk"}},
		"not sure":                  {naming("person", "zanzi", "We met zanzi", .5), without},
		"no type of ours":           {naming("root", "zanzi", "We met zanzi", .9), without},
		"not in the text":           {naming("person", "Eve", "Eve was there", .9), without},
		"not in the quote":          {naming("person", "zanzi", "Gai Media", .9), without},
		"a pronoun":                 {naming("person", "We", "We met", .9), without},
		"nothing":                   {naming("person", "", "We met zanzi", .9), without},
		"signs":                     {naming("person", " ", "We met zanzi", .9), without},
		"broken":                    {llmtest.Answer{Content: `{"statements": [`}, without},
		"refusal":                   {llmtest.Answer{Refusal: "no"}, without},
		"server down":               {llmtest.Answer{Status: 404, Content: "gone"}, without},
	}
	s := newStore(t)
	put(t, s, entity("customer:1", "Gai Media"), entity("team:folk", "Folk"))
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := llmtest.Serve(t, tt.answer)
			model, err := llm.Dial(llm.Remote{BaseURL: server.BaseURL, Model: "scripted"})
			require.NoError(t, err)
			e := said(s, text)
			l := knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll).WithModel(model)
			require.NoError(t, l.Link(ctx, []*schema.Experience{e}))
			require.NoError(t, e.Validate())
			var got []string
			for _, m := range e.Mentions {
				require.Equal(t, m.Text, e.Text()[m.Start:m.End])
				got = append(got, string(m.Entity)+" "+m.Text)
			}
			require.Equal(t, tt.want, got)
			require.NotEmpty(t, server.Requests())
		})
	}
}

// TestModelIsAskedNoMore: a server that is down is asked once in a batch, and
// nobody is asked where only known names are linked.
func TestModelIsAskedNoMore(t *testing.T) {
	s := newStore(t)
	server := llmtest.Serve(t, llmtest.Answer{Status: 404, Content: "gone"})
	model, err := llm.Dial(llm.Remote{BaseURL: server.BaseURL, Model: "scripted"})
	require.NoError(t, err)
	l := knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll).WithModel(model)
	require.NoError(t, l.Link(ctx, []*schema.Experience{said(s, "one"), said(s, "two"), said(s, "three")}))
	require.Len(t, server.Requests(), 1)
	l = knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkKnown).WithModel(model)
	require.NoError(t, l.Link(ctx, []*schema.Experience{said(s, "one")}))
	require.Len(t, server.Requests(), 1)
}

// TestModelNamesHostile: whatever a model names, and whatever the text is, a
// valid record stays valid.
func TestModelNamesHostile(t *testing.T) {
	s := newStore(t)
	for _, text := range hostile.Valid(500)[:60] {
		e := said(s, "so "+text+" left")
		if e.Validate() != nil {
			continue
		}
		model, err := llm.Dial(llm.Remote{BaseURL: llmtest.Serve(t, naming("person", text, e.Text(), .9)).BaseURL, Model: "scripted"})
		require.NoError(t, err)
		l := knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll).WithModel(model)
		require.NoError(t, l.Link(ctx, []*schema.Experience{e}))
		require.NoError(t, e.Validate(), "%q", text)
	}
}
