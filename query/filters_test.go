package query_test

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

// crowd is a memory of records that differ in every field a question can ask
// for, of two agents.
type crowd struct {
	*lukasa.Memory
	all map[lukasa.ID]lukasa.Experience // as retained
}

const crowdSize = 160

// newCrowd retains records with drawn fields and supersedes, expires and hides
// some of them.
func newCrowd(t testing.TB) *crowd {
	t.Helper()
	ctx := context.Background()
	now := asked.AddDate(0, -6, 0)
	m := openLife(t, t.TempDir(), lukasa.WithClock(func() time.Time { return now }))
	c := &crowd{m, map[lukasa.ID]lukasa.Experience{}}
	subjects := []string{"invoice of the harbour", "engine of the red truck", "contract with the carrier", "lamp in the warehouse"}
	verbs := []string{"was checked", "is late", "was signed", "broke down", "was sold"}
	kinds := []schema.Kind{schema.KindMessage, schema.KindFact, schema.KindEpisode}
	var last lukasa.ID
	for i := range crowdSize {
		now = now.Add(24 * time.Hour)
		e := lukasa.Experience{
			ID: numbered(i + 1), Agent: []string{"desk", "desk", "desk", "other"}[i%4], Kind: kinds[i%3],
			Content: fmt.Sprintf("The %s %s on day %d.", subjects[i%4], verbs[i%5], i),
			Session: fmt.Sprintf("s%d", i%7), Speaker: []string{"Ana", "Minh", "Priya"}[i%3], Time: now.Add(-time.Hour),
			Tags: [][]string{{"a"}, {"b"}, {"a", "b"}, nil}[i%4], Scopes: [][]string{{"x"}, {"y"}, nil, {"x", "y"}, nil}[i%5],
			Importance: 1 + i%10, Quality: schema.Quality(1 + i%5), Confidence: float64(1+i%9) / 10,
			Mentions: []lukasa.Mention{{Entity: lukasa.EntityKey(fmt.Sprintf("object:e%d", i%6))}},
		}
		if i%6 == 1 {
			e.TimeEnd = e.Time.AddDate(0, 0, i%40)
		}
		if i%9 == 1 && e.Kind == schema.KindFact { // its confidence lasts
			e.Statement = &schema.Statement{
				Subject: e.Mentions[0].Entity, Predicate: fmt.Sprintf("number_%d", i), PredicateType: schema.TypeIdentity, Value: json.RawMessage("1"),
			}
		}
		if i%11 == 3 {
			e.ExpiresAt = now.AddDate(0, 0, 20)
		}
		if i%13 == 12 && e.Agent == "desk" {
			e.Supersedes = []lukasa.ID{last}
		}
		_, err := m.Retain(ctx, e)
		require.NoError(t, err)
		if e.Agent == "desk" && i%13 != 12 {
			last = e.ID
		}
	}
	now = asked
	for _, agent := range []string{"desk", "other"} {
		for e, err := range m.All(ctx, lukasa.Filter{Agents: []string{agent}, Statuses: []schema.Status{schema.StatusActive, schema.StatusSuperseded}}) {
			require.NoError(t, err)
			c.all[e.ID] = e
		}
	}
	return c
}

// drawQuery draws a question with a few conditions.
func drawQuery(t *rapid.T) lukasa.Query {
	some := func(label string) bool { return rapid.IntRange(0, 4).Draw(t, label) == 0 }
	floor := 0.0
	q := lukasa.Query{
		Text:  rapid.SampledFrom([]string{"the late invoice", "red truck", "who signed the contract on day 20?", "lamp", ""}).Draw(t, "text"),
		K:     rapid.IntRange(1, 200).Draw(t, "k"),
		Floor: &floor,
	}
	if some("kinds") {
		q.Kinds = []schema.Kind{schema.KindFact}
	}
	if some("sessions") {
		q.Sessions = []string{"s1", "s3"}
	}
	if some("speakers") {
		q.Speakers = []string{"Ana"}
	}
	if some("tags") {
		q.Tags = []string{"a"}
	}
	if some("scopes") {
		q.Scopes = []string{"x"}
	}
	if some("entities") {
		q.Entities = []lukasa.EntityKey{"object:e2", "object:e4"}
	}
	if some("importance") {
		q.MinImportance = rapid.IntRange(1, 10).Draw(t, "least importance")
	}
	if some("quality") {
		q.MinQuality = schema.Quality(rapid.IntRange(1, 5).Draw(t, "least quality"))
	}
	if some("confidence") {
		q.MinConfidence = rapid.Float64Range(0.1, 0.6).Draw(t, "least confidence")
	}
	if some("since") {
		q.Since = asked.AddDate(0, 0, -rapid.IntRange(20, 180).Draw(t, "days ago"))
	}
	if some("until") {
		q.Until = q.Since.Add(asked.Sub(q.Since) / 2)
		if q.Since.IsZero() {
			q.Until = asked.AddDate(0, -3, 0)
		}
	}
	if some("statuses") {
		q.Statuses = rapid.SampledFrom([][]schema.Status{
			{schema.StatusSuperseded}, {schema.StatusAging}, {schema.StatusActive}, {schema.StatusAging, schema.StatusSuperseded},
		}).Draw(t, "asked statuses")
	}
	return q
}

// meets is what the conditions of a question ask of a record, said again.
func meets(q *lukasa.Query, e *lukasa.Experience, now time.Time) bool {
	statuses := q.Statuses
	if statuses == nil {
		statuses = []schema.Status{schema.StatusActive, schema.StatusAging}
	}
	mentions := func(m lukasa.Mention) bool { return slices.Contains(q.Entities, m.Entity) }
	aging := e.Status.Live() && e.Aging(now) && slices.Contains(statuses, schema.StatusAging)
	return e.Agent == "desk" && (slices.Contains(statuses, e.Status) || aging) && !e.Expired(now) &&
		(q.Kinds == nil || slices.Contains(q.Kinds, e.Kind)) && (q.Sessions == nil || slices.Contains(q.Sessions, e.Session)) &&
		(q.Speakers == nil || slices.Contains(q.Speakers, e.Speaker)) &&
		!slices.ContainsFunc(q.Tags, func(tag string) bool { return !slices.Contains(e.Tags, tag) }) &&
		(q.Scopes == nil || e.Scopes == nil || slices.ContainsFunc(q.Scopes, func(s string) bool { return slices.Contains(e.Scopes, s) })) &&
		(q.Entities == nil || slices.ContainsFunc(e.Mentions, mentions)) &&
		e.Importance >= q.MinImportance && e.Quality >= q.MinQuality &&
		e.EffectiveConfidence(now, schema.DecayPerDay) >= q.MinConfidence-1e-6 &&
		(!e.Time.Before(q.Since) || e.TimeEnd.After(q.Since)) && (q.Until.IsZero() || e.Time.Before(q.Until))
}

// TestFiltersAreHard: whatever is asked, no hit is foreign, expired, superseded
// or outside a condition, and every record that meets them is a hit where K and
// the floor let all in (900-05, I5).
func TestFiltersAreHard(t *testing.T) {
	c := newCrowd(t)
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t)
		a, err := c.Recall(ctx, q)
		require.NoError(t, err)
		require.LessOrEqual(t, len(a.Hits), q.K)
		seen := map[lukasa.ID]bool{}
		for i, h := range a.Hits {
			e := c.all[h.Record.ID]
			require.False(t, seen[e.ID], "twice")
			seen[e.ID] = true
			require.True(t, meets(&q, &e, asked), "%+v let through %+v", q, e)
			if i > 0 && a.Hits[i-1].Score == h.Score {
				require.Negative(t, slices.Compare(a.Hits[i-1].Record.ID[:], e.ID[:]), "ties are in order of id")
			}
		}
		if q.K < crowdSize {
			return
		}
		for id, e := range c.all {
			require.Equal(t, meets(&q, &e, asked), seen[id], "%s", e.Content)
		}
	})
}

// TestSameQuestionSameBytes: one snapshot, clock and seed give the same answer
// to the byte, whatever was asked between, and so does a second memory that was
// told the same (I10, 900-06).
func TestSameQuestionSameBytes(t *testing.T) {
	c, twin := newCrowd(t), newCrowd(t)
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t)
		q.Explain = true
		first := answerBytes(t, c.Memory, q)
		require.Equal(t, first, answerBytes(t, c.Memory, q))
		require.Equal(t, first, answerBytes(t, twin.Memory, q))
	})
}

func answerBytes(t require.TestingT, m *lukasa.Memory, q lukasa.Query) string {
	a, err := m.Recall(context.Background(), q)
	require.NoError(t, err)
	text, err := json.Marshal(a)
	require.NoError(t, err)
	return string(text)
}

// TestParsedConditionsAmongMany: what a question demands of the words and the
// source of a record is found, however many records that have none of it fit the
// question better, where all records are candidates and where not.
func TestParsedConditionsAmongMany(t *testing.T) {
	ctx := context.Background()
	for _, others := range []int{100, 1100} {
		m := openLife(t, t.TempDir())
		records := []lukasa.Experience{{
			Content: "Long before any of the others were told, the orchestra of the little town by the sea recorded a full disk of its songs.",
			Source:  schema.Source{Path: "notes/music.md", Line: 3},
		}}
		for i := range others {
			records = append(records, lukasa.Experience{
				Content: fmt.Sprintf("The disk is full, and staging is full too, said alarm %d.", i),
				Source:  schema.Source{Path: "notes/alarms.md", Line: i + 1},
			})
		}
		for i := range records {
			records[i].ID, records[i].Kind, records[i].Time = numbered(i+1), "fact", asked.Add(time.Duration(i-3000)*time.Minute)
		}
		_, err := m.RetainAll(ctx, records)
		require.NoError(t, err)
		for _, question := range []string{
			"path:notes/music.md", "disk full path:notes/music.md", "disk full -path:notes/alarms.md",
			"orches*", "disk orches*", `disk "full disk"`, "disk full -staging", `disk full -"is full"`, "disk full -stag*",
			"-staging", `-"is full"`, "-stag*", "since:90d -staging",
		} {
			t.Run(fmt.Sprintf("%d/%s", others, question), func(t *testing.T) {
				q, err := lukasa.ParseQuery(question, asked)
				require.NoError(t, err)
				q.Floor, q.K = new(float64), 3
				a, err := m.Recall(ctx, q)
				require.NoError(t, err)
				require.Len(t, a.Hits, 1)
				require.Equal(t, numbered(1), a.Hits[0].Record.ID)
			})
		}
	}
}

// TestAsManyAsAsked: in an agent of whose records not all are candidates, there are
// as many hits as are wanted where as many fit.
func TestAsManyAsAsked(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	records := make([]lukasa.Experience, 1100)
	for i := range records {
		records[i] = lukasa.Experience{Kind: "fact", Session: fmt.Sprint(i), Content: fmt.Sprintf("Invoice %d of %s was paid to %s.", i, spell(i), spell(i/7))}
	}
	_, err := m.RetainAll(ctx, records)
	require.NoError(t, err)
	for _, q := range []lukasa.Query{{Text: "invoice paid"}, {}} {
		q.K, q.Floor = 200, new(float64)
		a, err := m.Recall(ctx, q)
		require.NoError(t, err)
		require.Equal(t, q.K, len(a.Hits))
	}
}

// spell makes a name of a number.
func spell(n int) string {
	syllables := [...]string{"ba", "ke", "lo", "mi", "nu", "pa", "re", "so", "ti", "vu"}
	name := ""
	for ; n > 0 || name == ""; n /= 10 {
		name += syllables[n%10]
	}
	return name
}

// TestMeaningAmongTheDemanded: records of a demanded entity that fail another
// condition do not take the places of those that meet it, in an agent of whose
// records not all are candidates.
func TestMeaningAmongTheDemanded(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	var all []lukasa.Experience
	add := func(content string, tags ...string) {
		all = append(all, lukasa.Experience{
			ID: numbered(len(all) + 1), Kind: "fact", Content: content, Tags: tags, Time: asked.Add(time.Duration(len(all)-3000) * time.Minute),
			Mentions: []lukasa.Mention{{Entity: "object:farm"}},
		})
	}
	add("Our dog barked all night.", "told")
	for i := range 150 {
		add(fmt.Sprintf("Puppy %d.", i))
	}
	for i := range 900 {
		add(fmt.Sprintf("Invoice %d was paid to the bank.", i), "told")
	}
	_, err := m.RetainAll(ctx, all)
	require.NoError(t, err)
	a, err := m.Recall(ctx, lukasa.Query{Text: "puppy", Entities: []lukasa.EntityKey{"object:farm"}, Tags: []string{"told"}, Floor: new(float64), K: 1})
	require.NoError(t, err)
	require.Len(t, a.Hits, 1)
	require.Equal(t, all[0].ID, a.Hits[0].Record.ID, a.Hits[0].Record.Content)
}

// TestBoundsBetweenMicroseconds: a bound that lies between the microseconds in which
// records are kept is no earlier one to recall than it is to find.
func TestBoundsBetweenMicroseconds(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	for i, at := range []time.Time{asked, asked.Add(time.Microsecond)} {
		_, err := m.Retain(ctx, lukasa.Experience{ID: numbered(i + 1), Kind: "message", Content: []string{"The lamp is on.", "The lamp broke."}[i], Time: at})
		require.NoError(t, err)
	}
	for _, c := range []struct {
		since, until time.Time
		want         []lukasa.ID
	}{
		{since: asked, want: []lukasa.ID{numbered(1), numbered(2)}},
		{since: asked.Add(1), want: []lukasa.ID{numbered(2)}},
		{since: asked.Add(time.Microsecond), want: []lukasa.ID{numbered(2)}},
		{until: asked},
		{until: asked.Add(1), want: []lukasa.ID{numbered(1)}},
		{until: asked.Add(time.Microsecond), want: []lukasa.ID{numbered(1)}},
	} {
		a, err := m.Recall(ctx, lukasa.Query{Text: "lamp", Since: c.since, Until: c.until, Floor: new(float64)})
		require.NoError(t, err)
		var recalled, found []lukasa.ID
		for _, h := range a.Hits {
			recalled = append(recalled, h.Record.ID)
		}
		page, err := m.Find(ctx, lukasa.Filter{Since: c.since, Until: c.until})
		require.NoError(t, err)
		for _, e := range page.Items {
			found = append(found, e.ID)
		}
		require.ElementsMatch(t, c.want, found, "found since %v until %v", c.since, c.until)
		require.ElementsMatch(t, c.want, recalled, "recalled since %v until %v", c.since, c.until)
	}
}
