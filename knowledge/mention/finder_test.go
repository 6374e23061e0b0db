package mention

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
)

func finderOf(names ...string) *Finder {
	f := &Finder{}
	for i, name := range names {
		f.Add(name, uint32(i))
	}
	return f
}

// found lists the matches of a text as written.
func found(f *Finder, s string) []string {
	var out []string
	for _, m := range f.Find(nil, Read(s)) {
		out = append(out, s[m.Start:m.End])
	}
	return out
}

func TestFinder(t *testing.T) {
	tests := []struct {
		name  string
		known []string
		text  string
		want  []string
	}{
		{"whole words", []string{"Ana"}, "Ana ate a banana with Anaïs. ANA!", []string{"Ana", "ANA"}},
		{"possessive", []string{"Ana", "O'Brien"}, "Ana's and O’Brien's", []string{"Ana", "O’Brien"}},
		{"the longest", []string{"Gai", "Gai Media", "Media Group"}, "Gai Media Group, Gai", []string{"Gai Media", "Gai"}},
		{"no half of a longer one", []string{"Gai Media Group", "Media"}, "gai media", []string{"media"}},
		{"spacing", []string{"Gai Media"}, "gai-media, GAI  MEDIA; gai_media", []string{"gai-media", "GAI  MEDIA", "gai_media"}},
		{"not across a sign", []string{"Gai Media"}, "Gai, Media. Gai\nMedia (Gai) Media", nil},
		{"not across sentences", []string{"Peters Anna"}, "I saw Peters. Anna left", nil},
		{"abbreviations", []string{"Dr. An", "St Ives"}, "dr an, Dr. An and St. Ives", []string{"dr an", "Dr. An", "St. Ives"}},
		{"diacritics", []string{"Nguyễn Văn An", "Đà Nẵng"}, "nguyen van an o da nang, NGUYỄN VĂN AN", []string{"nguyen van an", "da nang", "NGUYỄN VĂN AN"}},
		{"decomposed", []string{"Café Zoë"}, "cafe\u0301 zoe\u0308", []string{"cafe\u0301 zoe\u0308"}},
		{"sharp s", []string{"Weiß GmbH"}, "WEISS GMBH", []string{"WEISS GMBH"}},
		{"full width", []string{"NTT"}, "ＮＴＴと", []string{"ＮＴＴ"}},
		{"languages", []string{"C", "C++", "C#"}, "C++ and C# and C.", []string{"C++", "C#", "C"}},
		{"Chinese", []string{"王伟", "北京", "北京大学"}, "我在北京大学见了王伟先生", []string{"北京大学", "王伟"}},
		{"one character is no name inside a text", []string{"王"}, "国王说, 王 说", []string{"王"}},
		{"Katakana is written in words", []string{"アン", "アンケート"}, "アンケートとアンさん", []string{"アンケート", "アン"}},
		{"Hangul takes particles", []string{"지민", "서울"}, "지민이 서울에서 유지민을", []string{"지민", "서울"}},
		{"Thai", []string{"สมชาย"}, "คุณสมชายไปตลาด", []string{"สมชาย"}},
		{"mixed", []string{"Ana"}, "我见了Ana先生", []string{"Ana"}},
		{"numbers", []string{"order 1042"}, "order 10425, order 1042.", []string{"order 1042"}},
		{"signs around a name", []string{"(Yahoo!)"}, "at Yahoo! now", []string{"Yahoo"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, found(finderOf(tt.known...), tt.text))
		})
	}
}

// TestFinderNames: a name says something, or is not kept.
func TestFinderNames(t *testing.T) {
	f := &Finder{}
	require.False(t, f.Add("", 1))
	require.False(t, f.Add("?! -", 1))
	require.False(t, f.Add(strings.Repeat("word ", MaxWords+1), 1))
	require.Empty(t, f.Find(nil, Read("?! - word word")))
	_, ok := f.Lookup("x")
	require.False(t, ok)
	f.Remove("x", 1)
	require.Zero(t, f.Len())
}

// TestFinderIsNaive compares the finder, as names come and go, with looking for
// every name at every word.
func TestFinderIsNaive(t *testing.T) {
	words := []string{"a", "b", "c"}
	phrase := rapid.SliceOfN(rapid.SampledFrom(words), 1, 4)
	rapid.Check(t, func(t *rapid.T) {
		f, model := &Finder{}, map[string][]uint32{}
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			name, id := strings.Join(phrase.Draw(t, "name"), " "), uint32(rapid.IntRange(0, 3).Draw(t, "id"))
			if at := slices.Index(model[name], id); at >= 0 {
				f.Remove(name, id)
				model[name] = slices.Delete(model[name], at, at+1)
			} else {
				require.True(t, f.Add(name, id))
				model[name] = append(model[name], id)
			}
		}
		text := rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(t, "text")
		var want, have [][]uint32
		for i := 0; i < len(text); {
			n := min(4, len(text)-i)
			for n > 0 && len(model[strings.Join(text[i:i+n], " ")]) == 0 {
				n--
			}
			if n > 0 {
				want = append(want, slices.Sorted(slices.Values(model[strings.Join(text[i:i+n], " ")])))
			}
			i += max(n, 1)
		}
		for _, m := range f.Find(nil, Read(strings.Join(text, " "))) {
			have = append(have, slices.Sorted(f.Bearers(m)))
		}
		require.Equal(t, want, have)
	})
}

func FuzzFinder(fuzz *testing.F) {
	for _, s := range hostile.Strings() {
		fuzz.Add(s, s)
	}
	fuzz.Add("Ana", "banana Ana")
	fuzz.Fuzz(func(t *testing.T, name, s string) {
		f := finderOf("Ana", name, "王伟")
		before := 0
		for _, m := range f.Find(nil, Read(s)) {
			require.True(t, before <= m.Start && m.Start < m.End && m.End <= len(s))
			require.True(t, !utf8.ValidString(s) || utf8.RuneStart(s[m.Start]) && (m.End == len(s) || utf8.RuneStart(s[m.End])))
			before = m.End
		}
		f.Remove(name, 1)
		f.Remove("Ana", 0)
		f.Remove("王伟", 2)
		require.Empty(t, f.Find(nil, Read(s)))
	})
}
