package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/text"
)

func keys(s string) string {
	var scan text.Scanner
	var out []string
	for scan.Reset(s); scan.Next(); {
		out = append(out, string(scan.Key()))
	}
	return strings.Join(out, "|")
}

func terms(key string, lang text.Lang) string {
	var out []string
	for _, t := range text.Expand(nil, key, lang) {
		out = append(out, t.Text)
	}
	return strings.Join(out, " ")
}

func TestScannerKeys(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                                     "",
		" ,.;!? ":                              "",
		"The disk is FULL.":                    "the|disk|is|full",
		"ERR_0x1F at v0.11.3":                  "err_0x1f|at|v0.11.3",
		"see foo/bar.go:12, then stop.":        "see|foo/bar.go:12|then|stop",
		"mail ana@example.com.":                "mail|ana@example.com",
		"https://example.com/a?x=1&y=2.":       "https://example.com/a?x=1&y=2",
		"call getUserName() on the HTTPServer": "call|getUserName|on|the|HTTPServer",
		"URLs, CPUs and IDs":                   "urls|cpus|and|ids",
		"C++ and C# or F# 1,000 x3":            "c++|and|c#|or|f#|1,000|x3",
		"don’t touch Ana's":                    "don't|touch|ana's",
		"'quoted' words--here":                 "quoted|words|here",
		"at 10:30 (noon): ok":                  "at|10:30|noon|ok",
		"Đặt hàng cà phê sữa":                  "đặt|hàng|cà|phê|sữa",
		norm.NFD.String("Đặt hàng cà phê"):     "đặt|hàng|cà|phê",
		"Straße in MÜNCHEN":                    "strasse|in|münchen",
		"L’avion d'Éric":                       "l'avion|d'éric",
		"绿茶":                                   "绿茶",
		"我喜欢绿茶。":                               "我喜|喜欢|欢绿|绿茶",
		"茶 and 茶":                              "茶|and|茶",
		"2025年11月":                             "2025|年|11|月",
		"ＡＢＣ１２":                                "abc12",
		"東京タワー":                                "東京|京タ|タワ|ワー",
		"ไทย":                                  "ไท|ทย",
		"a\xffb":                               "a|b",
	} {
		require.Equal(t, want, keys(in), "%q", in)
	}
	require.Equal(t, keys("한국어"), keys(norm.NFD.String("한국어")))
}

func TestScannerCutsLongRuns(t *testing.T) {
	t.Parallel()
	var scan text.Scanner
	n := 0
	for scan.Reset(strings.Repeat("é", 1000)); scan.Next(); n++ {
		require.LessOrEqual(t, len(scan.Key()), 256)
		require.True(t, utf8.Valid(scan.Key()))
	}
	require.Equal(t, 8, n)
}

func TestExpand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		key  string
		lang text.Lang
		want string
	}{
		{"deliveries", text.English, "deliveri"},
		{"ana's", text.English, "ana"},
		{"don't", text.English, "don't"},
		{"err_0x1f", text.English, "err_0x1f err 0x1f"},
		{"v0.11.3", text.English, "v0.11.3 v0 11 3 0.11.3"},
		{"foo/bar.go:12", text.English, "foo/bar.go:12 foo bar.go bar go 12"},
		{"ana@example.com", text.English, "ana@example.com ana example.com exampl com"},
		{"getUserNames", text.English, "getusernames get user name"},
		{"HTTPServer", text.English, "httpserver http server"},
		{"well-known", text.English, "well-known well known"},
		{"l'avion", text.French, "avion"},
		{"livraisons", text.French, "livraison"},
		{"lieferungen", text.German, "liefer"},
		{"lieferung", text.German, "liefer"},
		{"phê", text.Vietnamese, "phê"},
		{"绿茶", text.Chinese, "绿茶 绿 茶"},
		{"茶", text.Chinese, "茶"},
		{"2025", text.English, "2025"},
		{"running", text.Und, "running"},
	} {
		require.Equal(t, c.want, terms(c.key, c.lang), c.key)
	}
}

func TestPlain(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"cà phê sữa đá": "ca phe sua da", "étudiant": "etudiant", "münchen": "munchen", "disk": "disk", "绿茶": "绿茶",
		"søren": "soren", "पानी": "पानी",
	} {
		require.Equal(t, want, text.Plain(in))
	}
	tr, ok := text.Transcribed("müller")
	require.True(t, ok)
	require.Equal(t, "mueller", tr)
	_, ok = text.Transcribed("phê")
	require.False(t, ok)
}

// The analyser reads real sentences of the five languages the product promises.
func TestRealSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lang     text.Lang
		sentence string
		find     []string // words someone would search with
	}{
		{text.English, "The customer asked twice for deliveries on Fridays, not Mondays.", []string{"delivery", "friday", "customers", "ask"}},
		{text.German, "Der Kunde möchte die Lieferungen künftig freitags nach Köln, nicht montags.", []string{"Lieferung", "Kunden", "köln", "KÖLN"}},
		{text.French, "Le client préfère que les livraisons arrivent le vendredi à l’entrepôt.", []string{"livraison", "clients", "entrepôt", "préférer"}},
		{text.Vietnamese, "Khách hàng muốn giao hàng vào thứ sáu, không phải thứ hai.", []string{"khách", "giao hàng", "thứ sáu"}},
		{text.Chinese, "客户希望每周五送货，而不是周一。", []string{"客户", "送货", "周五"}},
	} {
		require.Equal(t, c.lang, text.Detect(c.sentence, text.Und), c.sentence)
		have := map[string]bool{}
		var scan text.Scanner
		for scan.Reset(c.sentence); scan.Next(); {
			for _, term := range text.Expand(nil, string(scan.Key()), c.lang) {
				have[term.Text] = true
			}
		}
		for _, word := range c.find {
			for scan.Reset(word); scan.Next(); {
				require.True(t, have[text.Whole(string(scan.Key()), c.lang)], "%s: %s", c.sentence, word)
			}
		}
	}
}

func TestDetect(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]text.Lang{
		"what did we promise Gai Media about the delivery on Friday?": text.English,
		"disk full":                          text.Und,
		"likes tea":                          text.Und,
		"cà phê":                             text.Und,
		"Tôi sẽ gửi báo cáo cho anh ấy":      text.Vietnamese,
		"Ich habe das noch nicht gesehen":    text.German,
		"je ne sais pas où il est":           text.French,
		"no sé dónde está el informe":        text.Spanish,
		"eu não sei onde ele está":           text.Portuguese,
		"non so dove sia la relazione":       text.Italian,
		"ik weet niet waar het rapport is":   text.Dutch,
		"jag vet inte var rapporten är":      text.Swedish,
		"Я не знаю, где отчёт":               text.Russian,
		"我不知道报告在哪里":                          text.Chinese,
		"報告書はどこにありますか":                       text.Japanese,
		"보고서가 어디 있는지 모르겠어요":                  text.Korean,
		"git push --force origin main":       text.Und,
		"nem tudom, hol van a jelentés most": text.Hungarian,
	} {
		require.Equal(t, want, text.Detect(s, text.Und), s)
	}
	require.Equal(t, text.German, text.Detect("OK", text.German), "the fallback holds")
}

// A mark joins the letter that folding made, where it could not join the one before.
func TestFoldComposesWhatItMakes(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{"ß\u0301B": "s\u015bb", "H\u0331": "\u1e96", "ag\u0301": "a\u01f5", "STRASSE": "strasse"} {
		require.Equal(t, want, text.Fold(s))
		require.Equal(t, want, text.Fold(text.Fold(s)))
	}
}

// T1, T3 and T4.
func TestScannerProperties(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringOfN(rapid.SampledFrom([]rune("aB1_.:/@-'’ éÉßđ绿茶ーก้한\u0301\u0338\u1100\u1161,#+=?&")), 0, 60, -1)).Draw(t, "s")
		checkScan(t, s)
		require.Equal(t, keys(norm.NFC.String(s)), keys(norm.NFD.String(s)))
	})
}

func checkScan(t require.TestingT, s string) {
	var scan text.Scanner
	last := -1
	for scan.Reset(s); scan.Next(); {
		sp := scan.Span()
		require.Greater(t, sp.Start, last)
		require.Greater(t, sp.End, sp.Start)
		require.LessOrEqual(t, sp.End, len(s))
		require.NotEmpty(t, scan.Key())
		last = sp.Start
		key := string(scan.Key())
		for l := text.Und; l < text.NumLangs; l++ {
			got := text.Expand(nil, key, l)
			require.NotEmpty(t, got)
			require.Equal(t, text.Whole(key, l), got[0].Text)
		}
		require.Equal(t, text.Fold(key), text.Fold(text.Fold(key)))
	}
}

func FuzzScanner(f *testing.F) {
	for _, s := range []string{"", "ERR_0x1F v0.11.3", "Đặt hàng", "绿茶 L’avion", "a\xff\u0301b", "https://x.y/z?q=1", "HTTPServer"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		checkScan(t, s)
		text.Detect(s, text.Und)
		text.Fingerprint(s)
		for sp := range text.Sentences(s) {
			require.Less(t, sp.Start, sp.End)
		}
	})
}
