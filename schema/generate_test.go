package schema_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/schema"
)

// generator draws the parts of valid objects.
type generator struct{ t *rapid.T }

func (g generator) text(label string) string {
	return g.draw(label, func(s string) bool { return strings.TrimSpace(s) != "" })
}

func (g generator) maybe(label string) string {
	return g.draw(label, func(string) bool { return true })
}

func (g generator) draw(label string, want func(string) bool) string {
	return rapid.String().Filter(func(s string) bool { return want(s) && !strings.Contains(s, "\x00") }).Draw(g.t, label)
}

func (g generator) texts(label string) []string {
	n := rapid.IntRange(0, 3).Draw(g.t, label+" count")
	var list []string
	for range n {
		list = append(list, g.text(label))
	}
	return list
}

func (g generator) bool(label string) bool { return rapid.Bool().Draw(g.t, label) }

func (g generator) int(label string, low, high int) int {
	return rapid.IntRange(low, high).Draw(g.t, label)
}

func (g generator) unit(label string) float64 {
	return rapid.Float64Range(1e-300, 1).Draw(g.t, label)
}

var (
	firstMicro = time.Date(schema.MinYear, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()
	lastMicro  = time.Date(schema.MaxYear+1, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro() - 1
)

func (g generator) time(label string) time.Time {
	return time.UnixMicro(rapid.Int64Range(firstMicro, lastMicro).Draw(g.t, label)).UTC()
}

func (g generator) maybeTime(label string) time.Time {
	if g.bool(label + " set") {
		return g.time(label)
	}
	return time.Time{}
}

// span draws a range of two times that may each be open.
func (g generator) span(label string) (from, to time.Time) {
	from, to = g.maybeTime(label+" from"), g.maybeTime(label+" to")
	if !to.IsZero() && to.Before(from) {
		from, to = to, from
	}
	return from, to
}

func (g generator) id(label string) schema.ID {
	var id schema.ID
	copy(id[:], rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(g.t, label))
	id[15] |= 1 // never zero
	return id
}

// ids draws different ids, none of them self.
func (g generator) ids(label string, self schema.ID) []schema.ID {
	var list []schema.ID
	for range g.int(label+" count", 0, 3) {
		if id := g.id(label); id != self && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

func (g generator) name(label string) string {
	return rapid.StringMatching(`[a-z][a-z0-9_]{0,20}`).Draw(g.t, label)
}

func (g generator) entity(label string) schema.EntityKey {
	return schema.EntityKey(g.name(label+" type") + ":" + g.text(label+" name"))
}

func pick[T any](g generator, label string, list ...T) T {
	return rapid.SampledFrom(list).Draw(g.t, label)
}

// value draws a JSON value in the form in which it is read back.
func (g generator) value(depth int) any {
	switch n := g.int("value", 0, 6); {
	case n == 0:
		return nil
	case n == 1:
		return g.bool("bool")
	case n == 2:
		return json.Number(rapid.StringMatching(`-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?`).Draw(g.t, "number"))
	case n == 3 && depth > 0:
		list := []any{}
		for range g.int("elements", 0, 3) {
			list = append(list, g.value(depth-1))
		}
		return list
	case n == 4 && depth > 0:
		return map[string]any(g.object(depth - 1))
	}
	return g.maybe("string")
}

func (g generator) object(depth int) schema.Metadata {
	m := schema.Metadata{}
	for range g.int("members", 0, 3) {
		m[g.maybe("key")] = g.value(depth)
	}
	return m
}

func (g generator) metadata() schema.Metadata {
	if m := g.object(3); len(m) > 0 {
		return m
	}
	return nil
}

func (g generator) raw() json.RawMessage {
	data, err := json.Marshal(g.value(3))
	if err != nil {
		g.t.Fatal(err)
	}
	return data
}

// experience draws a valid record of any kind with any of its fields.
func (g generator) experience() schema.Experience {
	e := schema.Experience{ID: g.id("id"), Kind: pick(g, "kind", schema.Kinds()...)}
	e.Agent, e.Session, e.Speaker = g.text("agent"), g.maybe("session"), g.maybe("speaker")
	if e.Kind == schema.KindExperience {
		e.Context, e.Action, e.Outcome, e.Content = g.text("context"), g.text("action"), g.text("outcome"), g.maybe("content")
	} else {
		e.Context, e.Content = g.maybe("context"), g.text("content")
	}
	e.Summary = g.maybe("summary")
	e.Version = g.int("version", 1, schema.MaxCount)
	e.Status = pick(g, "status", schema.StatusActive, schema.StatusAging, schema.StatusSuperseded, schema.StatusInvalidated, schema.StatusArchived)
	e.Time, e.TimeEnd = g.span("time")
	e.Recorded, e.Updated = g.span("recorded")
	e.ValidFrom, e.ValidTo = g.span("valid")
	e.Importance, e.Quality = g.int("importance", 1, 10), schema.Quality(g.int("quality", 1, 5))
	e.QualityReason, e.Confidence = g.maybe("quality reason"), g.unit("confidence")
	e.Category = pick(g, "category", schema.Categories()...)
	e.Persona = pick(g, "persona", schema.PersonaPersonal, schema.PersonaTechnical, schema.PersonaSocial)
	e.Tags, e.Scopes, e.Pinned, e.Metadata = g.texts("tag"), g.texts("scope"), g.bool("pinned"), g.metadata()
	e.Source = schema.Source{
		CreatedBy: g.maybe("created by"), MessageIDs: g.texts("message id"), MessageCount: g.int("messages", 0, 9),
		Path: pick(g, "path", "", "memory/2026-02-26.md"), Line: g.int("line", 0, 9), Inferred: g.bool("inferred"),
	}
	e.Source.LineEnd = e.Source.Line + g.int("lines", 0, 9)
	g.references(&e)
	e.Resolved = schema.Resolved{Date: g.maybeTime("resolved"), Person: g.maybe("person"), Location: g.maybe("location")}
	e.Verification = schema.Verification{Verified: g.bool("verified"), By: g.maybe("verified by"), At: g.maybeTime("verified"), Count: g.int("verifications", 0, 9)}
	e.ExpiresAt, e.Permanent = g.maybeTime("expires"), g.bool("permanent")
	e.TTL = pick(g, "ttl", "", schema.TTLSession, schema.TTLNever)
	e.Usage = schema.Usage{LastAccessed: g.maybeTime("accessed"), AccessCount: g.int("accesses", 0, 9), Reinforced: g.int("reinforced", 0, 9)}
	g.payload(&e)
	e.SetDefaults(noon, newID)
	return e
}

func (g generator) references(e *schema.Experience) {
	if e.Parent = g.id("parent"); e.Parent == e.ID {
		e.Parent = schema.ID{}
	}
	e.Related, e.Supersedes = g.ids("related", e.ID), g.ids("superseded", e.ID)
	for _, id := range g.ids("evidence", e.ID) {
		e.Evidence = append(e.Evidence, schema.Evidence{
			ID: id, Stance: pick(g, "stance", schema.StanceSupports, schema.StanceContradicts, schema.StanceSummarises), Weight: g.unit("weight"), Time: g.time("evidenced"),
		})
	}
	for _, id := range g.ids("similar", e.ID) {
		e.Similar = append(e.Similar, schema.Similarity{ID: id, Score: g.unit("score")})
	}
	for i := range g.int("tellings", 0, 3) {
		e.Tellings = append(e.Tellings, schema.Telling{Session: g.maybe("telling") + strconv.Itoa(i), Time: g.time("told"), Founded: g.bool("founded")})
	}
	for range g.int("mentions", 0, 3) {
		start := g.int("start", 0, 9)
		e.Mentions = append(e.Mentions, schema.Mention{
			Entity: g.entity("mention"), Text: g.maybe("mention text"), Start: start, End: start + g.int("length", 0, 9),
			Role: pick(g, "role", schema.RoleMention, schema.RoleSubject, schema.RoleObject), Confidence: g.unit("mention confidence"),
			Coreference: g.bool("coreference"), Unsure: g.bool("unsure"),
		})
	}
	for range g.int("relations", 0, 2) {
		e.Relations = append(e.Relations, schema.Link{
			From: "a" + g.entity("from"), Type: schema.RelationType(g.name("relation")), To: "b" + g.entity("to"), Confidence: g.unit("relation confidence"),
		})
	}
}

func (g generator) payload(e *schema.Experience) {
	switch e.Kind {
	case schema.KindFact, schema.KindOpinion:
		if !g.bool("statement") {
			return
		}
		e.Statement = &schema.Statement{
			Subject: g.entity("subject"), Predicate: g.text("predicate"), PredicateType: g.maybe("predicate type"), Value: g.raw(),
			Factors:    schema.Factors{Base: g.unit("base"), Recency: rapid.Float64().Draw(g.t, "recency")},
			Reinforced: g.int("reinforced", 1, 9), ValidatedAt: g.maybeTime("validated"), Provenance: pick(g, "provenance", "", "episodic", "correction"),
		}
		if g.bool("object is an entity") {
			e.Statement.Entity, e.Statement.Value = g.entity("object"), nil
		}
	case schema.KindMessage:
		e.Message = &schema.Message{User: g.maybe("user"), Role: pick(g, "role", "", "user", "tool"), Intent: g.maybe("intent"), Language: pick(g, "language", "", "vi")}
	case schema.KindEpisode:
		e.Episode = &schema.Episode{User: g.maybe("user"), EventType: pick(g, "event type", "", "question"), Queries: g.texts("query"), Facts: g.texts("fact")}
	case schema.KindInsight:
		e.Insight = &schema.Insight{User: g.maybe("user"), Category: pick(g, "insight", "habit", "knowledge_gap"), SubTopic: g.maybe("topic"), Notes: g.texts("note")}
	case schema.KindUserFact:
		e.UserFact = &schema.UserFact{User: g.maybe("user"), Type: pick(g, "fact type", "name", "weakness")}
	case schema.KindSummary:
		e.Digest = &schema.Digest{User: g.maybe("user"), Scope: "topic", Identifier: g.maybe("identifier"), KeyFacts: g.texts("key fact"), Sessions: g.texts("session")}
		e.Digest.From, e.Digest.To = g.span("digest")
	}
}
