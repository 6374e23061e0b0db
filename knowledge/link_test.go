package knowledge_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// said is a message of agent a, with its defaults.
func said(s *store.Store, text string) *schema.Experience {
	e := &schema.Experience{Agent: "a", Kind: schema.KindMessage, Content: text, Time: time.Date(2026, 2, 26, 9, 0, 0, 0, time.UTC)}
	e.SetDefaults(s.Now(), s.NewID)
	return e
}

// linked returns the mentions of a text as "entity text".
func linked(t *testing.T, s *store.Store, how knowledge.Linking, e *schema.Experience) []string {
	l := knowledge.NewLinker(knowledge.NewBook(s), how)
	require.NoError(t, l.Link(ctx, []*schema.Experience{e}))
	require.NoError(t, e.Validate())
	var out []string
	for _, m := range e.Mentions {
		if m.End > m.Start {
			require.Equal(t, m.Text, e.Text()[m.Start:m.End], "offsets count in the record's text")
		}
		out = append(out, string(m.Entity)+" "+m.Text)
	}
	return out
}

// TestLink: what a text speaks of is found without a model, and typed (000-01,
// 000-02, 004-02, 900-02).
func TestLink(t *testing.T) {
	s := newStore(t)
	put(t, s, entity("customer:1", "Gai Media"), entity("person:will", "Will"), alias("GM", "", "customer:1"), alias("the boss", "ana", "person:will"))
	tests := []struct {
		text string
		want []string
	}{
		{"We call gai media today, GM's invoice is due", []string{"customer:1 gai media", "customer:1 GM"}},
		{"I will ask Will whether he will", []string{"person:will Will"}},
		{"Will it work?", nil},
		{"Ask @ana, ana@gai.vn or https://gai.vn/x about docs/a.md", []string{
			"person:ana ana", "object:ana@gai.vn ana@gai.vn", "url:https://gai.vn/x https://gai.vn/x", "file:docs/a.md docs/a.md",
		}},
		{"@gai_media said ORA-00600 in parse_json", []string{"customer:1 gai_media", "code:ora-00600 ORA-00600", "code:parse_json parse_json"}},
		{"I met Dr. Nguyễn Văn An of Siemens AG in Ho Chi Minh City", []string{
			"person:nguyễn văn an Nguyễn Văn An", "org:siemens ag Siemens AG", "object:ho chi minh city Ho Chi Minh City",
		}},
		{"then press Enter or choose Install", nil}, // a capitalised word alone says too little
		{"It cost $5 on 12 May 2024", nil},          // neither amounts nor dates
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) { require.Equal(t, tt.want, linked(t, s, knowledge.LinkAll, said(s, tt.text))) })
	}
	e := said(s, "Hanoi, Gai Media and the boss")
	e.Speaker = "ana"
	require.Equal(t, []string{"customer:1 Gai Media", "person:will the boss"}, linked(t, s, knowledge.LinkKnown, e), "known names alone, and the speaker's own")
	require.Empty(t, linked(t, s, knowledge.LinkOff, said(s, "Gai Media")))
}

// TestLinkKeepsWhatTheCallerSays: their mentions win, and nothing is said twice.
func TestLinkKeepsWhatTheCallerSays(t *testing.T) {
	s := newStore(t)
	put(t, s, entity("customer:1", "Gai Media"))
	e := said(s, "Gai Media asked Gai Media")
	e.Mentions = []schema.Mention{{Entity: "org:other", Text: "Gai Media", Start: 0, End: 9, Role: schema.RoleSubject}}
	require.Equal(t, []string{"org:other Gai Media", "customer:1 Gai Media"}, linked(t, s, knowledge.LinkAll, e))
	require.Equal(t, []string{"org:other Gai Media", "customer:1 Gai Media"}, linked(t, s, knowledge.LinkAll, e), "linking again adds nothing")
}

// TestLinkMeansWhomTheCallerNames: a text beside the caller's own mention of an
// entity nobody knew before makes no second one of the same name.
func TestLinkMeansWhomTheCallerNames(t *testing.T) {
	s := newStore(t)
	first, second := said(s, "we met Gai Media"), said(s, "so Gai Media paid")
	second.Mentions = []schema.Mention{{Entity: "customer:gai-media", Role: schema.RoleSubject}}
	l := knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll)
	require.NoError(t, l.Link(ctx, []*schema.Experience{first, second}))
	for _, e := range []*schema.Experience{first, second} {
		for _, m := range e.Mentions {
			require.Equal(t, schema.EntityKey("customer:gai-media"), m.Entity)
		}
	}
	require.Len(t, first.Mentions, 1)
	require.Len(t, second.Mentions, 2)
}

// TestLinkAmbiguous: of several who bear a name the session's is meant, else the
// one called so most often, and the link is marked; else none is.
func TestLinkAmbiguous(t *testing.T) {
	s := newStore(t)
	put(t, s, entity("person:1", "Ana"), entity("person:2", "Ana"))
	require.Empty(t, linked(t, s, knowledge.LinkAll, said(s, "so Ana left")))

	before := said(s, "we saw her")
	before.Session, before.Mentions = "s", []schema.Mention{{Entity: "person:2", Role: schema.RoleMention}}
	put(t, s, before)
	e := said(s, "so Ana left")
	e.Session = "s"
	require.Equal(t, []string{"person:2 Ana"}, linked(t, s, knowledge.LinkAll, e))
	require.True(t, e.Mentions[0].Unsure)
	require.InDelta(t, 0.6, e.Mentions[0].Confidence, 1e-9)

	often := alias("Annie", "", "person:1")
	often.UseCount = 5
	put(t, s, often, alias("Annie", "", "person:2"))
	require.Equal(t, []string{"person:1 Annie"}, linked(t, s, knowledge.LinkAll, said(s, "so Annie left")))
}

// TestResolvedWords: "yesterday" is a date, "I" is the speaker (000-09).
func TestResolvedWords(t *testing.T) {
	s := newStore(t)
	day := func(d int) time.Time { return time.Date(2026, 2, d, 0, 0, 0, 0, time.UTC) }
	tests := []struct {
		text   string
		date   time.Time
		person string
	}{
		{"I saw her yesterday", day(25), "Minh"},
		{"We meet today.", day(26), ""},
		{"Hôm nay tôi đi Huế", day(26), "Minh"},
		{"Ich komme morgen", day(27), "Minh"},
		{"this is the last one, next please", time.Time{}, ""},
		{"nothing here", time.Time{}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			e := said(s, tt.text)
			e.Speaker = "Minh"
			linked(t, s, knowledge.LinkAll, e)
			require.Equal(t, tt.date, e.Resolved.Date)
			require.Equal(t, tt.person, e.Resolved.Person)
		})
	}
	e := said(s, "I saw her yesterday")
	e.Resolved = schema.Resolved{Date: day(3), Person: "someone"}
	linked(t, s, knowledge.LinkAll, e)
	require.Equal(t, schema.Resolved{Date: day(3), Person: "someone"}, e.Resolved, "the caller's own stays")
}

// TestLinkHostile: whatever a valid record's text is, linking leaves it valid.
func TestLinkHostile(t *testing.T) {
	s := newStore(t)
	put(t, s, entity("person:1", "Ana"))
	for _, text := range hostile.Valid(4000) {
		e := said(s, text+" @"+text+" Ana Mr. "+text)
		if e.Validate() == nil {
			linked(t, s, knowledge.LinkAll, e)
		}
	}
	many := said(s, strings.Repeat("so Ana and @bob ", 500))
	require.Len(t, linked(t, s, knowledge.LinkAll, many), 100)
}
