package names

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
)

// TestGuards shows each guard at work, and what it does not forbid (900-02).
func TestGuards(t *testing.T) {
	tests := []struct {
		a, typeA, b, typeB string
		veto               string
	}{
		{"SR-052", "", "SR-053", "", "digits differ"},
		{"Windows", "product", "Windows 11", "product", "digits differ"},
		{"Henry VII", "person", "Henry VIII", "person", "digits differ"},
		{"Station One", "place", "Station Two", "place", "digits differ"},
		{"Room ١٢", "", "Room 13", "", "digits differ"},
		{"Room ١٢", "", "Room 12", "", ""},
		{"Martin King Jr.", "person", "Martin King Sr.", "person", "suffixes differ"},
		{"Martin King Jr.", "person", "Martin King, Junior", "person", ""},
		{"Bosch GmbH", "company", "Bosch Ltd", "company", "company forms differ"},
		{"Müller GmbH & Co. KG", "company", "Müller GmbH", "company", "company forms differ"},
		{"Bosch GmbH", "company", "Bosch", "company", ""},
		{"Mercury", "planet", "Mercury", "project", "types differ"},
		{"Acme", "customer", "Acme", "company", ""},
		{"Acme", "thing", "Acme", "river", ""},
		{"ana@example.com", "", "anna@example.com", "", "identifiers differ"},
		{"@ana", "", "ana", "", ""},
		{"billing_api", "", "Billing API", "", ""},
	}
	for _, tt := range tests {
		l := Compare(Parse(tt.a, tt.typeA), Parse(tt.b, tt.typeB))
		require.Equal(t, tt.veto, l.Veto, "%s, %s", tt.a, tt.b)
		require.Equal(t, tt.veto == "", l.Score > .6, "%s, %s: %v", tt.a, tt.b, l)
	}
}

// TestOneSuffix: without the suffix nobody can be sure which of them it is.
func TestOneSuffix(t *testing.T) {
	l := Compare(Parse("Martin King", "person"), Parse("Martin King Jr.", "person"))
	require.Equal(t, unsure, l.Score)
}

// TestShortNamesNeverFuzzy: two short names that differ in a letter are two
// names (N3).
func TestShortNamesNeverFuzzy(t *testing.T) {
	letters := rapid.StringMatching(`[a-z]{1,4}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := letters.Draw(t, "a"), letters.Draw(t, "b")
		if a == b || shareName(a, b) || words().full[a] != nil || words().full[b] != nil {
			return
		}
		if l := Compare(Parse(a, "person"), Parse(b, "person")); l.Score > .4 {
			t.Fatalf("%s, %s: %v", a, b, l)
		}
	})
}

// TestDifferingDigits: whatever two names have in common, other digits make them
// others (900-02).
func TestDifferingDigits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stem := rapid.StringMatching(`[A-Za-zéđ ]{0,12}`).Draw(t, "stem")
		m, n := rapid.IntRange(0, 9999).Draw(t, "m"), rapid.IntRange(0, 9999).Draw(t, "n")
		if m == n {
			return
		}
		a, b := Parse(stem+" "+itoa(m), ""), Parse(stem+" "+itoa(n), "")
		if l := Compare(a, b); l.Score > 0 || l.Veto == "" {
			t.Fatalf("%q, %q: %v", a.Text, b.Text, l)
		}
	})
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

// TestHostileNames compares 500 hostile strings with themselves and their
// neighbours: nothing panics, a name is its own, and likeness goes both ways
// (N1, N5).
func TestHostileNames(t *testing.T) {
	var last *Form
	var x Index
	for _, s := range hostile.Strings() {
		f := Parse(s, "")
		require.Equal(t, 1.0, Compare(f, Parse(s, "")).Score, "%.50q", s)
		if last != nil {
			require.Equal(t, Compare(last, f).Score, Compare(f, last).Score, "%.50q, %.50q", last.Text, s)
		}
		x.Add(s, "")
		last = f
	}
	for i, s := range hostile.Strings() {
		if len(s) > 5000 {
			continue
		}
		f := Parse(s, "")
		found := x.Search(f, .99, mostCompared)
		require.True(t, hasName(found, i) || len(found) > 1 || f.joined == "", "%.50q: %v", s, found)
	}
}

func hasName(found []Match, n int) bool {
	for _, m := range found {
		if m.Name == n {
			return true
		}
	}
	return false
}

// TestSymmetry: likeness is the same either way round on every labelled pair
// (N1).
func TestSymmetry(t *testing.T) {
	for _, p := range readPairs(t) {
		require.Equal(t, Compare(p.a, p.b).Score, Compare(p.b, p.a).Score, "%s, %s", p.a.Text, p.b.Text)
	}
}

// TestIndexFindsWhatCompareAccepts: among many other names, every labelled pair
// that is alike is found from either side (N4).
func TestIndexFindsWhatCompareAccepts(t *testing.T) {
	var x Index
	pairs := readPairs(t)
	many := manyNames(20_000)
	for _, name := range many {
		x.Add(name, "")
	}
	at := make([]int, len(pairs))
	for i, p := range pairs {
		at[i] = x.Add(p.b.Text, p.b.Type)
	}
	for i, p := range pairs {
		want := Compare(p.a, p.b).Score
		if want < .6 || p.a.capital && len(p.a.joined) == 2 { // hundreds of the many have these initials, and none is surely meant
			continue
		}
		require.True(t, hasName(x.Search(p.a, .4, mostCompared), at[i]), "%s finds %s", p.a.Text, p.b.Text)
	}
	x.Remove(at[0])
	require.False(t, hasName(x.Search(pairs[0].a, .4, mostCompared), at[0]))
	require.Equal(t, len(many)+len(pairs)-1, x.Len())
}

// TestSearchLeavesNoTrace: a search answers as the one before it did, whether or
// not a name is kept parsed.
func TestSearchLeavesNoTrace(t *testing.T) {
	var x Index
	many := manyNames(2000)
	for _, name := range many {
		x.Add(name, "person")
	}
	var want [][]Match
	for _, name := range many[:50] {
		want = append(want, x.Search(Parse(name, "person"), .4, 10))
	}
	x.Add("Jonathan Harker", "person")
	for i := range x.names {
		x.names[i].form = nil
	}
	for i, name := range many[:50] {
		require.NotEmpty(t, want[i])
		require.Equal(t, want[i], x.Search(Parse(name, "person"), .4, 10))
	}
}

// manyNames makes names from syllables, none of them a real one.
func manyNames(n int) []string {
	syllables := []string{"ka", "lo", "mi", "ter", "von", "sha", "bur", "qui", "ned", "pol", "zan", "ri", "gol", "fen", "du", "hav"}
	word := func(i int) string {
		s := ""
		for range 3 {
			s += syllables[i%16]
			i = i/16 + i*7%16*5
		}
		return s
	}
	list := make([]string, n)
	for i := range list {
		list[i] = word(i*31+7) + " " + word(i*17+i/13)
	}
	return list
}

func BenchmarkCompare(b *testing.B) {
	x, y := Parse("Jonathan Harker", "person"), Parse("Jonathon A. Harker", "person")
	for b.Loop() {
		Compare(x, y)
	}
}

func BenchmarkParse(b *testing.B) {
	for _, c := range [...]struct{ typ, name string }{
		{"event", "quarterly planning meeting"},
		{"org", "Meridian Consulting Services Ltd"},
		{"person", "Dr. Jonathan A. Harker"},
	} {
		b.Run(c.typ, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Parse(c.name, c.typ)
			}
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	var x Index
	for _, name := range manyNames(50_000) {
		x.Add(name, "person")
	}
	f := Parse(manyNames(50_000)[777]+"x", "person")
	for b.Loop() {
		x.Search(f, .4, 10)
	}
}

func BenchmarkSearchCommon(b *testing.B) {
	var x Index
	for i, name := range manyNames(50_000) {
		if i%2 == 0 {
			name = "Nguyen Van " + name
		}
		x.Add(name, "person")
	}
	f := Parse("Nguyễn Văn Hùng", "person")
	for b.Loop() {
		x.Search(f, .4, 10)
	}
}

// TestLongNames: a name of very many words of any kind is read in linear time,
// and is its own (N5).
func TestLongNames(t *testing.T) {
	for _, word := range []string{"a.b. ", "3 June ", "北京大学 ", "الرحمن ", "x, AZ ", "PhD "} {
		name := strings.Repeat(word, 10_000)
		for _, typ := range []string{"person", "org", "location", ""} {
			f := Parse(name, typ)
			require.Equal(t, 1.0, Compare(f, f).Score, "%s, %s", word, typ)
		}
	}
}
