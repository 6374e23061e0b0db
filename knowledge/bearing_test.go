package knowledge_test

import (
	"math/rand/v2"
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
	opinion := knowledge.ClaimOf("Peter likes short replies in the chat.", peter)
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
	vietnamese := knowledge.ClaimOf("Minh thích uống trà xanh buổi sáng", []schema.Mention{{Entity: "person:minh", Text: "Minh"}})
	got, _ := knowledge.ClaimOf("Minh không thích trà xanh", []schema.Mention{{Entity: "person:minh", Text: "Minh"}}).Bears(vietnamese)
	require.Equal(t, contradicts, got)
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
