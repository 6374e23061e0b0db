package text_test

import (
	"hash/fnv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/text"
)

func TestFingerprint(t *testing.T) {
	t.Parallel()
	same := []string{"The customer wants café, on Friday!", "the  CUSTOMER wants " + norm.NFD.String("café") + " on friday", "THE customer - wants\ncafé on Friday."}
	for _, s := range same[1:] {
		require.Equal(t, text.Fingerprint(same[0]), text.Fingerprint(s), s)
	}
	for _, s := range []string{"", "The customer wants cafe on Friday", "Friday on café wants customer the", "The customer wants café on", "The customerwants café on Friday"} {
		require.NotEqual(t, text.Fingerprint(same[0]), text.Fingerprint(s), s)
	}
	require.NotEqual(t, text.Fingerprint("?!"), text.Fingerprint("!?"), "without words, the text itself counts")
}

func TestSimhash(t *testing.T) {
	t.Parallel()
	base := "The nightly backup of the billing database failed because the disk on the second server was full, and nobody had looked at the alert that was sent at four in the morning"
	near := strings.Replace(base, "second", "third", 1)
	far := "We agreed with the customer to deliver green tea every Friday before noon, unless it rains, in which case the driver calls her first and asks whether Saturday suits her"
	require.Zero(t, text.SimhashDistance(text.Simhash(base), text.Simhash(strings.ToUpper(base)+"!")))
	require.Less(t, text.SimhashDistance(text.Simhash(base), text.Simhash(near)), 14)
	require.Greater(t, text.SimhashDistance(text.Simhash(base), text.Simhash(far)), 18)
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"":                                   "",
		"One. Two! Three? Four":              "One.|Two!|Three?|Four",
		"See v0.11.3 of foo.go. It works.":   "See v0.11.3 of foo.go.|It works.",
		"J. Smith left. He said \"no.\" Bye": "J. Smith left.|He said \"no.\"|Bye",
		"1. First point\n2. Second point":    "1. First point|2. Second point",
		"approx. five, e.g. this one. Done.": "approx. five, e.g. this one.|Done.",
		"I saw Dr. Chen. Mrs. Ito left.":     "I saw Dr. Chen.|Mrs. Ito left.",
		"我喜欢茶。你呢？好！":                         "我喜欢茶。|你呢？|好！",
		"Xin chào. Tôi là An.":               "Xin chào.|Tôi là An.",
		"  \n\n  spaced  \n":                 "spaced",
	} {
		var got []string
		for sp := range text.Sentences(s) {
			got = append(got, s[sp.Start:sp.End])
		}
		require.Equal(t, want, strings.Join(got, "|"), s)
	}
}

// Counting in planes gives the majority that counting one by one gives.
func TestSimhashCountsAlike(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé]{1,8}`), 0, 300).Draw(t, "words")
		require.Equal(t, plainSimhash(words), text.Simhash(strings.Join(words, " ")))
	})
}

func plainSimhash(words []string) uint64 {
	var sums [64]int
	add := func(s string, weight int) {
		f := fnv.New64a()
		f.Write([]byte(s))
		h := f.Sum64()
		h = (h ^ h>>33) * 0xff51afd7ed558ccd
		h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
		h ^= h >> 33
		for b := range sums {
			sums[b] += weight * (2*int(h>>b&1) - 1)
		}
	}
	prev := ""
	for _, w := range words {
		w = string(text.AppendFold(nil, w))
		add(w, 1)
		add(w+"\x00"+prev, 2)
		prev = w
	}
	var out uint64
	for b, n := range sums {
		if n > 0 {
			out |= 1 << b
		}
	}
	return out
}
