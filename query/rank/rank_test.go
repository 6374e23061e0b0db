package rank

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/text/traits"
)

func load(t require.TestingT, name string) *Profile {
	p, err := Load(name)
	require.NoError(t, err)
	return p
}

func id(n int) (i ID) {
	i[15], i[14] = byte(n), byte(n>>8)
	return i
}

// chat is a small sequence: record 3 answers, record 2 asked.
func chat() []Candidate {
	out := make([]Candidate, 8)
	for i := range out {
		out[i] = Candidate{
			ID: id(i + 1), Session: fmt.Sprint(i / 4), Speaker: []string{"Ana", "Ben"}[i%2], Time: day(i),
			Words: Words{Own: 0.1, Around: 0.2, Length: 12}, Cosines: Cosines{Own: 0.1},
		}
		if i%4 > 0 {
			out[i].Prev = id(i)
		}
		if i%4 < 3 {
			out[i].Next = id(i + 2)
		}
	}
	out[2].Words = Words{Own: 6, Around: 9, Window: 7, Session: 2, Length: 14}
	out[2].Cosines = Cosines{Own: 0.6, WithPrevious: 0.6, Window: 0.5}
	out[2].Best = []float32{1, 0.8}
	out[1].Traits = traits.Traits{Asks: true, Questions: true}
	return out
}

func day(n int) time.Time { return time.Date(2026, 3, 1+n, 12, 0, 0, 0, time.UTC) }

func question() Question {
	q := Read("What did Ana promise the printers?", []string{"Ana", "Ben"}, Parties{})
	q.Words = []Word{{"promise", 2, 0, true}, {"printers", 3, 0, true}}
	q.Now = day(10)
	return q
}

func TestBestComesFirst(t *testing.T) {
	t.Parallel()
	for _, name := range Profiles() {
		p := load(t, name)
		zero := 0.0
		r := p.Rank(question(), chat(), Options{Floor: &zero, Explain: true})
		require.NotEmpty(t, r.Hits, name)
		if name != "source004" { // there recency outweighs meaning
			require.Equal(t, id(3), r.Hits[0].ID, name)
			require.Equal(t, 2, r.Hits[0].Index)
		}
	}
}

// TestChatHasWeightsOfItsOwn: where a user asks an agent of their talk, the user's own words count for more than among people.
func TestChatHasWeightsOfItsOwn(t *testing.T) {
	t.Parallel()
	p := load(t, "default")
	own := func(talk Parties) float64 {
		q := Read("What did I promise the printers?", []string{"user", "assistant"}, talk)
		q.Asked = []string{"user"} // however the question is read
		s := p.Signals(q, []Candidate{{ID: id(1), Speaker: "user"}, {ID: id(2), Speaker: "assistant"}})
		return p.scores(s)[0] - p.scores(s)[1]
	}
	people, chat := own(Parties{I: "user"}), own(Parties{I: "user", You: "assistant"})
	require.Greater(t, chat, people+1)
	require.InDelta(t, people, own(Parties{You: "assistant"}), 1e-9, "nobody is known who asks")
}

// 900-06: the tree adds up, for every profile.
func TestExplanationAddsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := load(t, rapid.SampledFrom(Profiles()).Draw(t, "profile"))
		zero := 0.0
		r := p.Rank(drawQuestion(t), drawCandidates(t), Options{Floor: &zero, Explain: true, K: 50})
		for _, h := range r.Hits {
			require.NotNil(t, h.Why)
			sum := 0.0
			for _, part := range h.Why.Parts {
				sum += part.Value
				require.InDelta(t, part.Calibrated*part.Weight, part.Value, 1e-9)
			}
			require.InDelta(t, h.Score, sum, 1e-9)
			require.InDelta(t, h.Score, h.Why.Value, 1e-9)
		}
	})
}

// K1 to K4.
func TestRankProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := load(t, rapid.SampledFrom(Profiles()).Draw(t, "profile"))
		q, candidates := drawQuestion(t), drawCandidates(t)
		k := rapid.IntRange(1, 20).Draw(t, "k")
		zero := 0.0
		r := p.Rank(q, candidates, Options{K: k, Floor: &zero})
		require.LessOrEqual(t, len(r.Hits), k)
		seen := map[ID]bool{}
		for _, h := range r.Hits {
			require.False(t, seen[h.ID], "a candidate twice")
			seen[h.ID] = true
			require.Equal(t, h.ID, candidates[h.Index].ID)
			require.False(t, math.IsNaN(h.Score) || math.IsNaN(h.Confidence))
			require.True(t, h.Confidence >= 0 && h.Confidence <= 1)
		}
		shuffled := rapid.Permutation(candidates).Draw(t, "shuffled")
		again := p.Rank(q, shuffled, Options{K: k, Floor: &zero})
		require.Equal(t, ids(r), ids(again), "the order of candidates matters")
	})
}

// TestPromising: what is left out of the word by word look is what the other
// signals speak least for, whatever the order of the candidates; a profile that
// does not rank in two passes leaves nothing out.
func TestPromising(t *testing.T) {
	t.Parallel()
	p := load(t, "default")
	candidates := chat()
	for i := range candidates {
		candidates[i].Best = nil
		candidates[i].Words.Own += float64(i)
	}
	best := func() (out []ID) {
		for _, i := range p.Begin(question(), candidates).Promising(3) {
			out = append(out, candidates[i].ID)
		}
		slices.SortFunc(out, func(a, b ID) int { return bytes.Compare(a[:], b[:]) })
		return out
	}
	want := best()
	require.Equal(t, []ID{id(3), id(5), id(7)}, want, "the one that answers, then what Ana said, by the words")
	slices.Reverse(candidates)
	require.Equal(t, want, best())
	for i := range candidates {
		candidates[i] = Candidate{ID: candidates[i].ID} // all alike
	}
	require.Equal(t, []ID{id(1), id(2), id(3)}, best(), "of equal ones the first by their IDs")
	require.Len(t, p.Begin(question(), candidates).Promising(100), len(candidates))
	require.Len(t, load(t, "rrf").Begin(question(), candidates).Promising(3), len(candidates))
}

func ids(r Result) []ID {
	var out []ID
	for _, h := range r.Hits {
		out = append(out, h.ID)
	}
	return out
}

func drawQuestion(t *rapid.T) Question {
	q := Read(rapid.SampledFrom([]string{
		"When did Ana leave?", "What books has Ben read?", "who", "", "How many cats do we both have?", "¿qué?",
	}).Draw(t, "text"), []string{"Ana", "Ben"}, Parties{I: "Ana"})
	q.Words = []Word{{"a", 1, 1, true}, {"b", rapid.Float64Range(0, 9).Draw(t, "idf"), rapid.Float64Range(0, 9).Draw(t, "rarity"), false}}
	if rapid.Bool().Draw(t, "dated") {
		q.Now, q.When = day(20), []Range{{From: day(3), To: day(5)}}
	}
	return q
}

func drawCandidates(t *rapid.T) []Candidate {
	n := rapid.IntRange(0, 40).Draw(t, "n")
	score := rapid.Float64Range(0, 20)
	out := make([]Candidate, n)
	for i := range out {
		out[i] = Candidate{
			ID: id(i + 1), Prev: id(rapid.IntRange(0, n).Draw(t, "prev")), Next: id(rapid.IntRange(0, n).Draw(t, "next")),
			Session: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "session"), Speaker: rapid.SampledFrom([]string{"Ana", "Ben", ""}).Draw(t, "who"),
			Class: Class(rapid.IntRange(0, 2).Draw(t, "class")), Importance: rapid.Float64Range(0, 10).Draw(t, "importance"),
			Confidence: rapid.Float64Range(0, 1).Draw(t, "confidence"), Time: day(rapid.IntRange(0, 30).Draw(t, "day")),
			Words:   Words{Own: score.Draw(t, "own"), Around: score.Draw(t, "around"), Length: rapid.IntRange(0, 400).Draw(t, "length")},
			Cosines: Cosines{Own: rapid.Float64Range(-1, 1).Draw(t, "cosine")},
			Simhash: rapid.Uint64Range(0, 9).Draw(t, "simhash"),
		}
		if rapid.Bool().Draw(t, "covered") {
			out[i].Best = []float32{rapid.Float32Range(0, 1).Draw(t, "best"), 0.5}
		}
	}
	return out
}

// 900-05: nothing rather than noise.
func TestFloorAnswersWithNothing(t *testing.T) {
	t.Parallel()
	p := load(t, "default")
	require.NotEmpty(t, p.Rank(question(), chat(), Options{}).Hits)

	foreign := Read("What does Zorblax think of Quenya?", []string{"Ana", "Ben"}, Parties{})
	foreign.Words = []Word{{"zorblax", 4, 0, false}, {"think", 1, 0, true}, {"quenya", 4, 0, false}}
	candidates := chat()
	for i := range candidates {
		candidates[i].Words, candidates[i].Cosines, candidates[i].Best = Words{Length: 12}, Cosines{Own: 0.05}, []float32{0.1, 0.2, 0.1}
	}
	r := p.Rank(foreign, candidates, Options{})
	require.True(t, r.Abstained)
	require.Empty(t, r.Hits)
	require.Less(t, r.Confidence, p.Floor.Least)

	zero := 0.0
	require.NotEmpty(t, p.Rank(foreign, candidates, Options{Floor: &zero}).Hits, "a floor of 0 always answers")
	require.False(t, p.Rank(foreign, nil, Options{}).Abstained, "without candidates there is nothing to abstain from")
}

func TestNearDuplicatesAreDropped(t *testing.T) {
	t.Parallel()
	p := load(t, "default")
	candidates := chat()
	for i := range candidates {
		candidates[i].Simhash = 0x5555 << (7 * i)
	}
	twin := candidates[2]
	twin.ID, twin.Prev, twin.Next = id(99), ID{}, ID{}
	twin.Simhash ^= 1
	r := p.Rank(question(), append(candidates, twin), Options{K: 20})
	require.Equal(t, 1, r.Duplicates)
	require.Len(t, r.Hits, len(candidates))
}

func TestListsSpreadOverSessions(t *testing.T) {
	t.Parallel()
	q := question()
	candidates := chat()
	for i := range candidates {
		candidates[i].Cosines.Own = 0.5 - 0.001*float64(i) // the first session a little ahead
	}
	p := load(t, "default")
	p.Select.SessionPenalty = 5
	q.List = true
	spread := p.Rank(q, candidates, Options{K: 4})
	sessions := map[string]int{}
	for _, h := range spread.Hits {
		sessions[candidates[h.Index].Session]++
	}
	require.Equal(t, map[string]int{"0": 2, "1": 2}, sessions)
}

// A tail is cut where hits are far less likely than the best, but not the first few; and only where a caller wants one.
func TestTailEndsWithWhatIsUnlikely(t *testing.T) {
	t.Parallel()
	p := load(t, "default")
	all := p.Rank(question(), chat(), Options{K: 8}).Hits
	require.Len(t, all, 8)
	for share, wanted := range map[float64]int{0: 8, 1e-300: 8, 1: 3, math.Exp(all[4].Score - all[0].Score - 1e-9): 5} {
		p.Select.Tail = share
		tail := p.Rank(question(), chat(), Options{K: 8, Tail: 3}).Hits
		require.Equal(t, all[:wanted], tail, "share %g", share)
		require.Equal(t, all, p.Rank(question(), chat(), Options{K: 8}).Hits)
	}
}

func TestPreciseKeepsWhatStandsOut(t *testing.T) {
	t.Parallel()
	r := load(t, "precise").Rank(question(), chat(), Options{K: 8})
	require.Len(t, r.Hits, 1)
	require.Equal(t, id(3), r.Hits[0].ID)
}

// 004-16: the weights of the source design, half-lives of 30 and 90 days, times confidence.
func TestSourceWeights(t *testing.T) {
	t.Parallel()
	p := load(t, "source004")
	now := day(90)
	candidate := func(class Class, days int, confidence float64) Candidate {
		return Candidate{
			ID: id(1), Class: class, Time: now.AddDate(0, 0, -days), Confidence: confidence, Entities: 0.5, Cosines: Cosines{Own: 0.8},
		}
	}
	for _, c := range []struct {
		class      Class
		days       int
		confidence float64
		want       float64
	}{
		{Summary, 0, 1, 0.6*0.8 + 0.3*0.5 + 0.1},
		{Semantic, 90, 1, 0.4*0.8 + 0.3*0.5 + 0.3*0.5},
		{Episodic, 30, 1, 0.3*0.8 + 0.2*0.5 + 0.5*0.5},
		{Semantic, 90, 0.5, 0.5 * (0.4*0.8 + 0.3*0.5 + 0.3*0.5)},
	} {
		r := p.Rank(Question{Now: now}, []Candidate{candidate(c.class, c.days, c.confidence)}, Options{})
		require.InDelta(t, c.want, r.Hits[0].Score, 1e-9, c)
	}
}

func TestRRF(t *testing.T) {
	t.Parallel()
	p, err := ParseProfile([]byte(`{"name":"x","fusion":"rrf","arms":{"words_own":1,"meaning_own":2},"rrf_k":10,"select":{"near_duplicate":-1},"floor":{"bias":0}}`))
	require.NoError(t, err)
	candidates := []Candidate{
		{ID: id(1), Words: Words{Own: 3}, Cosines: Cosines{Own: 0.2}},
		{ID: id(2), Words: Words{Own: 2}, Cosines: Cosines{Own: 0.9}},
		{ID: id(3)},
	}
	r := p.Rank(Question{}, candidates, Options{})
	require.Equal(t, []ID{id(2), id(1), id(3)}, ids(r))
	require.InDelta(t, 1.0/12+2.0/11, r.Hits[0].Score, 1e-9)
	require.InDelta(t, 1.0/11+2.0/12, r.Hits[1].Score, 1e-9)
	require.Zero(t, r.Hits[2].Score)
}

// Best filled in between the two steps counts as if it had been there, in whatever order the candidates are; and memory that
// another question gave back leaves no trace.
func TestBestIsFilledInLate(t *testing.T) {
	t.Parallel()
	p := load(t, "default")
	rapid.Check(t, func(t *rapid.T) {
		q, candidates := drawQuestion(t), drawCandidates(t)
		zero := 0.0
		o := Options{Floor: &zero, Explain: true, K: 50}
		want := p.Rank(q, candidates, o)
		late := slices.Clone(candidates)
		for i := range late {
			late[i].Best = nil
		}
		r := p.Begin(q, late)
		r.Promising(3)
		for i := range late {
			late[i].Best = candidates[i].Best
		}
		require.Equal(t, want, r.Rank(o))
		r.Release()
	})
}

func TestInputIsNotChanged(t *testing.T) {
	t.Parallel()
	candidates := chat()
	slices.Reverse(candidates)
	before := slices.Clone(candidates)
	load(t, "default").Rank(question(), candidates, Options{})
	require.Equal(t, before, candidates)
}

// What scaling takes for the hundredth best is what sorting finds there.
func TestGreatest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{0, 1})), 1, 300).Draw(t, "values")
		n := rapid.IntRange(1, len(values)).Draw(t, "n")
		sorted := slices.Clone(values)
		slices.Sort(sorted)
		require.Equal(t, sorted[len(sorted)-n], greatest(slices.Clone(values), n))
	})
}

// What another tells of the one asked about counts like what they say themselves, and is more evidence of an answer by the share
// that their name has.
func TestToldByAnother(t *testing.T) {
	t.Parallel()
	p, q, candidates := load(t, "default"), question(), chat()
	q.NameRarity = 5
	never := 0.0
	before := p.Rank(q, candidates, Options{K: 8, Floor: &never})
	candidates[5].Tells = true // by Ben
	after := p.Rank(q, candidates, Options{K: 8, Floor: &never})
	find := func(r Result) Hit {
		return r.Hits[slices.IndexFunc(r.Hits, func(h Hit) bool { return h.ID == id(6) })]
	}
	require.Greater(t, find(after).Score, find(before).Score+0.5)
	require.Greater(t, find(after).Confidence, find(before).Confidence)
}
