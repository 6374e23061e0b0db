package reflect_test

import (
	"context"
	"encoding/json"
	goreflect "reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// remains lists, for what is made anew, each field that it has as what it replaces
// had it. The others say something, name what is left, or are the store's own.
var remains = map[string]bool{
	"Agent": true, "Session": true, "Kind": true, "Speaker": true, "Status": true,
	"Time": true, "TimeEnd": true, "ValidFrom": true, "ValidTo": true,
	"Importance": true, "Quality": true, "Category": true, "Persona": true,
	"Tags": true, "Scopes": true, "Pinned": true, "Metadata": true, "Parent": true, "Related": true,
	"ExpiresAt": true, "Permanent": true, "TTL": true,

	"ID": false, "Version": false, "Hash": false, "Recorded": false, "Updated": false, "Similar": false, "Tellings": false, "Usage": false,
	"Context": false, "Action": false, "Outcome": false, "Content": false, "Summary": false, "Resolved": false,
	"QualityReason": false, "Confidence": false, "Verification": false, "Source": false,
	"Evidence": false, "Supersedes": false, "SupersededBy": false, "Mentions": false, "Relations": false,
	"Statement": false, "Message": false, "Episode": false, "Insight": false, "UserFact": false, "Digest": false,
}

// madeOf are ways in which a record comes to rest on two messages, so that it is made
// anew of the first when the second is forgotten, and what it then says.
var madeOf = map[string]struct {
	make func(t *testing.T, l *life, a, b schema.ID) schema.ID
	says string
}{
	"summary": {func(t *testing.T, l *life, a, b schema.ID) schema.ID {
		return l.retain(t, schema.Experience{
			Kind: schema.KindSummary, Content: "The plan of the ship is signed; the engine is broken.",
			Digest: &schema.Digest{Scope: "topic", Identifier: "ship"}, Evidence: summarised(a, b),
		})
	}, "ana: The plan of the ship is signed by Ana."},
	"episode": {func(t *testing.T, l *life, a, b schema.ID) schema.ID {
		return l.retain(t, schema.Experience{
			Kind: schema.KindEpisode, Content: "Ana said: The plan of the ship is signed. The engine is broken.",
			Episode: &schema.Episode{User: "ana", EventType: "statement"}, Evidence: summarised(a, b),
		})
	}, "On 2025-12-12 09:00:00 ana said: The plan of the ship is signed by Ana."},
	"insight that was updated": {func(t *testing.T, l *life, a, b schema.ID) schema.ID {
		e := insightOf("ana", "habit", "ships", "Ana signs plans")
		e.Evidence = supported(a)
		id := l.retain(t, e)
		_, err := l.writer.Update(context.Background(), tutor, id, 0, schema.Patch{
			Content: new("Ana signs plans, and the engine is broken"), Evidence: new(supported(a, b)),
		})
		require.NoError(t, err)
		return id
	}, "Ana signs plans"},
	"insight that was merged": {func(t *testing.T, l *life, a, b schema.ID) schema.ID {
		e := insightOf("ana", "habit", "ships", "Ana signs plans, and the engine is broken")
		first := insightOf("ana", "habit", "ships", "Ana signs plans")
		first.Evidence = supported(a)
		e.Supersedes = []schema.ID{l.retain(t, first)}
		e.Evidence = supported(e.Supersedes[0], b)
		return l.retain(t, e)
	}, "Ana signs plans"},
}

func (l *life) retain(t *testing.T, e schema.Experience) schema.ID {
	e.Agent = tutor
	done, err := l.writer.Retain(context.Background(), e)
	require.NoError(t, err)
	return done.ID
}

func (l *life) told(t *testing.T, words string) schema.ID {
	return l.retain(t, schema.Experience{Kind: schema.KindMessage, Content: words, Message: &schema.Message{User: "ana", Role: "user"}})
}

func summarised(ids ...schema.ID) (out []schema.Evidence) {
	for _, id := range ids {
		out = append(out, schema.Evidence{ID: id, Stance: schema.StanceSummarises})
	}
	return out
}

func supported(ids ...schema.ID) (out []schema.Evidence) {
	for _, id := range ids {
		out = append(out, schema.Evidence{ID: id, Stance: schema.StanceSupports})
	}
	return out
}

// TestMadeAnewIsKeptAsBefore: what is made anew because a source was forgotten is
// kept as what it replaces was, whatever a person had changed of that: as long, as
// prominent, in the same scopes and state (000-16, 900-07). Of each field there is,
// this says whether that holds.
func TestMadeAnewIsKeptAsBefore(t *testing.T) {
	ctx := context.Background()
	for name, made := range madeOf {
		t.Run(name, func(t *testing.T) {
			l := openLife(t, nil)
			a, b := l.told(t, "The plan of the ship is signed by Ana."), l.told(t, "The engine is broken again, says Bo.")
			parent, related := l.told(t, "The ship is the Carola."), l.told(t, "The yard is in Essen.")
			id := made.make(t, l, a, b)
			old, err := l.writer.Update(ctx, tutor, id, 0, schema.Patch{
				Session: new("monday"), Speaker: new("Ana"), Status: new(schema.StatusArchived),
				TimeEnd: new(l.now().Add(time.Hour)), ValidFrom: new(l.now()), ValidTo: new(l.now().Add(2 * time.Hour)),
				Importance: new(9), Quality: new(schema.QualityExcellent), Category: new(schema.CategoryEvent), Persona: new(schema.PersonaSocial),
				Tags: new([]string{"ship", "signed plan"}), Scopes: new([]string{"team:a"}), Pinned: new(true),
				Metadata: new(schema.Metadata{"ticket": "C-12"}), Parent: &parent, Related: new([]schema.ID{related}),
				ExpiresAt: new(l.now().Add(time.Minute)), TTL: new(schema.TTLWeek), Permanent: new(true),
			})
			require.NoError(t, err)
			l.advance(time.Hour)
			receipt, err := reflect.NewSteward(l.store, l.writer, l.reader).Forget(ctx, reflect.Erasure{Agent: tutor, IDs: []schema.ID{b}})
			require.NoError(t, err)
			require.Contains(t, receipt.Records, id)
			require.Len(t, receipt.Resummarised, 1)
			fresh := l.get(t, receipt.Resummarised[0])
			require.Equal(t, made.says, fresh.Content)
			require.Equal(t, 1, len(fresh.Evidence))
			was, is := goreflect.ValueOf(old), goreflect.ValueOf(fresh)
			for i := range was.NumField() {
				field := was.Type().Field(i).Name
				stays, decided := remains[field]
				require.True(t, decided, "%s: of which nobody has said whether it stays", field)
				if stays {
					require.NotZero(t, was.Field(i).Interface(), field)
					require.Equal(t, was.Field(i).Interface(), is.Field(i).Interface(), field)
				}
			}
			l.sound(t)
		})
	}
}

// TestMadeAnewLivesAsLong: what is made anew goes when what it replaces would have
// gone, and is not seen again where that had gone or was put away.
func TestMadeAnewLivesAsLong(t *testing.T) {
	ctx := context.Background()
	for name, made := range madeOf {
		for life, p := range map[string]schema.Patch{
			"day":       {TTL: new(schema.TTLDay)},
			"dated":     {ExpiresAt: new(newLife("").now().Add(time.Hour))},
			"never":     {TTL: new(schema.TTLNever)},
			"permanent": {Permanent: new(true)},
			"session":   {TTL: new(schema.TTLSession), Session: new("monday")},
			"expired":   {ExpiresAt: new(newLife("").now().Add(-time.Hour))},
			"archived":  {Status: new(schema.StatusArchived)},
		} {
			t.Run(name+", "+life, func(t *testing.T) {
				l := openLife(t, nil)
				a, b := l.told(t, "The plan of the ship is signed by Ana."), l.told(t, "The engine is broken again, says Bo.")
				old, err := l.writer.Update(ctx, tutor, made.make(t, l, a, b), 0, p)
				require.NoError(t, err)
				l.advance(time.Minute)
				done, err := reflect.NewSteward(l.store, l.writer, l.reader).Forget(ctx, reflect.Erasure{Agent: tutor, IDs: []schema.ID{b}})
				require.NoError(t, err)
				fresh := l.get(t, done.Resummarised[0])
				for _, days := range []int{0, 1, 7} {
					at := l.now().Add(time.Duration(days) * 24 * time.Hour)
					require.Equal(t, old.Expired(at), fresh.Expired(at), "after %d days", days)
				}
				require.Equal(t, old.Status, fresh.Status)
				ended, err := l.EndSession(ctx, tutor, "monday")
				require.NoError(t, err)
				require.Equal(t, life == "session", ended > 0)
			})
		}
	}
}

// TestMadeAnewSaysNothingOfWhatWent: what a summary was about stays only where what
// is left says it, in whatever words what went was summed up (I9).
func TestMadeAnewSaysNothingOfWhatWent(t *testing.T) {
	ctx := context.Background()
	l := openLife(t, nil)
	a, b := l.told(t, "Ana signed the plan of the ship."), l.told(t, "Ana and her husband live apart now.")
	id := l.retain(t, schema.Experience{
		Kind: schema.KindSummary, Content: "Ana signed the plan; she is getting divorced.", Evidence: summarised(a, b),
		Tags: []string{"plan", "Ana's divorce", "husband"}, Metadata: schema.Metadata{"about": "her husband"}, Speaker: "Ana",
		Source:   schema.Source{CreatedBy: "model", MessageCount: 2, MessageIDs: []string{a.String(), b.String()}, Path: "ana.md", Line: 3},
		Mentions: []schema.Mention{{Entity: "person:husband", Text: "husband"}}, Resolved: schema.Resolved{Person: "her husband"},
		Relations: []schema.Link{{From: "person:ana", Type: "parted_from", To: "person:husband"}}, Related: []schema.ID{b}, Parent: b,
	})
	_, err := l.Verify(ctx, reflect.Review{Agent: tutor, ID: id, By: "Ana", Reason: "so it is, my husband left"})
	require.NoError(t, err)
	done, err := reflect.NewSteward(l.store, l.writer, l.reader).Forget(ctx, reflect.Erasure{Agent: tutor, IDs: []schema.ID{b}, Purge: true})
	require.NoError(t, err)
	e := l.get(t, done.Resummarised[0])
	text, err := json.Marshal(e)
	require.NoError(t, err)
	require.NotRegexp(t, "husband|divorce|live apart", string(text))
	require.Equal(t, []string{"plan"}, e.Tags)
	require.Equal(t, "Ana", e.Speaker)
	require.Empty(t, e.Metadata)
	require.Empty(t, e.Relations)
	require.Zero(t, e.Resolved)
	require.Zero(t, e.Verification, "nobody has vouched for its words")
	require.Empty(t, e.Related)
	require.Zero(t, e.Parent)
	require.Equal(t, schema.Source{CreatedBy: "digest", MessageIDs: []string{a.String()}, MessageCount: 1}, e.Source)
}
