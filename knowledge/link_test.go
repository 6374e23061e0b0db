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
		{"I will ask Will whether he will", []string{"person:will Will", "person:will he"}},
		{"Will it work?", nil},
		{"Ask @ana, ana@gai.vn or https://gai.vn/x about docs/a.md", []string{
			"person:ana ana", "object:ana@gai.vn ana@gai.vn", "url:https://gai.vn/x https://gai.vn/x", "file:docs/a.md docs/a.md",
		}},
		{"@gai_media said ORA-00600 in parse_json", []string{"customer:1 gai_media", "code:ora-00600 ORA-00600", "code:parse_json parse_json"}},
		{"I met Dr. Nguyễn Văn An of Siemens AG in Ho Chi Minh City", []string{
			"person:nguyễn văn an Nguyễn Văn An", "org:siemens ag Siemens AG", "object:ho chi minh city Ho Chi Minh City",
		}},
		{"then press Enter or choose Install", nil}, // what is written on keys and buttons
		{"we moved it from Redis to Hermes", []string{"object:redis Redis", "object:hermes Hermes"}},
		{"It cost $5 on 12 May 2024", nil}, // neither amounts nor dates
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) { require.Equal(t, tt.want, linked(t, s, knowledge.LinkAll, said(s, tt.text))) })
	}
	e := said(s, "Hanoi, Gai Media and the boss")
	e.Speaker = "ana"
	require.Equal(t, []string{"customer:1 Gai Media", "person:will the boss"}, linked(t, s, knowledge.LinkKnown, e), "known names alone, and the speaker's own")
	require.Empty(t, linked(t, s, knowledge.LinkOff, said(s, "Gai Media")))
}

// TestLinkParts (004-02): a part of a name means whom the whole was said of lately, in the text or the session, if it is one alone; a word
// that was told by its capital alone is none in small letters.
func TestLinkParts(t *testing.T) {
	s := newStore(t)
	put(t, s, entity("object:notion", "Notion"))
	l := knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll)
	for _, x := range []struct {
		session, text string
		want          []string
	}{
		{"a", "On call are Diego Funes and Orsay Bank's own team, says Diego.", []string{"person:diego funes", "org:orsay bank", "person:diego funes"}},
		{"a", "Diego asks whether Orsay agrees with Funes", []string{"person:diego funes", "org:orsay bank", "person:diego funes"}},
		{"b", "Orsay asks whether it works", nil},                      // nobody said who that is
		{"b", "Diego asks whether it works", []string{"person:diego"}}, // a given name is somebody's, if not the one's of session a
		{"b", "we met Anna Kowalska and Anna Lindqvist", []string{"person:anna kowalska", "person:anna lindqvist"}},
		{"b", "Anna came late", nil},
		{"b", "but no notion of when; Notion is down", []string{"object:notion"}},
	} {
		e := said(s, x.text)
		e.Session = x.session
		require.NoError(t, l.Link(ctx, []*schema.Experience{e}))
		var got []string
		for _, m := range e.Mentions {
			if !m.Coreference {
				got = append(got, string(m.Entity))
			}
		}
		require.Equal(t, x.want, got, x.text)
		put(t, s, e)
	}
}

// TestLinkPeople (004-02): who bears a given name, is somebody's son or has an office is a person; a place of a woman's name, and
// what is named after her, is none.
func TestLinkPeople(t *testing.T) {
	s := newStore(t)
	l := knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll)
	for text, want := range map[string][]string{
		"My son Jonas is ill":                 {"person:jonas"},
		"my neighbour Quux is ill":            {"person:quux"},
		"It was Philippa's birthday":          {"person:philippa"},
		"so we met Ottilie Bergmann there":    {"person:ottilie bergmann"},
		"Our CTO Priya prefers tea":           {"person:priya"},
		"They spent a week in Adelina":        {"object:adelina"},
		"We moved to Arabella in May":         {"object:arabella"},
		"at the Cressida Brewery we had beer": {"object:cressida brewery"},
	} {
		e := said(s, text)
		require.NoError(t, l.Link(ctx, []*schema.Experience{e}))
		var got []string
		for _, m := range e.Mentions {
			got = append(got, string(m.Entity))
		}
		require.Equal(t, want, got, text)
	}
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
		{"it rained a few days ago", time.Time{}, ""}, // no day in particular
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
	put(t, s, entity("person:2", "Alex"), entity("person:3", "Alex"))
	const doubts = "Alex a@b.cd "
	full := said(s, strings.Repeat(doubts, schema.MaxText/len(doubts)))
	require.Len(t, linked(t, s, knowledge.LinkAll, full), 100, "in as much time as the text is long")
}

// TestLinkPronouns: "they", "it", "she" and "the customer" are mentions of the
// one entity that the session spoke of and that fits, in English and in
// Vietnamese; where several fit, none does, or nothing need be meant, they are
// nobody's (000-01, 004-02, 004-04).
func TestLinkPronouns(t *testing.T) {
	tests := []struct {
		name   string
		before []string // records of the session, oldest first
		text   string
		want   []string // coreferences alone
	}{
		{"they", []string{"Gai Media called"}, "They want Friday", []string{"customer:gai They"}},
		{"in one text", nil, "Gai Media called, and they want Friday", []string{"customer:gai they"}},
		{"possessive", []string{"Gai Media called"}, "Here is their order", []string{"customer:gai their"}},
		{"the customer", []string{"Gai Media called", "fine", "well"}, "The customer wants Friday.", []string{"customer:gai The customer"}},
		{"she is a person", []string{"Lan of Gai Media called"}, "She wants Friday", []string{"person:lan She"}},
		{"it is a thing", []string{"Lan sent INV-7 to us"}, "Please pay it today", []string{"invoice:7 it"}},
		{"cô ấy", []string{"Lan vừa gọi"}, "Cô ấy muốn thứ Sáu", []string{"person:lan Cô ấy"}},
		{"họ", []string{"Gai Media vừa gọi"}, "Hôm nay họ trả tiền", []string{"customer:gai họ"}},
		{"khách hàng này", []string{"Gai Media vừa gọi"}, "Khách hàng này muốn thứ Sáu", []string{"customer:gai Khách hàng này"}},

		{"two fit", []string{"Gai Media and Ngon Bakery called"}, "They want Friday", nil},
		{"two fit, one further back", []string{"Ngon Bakery called", "Gai Media called"}, "They want Friday", nil},
		{"none fits", []string{"Lan sent INV-7 to us"}, "The order is late", nil},
		{"too long ago", []string{"Gai Media called", "a", "b", "c", "d"}, "They want Friday", nil},
		{"it, too long ago", []string{"We got INV-7", "fine"}, "Please pay it today", nil},
		{"nobody was named", []string{"hello"}, "They want it from her", nil},
		{"rain", []string{"We got INV-7"}, "It is raining. It's late, it seems that it will rain; it takes time", nil},
		{"idioms", []string{"We got INV-7"}, "We made it; got it; I know it matters", nil},
		{"this and that", []string{"We got INV-7"}, "This is fine, and that too. Is this it?", nil},
		{"any customers", []string{"Gai Media vừa gọi"}, "Khách hàng thích thứ Sáu, họ hàng cũng thế", nil},
		{"the IT department", []string{"We got INV-7"}, "Ask IT please", nil},
		{"a sign between", []string{"Gai Media called"}, "the, customer", nil},
		{"the name comes later", nil, "They called: Gai Media", nil},
	}
	s := newStore(t)
	put(t, s, entity("customer:gai", "Gai Media"), entity("customer:ngon", "Ngon Bakery"), entity("person:lan", "Lan"), entity("invoice:7", "INV-7"))
	l := knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, how := range []string{"one by one", "in a batch"} {
				var batch []*schema.Experience
				for i, text := range append(tt.before, tt.text) {
					e := said(s, text)
					e.Session, e.Time = tt.name+how, e.Time.Add(time.Duration(i)*time.Minute)
					batch = append(batch, e)
					if how == "one by one" {
						require.NoError(t, l.Link(ctx, []*schema.Experience{e}))
						put(t, s, e)
					}
				}
				if how == "in a batch" {
					require.NoError(t, l.Link(ctx, batch))
				}
				require.Equal(t, tt.want, coreferences(t, batch[len(batch)-1]), how)
			}
		})
	}
}

// coreferences returns the mentions of a record that are none by name.
func coreferences(t *testing.T, e *schema.Experience) []string {
	require.NoError(t, e.Validate())
	var out []string
	for _, m := range e.Mentions {
		if m.Coreference {
			require.Equal(t, m.Text, e.Text()[m.Start:m.End])
			require.InDelta(t, .75, m.Confidence, .16)
			require.Equal(t, m.Confidence < .85, m.Unsure)
			out = append(out, string(m.Entity)+" "+m.Text)
		}
	}
	return out
}

// TestLinkPronounsCarefully: a speaker is not "she", a name that is two people's
// is no antecedent, a merged entity is the one that stands for it, and neither
// another session's nor another agent's records are asked (I5).
func TestLinkPronounsCarefully(t *testing.T) {
	type record = func(e *schema.Experience)
	in := func(session string) record { return func(e *schema.Experience) { e.Session = session } }
	tests := []struct {
		name   string
		before string
		how    record
		text   string
		want   []string
	}{
		{"another session", "Lan called", in("other"), "She paid", nil},
		{"no session", "Lan called", in(""), "She paid", nil},
		{"another agent", "Lan called", func(e *schema.Experience) { e.Agent = "b" }, "She paid", nil},
		{"the speaker before", "I am Lan", func(e *schema.Experience) { e.Speaker = "lan" }, "She paid", nil},
		{"two of one name", "Ana called", func(*schema.Experience) {}, "She paid", nil},
		{"merged", "Lan Anh called", func(*schema.Experience) {}, "She paid", []string{"person:lan She"}},
		{"retired", "Lan called", func(e *schema.Experience) { e.Status = schema.StatusArchived }, "She paid", nil},
		{"later", "Lan called", func(e *schema.Experience) { e.Time = e.Time.Add(time.Hour) }, "She paid", nil},
	}
	s := newStore(t)
	merged := entity("person:lan-anh", "Lan Anh")
	merged.MergedInto = "person:lan"
	often := alias("Ana", "", "person:1")
	often.UseCount = 5
	put(t, s, entity("person:lan", "Lan"), merged, entity("person:1", "Ana"), often, entity("person:2", "Ana"))
	l := knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := said(s, tt.before)
			before.Session, before.Time = tt.name, before.Time.Add(-time.Minute)
			tt.how(before)
			require.NoError(t, l.Link(ctx, []*schema.Experience{before}))
			put(t, s, before)
			e := said(s, tt.text)
			e.Session = tt.name
			require.NoError(t, l.Link(ctx, []*schema.Experience{e}))
			require.Equal(t, tt.want, coreferences(t, e))
		})
	}
}
