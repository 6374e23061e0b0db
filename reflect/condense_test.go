package reflect

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/schema"
)

var condenseNow = time.Date(2025, 12, 12, 9, 0, 0, 0, time.UTC)

// old makes insight n of a category and topic, the higher n the newer; none was
// used within the last week.
func old(n int, category, topic string) schema.Experience {
	return schema.Experience{
		ID: schema.ID{15: byte(n), 14: byte(n >> 8)}, Kind: schema.KindInsight, Content: fmt.Sprintf("insight %d", n), Confidence: .5,
		Time:    condenseNow.Add(time.Duration(n) * time.Minute),
		Insight: &schema.Insight{User: "minh", Category: category, SubTopic: topic},
	}
}

// unlike scores everything as different but itself.
func unlike(e *schema.Experience, among []schema.Experience) []float64 {
	out := make([]float64, len(among))
	for i := range among {
		if among[i].ID == e.ID {
			out[i] = 1
		}
	}
	return out
}

func numbers(records []schema.Experience) []int {
	var out []int
	for _, e := range records {
		out = append(out, int(e.ID[14])<<8|int(e.ID[15]))
	}
	return out
}

func plan(insights []schema.Experience, target int) condensed {
	return condense(insights, target, condenseNow.Add(-7*24*time.Hour), unlike)
}

// TestFiveRules holds the plan to each rule of 001-13, and to the days that are
// preserved (001-07).
func TestFiveRules(t *testing.T) {
	habits := func(n int) (out []schema.Experience) {
		for i := range n {
			out = append(out, old(i, "habit", ""))
		}
		return out
	}
	t.Run("1 merges one category and topic, newest first, to the target", func(t *testing.T) {
		got := plan([]schema.Experience{
			old(1, "knowledge_gap", "Rule 15"), old(2, "knowledge_gap", " rule  15 "), old(3, "knowledge_gap", "Rule 13"),
			old(4, "habit", "Rule 15"), old(5, "knowledge_gap", "RULE 15"),
		}, 3)
		require.Len(t, got.merges, 1)
		require.Equal(t, []int{5, 2, 1}, numbers(got.merges[0]))
		require.Empty(t, got.archive)
	})
	t.Run("1 merges no more than it must", func(t *testing.T) {
		got := plan([]schema.Experience{old(1, "habit", "x"), old(2, "habit", "x"), old(3, "habit", "x"), old(4, "habit", "y")}, 3)
		require.Len(t, got.merges, 1)
		require.Equal(t, []int{3, 2}, numbers(got.merges[0]))
	})
	t.Run("2 drops the oldest", func(t *testing.T) {
		require.Equal(t, []int{0, 1}, numbers(plan(habits(5), 3).archive))
	})
	t.Run("3 keeps knowledge gaps and learning styles", func(t *testing.T) {
		list := append(habits(3), old(10, "knowledge_gap", "a"), old(11, "knowledge_gap", "b"), old(12, "learning_style", "c"), old(13, "learning_style", "d"))
		list[3].Time, list[4].Time = condenseNow.Add(-time.Hour), condenseNow.Add(-time.Hour)
		require.Equal(t, []int{0, 1}, numbers(plan(list, 5).archive))
	})
	t.Run("4 keeps what was used within seven days, and what must stay", func(t *testing.T) {
		list := habits(6)
		list[0].Usage.LastAccessed = condenseNow.Add(-6 * 24 * time.Hour)
		list[1].Usage.LastAccessed = condenseNow.Add(-8 * 24 * time.Hour)
		list[2].Permanent = true
		list[3].Pinned = true
		require.Equal(t, []int{1, 4}, numbers(plan(list, 4).archive))
		require.Equal(t, []int{1, 4, 5}, numbers(plan(list, 1).archive), "what must stay stays, whatever the target")
	})
	t.Run("5 keeps the last of a category", func(t *testing.T) {
		list := append(habits(3), old(20, "preference", ""), old(21, "goal_evolution", ""))
		list[3].Time, list[4].Time = condenseNow.Add(-time.Hour), condenseNow.Add(-time.Hour)
		require.Equal(t, []int{0, 1}, numbers(plan(list, 1).archive))
	})
	t.Run("5 drops what another says nearly first", func(t *testing.T) {
		got := condense(habits(4), 3, condenseNow, func(e *schema.Experience, among []schema.Experience) []float64 {
			out := unlike(e, among)
			for i := range among {
				if near := []int{2, 3}; slices.Contains(near, int(e.ID[15])) && slices.Contains(near, int(among[i].ID[15])) {
					out[i] = .65
				}
			}
			return out
		})
		require.Equal(t, []int{2}, numbers(got.archive))
	})
	t.Run("drops all of what would be merged where merging does not do", func(t *testing.T) {
		got := plan([]schema.Experience{old(1, "habit", "x"), old(2, "habit", "x"), old(3, "habit", "y"), old(4, "habit", "y")}, 1)
		require.Equal(t, []int{2, 1}, numbers(got.archive))
		require.Len(t, got.merges, 1)
		require.Equal(t, []int{4, 3}, numbers(got.merges[0]))
	})
	t.Run("what different scopes see is not merged", func(t *testing.T) {
		list := []schema.Experience{old(1, "habit", "x"), old(2, "habit", "x")}
		list[0].Scopes = []string{"team"}
		require.Empty(t, plan(list, 1).merges)
	})
}

// TestCondenseProperties: whatever the insights, the plan loses none of those
// that must stay, no category, names each record once, reaches the target if it
// can, and does not depend on the order (001-13).
func TestCondenseProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []schema.Experience
		for i := range rapid.IntRange(0, 60).Draw(t, "n") {
			e := old(i, rapid.SampledFrom(schema.InsightCategories()).Draw(t, "category"), rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "topic"))
			e.Permanent = rapid.IntRange(0, 9).Draw(t, "permanent") == 0
			if rapid.IntRange(0, 3).Draw(t, "used") == 0 {
				e.Usage.LastAccessed = condenseNow.Add(-time.Duration(rapid.IntRange(0, 14).Draw(t, "days")) * 24 * time.Hour)
			}
			list = append(list, e)
		}
		target := rapid.IntRange(1, 40).Draw(t, "target")
		got := plan(list, target)

		left, seen, categories := len(list), map[schema.ID]bool{}, map[string]bool{}
		note := func(e schema.Experience) {
			require.False(t, seen[e.ID], "named twice")
			seen[e.ID] = true
		}
		for _, group := range got.merges {
			left -= len(group) - 1
			for _, e := range group {
				note(e)
				require.False(t, kept(&e))
				require.Equal(t, group[0].Insight.Category, e.Insight.Category)
			}
			categories[group[0].Insight.Category] = true
		}
		for _, e := range got.archive {
			note(e)
			left--
			require.False(t, kept(&e))
			require.True(t, e.Usage.LastAccessed.Before(condenseNow.Add(-7*24*time.Hour)))
		}
		for _, e := range list {
			if !seen[e.ID] {
				categories[e.Insight.Category] = true
			}
		}
		for _, e := range list {
			require.True(t, categories[e.Insight.Category], "category %s is gone", e.Insight.Category)
		}
		require.GreaterOrEqual(t, left, min(target, len(list)), "more went than had to")

		shuffled := slices.Clone(list)
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		require.Equal(t, got, plan(shuffled, target))
	})
}
