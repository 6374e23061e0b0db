package knowledge_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// TestClaimBears: a record bears on an opinion by an entity and words in common,
// and what turns the words round decides the side (003-20). Each line that bears
// stands beside one that is almost like it and does not.
func TestClaimBears(t *testing.T) {
	peter := []schema.Mention{{Entity: "person:peter", Text: "Peter"}}
	ana := []schema.Mention{{Entity: "person:ana", Text: "Ana"}}
	opinion := knowledge.OpinionOf("Peter likes short replies in the chat.", peter)
	const supports, contradicts, nothing = schema.StanceSupports, schema.StanceContradicts, schema.Stance("")
	for _, tt := range []struct {
		said  string
		about []schema.Mention
		want  schema.Stance
	}{
		{"Peter thanked for the short replies in the chat", peter, supports},
		{"Ana thanked for the short replies in the chat", ana, nothing},
		{"Ana thanked for the short replies in the chat", nil, nothing},
		{"Peter does not like short replies in the chat any more", peter, contradicts},
		{"Peter no longer likes short replies in the chat", peter, contradicts},
		{"Peter doesn't dislike short replies in the chat", peter, supports},
		{"Peter stopped liking short replies", peter, contradicts},
		{"Does Peter like short replies in the chat?", peter, nothing},
		{"Peter moved to Bristol in May", peter, nothing},
		{"Peter replies", peter, nothing},
		{"Peter", peter, nothing},
		{"", peter, nothing},
	} {
		got, bears := knowledge.ClaimOf(tt.said, tt.about).Bears(opinion)
		require.Equal(t, tt.want, got, tt.said)
		require.Equal(t, tt.want != nothing, bears, tt.said)
	}
	vietnamese := knowledge.OpinionOf("Minh thích uống trà xanh buổi sáng", []schema.Mention{{Entity: "person:minh", Text: "Minh"}})
	got, _ := knowledge.ClaimOf("Minh không thích trà xanh", []schema.Mention{{Entity: "person:minh", Text: "Minh"}}).Bears(vietnamese)
	require.Equal(t, contradicts, got)
}

// TestOpinionHears (003-20): what is told of what an opinion is of takes a side by what it judges, by which
// measure, and under which condition; what only mentions it takes none.
func TestOpinionHears(t *testing.T) {
	for _, tt := range []struct {
		opinion, said string
		want          schema.Stance
	}{
		{"The nightly backup job is unreliable.", "Nightly backup job died again", schema.StanceSupports},
		{"The nightly backup job is unreliable.", "The nightly backup ran for a month without a hitch", schema.StanceContradicts},
		{"The nightly backup job is unreliable.", "The nightly backup job runs at two", ""},
		{"The nightly backup job is unreliable.", "The weekly report job died again", ""},
		{"The nightly backup job is unreliable.", "Has the nightly backup job died again?", ""},
		{"The nightly backup job is unreliable.", "The nightly backup job is dull", ""},

		{"The soup at Zum Hirschen is delicious.", "Zum Hirschen's soup: everybody asked for seconds", schema.StanceSupports},
		{"The soup at Zum Hirschen is delicious.", "Left half of the soup at Zum Hirschen", schema.StanceContradicts},
		{"The soup at Zum Hirschen is delicious.", "The cake at Zum Hirschen was delicious", ""},
		{"The soup at Zum Hirschen is delicious.", "The soup at the Lamb was delicious", ""},
		{"Dr Moor's surgery is badly organised.", "Moor had lost our paperwork, chaos as usual", schema.StanceSupports},
		{"Quill, the notes app, is fast.", "Quill opens in no time", schema.StanceSupports},
		{"Quill, the notes app, is fast.", "Quill is slower than Pad", schema.StanceContradicts},
		{"Quill, the notes app, is fast.", "Pad is slower than Quill", schema.StanceSupports},
		{"Quill, the notes app, is fast.", "Quill was slow, but now it is fast", schema.StanceSupports},

		{"The east door jams when it rains.", "In the downpour the east door was stuck", schema.StanceSupports},
		{"The east door jams when it rains.", "The east door was stuck", ""},

		{"Ravi enjoys giving presentations.", "Ravi hated every minute of his talk", schema.StanceContradicts},
		{"Ravi enjoys giving presentations.", "Ravi hates cheese", ""},
		{"Mara prefers mornings for meetings.", "Mara likes to keep her mornings free", schema.StanceContradicts},

		{"Coffee keeps Jonas awake.", "Jonas had an espresso and lay awake", schema.StanceSupports},
		{"Coffee keeps Jonas awake.", "Jonas had an espresso and slept like a log", schema.StanceContradicts},
		{"Coffee keeps Jonas awake.", "Without coffee Jonas slept like a log", schema.StanceSupports},
		{"Coffee keeps Jonas awake.", "It makes no difference to Jonas whether he has coffee", schema.StanceContradicts},
		{"Coffee keeps Jonas awake.", "Jonas lay awake", ""},

		{"Copper tape keeps slugs off the beds.", "Three slugs sat inside the copper tape", schema.StanceContradicts},
		{"Copper tape keeps slugs off the beds.", "No slugs since the copper tape is there", schema.StanceSupports},
		{"Copper tape keeps slugs off the beds.", "Copper tape is sold in rolls", ""},

		{"Basil grows better on the sill than on the balcony.", "The basil on the sill is bushy, on the balcony it wilts", schema.StanceSupports},
		{"Basil grows better on the sill than on the balcony.", "The basil on the balcony is bushy, on the sill it wilts", schema.StanceContradicts},
		{"Basil grows better on the sill than on the balcony.", "The basil on the balcony is bushy", ""},

		{"The club starts its meetings with a song.", "The club does not start its meetings with a song", schema.StanceContradicts},
		{"The club starts its meetings with a song.", "The club starts its season on Monday at two in the boat house", ""},
	} {
		got, _ := knowledge.ClaimOf(tt.said, nil).Bears(knowledge.OpinionOf(tt.opinion, nil))
		require.Equal(t, tt.want, got, "%s | %s", tt.opinion, tt.said)
	}
}

// TestOpinionOfAnything: no words, of an opinion or told, are too odd to be weighed.
func TestOpinionOfAnything(t *testing.T) {
	word := rapid.SampledFrom([]string{"The", "Mr", "Quill", "is", "keeps", "off", "than", "when", "better", "slow", "not", "14", ",", "'s", "\xff"})
	rapid.Check(t, func(t *rapid.T) {
		text := func(of string) string {
			return strings.Join(rapid.SliceOf(rapid.OneOf(word, rapid.String())).Draw(t, of), " ")
		}
		claim, opinion := knowledge.ClaimOf(text("told"), nil), knowledge.OpinionOf(text("opinion"), nil)
		stance, bears := claim.Bears(opinion)
		require.Equal(t, bears, stance != "")
	})
}

func BenchmarkBears(b *testing.B) {
	opinion := knowledge.OpinionOf("The plum dumplings at Zum Hirschen are delicious.", nil)
	b.ReportAllocs()
	for b.Loop() {
		knowledge.ClaimOf("Had the plum dumplings at Zum Hirschen on Sunday, then ordered a second plate. No regrets.", nil).Bears(opinion)
	}
}

// TestStrongContradiction: two contradictions are small steps, the third in a row
// is a large one, and one that bears the opinion out breaks the row (003-20).
func TestStrongContradiction(t *testing.T) {
	list := func(sides string) (out []schema.Evidence) {
		for i, side := range sides {
			stance := schema.StanceSupports
			if side == '-' {
				stance = schema.StanceContradicts
			}
			out = append(out, schema.Evidence{ID: schema.ID{byte(i + 1)}, Stance: stance})
		}
		return out
	}
	at := func(sides string) float64 { return knowledge.Evolve(.8, list(sides)) }
	require.Equal(t, .8, at(""))
	require.InDelta(t, .77, at("+--"), .01)
	require.InDelta(t, .60, at("+---"), .01)
	require.Greater(t, at("-+--"), at("+---"), "a row is what counts")
	require.InDelta(t, at("+-"), .8, 1e-9)
}

// TestWeighInAnyWay: whatever evidence comes, changes sides and goes, an opinion
// stands as if what is left were all that was ever heard (003-19, 003-20, I8).
func TestWeighInAnyWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := schema.Experience{Kind: schema.KindOpinion, Confidence: .5}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			id := schema.ID{byte(rapid.IntRange(1, 5).Draw(t, "record"))}
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				knowledge.Unweigh(&o, id)
			case 1:
				knowledge.Weigh(&o, schema.Evidence{ID: id, Stance: schema.StanceSupports, Weight: .5})
			default:
				knowledge.Weigh(&o, schema.Evidence{ID: id, Stance: schema.StanceContradicts})
			}
		}
		require.InDelta(t, knowledge.Evolve(.5, o.Evidence), o.Confidence, 1e-9)
		left := o
		for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(o.Evidence)) {
			knowledge.Unweigh(&left, o.Evidence[i].ID)
		}
		require.Empty(t, left.Evidence)
		require.InDelta(t, .5, left.Confidence, 1e-9)
	})
}
