package claim

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
)

func judge(one, other string) Verdict {
	a, b := Read(one), Read(other)
	return Compare(&a, &b)
}

// pairs reads a file of pairs.
func pairs(t *testing.T, name string) (out [][2]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		if one, other, ok := strings.Cut(strings.TrimSpace(line), " | "); ok {
			out = append(out, [2]string{one, other})
		}
	}
	require.NotEmpty(t, out)
	return out
}

// TestSame (001-09, 900-09): figures, times, dates, short forms, the order of phrases and words that say the same make no other claim.
func TestSame(t *testing.T) {
	for _, p := range pairs(t, "same.txt") {
		require.Equal(t, Same, judge(p[0], p[1]), "%q", p)
		require.Equal(t, Same, judge(p[1], p[0]), "%q", p)
	}
}

// TestApart (001-09, 900-09): what differs in a word, or in who does what to whom, is never the same, nor does one hold the other.
func TestApart(t *testing.T) {
	for _, p := range pairs(t, "apart.txt") {
		require.Contains(t, []Verdict{Other, Changed}, judge(p[0], p[1]), "%q", p)
		require.Contains(t, []Verdict{Other, Changed}, judge(p[1], p[0]), "%q", p)
	}
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		one, other string
		want       Verdict
	}{
		{"Ana likes wine.", "Ana likes red wine.", More},
		{"Ana likes red wine", "Ana likes wine", Less},
		{"Ana likes tea", "Ana likes tea and coffee", More},
		{"Ana plays tennis", "Ana plays tennis with Leo", More},
		{"Thích học qua ví dụ", "Thích học qua ví dụ thực tế", More},
		{"Ana likes chocolate", "Ana likes chocolate cake", Other},
		{"Ana likes wine", "Ana's brother likes wine", Other},
		{"Ana likes wine", "Ana likes wine unless it is red", Other},
		{"Ana plays tennis", "Ana might play tennis", Other},
		{"The film is sad", "The end of the film is sad", Other},
		{"Our supplier is Ferri", "We switched suppliers from Ferri to Bo", Other},

		{"The rent is 900 euros", "The rent is 950 euros", Changed},
		{"The limit is 600 requests per minute", "The limit is 300 requests a minute", Changed},
		{"The shop opens at eight", "The shop opens at nine", Changed},
		{"The mare is due in April", "The mare is due in May", Changed},
		{"Guests may smoke", "Guests may not smoke", Changed},
		{"Ana likes olives", "Ana dislikes olives", Changed},
		{"Ana loves olives", "Ana hates olives", Changed},
		{"Ana is taller than Ben", "Ben is taller than Ana", Changed},
		{"Anna mag keine Hunde", "Anna mag Hunde", Changed},

		{"User confuses Rule 13 with Rule 14", "User confuses Rule 15 with Rule 14", Other}, // the name of a thing
		{"Cabin 12 sleeps four", "Cabin 14 sleeps four", Other},
		{"The ferry leaves at eight", "The ferry leaves at nine", Other}, // both may be so
		{"Olga can't come on Thursday", "Olga can't come on Friday", Other},
		{"Ana likes cats", "Ana likes dogs", Other},
		{"Ana owes Ben 5 euros", "Ben owes Ana 5 euros", Other},
		{"", "", Other},
		{"!", "?", Other},
	} {
		require.Equal(t, c.want, judge(c.one, c.other), "%q, %q", c.one, c.other)
	}
}

// TestRepeats measures the judgement on pairs that others wrote, the halves apart: how many that say the same are told, that none is told
// wrongly, and that what has changed is told rightly.
func TestRepeats(t *testing.T) {
	type level struct{ same, wrong, changed float64 }
	atLeast := map[string]level{"seen": {same: .33, changed: .9}, "held": {same: .17, changed: .9}}
	count := map[string]map[string]map[Verdict]int{}
	data, err := os.ReadFile("testdata/repeats.tsv")
	require.NoError(t, err)
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		require.Len(t, f, 4, line)
		split, label := f[0], f[1]
		if count[split] == nil {
			count[split] = map[string]map[Verdict]int{"same": {}, "changes": {}, "adds": {}, "other": {}}
		}
		count[split][label][judge(f[2], f[3])]++
	}
	for split, labels := range count {
		told := func(v Verdict) (n float64) {
			for _, verdicts := range labels {
				n += float64(verdicts[v])
			}
			return n
		}
		same := labels["same"]
		all := same[Same] + same[Other] + same[More] + same[Less] + same[Changed]
		recall := float64(same[Same]) / float64(all)
		wrong := (told(Same) - float64(same[Same])) / max(1, told(Same))
		changed := float64(labels["changes"][Changed]) / max(1, told(Changed))
		t.Logf("%s: same %.3f, wrongly the same %.3f; changed %.0f, of which right %.3f", split, recall, wrong, told(Changed), changed)
		require.GreaterOrEqual(t, recall, atLeast[split].same, split)
		require.LessOrEqual(t, wrong, max(.01, atLeast[split].wrong), split)
		require.GreaterOrEqual(t, changed, atLeast[split].changed, split)
	}
}

// TestAnyText: whatever two texts say, the judgement is the same from either side (M1), what says the same has one key (M2), and a text
// says what it says itself.
func TestAnyText(t *testing.T) {
	turned := map[Verdict]Verdict{Other: Other, Same: Same, Changed: Changed, More: Less, Less: More}
	said := rapid.SampledFrom(strings.Fields("Ana Ben owes likes is not no has of of the a and in to from 5 10:30 half past pm May 3rd € , . ? her never 's anymore at most thousand"))
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string {
			return strings.Join(rapid.SliceOfN(rapid.OneOf(said, rapid.String()), 0, 8).Draw(t, label), " ")
		}
		one, other := text("one"), text("other")
		require.Equal(t, turned[judge(one, other)], judge(other, one))
		a, b := Read(one), Read(other)
		if Compare(&a, &b) == Same {
			require.Equal(t, a.Key(), b.Key())
		}
		if a.Len() > 0 {
			require.Equal(t, Same, judge(one, one))
		}
	})
	for _, s := range hostile.Strings() {
		Read(s)
	}
}

// TestLongText (M3): what could make a long text slow to read, does not.
func TestLongText(t *testing.T) {
	for _, s := range []string{"of a ", "not anymore ", "five hundred and ", "thousand ", "Tom's ", "in the ", "a and b ", "half past "} {
		long := strings.Repeat(s, 20_000)
		a, b := Read(long), Read(long+" x "+s)
		Compare(&a, &b)
	}
}

func BenchmarkRead(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Read("The choir rehearses on Tuesdays at 7 pm in St Anne's hall, and the hall costs 25 euros an evening.")
	}
}

func BenchmarkCompare(b *testing.B) {
	b.ReportAllocs()
	one, other := Read("In the repo we use tabs and never more than 3 of them"), Read("We use tabs and never more than three of them in the repo")
	for b.Loop() {
		if Compare(&one, &other) != Same {
			b.Fatal("another claim")
		}
	}
}
