package acceptance

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/schema"
)

// world is a memory full of records of which a filter can tell every part.
type world struct {
	m       *lukasa.Memory
	now     time.Time
	records []lukasa.Experience
	parents []lukasa.ID // of some of the records of their agents
}

var worldAgents = []string{"ana", "bo", "cy"}

func newWorld(t *testing.T, n int) *world {
	ctx := context.Background()
	m, clock := openTest(t, lukasa.WithEmbedder(nil), lukasa.WithAgent("ana"))
	w := &world{m: m, now: clock.now()}
	r := rand.New(rand.NewPCG(4, 2))
	batch := make([]lukasa.Experience, n)
	for i := range batch {
		batch[i] = w.record(r, i)
	}
	done, err := m.RetainAll(ctx, batch)
	require.NoError(t, err)
	parents := map[string]lukasa.ID{}
	for i, d := range done {
		as, err := m.As(batch[i].Agent)
		require.NoError(t, err)
		if parent, ok := parents[batch[i].Agent]; !ok {
			parents[batch[i].Agent] = d.ID
			w.parents = append(w.parents, d.ID)
		} else if r.IntN(4) == 0 {
			_, err = as.Update(ctx, d.ID, 0, lukasa.Patch{Parent: &parent})
			require.NoError(t, err)
		}
		if r.IntN(3) == 0 {
			clock.advance(time.Millisecond)
			require.NoError(t, as.Touch(ctx, d.ID))
		}
	}
	w.now = clock.now()
	require.NoError(t, inside.Store(m).FlushUsage(ctx))
	for _, name := range worldAgents {
		as, err := m.As(name)
		require.NoError(t, err)
		for i, d := range done {
			if batch[i].Agent == name {
				e, err := as.Get(ctx, d.ID)
				require.NoError(t, err)
				w.records = append(w.records, e)
			}
		}
	}
	return w
}

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func (w *world) record(r *rand.Rand, i int) lukasa.Experience {
	e := lukasa.Experience{
		Agent:      pick(r, worldAgents...),
		Kind:       pick(r, schema.KindExperience, schema.KindMessage, schema.KindFact, schema.KindInsight, schema.KindUserFact),
		Session:    pick(r, "", "s1", "s2", "s3"),
		Speaker:    pick(r, "", "Ana", "Bo"),
		Time:       w.now.Add(-time.Duration(r.IntN(400)) * time.Hour), // many ties
		Importance: 1 + r.IntN(10),
		Quality:    schema.Quality(1 + r.IntN(5)),
		Confidence: float64(1+r.IntN(10)) / 10,
		Category:   pick(r, schema.CategoryFact, schema.CategoryDecision, schema.CategoryTask),
		Persona:    pick(r, schema.PersonaPersonal, schema.PersonaTechnical, schema.PersonaSocial),
		Status:     pick(r, schema.StatusActive, schema.StatusActive, schema.StatusActive, schema.StatusArchived, schema.StatusInvalidated),
		Permanent:  r.IntN(8) == 0,
	}
	words := fmt.Sprintf("record %d about %s", i, pick(r, "tea", "Kaffee", "Öl", "water"))
	switch e.Kind {
	case schema.KindExperience:
		e.Context, e.Action, e.Outcome = words, "did", "done"
	case schema.KindInsight:
		e.Content, e.Insight = words, &schema.Insight{Category: "habit", User: pick(r, "", "u1", "u2")}
	case schema.KindUserFact:
		e.Content, e.UserFact = words, &schema.UserFact{Type: "name", User: pick(r, "", "u1")}
	case schema.KindMessage:
		e.Content, e.Message = words, &schema.Message{User: pick(r, "u1", "u2"), Role: "user"}
	default:
		e.Content = words
	}
	for _, tag := range []string{"a", "b", "c"} {
		if r.IntN(3) == 0 {
			e.Tags = append(e.Tags, tag)
		}
	}
	if r.IntN(3) == 0 {
		e.Scopes = []string{pick(r, "x", "y")}
	}
	if r.IntN(2) == 0 {
		name := pick(r, "gai", "kai", "zed")
		e.Mentions = []lukasa.Mention{{Entity: lukasa.EntityKey("person:" + name), Text: strings.ToUpper(name) + " Media"}}
	}
	if r.IntN(3) == 0 {
		e.ExpiresAt = w.now.Add(time.Duration(r.IntN(80)-40) * time.Hour)
	}
	if r.IntN(3) == 0 {
		e.Resolved.Date = w.now.Add(-time.Duration(r.IntN(20)) * 24 * time.Hour)
	}
	if r.IntN(3) == 0 {
		e.Verification = schema.Verification{Verified: true, By: "ana", At: w.now, Count: 1}
	}
	if r.IntN(4) == 0 {
		e.TimeEnd = e.Time.Add(time.Duration(r.IntN(60)*r.IntN(60)) * 12 * time.Minute) // up to a month, some at once
	}
	if r.IntN(4) == 0 {
		e.Source.Path = pick(r, "notes.md", "bank/world.md")
	}
	return e
}

// wants says whether a filter wants a record, straight from the filter's
// documentation.
func wants(f *lukasa.Filter, e *lukasa.Experience, now time.Time) bool {
	has := func(ok bool) func(bool) bool { return func(asked bool) bool { return !asked || ok } }
	any := func(n int, ok bool) bool { return n == 0 || ok }
	expired := !e.ExpiresAt.IsZero() && e.ExpiresAt.Before(now) && !e.Permanent
	user := ""
	switch {
	case e.Message != nil:
		user = e.Message.User
	case e.Insight != nil:
		user = e.Insight.User
	case e.UserFact != nil:
		user = e.UserFact.User
	}
	text := strings.ToLower(e.Context + "\n" + e.Action + "\n" + e.Outcome + "\n" + e.Content + "\n" + e.Summary)
	tags := func(list []string) (n int) {
		for _, t := range list {
			if slices.Contains(e.Tags, t) {
				n++
			}
		}
		return n
	}
	mentions := func(ok func(lukasa.Mention) bool) bool { return slices.ContainsFunc(e.Mentions, ok) }
	live := e.Status == schema.StatusActive || e.Status == schema.StatusAging
	status := live
	if len(f.Statuses) > 0 {
		status = slices.Contains(f.Statuses, e.Status) || slices.Contains(f.Statuses, schema.StatusAging) && live && e.Aging(now)
	}
	scoped := len(e.Scopes) == 0 || slices.ContainsFunc(e.Scopes, func(s string) bool { return slices.Contains(f.Scopes, s) })
	date := e.Resolved.Date
	return slices.Contains(f.Agents, e.Agent) && status && expired == f.Expired &&
		(f.Since.IsZero() || !e.Time.Before(f.Since) || e.TimeEnd.After(f.Since)) && (f.Until.IsZero() || e.Time.Before(f.Until)) &&
		e.Importance >= f.MinImportance && e.Quality >= f.MinQuality && e.Confidence >= f.MinConfidence &&
		any(len(f.Kinds), slices.Contains(f.Kinds, e.Kind)) && any(len(f.Categories), slices.Contains(f.Categories, e.Category)) &&
		any(len(f.Personas), slices.Contains(f.Personas, e.Persona)) && any(len(f.Sessions), slices.Contains(f.Sessions, e.Session)) &&
		any(len(f.Speakers), slices.Contains(f.Speakers, saidBy(e))) && tags(f.Tags) == len(f.Tags) && any(len(f.AnyTags), tags(f.AnyTags) > 0) &&
		any(len(f.Scopes), scoped) &&
		has(mentions(func(m lukasa.Mention) bool { return m.Entity == f.Entity }))(f.Entity != "") &&
		has(mentions(func(m lukasa.Mention) bool {
			return strings.Contains(strings.ToLower(string(m.Entity)+"\n"+m.Text), strings.ToLower(f.EntityValue))
		}))(f.EntityValue != "") &&
		strings.Contains(text, strings.ToLower(f.Contains)) && has(e.Hash == f.Hash)(f.Hash != "") &&
		has(e.Source.Path == f.Path)(f.Path != "") && has(e.Parent == f.Parent)(f.Parent != lukasa.ID{}) && has(user == f.User)(f.User != "") &&
		has(e.Verification.Verified)(f.Verified) && has(!e.Verification.Verified)(f.Unverified || f.Review) &&
		has(e.Quality < schema.QualityFair)(f.Review) &&
		(f.AccessedSince.IsZero() || !e.Usage.LastAccessed.Before(f.AccessedSince)) &&
		(f.ResolvedFrom.IsZero() || !date.IsZero() && !date.Before(f.ResolvedFrom)) &&
		(f.ResolvedTo.IsZero() || !date.IsZero() && date.Before(f.ResolvedTo))
}

// saidBy is the speaker whom a filter means: the role of a message that names none.
func saidBy(e *lukasa.Experience) string {
	if e.Kind == schema.KindMessage && e.Speaker == "" {
		return e.Message.Role
	}
	return e.Speaker
}

// order compares two records in the order that a filter asks for.
func order(f *lukasa.Filter) func(a, b lukasa.Experience) int {
	byTime := func(at func(*lukasa.Experience) time.Time) func(a, b lukasa.Experience) int {
		return func(a, b lukasa.Experience) int {
			return cmp.Or(at(&a).Compare(at(&b)), bytes.Compare(a.ID[:], b.ID[:]))
		}
	}
	turn := func(c func(a, b lukasa.Experience) int, on bool) func(a, b lukasa.Experience) int {
		if !on {
			return c
		}
		return func(a, b lukasa.Experience) int { return c(b, a) }
	}
	switch {
	case !f.ResolvedFrom.IsZero() || !f.ResolvedTo.IsZero():
		date := turn(byTime(func(e *lukasa.Experience) time.Time { return e.Resolved.Date }), !f.OldestFirst)
		return func(a, b lukasa.Experience) int { return cmp.Or(cmp.Compare(b.Quality, a.Quality), date(a, b)) }
	case f.Review:
		return turn(byTime(func(e *lukasa.Experience) time.Time { return e.Time }), f.OldestFirst)
	case !f.AccessedSince.IsZero():
		return turn(byTime(func(e *lukasa.Experience) time.Time { return e.Usage.LastAccessed }), !f.OldestFirst)
	case f.Expired:
		return turn(byTime(func(e *lukasa.Experience) time.Time { return e.ExpiresAt }), f.OldestFirst)
	}
	return turn(byTime(func(e *lukasa.Experience) time.Time { return e.Time }), !f.OldestFirst)
}

func (w *world) find(f lukasa.Filter) []lukasa.ID {
	var out []lukasa.Experience
	for _, e := range w.records {
		if wants(&f, &e, w.now) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, order(&f))
	return idsOf(out)
}

func subset[T any](t *rapid.T, name string, from ...T) []T {
	return rapid.SliceOfN(rapid.SampledFrom(from), 1, 2).Draw(t, name)
}

// drawFilter draws a filter of a few conditions, at most one of which sets an
// order of its own.
func (w *world) drawFilter(t *rapid.T) lukasa.Filter {
	f := lukasa.Filter{Agents: subset(t, "agents", append(worldAgents, "nobody")...), OldestFirst: rapid.Bool().Draw(t, "oldest first")}
	ago := func(name string) time.Time {
		return w.now.Add(-time.Duration(rapid.IntRange(0, 400).Draw(t, name)) * time.Hour)
	}
	conditions := map[string]func(){
		"since":      func() { f.Since = ago("since") },
		"until":      func() { f.Until = f.Since.Add(time.Duration(rapid.IntRange(0, 400).Draw(t, "until")) * time.Hour) },
		"importance": func() { f.MinImportance = rapid.IntRange(1, 10).Draw(t, "importance") },
		"quality":    func() { f.MinQuality = schema.Quality(rapid.IntRange(1, 5).Draw(t, "quality")) },
		"confidence": func() { f.MinConfidence = rapid.Float64Range(0, 1).Draw(t, "confidence") },
		"kinds":      func() { f.Kinds = subset(t, "kinds", schema.KindExperience, schema.KindMessage, schema.KindSummary) },
		"categories": func() { f.Categories = subset(t, "categories", schema.CategoryFact, schema.CategoryTask) },
		"personas":   func() { f.Personas = subset(t, "personas", schema.PersonaPersonal, schema.PersonaSocial) },
		"sessions":   func() { f.Sessions = subset(t, "sessions", "", "s1", "s2", "none") },
		"speakers":   func() { f.Speakers = subset(t, "speakers", "", "Ana", "ana", "user") },
		"tags":       func() { f.Tags = subset(t, "tags", "a", "b", "none") },
		"any tags":   func() { f.AnyTags = subset(t, "any tags", "a", "c", "none") },
		"scopes":     func() { f.Scopes = subset(t, "scopes", "x", "none") },
		"entity": func() {
			f.Entity = lukasa.EntityKey(rapid.SampledFrom([]string{"person:gai", "person:none"}).Draw(t, "entity"))
		},
		"value":    func() { f.EntityValue = rapid.SampledFrom([]string{"ai", "MEDIA", "none", "%"}).Draw(t, "value") },
		"contains": func() { f.Contains = rapid.SampledFrom([]string{"TEA", "öl", "1", "none"}).Draw(t, "contains") },
		"hash":     func() { f.Hash = rapid.SampledFrom(w.records).Draw(t, "hash").Hash },
		"path":     func() { f.Path = rapid.SampledFrom([]string{"notes.md", "none.md"}).Draw(t, "path") },
		"parent":   func() { f.Parent = rapid.SampledFrom(w.parents).Draw(t, "parent") },
		"user":     func() { f.User = rapid.SampledFrom([]string{"u1", "u2", "none"}).Draw(t, "user") },
		"statuses": func() {
			f.Statuses = subset(t, "statuses", schema.StatusActive, schema.StatusArchived, schema.StatusAging)
		},
		"verified":   func() { f.Verified = true },
		"unverified": func() { f.Unverified, f.Verified = true, false },
	}
	names := make([]string, 0, len(conditions))
	for name := range conditions {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 3, rapid.ID).Draw(t, "conditions") {
		conditions[name]()
	}
	if f.Verified && f.Unverified {
		f.Verified = false
	}
	switch rapid.SampledFrom([]string{"", "", "expired", "review", "accessed", "resolved"}).Draw(t, "order") {
	case "expired":
		f.Expired = true
	case "review":
		f.Review, f.Verified = true, false
	case "accessed":
		f.AccessedSince = w.now.Add(-time.Duration(rapid.IntRange(0, 200).Draw(t, "accessed")) * time.Millisecond)
	case "resolved":
		f.ResolvedFrom = ago("from")
		f.ResolvedTo = f.ResolvedFrom.Add(time.Duration(rapid.IntRange(1, 400).Draw(t, "to")) * time.Hour)
	}
	if !f.Until.IsZero() && f.Until.Before(f.Since) {
		f.Until = f.Since
	}
	return f
}

// TestFindAgreesWithBruteForce asks thousands of filters of a memory and of a
// loop over its records, whole and page by page: the same records in the same
// order (000-11, 000-20 to 000-26, 001-17, 001-18, 002-06 to 002-10, 004-21, 004-22).
func TestFindAgreesWithBruteForce(t *testing.T) {
	w := newWorld(t, 600)
	fewer(t, 1000)
	rapid.Check(t, func(t *rapid.T) {
		f := w.drawFilter(t)
		want := w.find(f)
		require.Equal(t, want, idsOf(all(t, w.m, f)))
		f.Limit = rapid.IntRange(1, 50).Draw(t, "limit")
		got := []lukasa.ID{}
		for {
			page, err := w.m.Find(context.Background(), f)
			require.NoError(t, err)
			require.LessOrEqual(t, len(page.Items), f.Limit)
			got = append(got, idsOf(page.Items)...)
			if f.After = page.Next; f.After == "" {
				break
			}
			require.Len(t, page.Items, f.Limit)
		}
		require.Equal(t, want, got)
	})
}

// TestPagesWhileOthersWrite turns pages while records appear and go on either
// side: what was there from the first page to the last is shown exactly once.
func TestPagesWhileOthersWrite(t *testing.T) {
	ctx := context.Background()
	for _, oldest := range []bool{false, true} {
		m, clock := openTest(t, lukasa.WithEmbedder(nil))
		at := clock.now()
		var stays []lukasa.ID
		for i := range 60 {
			e := lived(fmt.Sprint("there ", i))
			e.Time = at.Add(time.Duration(i/2) * time.Minute)
			stays = append(stays, retain(t, m, e))
		}
		seen := map[lukasa.ID]int{}
		f := lukasa.Filter{Limit: 7, OldestFirst: oldest}
		for n := 0; ; n++ {
			page, err := m.Find(ctx, f)
			require.NoError(t, err)
			for _, e := range page.Items {
				seen[e.ID]++
			}
			for _, minute := range []int{-n - 1, n, 31 + n} {
				e := lived(fmt.Sprint("new ", n, minute))
				e.Time = at.Add(time.Duration(minute) * time.Minute)
				id := retain(t, m, e)
				if minute == n {
					_, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{id}})
					require.NoError(t, err)
				}
			}
			if f.After = page.Next; f.After == "" || n > 100 {
				break
			}
		}
		for _, id := range stays {
			require.Equal(t, 1, seen[id])
		}
		for id, n := range seen {
			require.Equal(t, 1, n, id)
		}
	}
}

func TestFiltersThatAreRefused(t *testing.T) {
	m, _ := openTest(t, lukasa.WithEmbedder(nil))
	nan := 0.0
	nan /= nan
	for field, f := range map[string]lukasa.Filter{
		"min_importance": {MinImportance: 11},
		"min_quality":    {MinQuality: -1},
		"min_confidence": {MinConfidence: nan},
		"limit":          {Limit: 1001},
		"until":          {Since: time.Unix(2, 0), Until: time.Unix(1, 0)},
		"verified":       {Verified: true, Unverified: true},
		"resolved_to":    {ResolvedFrom: time.Unix(2, 0), ResolvedTo: time.Unix(1, 0)},
		"kinds":          {Kinds: []schema.Kind{"dream"}},
		"categories":     {Categories: []schema.Category{"dream"}},
		"personas":       {Personas: []schema.Persona{"dream"}},
		"statuses":       {Statuses: []schema.Status{"dream"}},
		"after":          {After: "!"},
	} {
		_, err := m.Find(context.Background(), f)
		require.ErrorIs(t, err, lukasa.ErrQuery, field)
		require.ErrorContains(t, err, field)
	}
	_, err := m.Find(context.Background(), lukasa.Filter{ResolvedFrom: time.Unix(1, 0), After: "9x"})
	require.ErrorIs(t, err, lukasa.ErrQuery)
}

// TestUsedJustNowIsFound finds a use that was not yet written to the ledger
// (000-15, 000-23).
func TestUsedJustNowIsFound(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t, lukasa.WithEmbedder(nil))
	a, b := retain(t, m, lived("one")), retain(t, m, lived("two"))
	start := clock.now()
	for _, id := range []lukasa.ID{a, b} {
		clock.advance(time.Second)
		require.NoError(t, m.Touch(ctx, id))
	}
	page, err := m.Find(ctx, lukasa.Filter{AccessedSince: start})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{b, a}, idsOf(page.Items))
	require.Equal(t, 1, page.Items[0].Usage.AccessCount)
	require.ErrorIs(t, m.Touch(ctx, lukasa.ID{9}), lukasa.ErrNotFound)
}
