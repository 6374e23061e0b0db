package reflect_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// TestLikeIsNotSame: however alike two facts or insights are, one does not take the
// other's words and confirms it where each has a word of its own (001-09).
func TestLikeIsNotSame(t *testing.T) {
	for _, tt := range []struct{ first, second string }{
		{"Ana likes cats.", "Ana likes dogs."},
		{"Ana likes red wine.", "Ana likes white wine."},
		{"Ana prefers short answers.", "Ana prefers long answers."},
		{"Ana's goal is to lose weight.", "Ana's goal is to gain weight."},
		{"Ana likes swimming in the morning.", "Ana likes swimming in the evening."},
		{"Ana thích học qua ví dụ.", "Ana thích học qua sách."},
	} {
		t.Run(tt.second, func(t *testing.T) {
			l := openLife(t, nil)
			for _, content := range []string{tt.first, tt.second} {
				done, err := l.AddUserFact(context.Background(), factOf("preference", content))
				require.NoError(t, err)
				require.Equal(t, reflect.Added, done.Outcome, content)
			}
			facts, err := l.UserFacts(context.Background(), tutor, "minh")
			require.NoError(t, err)
			require.Len(t, facts, 2)
			require.Equal(t, facts[0].Confidence, facts[1].Confidence, "neither confirms the other")
		})
	}
	l := openLife(t, nil)
	l.insight(t, "knowledge_gap", "", "Ana does not yet understand how sails work.")
	require.Equal(t, reflect.Added, l.insight(t, "knowledge_gap", "", "Ana does not yet understand how anchors work.").Outcome)
}

// ofSentences is an embedder that says it knows what words say together.
type ofSentences struct{ static.Embedder }

func (e ofSentences) Model() embed.Model {
	m := e.Embedder.Model()
	m.Name, m.Local = "of sentences", false
	return m
}

// TestSentencesDecide: an embedder that knows sentences decides by its likeness alone
// what says the same (001-09).
func TestSentencesDecide(t *testing.T) {
	l := newLife(t.TempDir())
	l.openWith(t, ofSentences{static.New()}, nil)
	t.Cleanup(func() { require.NoError(t, l.store.Close()) })
	l.insight(t, "knowledge_gap", "", "Ana does not yet understand how sails work.")
	again := l.insight(t, "knowledge_gap", "", "Ana does not yet understand how anchors work.")
	require.Equal(t, reflect.Updated, again.Outcome)
	require.GreaterOrEqual(t, again.Similarity, .85)
}

// TestOppositeReplaces: who likes what they disliked, puts first what they put last, or
// has another size is not believed both, and the old belief does not confirm the new one
// (001-09).
func TestOppositeReplaces(t *testing.T) {
	for _, tt := range []struct {
		first, second string
		outcome       reflect.Outcome
	}{
		{"Ana dislikes olives.", "Ana likes olives.", reflect.Replaced},
		{"Ana likes spicy food.", "Ana dislikes spicy food.", reflect.Replaced},
		{"Ana likes spicy food.", "Ana does not like spicy food.", reflect.Replaced},
		{"Ana không thích trà.", "Ana thích trà.", reflect.Replaced},
		{"Ana prefers tea over coffee.", "Ana prefers coffee over tea.", reflect.Replaced},
		{"Ana dislikes olives.", "Ana likes black olives.", reflect.Added},
		{"Ana likes tea and coffee.", "Ana likes coffee and tea.", reflect.Updated},
		{"Ana likes wine.", "Ana likes red wine.", reflect.Updated},
		{"Ana likes dogs.", "Ana really likes dogs!", reflect.Updated},
		{"Ana runs 10 km before work.", "ana runs ten kilometres before work", reflect.Updated},
		{"Ana loves olives.", "Ana hates olives.", reflect.Replaced},
		{"Ana wants reports of at most 3 pages.", "Ana wants reports of at most 5 pages.", reflect.Added},
		{"Ana's shoe size is 42.", "Ana's shoe size is 43.", reflect.Replaced},
		{"Ana likes wine.", "Ana's brother likes wine.", reflect.Added},
		{"Ana likes chocolate.", "Ana likes chocolate cake.", reflect.Added},
	} {
		t.Run(tt.second, func(t *testing.T) {
			l := openLife(t, nil)
			ctx := context.Background()
			first, err := l.AddUserFact(ctx, factOf("preference", tt.first))
			require.NoError(t, err)
			done, err := l.AddUserFact(ctx, factOf("preference", tt.second))
			require.NoError(t, err)
			require.Equal(t, tt.outcome, done.Outcome)
			if tt.outcome != reflect.Replaced {
				return
			}
			require.Equal(t, done.ID, l.get(t, first.ID).SupersededBy)
			require.Equal(t, schema.DefaultConfidence, l.get(t, done.ID).Confidence)
			l.sound(t)
		})
	}
}
