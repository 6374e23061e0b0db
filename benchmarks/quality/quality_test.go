package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/query/rank"
)

// two conversations of one session each, in the ways that files differ.
const sample = `[
 {"sample_id": "a", "conversation": {"session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": [
   {"speaker": "Ana", "dia_id": "D1:1", "text": "Hi Ben! I adopted a greyhound called Pixel last week.", "blip_caption": "a photo of a thin dog"},
   {"speaker": "Ben", "dia_id": "D1:2", "text": "Lovely! What does he eat?"},
   {"speaker": "Ana", "dia_id": "D1:3", "text": "Mostly salmon, he refuses everything else."}],
   "session_2_date_time": "2023-06-01", "session_2": [
   {"speaker": "Cem", "text": "I repaired the harpsichord in the chapel."},
   {"speaker": "Ben", "text": "Well done."}]},
  "qa": [
   {"question": "What is Ana's dog called?", "answer": "Pixel", "evidence": ["D1:1"], "category": 4},
   {"question": "What does Ana's dog eat?", "evidence": ["D1:3"], "category": "4"},
   {"question": "Who repaired the harpsichord?", "evidence": "D2:1; D9:9"},
   {"question": "Lost", "evidence": [], "category": 1}]},
 {"conversation": {"session_1": [
   {"speaker": "user", "dia_id": "D1:1", "text": "My flight to Oslo leaves on Tuesday at noon."},
   {"speaker": "assistant", "dia_id": "D1:2", "text": "Noted. Shall I book a taxi to the airport?"}]},
  "qa": [{"question": "Where am I flying to?", "evidence": ["D1:1"], "category": 4}]}
]`

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.json")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestRead(t *testing.T) {
	t.Parallel()
	all, err := Read(write(t, sample))
	require.NoError(t, err)
	require.Len(t, all, 2)
	a := all[0]
	require.Equal(t, []string{"Ana", "Ben", "Cem"}, a.Speakers)
	require.Len(t, a.Turns, 5)
	require.Equal(t, time.Date(2023, 5, 8, 13, 56, 0, 0, time.UTC), a.Turns[0].Time)
	require.Equal(t, "D2:1", a.Turns[3].ID, "turns without an id get one")
	require.Len(t, a.Probes, 3)
	require.Equal(t, 1, a.Skipped)
	require.Equal(t, map[string]bool{"D2:1": true}, a.Probes[2].Evidence)
	require.Equal(t, []int{4, 4, 0}, []int{a.Probes[0].Category, a.Probes[1].Category, a.Probes[2].Category})
	require.Equal(t, "user", all[1].User)
	require.True(t, all[1].Now().IsZero(), "dates are optional")

	one := strings.TrimSuffix(strings.TrimPrefix(strings.Split(sample, "\n {\"conversation\"")[0], "["), ",")
	all, err = Read(write(t, one))
	require.NoError(t, err)
	require.Len(t, all, 1, "a file may be a single conversation")

	for _, bad := range []string{"", "[", `[{"conversation":{"session_1":3}}]`} {
		_, err = Read(write(t, bad))
		require.Error(t, err, bad)
	}
}

func TestDateStyles(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"1:56 pm on 8 May, 2023", "1:56 PM on 8 May, 2023", "8 May 2023", "May 8, 2023", "2023-05-08", "2023/05/08 (Mon) 10:20",
		"2023-05-08T10:20:00Z", "May-8-2023",
	} {
		y, m, d := parseTime(s).Date()
		require.Equal(t, []int{2023, 5, 8}, []int{y, int(m), d}, s)
	}
	require.True(t, parseTime("some day").IsZero())
}

func sampleCases(t *testing.T) []*Case {
	t.Helper()
	all, err := Read(write(t, sample))
	require.NoError(t, err)
	cases, err := gather(context.Background(), engines{embedder: static.New()}, all)
	require.NoError(t, err)
	return cases
}

func TestEvidenceIsFound(t *testing.T) {
	t.Parallel()
	p, err := rank.Load("default")
	require.NoError(t, err)
	cases := sampleCases(t)
	for _, n := range []int{0, 2, 3} {
		first := ranked(p)(cases[n])[0]
		require.True(t, cases[n].gold(first), "%s: %s", cases[n].Probe.Question, cases[n].Agent.Turn(first))
	}
	rows := Table(cases, ranked(p))
	require.InDelta(t, 1, total(rows).Recall, 0)
	require.Greater(t, total(rows).NDCG, 0.85)
	require.Equal(t, 4, total(rows).Questions)
}

func TestFigures(t *testing.T) {
	t.Parallel()
	c := sampleCases(t)[0]
	c.Probe = &Probe{Evidence: map[string]bool{"D1:1": true, "D1:3": true, "D2:1": true}}
	recall, ndcg, hit := figures(c, []rank.ID{recordID(1), recordID(0), recordID(2)})
	require.InDelta(t, 2.0/3, recall, 1e-9)
	require.InDelta(t, (1/math.Log2(3)+1/math.Log2(4))/(1+1/math.Log2(3)+1/math.Log2(4)), ndcg, 1e-9)
	require.Zero(t, hit)
	recall, ndcg, hit = figures(c, nil)
	require.Zero(t, recall+ndcg+hit)
}

func TestFitFindsTheTellingColumn(t *testing.T) {
	t.Parallel()
	var groups []group
	for i := range 40 {
		g := group{gold: make([]float64, 5), held: make([]float64, 5)}
		for j := range 5 {
			telling := float32(0)
			if j == i%5 {
				telling, g.gold[j] = 1, 1
			}
			g.rows = append(g.rows, []float32{telling, float32((i*7 + j*3) % 4), 1})
		}
		groups = append(groups, g)
	}
	w := fit(groups, 3)
	require.Greater(t, w[0], 2.0)
	require.InDelta(t, 0, w[1], 0.3)
	require.InDelta(t, 0, w[2], 1e-6, "a constant tells nothing")
	gradient := make([]float64, 3)
	listwise(groups, w, gradient)
	require.Less(t, product(gradient, gradient), 1e-4, "not a minimum")

	for i := range groups {
		for j, row := range groups[i].rows {
			groups[i].held[j] = w[0] * float64(row[0])
		}
	}
	require.Less(t, fit(groups, 3)[0], w[0]/3, "what is held tells most of it")
}

// TestTrainHolds: what users ask an agent teaches the weights of chats alone.
func TestTrainHolds(t *testing.T) {
	t.Parallel()
	shape, err := rank.Load("default")
	require.NoError(t, err)
	cases := sampleCases(t)
	all, err := Read("testdata/kinds/change.txt")
	require.NoError(t, err)
	chats, err := gather(t.Context(), engines{embedder: static.New()}, all)
	require.NoError(t, err)
	without, err := train(shape, cases, nil)
	require.NoError(t, err)
	with, err := train(shape, cases, chats)
	require.NoError(t, err)
	require.Equal(t, without.First, with.First)
	chat := rank.IfChat.String()
	require.NotEqual(t, without.Weights[chat], with.Weights[chat])
	require.Greater(t, with.Weights[chat]["said"], 0.0, "users tell of themselves")
	for gate, w := range without.Weights {
		if gate != chat {
			require.Equal(t, w, with.Weights[gate], gate)
		}
	}
}

func TestFloorThatKeeps(t *testing.T) {
	t.Parallel()
	var vs []verdict
	for i := range 100 {
		vs = append(vs, verdict{hits: 1, confidence: float64(i) / 100}, verdict{foreign: true, confidence: float64(i) / 200})
	}
	require.InDelta(t, 0.03, floorThatKeeps(vs, 0.97), 1e-9)
	a := abstention(vs, 0.25)
	require.InDelta(t, 0.97, a.KeptHits, 1e-9)
	require.InDelta(t, 0.06, a.Silent, 1e-9)
	require.InDelta(t, 0.75, a.ProfileKeptHits, 1e-9)
	require.InDelta(t, 0.5, a.ProfileSilent, 1e-9)
}

func TestRecut(t *testing.T) {
	t.Parallel()
	all, err := Read(write(t, sample))
	require.NoError(t, err)
	long := Recut(all)
	require.NotEmpty(t, long)
	require.Equal(t, "a as Ana", long[0].ID)
	require.Equal(t, "a", long[0].Group, "cross-validation leaves both out")
	require.Equal(t, []string{"What is my dog called?", "What does my dog eat?"},
		[]string{long[0].Probes[0].Question, long[0].Probes[1].Question})
	require.Contains(t, long[0].Turns[0].Text, "Mostly salmon")
	require.Equal(t, fmt.Sprint(Recut(all)), fmt.Sprint(long), "the same each time")
}

// Young memories are parts of one session, each with the questions that it answers alone.
func TestYoung(t *testing.T) {
	t.Parallel()
	all, err := Read(write(t, sample))
	require.NoError(t, err)
	got := map[string][]string{}
	for _, c := range Young(all, 2) {
		for _, p := range c.Probes {
			got[c.ID] = append(got[c.ID], p.Question)
		}
		require.LessOrEqual(t, len(c.Turns), 2)
	}
	require.Equal(t, map[string][]string{
		"a from D1:1": {"What is Ana's dog called?"}, "a from D1:3": {"What does Ana's dog eat?"},
		"a from D2:1": {"Who repaired the harpsichord?"}, "conversation-2 from D1:1": {"Where am I flying to?"},
	}, got)
	require.Len(t, Young(all, 3)[0].Probes, 2)
}

func TestRunPrintsEveryFigure(t *testing.T) {
	t.Parallel()
	var text, figures bytes.Buffer
	path := write(t, sample)
	misses := filepath.Join(t.TempDir(), "misses.txt")
	require.NoError(t, run(context.Background(), Options{Data: path, Profile: "default", Misses: misses}, &text))
	require.Contains(t, text.String(), "cross-validated by conversation")
	require.FileExists(t, misses)
	require.NoError(t, run(context.Background(), Options{Data: path, Profile: "default", JSON: true, Quick: true}, &figures))
	var r Report
	require.NoError(t, json.Unmarshal(figures.Bytes(), &r))
	require.Equal(t, 7, r.Turns)
	require.InDelta(t, 1, total(r.Tables["profile default"]).Recall, 0)

	text.Reset()
	require.NoError(t, run(context.Background(), Options{Data: "nonesuch.json", Profile: "default"}, &text))
	require.Contains(t, text.String(), "skipped: data not present")
}

// Each conversation is a part of its own as long as there are few, and no part is empty when there are many.
func TestParts(t *testing.T) {
	t.Parallel()
	for groups, want := range map[int]int{1: 1, 5: 5, folds: folds, 3*folds + 1: folds} {
		var cases []*Case
		for i := range groups {
			c := &Conversation{Group: fmt.Sprint(i)}
			cases = append(cases, &Case{Conversation: c}, &Case{Conversation: c})
		}
		size := map[int]int{}
		for _, part := range parts(cases) {
			size[part]++
		}
		require.Len(t, size, want, groups)
		for part, n := range size {
			require.Less(t, part, want)
			require.LessOrEqual(t, n, groups/want+1)
		}
	}
}
