package lexical_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/lexical"
)

// TestHolding: whatever is written, no record whose text holds the runs is
// missing from the sieve, and plain words sift exactly.
func TestHolding(t *testing.T) {
	pieces := []string{
		"disk", "DiskFull", "fsck", "cafe", "café", "cafe\u0301", "Kelvin", "\u212Aelvin", "İstanbul", "straße", "ＦＳＣＫ", "v0.11.3",
		"ERR_0x1F", "Phở", "đen", "don't", "文件disk损坏", "foo/bar.go:12", "ana@example.org", strings.Repeat("x", 254) + "disk",
		strings.Repeat("e\u0301", 84) + "xxdisk", "HTTPServerÉté", "the", "running", "läuft", " ", "-", "\u00ad", ".",
	}
	rapid.Check(t, func(t *rapid.T) {
		x, err := lexical.Open("", lexical.Options{})
		require.NoError(t, err)
		defer func() { _ = x.Close() }()
		texts := map[lexical.ID]string{}
		for i := range rapid.IntRange(1, 40).Draw(t, "records") {
			body := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 8).Draw(t, "body"), rapid.SampledFrom([]string{"", " "}).Draw(t, "between"))
			id := id(1 + i)
			texts[id] = body
			require.NoError(t, x.Put(lexical.Doc{ID: id, Body: body, Language: rapid.SampledFrom([]string{"", "en", "de", "vi"}).Draw(t, "language")}))
		}
		gone := id(rapid.IntRange(1, 40).Draw(t, "gone"))
		require.NoError(t, x.Delete(gone))
		delete(texts, gone)
		part := rapid.SampledFrom([]string{
			"disk", "isk", "f", "FSCK", "cafe", "café", "é", "e\u0301", "Kelvin", "\u212Aelvin", "i", "İstanbul", "istanbul", "0x1f", "ho", "Phở", "hở", "server", "Été",
			"t", "ß", "straß", "đen", "Đ", "ÄUFT", "文件", "件", "件disk", "损", "損", "disk损坏", "ＦＳ", "ana@example", "foo/bar.go:12", "don't",
		}).Draw(t, "part")
		sieve := x.Holding(lexical.Runs(part))
		if sieve == nil {
			return
		}
		found := map[lexical.ID]bool{}
		for _, id := range sieve.IDs() {
			require.Contains(t, texts, id)
			require.True(t, sieve.Has(id))
			found[id] = true
		}
		require.GreaterOrEqual(t, sieve.Len(), len(found))
		for id, body := range texts {
			holds := strings.Contains(strings.ToLower(body), strings.ToLower(part))
			require.True(t, found[id] || !holds, "%q holds %q", body, part)
		}
	})
}

// TestHoldingSifts: words that few records have leave few records, and words
// that most have leave all.
func TestHoldingSifts(t *testing.T) {
	x, err := lexical.Open("", lexical.Options{})
	require.NoError(t, err)
	defer func() { _ = x.Close() }()
	for i := range 100 {
		require.NoError(t, x.Put(lexical.Doc{ID: id(1 + i), Body: fmt.Sprintf("the server %d said ErrTimeout%d", i%10, i)}))
	}
	require.NoError(t, x.Put(lexical.Doc{ID: id(200), Body: strings.Repeat("longword", 12)}))
	sieve := x.Holding([]string{"timeout42"})
	require.Equal(t, []lexical.ID{id(43)}, sieve.IDs())
	require.True(t, sieve.Has(id(43)))
	require.False(t, sieve.Has(id(44)))
	require.NoError(t, x.Put(lexical.Doc{ID: id(201), Body: "quán Phở bò gần hồ"}))
	require.NoError(t, x.Put(lexical.Doc{ID: id(202), Body: "保存文件时出错"}))
	require.Equal(t, []lexical.ID{id(201)}, x.Holding(lexical.Runs("phở")).IDs())
	require.Equal(t, []lexical.ID{id(202)}, x.Holding(lexical.Runs("存文件")).IDs())
	require.Empty(t, x.Holding(lexical.Runs("文出")).IDs())
	require.Nil(t, x.Holding([]string{"erv"}))
	require.Nil(t, x.Holding(nil))
	require.Empty(t, x.Holding([]string{"erv", "nowhere"}).IDs())
}

// TestHoldingAmongManyWords: among so many words that they are looked up by what their parts are, none that may hold a run is
// passed over, whether it was met before the first question or after it.
func TestHoldingAmongManyWords(t *testing.T) {
	x, err := lexical.Open("", lexical.Options{})
	require.NoError(t, err)
	defer func() { _ = x.Close() }()
	odd := []string{"DiskFull", "caf\u00e9", "\u212Aelvin", "\uff26\uff33\uff23\uff2b", strings.Repeat("x", 254) + "disk", strings.Repeat("e\u0301", 84) + "xxdisk", "\u0111i\u1ec7n"}
	texts := map[lexical.ID]string{}
	put := func(n int) {
		body := fmt.Sprintf("w%dq %x %s%d", n, n*2654435761, odd[n%len(odd)], n%997)
		texts[id(n)] = strings.ToLower(body)
		require.NoError(t, x.Put(lexical.Doc{ID: id(n), Body: body}))
	}
	check := func(run string) {
		sieve := x.Holding([]string{run})
		if sieve == nil {
			return // too common to sift by
		}
		for id, text := range texts {
			require.True(t, sieve.Has(id) || !strings.Contains(text, run), "%q holds %q", text, run)
		}
	}
	for n := 1; n <= 4000; n++ {
		put(n)
	}
	check("w123q")
	for n := 4001; n <= 6000; n++ {
		put(n)
	}
	for _, run := range []string{"w5999q", "123", "99q", "skfull7", "kelvin42", "caf", "fsck100", "disk55", "9", "ab", "abc", "nowhere", "xxdisk1"} {
		check(run)
	}
	require.Equal(t, []lexical.ID{id(5123)}, x.Holding([]string{"w5123q"}).IDs(), "what holds it, and none else")
}

// TestRuns: what can be looked up of a text, and what cannot.
func TestRuns(t *testing.T) {
	for part, want := range map[string][]string{
		"Disk is full": {"disk", "is", "full"},
		"v0.11":        {"v0", "11"},
		"Phở bò":       {"pho", "bo"},
		"e\u0301a":     {"e", "a"},
		"文":            {"文"},
		"存文件":          {"存文", "文件"},
		"disk文件full":   {"disk", "文件", "full"},
		"диск":         nil,
		":-)":          nil,
		"":             nil,
	} {
		require.Equal(t, want, lexical.Runs(part), part)
	}
}
