package knowledge_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// village is a store with a handful of entities that are easy to mistake.
func village(t *testing.T) (*store.Store, *knowledge.Registry) {
	s := newStore(t)
	put(t, s,
		entity("customer:gai", "Gai Media"), entity("customer:hoasen", "Hoa Sen"), entity("person:hung", "Nguyễn Văn Hùng"),
		entity("person:john1", "John Smith"), entity("person:john2", "John Smith"), entity("person:robert", "Robert Miller"),
		entity("invoice:inv-1009", "INV-1009"), entity("company:ibm", "International Business Machines"),
		alias("the boss", "ana", "person:robert"), alias("GM", "", "customer:gai"),
	)
	return s, registry(s)
}

// TestStages resolves one mention by each stage, and says which it was (004-04).
func TestStages(t *testing.T) {
	_, g := village(t)
	tests := []struct {
		text, user string
		typ        schema.EntityType
		entity     schema.EntityKey
		certainty  knowledge.Certainty
		stage      knowledge.Stage
	}{
		{"the boss", "ana", "", "person:robert", knowledge.Sure, knowledge.StageUser},
		{"the boss", "bob", "", "", knowledge.Unknown, ""},
		{"Gai Media", "bob", "", "customer:gai", knowledge.Sure, knowledge.StageExact},
		{"GM", "", "", "customer:gai", knowledge.Sure, knowledge.StageExact},
		{"gai-media", "", "", "customer:gai", knowledge.Sure, knowledge.StageNormalised},
		{"nguyen van hung", "", "", "person:hung", knowledge.Sure, knowledge.StageNormalised},
		{"Bob Miller", "", "", "person:robert", knowledge.Sure, knowledge.StageSimilar},
		{"Hung Nguyen", "", "person", "person:hung", knowledge.Sure, knowledge.StageSimilar},
		{"Gai", "", "", "customer:gai", knowledge.Unsure, knowledge.StageSimilar},
		{"IBM", "", "", "company:ibm", knowledge.Sure, knowledge.StageSimilar},
		{"Gai Media", "", "river", "", knowledge.Unknown, ""},
		{"INV-1010", "", "", "", knowledge.Unknown, ""},
		{"John Smith", "", "", "", knowledge.Undecided, knowledge.StageExact},
		{"J. Smith", "", "", "", knowledge.Undecided, knowledge.StageSimilar},
		{"Zebulon", "", "", "", knowledge.Unknown, ""},
	}
	for _, tt := range tests {
		got, err := g.Resolve(ctx, "a", knowledge.Question{Text: tt.text, User: tt.user, Type: tt.typ})
		require.NoError(t, err)
		require.Equal(t, tt.certainty, got.Certainty, "%s: %+v", tt.text, got)
		require.Equal(t, tt.entity, got.Entity, tt.text)
		require.Equal(t, tt.stage, got.Stage, tt.text)
		require.NotEmpty(t, got.Steps)
		require.NotEmpty(t, got.Explain())
	}
	got, err := g.Resolve(ctx, "b", knowledge.Question{Text: "Gai Media"})
	require.NoError(t, err)
	require.Equal(t, knowledge.Unknown, got.Certainty, "another agent knows nobody (I5)")
}

// TestOneAliasForEach: a name is sure and used once when it is given, is one alias
// for each text, user and entity, and giving it again counts and adds to what is known
// of it, and takes nothing away (004-03).
func TestOneAliasForEach(t *testing.T) {
	s, g := village(t)
	give := func(a schema.Alias) {
		a.Agent, a.Text, a.Entity = "a", "Rob", "person:robert"
		_, err := g.AddAlias(ctx, a)
		require.NoError(t, err)
	}
	give(schema.Alias{})
	first := aliasOf(t, s, "Rob", "", "person:robert")
	require.Equal(t, []any{1.0, 1, 1}, []any{first.Confidence, first.UseCount, first.Version})
	from := uuid.New()
	give(schema.Alias{Confidence: .8, Source: "told", Learned: from, Context: "Rob from Leeds"})
	give(schema.Alias{})
	again := aliasOf(t, s, "Rob", "", "person:robert")
	require.Equal(t, []any{.8, 3, "told", from, "Rob from Leeds"}, []any{again.Confidence, again.UseCount, again.Source, again.Learned, again.Context})
	require.Equal(t, first.Recorded, again.Recorded)

	give(schema.Alias{User: "ana"})
	require.Equal(t, 1, aliasOf(t, s, "Rob", "ana", "person:robert").UseCount)
	var users []string
	require.NoError(t, s.View(ctx, func(r *ledger.Reader) error {
		for a, err := range r.AliasesFor("a", "Rob") {
			if err != nil {
				return err
			}
			users = append(users, a.User)
		}
		return nil
	}))
	require.Equal(t, []string{"", "ana"}, users)
}

// TestAskedOnce: an ambiguous name is asked about, the answer becomes an alias of
// that user with all that was said with it, each use counts, and a second answer
// outweighs the first (004-03, 004-04).
func TestAskedOnce(t *testing.T) {
	s, g := village(t)
	ask := func(user string) knowledge.Identity {
		got, err := g.Resolve(ctx, "a", knowledge.Question{Text: "John Smith", User: user, Use: true})
		require.NoError(t, err)
		return got
	}
	require.Len(t, ask("ana").Candidates, 2)
	from := uuid.New()
	_, err := g.Learn(ctx, "a", knowledge.Answer{Text: "John Smith", User: "ana", Entity: "person:john2", Learned: from, Context: "the one from Leeds"})
	require.NoError(t, err)
	require.Equal(t, schema.EntityKey("person:john2"), ask("ana").Entity)
	require.Equal(t, knowledge.Sure, ask("ana").Certainty)
	require.Equal(t, knowledge.Undecided, ask("bob").Certainty, "what ana means is ana's")
	a := aliasOf(t, s, "John Smith", "ana", "person:john2")
	require.Equal(t, 3, a.UseCount)
	require.Equal(t, 1.0, a.Confidence)
	require.Equal(t, from, a.Learned)
	require.Equal(t, "answer", a.Source)
	require.Equal(t, "the one from Leeds", a.Context)

	for range 2 {
		_, err = g.Learn(ctx, "a", knowledge.Answer{Text: "John Smith", User: "ana", Entity: "person:john1"})
		require.NoError(t, err)
	}
	require.Equal(t, schema.EntityKey("person:john1"), ask("ana").Entity)
	require.Less(t, aliasOf(t, s, "John Smith", "ana", "person:john2").Confidence, .6)

	_, err = g.Learn(ctx, "a", knowledge.Answer{Text: "they", User: "ana", Entity: "person:john1"})
	require.ErrorIs(t, err, schema.ErrInvalid)
	_, err = g.Learn(ctx, "a", knowledge.Answer{Text: "Jo", User: "ana", Entity: "person:nobody"})
	require.ErrorIs(t, err, knowledge.ErrNotFound)
	_, err = g.AddAlias(ctx, schema.Alias{Agent: "a", Text: "Jo", Entity: "person:nobody"})
	require.ErrorIs(t, err, knowledge.ErrNotFound)
}

// TestAnswerForEveryone: an answer that names no user settles an ambiguous name for all who
// did not answer for themselves; a second one outweighs it, and a nickname that several
// have stays theirs (004-03, 004-04).
func TestAnswerForEveryone(t *testing.T) {
	s, g := village(t)
	ask := func(user string) knowledge.Identity {
		got, err := g.Resolve(ctx, "a", knowledge.Question{Text: "John Smith", User: user})
		require.NoError(t, err)
		return got
	}
	answer := func(user string, key schema.EntityKey) {
		_, err := g.Learn(ctx, "a", knowledge.Answer{Text: "John Smith", User: user, Entity: key})
		require.NoError(t, err)
	}
	put(t, s, alias("John Smith", "", "person:robert"))
	answer("", "person:john2")
	for _, user := range []string{"", "ana"} {
		got := ask(user)
		require.Equal(t, []any{knowledge.Sure, schema.EntityKey("person:john2"), knowledge.StageAnswer}, []any{got.Certainty, got.Entity, got.Stage})
	}
	answer("ana", "person:john1")
	require.Equal(t, schema.EntityKey("person:john1"), ask("ana").Entity)
	require.Equal(t, schema.EntityKey("person:john2"), ask("bob").Entity)
	answer("", "person:john1")
	require.Equal(t, schema.EntityKey("person:john1"), ask("bob").Entity)
	require.Less(t, aliasOf(t, s, "John Smith", "", "person:john2").Confidence, .6)
	require.Zero(t, aliasOf(t, s, "John Smith", "", "person:robert").Confidence, "as it was given")
}

// TestAnswerNamesWhatIsWrong: an answer that is not well-formed is refused by its field.
func TestAnswerNamesWhatIsWrong(t *testing.T) {
	_, g := village(t)
	for field, a := range map[string]knowledge.Answer{
		"entity_id: empty":    {Text: "John Smith"},
		"entity_id: \"John\"": {Text: "John Smith", Entity: "John"},
		"alias_text: empty":   {Entity: "person:john1"},
	} {
		_, err := g.Learn(ctx, "a", a)
		require.ErrorIs(t, err, schema.ErrInvalid, field)
		require.ErrorContains(t, err, field)
	}
}

func aliasOf(t *testing.T, s *store.Store, text, user string, key schema.EntityKey) *schema.Alias {
	var out *schema.Alias
	require.NoError(t, s.View(ctx, func(r *ledger.Reader) (err error) {
		out, err = ledger.Load[*schema.Alias](r, (&schema.Alias{Agent: "a", Text: text, User: user, Entity: key}).ObjectKey())
		return err
	}))
	return out
}

// TestCoreference: pronouns and roles mean what the session spoke of last that
// fits, in English and Vietnamese (004-04).
func TestCoreference(t *testing.T) {
	s, g := village(t)
	put(t, s, mentionOf(1, "person:robert"), mentionOf(2, "customer:gai"), mentionOf(3, "invoice:inv-1009"))
	tests := []struct {
		text      string
		entity    schema.EntityKey
		certainty knowledge.Certainty
	}{
		{"it", "invoice:inv-1009", knowledge.Sure},
		{"the invoice", "invoice:inv-1009", knowledge.Sure},
		{"hóa đơn", "invoice:inv-1009", knowledge.Sure},
		{"nó", "invoice:inv-1009", knowledge.Sure},
		{"they", "customer:gai", knowledge.Unsure},
		{"họ", "customer:gai", knowledge.Unsure},
		{"the customer", "customer:gai", knowledge.Unsure},
		{"khách hàng đó", "customer:gai", knowledge.Unsure},
		{"anh ấy", "customer:gai", knowledge.Unsure},
		{"the order", "", knowledge.Unknown},
	}
	for _, tt := range tests {
		got, err := g.Resolve(ctx, "a", knowledge.Question{Text: tt.text, Session: "s"})
		require.NoError(t, err)
		require.Equal(t, tt.entity, got.Entity, "%s: %+v", tt.text, got)
		require.Equal(t, tt.certainty, got.Certainty, "%s: %+v", tt.text, got)
		require.Equal(t, tt.entity != "", got.Coreference, tt.text)
	}
	for _, q := range []knowledge.Question{
		{Text: "they"}, {Text: "they", Session: "other"}, {Text: "they", Session: "s", Time: time.Unix(60, 0)},
	} {
		got, err := g.Resolve(ctx, "a", q)
		require.NoError(t, err)
		require.Equal(t, knowledge.Unknown, got.Certainty, "%+v", q)
	}
	_, err := g.Merge(ctx, "a", knowledge.Merging{From: "customer:gai", Into: "customer:hoasen"})
	require.NoError(t, err)
	got, err := g.Resolve(ctx, "a", knowledge.Question{Text: "they", Session: "s"})
	require.NoError(t, err)
	require.Equal(t, schema.EntityKey("customer:hoasen"), got.Entity, "what stands for it now")
}

// TestFewerCandidatesThanNone: the bound of the candidates is named where it is wrong.
func TestFewerCandidatesThanNone(t *testing.T) {
	_, g := village(t)
	_, err := g.Resolve(ctx, "a", knowledge.Question{Text: "John", Most: -1})
	require.ErrorIs(t, err, schema.ErrInvalid)
	require.ErrorContains(t, err, "candidates: -1")
}

// TestHostileMentions resolves, learns and merges 500 hostile names: each comes
// back to the byte, or is refused with a typed error.
func TestHostileMentions(t *testing.T) {
	s, g := village(t)
	kept := 0
	for i, text := range hostile.Strings() {
		if testing.Short() && i%10 > 0 {
			continue
		}
		_, err := g.Resolve(ctx, "a", knowledge.Question{Text: text})
		if err != nil {
			require.ErrorIs(t, err, schema.ErrInvalid, "%.50q", text)
		}
		a, err := g.Learn(ctx, "a", knowledge.Answer{Text: text, User: "ana", Entity: "customer:hoasen"})
		if err != nil {
			require.ErrorIs(t, err, schema.ErrInvalid, "%.50q", text)
			continue
		}
		kept++
		require.Equal(t, text, aliasOf(t, s, text, "ana", "customer:hoasen").Text)
		got, err := g.Resolve(ctx, "a", knowledge.Question{Text: text, User: "ana"})
		require.NoError(t, err)
		require.Equal(t, schema.EntityKey("customer:hoasen"), got.Entity, "%.50q %v: %+v", text, a, got)
		_, err = g.Merge(ctx, "a", knowledge.Merging{From: schema.EntityKey(text), Into: "customer:gai"})
		require.Error(t, err)
	}
	require.Greater(t, kept, 40)
}

// TestNamesakes: of people of one name the one is meant whose records are nearest to
// what stands around it; where the context says nothing of either, nobody is (900-02).
func TestNamesakes(t *testing.T) {
	s, err := store.Open(ctx, t.TempDir(), store.Options{Embedder: static.New()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	tests := []struct{ name, one, other, context string }{
		{"John Smith", "works at Acme in the billing team, Boston", "surgeon at a hospital in Leeds, likes sailing", "billing lead at Acme"},
		{"Anna Schmidt", "teaches physics at the Berlin gymnasium", "sells used cars near Vienna", "our physics teacher from Berlin"},
		{"Maria Lopez", "cardiologist at St. Mary's Hospital", "plays violin in the Madrid orchestra", "the heart doctor, cardiologist, St. Mary's"},
		{"David Lee", "drives the delivery truck on route nine", "venture investor from Singapore", "delivery driver, truck nine"},
		{"Chris Evans", "actor who plays Captain America", "British radio presenter with red hair", "Captain America actor"},
	}
	for i, tt := range tests {
		for j, told := range []string{tt.other, tt.one} {
			key := schema.EntityKey(fmt.Sprintf("person:%d.%d", i, j))
			e := &schema.Experience{Kind: schema.KindEvent, Agent: "a", Content: told, Mentions: []schema.Mention{{Entity: key}}}
			e.SetDefaults(time.Unix(int64(i+1), 0), uuid.New)
			put(t, s, entity(key, tt.name), e)
		}
	}
	g := registry(s)
	for i, tt := range tests {
		got, err := g.Resolve(ctx, "a", knowledge.Question{Text: tt.name, Context: tt.context})
		require.NoError(t, err)
		require.Equal(t, schema.EntityKey(fmt.Sprintf("person:%d.1", i)), got.Entity, "%+v", got)
		require.Equal(t, knowledge.StageContext, got.Stage)
		got, err = g.Resolve(ctx, "a", knowledge.Question{Text: tt.name, Context: "asked again"})
		require.NoError(t, err)
		require.Equal(t, knowledge.Undecided, got.Certainty, "%+v", got)
	}
}
