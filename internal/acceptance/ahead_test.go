package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestToldAheadOfItsTime: until what is told ahead of its time begins, what it takes the place of holds, in lists of facts, on pages of
// entities, along relations and in recall; from then on the new one does, though nothing is written on that day (900-03).
func TestToldAheadOfItsTime(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	stated(t, m, livesIn("koeln", clock.now().AddDate(-1, 0, 0)))
	clock.advance(time.Minute)
	stated(t, m, livesIn("bonn", clock.now().AddDate(0, 1, 0)))
	holds := func(want lukasa.EntityKey) {
		t.Helper()
		require.Equal(t, []lukasa.EntityKey{want}, placesOf(t, m, lukasa.FactQuery{Subject: "person:eva"}))
		require.Equal(t, []lukasa.EntityKey{want}, placesOf(t, m, lukasa.FactQuery{Subject: "person:eva", Predicate: "lives_in"}))
		page, err := m.EntityPage(ctx, "person:eva")
		require.NoError(t, err)
		require.Len(t, page.Relations, 1)
		require.Equal(t, want, page.Relations[0].To)
		near, err := m.Neighbourhood(ctx, "person:eva", 1, 9)
		require.NoError(t, err)
		require.Len(t, near.Entities, 1)
		require.Equal(t, want, near.Entities[0].Entity)
		found, err := lukasa.Collect(m.All(ctx, lukasa.Filter{}))
		require.NoError(t, err)
		require.True(t, slices.ContainsFunc(found, func(e lukasa.Experience) bool { return e.Statement.Entity == want }))
		a, err := m.Recall(ctx, lukasa.Query{Text: "Where does Eva live?", Kinds: []lukasa.Kind{lukasa.KindFact}, Floor: new(0.0)})
		require.NoError(t, err)
		require.True(t, slices.ContainsFunc(a.Hits, func(h lukasa.Hit) bool { return h.Record.Statement.Entity == want }))
	}
	holds("place:koeln")
	a, err := m.Recall(ctx, lukasa.Query{Text: "Where does Eva live?", Floor: new(0.0)})
	require.NoError(t, err)
	require.Regexp(t, `true from \S+ \S+ until [^;]+; [^>]+> eva lives in koeln`, a.Context(1000), "a reader is told which holds when")
	require.Regexp(t, `true from [^;u]+; [^>]+> eva lives in bonn`, a.Context(1000))
	require.NoError(t, m.Rebuild(ctx, "graph"))
	holds("place:koeln")
	clock.advance(40 * 24 * time.Hour)
	holds("place:bonn")
}

// TestSaidAheadInConversation: who says that they will live somewhere else from a day on lives there from that day, and who says so
// without a day, or takes it back, does not (004-15, 900-03).
func TestSaidAheadInConversation(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	homes := func() (out []string) {
		t.Helper()
		require.NoError(t, m.Flush(ctx))
		facts, err := m.Facts(ctx, lukasa.FactQuery{Subject: "person:mira", Predicate: "lives_in"})
		require.NoError(t, err)
		for _, f := range facts {
			out = append(out, string(f.Record.Statement.Value))
		}
		return out
	}
	say := func(text string) {
		t.Helper()
		clock.advance(time.Minute)
		_, err := m.Turn(ctx, lukasa.Message{User: "mira", Text: text})
		require.NoError(t, err)
	}
	say("I live in Graz.")
	say("I'm moving to Paris, one day.")
	say("I'm moving to Bonn next month, can you help me plan?")
	require.Equal(t, []string{`"Graz"`}, homes())
	clock.advance(35 * 24 * time.Hour)
	require.Equal(t, []string{`"Bonn"`}, homes())

	say("I'm moving to Leeds next month.")
	require.Equal(t, []string{`"Bonn"`}, homes())
	say("I'm not moving to Leeds after all.")
	clock.advance(35 * 24 * time.Hour)
	require.Equal(t, []string{`"Bonn"`}, homes())

	told, err := m.FactHistory(ctx, "person:mira", "lives_in")
	require.NoError(t, err)
	require.Len(t, told, 3)
	for _, f := range told {
		bonn := string(f.Record.Statement.Value) == `"Bonn"`
		require.Equal(t, bonn, f.Record.Status.Live(), f.Record.Content)
		require.Equal(t, bonn, f.Record.ValidTo.IsZero(), f.Record.Content)
		if string(f.Record.Statement.Value) == `"Leeds"` {
			require.Empty(t, f.Record.Supersedes, "it took the place of nothing")
		}
	}
	report, err := m.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, report.Problems)
}

// TestWhatIsToComeIsCalledOff: what is told after something that is yet to come, and holds sooner, takes its place, and ends what
// holds until then; to say again what holds calls off nothing (900-03).
func TestWhatIsToComeIsCalledOff(t *testing.T) {
	for said, want := range map[string][]lukasa.EntityKey{"koeln": {"place:koeln", "place:paris"}, "berlin": {"place:berlin", "place:berlin"}} {
		m, clock := openTest(t)
		start := clock.now()
		stated(t, m, livesIn("koeln", start.AddDate(-1, 0, 0)))
		clock.advance(time.Hour)
		stated(t, m, livesIn("bonn", start.AddDate(0, 1, 0)))
		clock.advance(time.Hour)
		stated(t, m, livesIn("paris", start.AddDate(0, 2, 0)))
		clock.advance(time.Hour)
		stated(t, m, livesIn(said, time.Time{}))
		clock.advance(time.Hour)
		now := lukasa.FactQuery{Subject: "person:eva", Predicate: "lives_in"}
		require.Equal(t, want[:1], placesOf(t, m, now), said)
		then := now
		then.TrueAt = start.AddDate(0, 3, 0)
		require.Equal(t, want[1:], placesOf(t, m, then), said)
		then.TrueAt = start.AddDate(0, 0, 14)
		require.Equal(t, want[:1], placesOf(t, m, then), "one holds at a time")
		calledOff := map[lukasa.EntityKey]bool{"place:bonn": said == "berlin", "place:paris": said == "berlin"}
		require.Subset(t, currentPlaces(t, m), want, "%s: what is yet to come is found", said)
		for _, place := range currentPlaces(t, m) {
			require.False(t, calledOff[place], "%s: what was called off is no answer: %s", said, place)
		}
		checked(t, m)
	}
}

// currentPlaces are where Eva lives, or will, as recall, a search and her page have it.
func currentPlaces(t *testing.T, m *lukasa.Memory) (places []lukasa.EntityKey) {
	t.Helper()
	ctx := context.Background()
	answer, err := m.Recall(ctx, lukasa.Query{Text: "Where does Eva live?"})
	require.NoError(t, err)
	require.NotEmpty(t, answer.Hits)
	for _, h := range answer.Hits {
		places = append(places, h.Record.Statement.Entity)
	}
	page, err := m.EntityPage(ctx, "person:eva")
	require.NoError(t, err)
	for _, e := range append(page.Facts, all(t, m, lukasa.Filter{Kinds: []lukasa.Kind{lukasa.KindFact}})...) {
		places = append(places, e.Statement.Entity)
	}
	return places
}

func livesIn(place string, from time.Time) lukasa.Experience {
	return lukasa.Experience{
		Kind: lukasa.KindFact, ValidFrom: from,
		Statement: &lukasa.Statement{Subject: "person:eva", Predicate: "lives_in", PredicateType: "state", Entity: lukasa.EntityKey("place:" + place)},
	}
}

func placesOf(t *testing.T, m *lukasa.Memory, q lukasa.FactQuery) (places []lukasa.EntityKey) {
	t.Helper()
	for _, f := range factsOf(t, m, q) {
		places = append(places, f.Record.Statement.Entity)
	}
	return places
}

// Whatever is told ahead of its time, and whatever calls it off: at each moment what was told last of those that had begun holds,
// and nothing else, in lists of what holds now too (900-03).
func TestWhatIsAnnouncedHoldsInTurn(t *testing.T) {
	fewer(t, 10)
	rapid.Check(t, func(rt *rapid.T) {
		m, clock := openTest(draw{T: rt, root: t.TempDir()}, lukasa.WithEmbedder(nil))
		require.NoError(rt, m.PutRule(context.Background(), lukasa.Rule{From: "service", Relation: "status", To: "value", Cardinality: schema.ManyToOne}))
		var told []*stretch
		start := clock.now()
		hour := 0
		for range rapid.IntRange(1, 12).Draw(rt, "tellings") {
			began := hour + rapid.SampledFrom([]int{0, 0, 1, 3, 10}).Draw(rt, "ahead")
			e := stateAt(clock, 24)
			value, _ := json.Marshal(len(told))
			e.Content, e.Statement.Value = fmt.Sprintf("The mail service is in state %d", len(told)), value
			if began > hour {
				e.ValidFrom = start.Add(time.Duration(began) * time.Hour)
			}
			for _, other := range told {
				other.to = max(other.from, min(other.to, began))
			}
			told = append(told, &stretch{retain(rt, m, e), began, noEnd})
			step := rapid.IntRange(1, 4).Draw(rt, "hours")
			hour += step
			clock.advance(time.Duration(step) * time.Hour)
			h := history{known: told}
			query := lukasa.FactQuery{Subject: "service:mail", Predicate: "status"}
			require.ElementsMatch(rt, h.at(hour), recordsOf(factsOf(rt, m, query)))
			for at := range 30 {
				query.TrueAt = start.Add(time.Duration(at) * time.Hour)
				require.ElementsMatch(rt, h.at(at), recordsOf(factsOf(rt, m, query)), at)
			}
		}
		checked(rt, m)
	})
}
