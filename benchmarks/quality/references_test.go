package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// referring is a pronoun or a description in a text: which named things it stands for, and where.
type referring struct {
	names      []string
	kind       string
	start, end int
}

var pointed = regexp.MustCompile(`\[([^=\]]+)=([^\]]*)\]`)

// point returns a line without its marks, and what they marked.
func point(line string) (text string, list []referring) {
	at := 0
	for _, m := range pointed.FindAllStringSubmatchIndex(line, -1) {
		text += line[at:m[0]]
		word := line[m[2]:m[3]]
		r := referring{kind: referringKind(word), start: len(text), end: len(text) + len(word)}
		if names := line[m[4]:m[5]]; names != "" {
			r.names = strings.Split(names, " & ")
		}
		list = append(list, r)
		text += word
		at = m[1]
	}
	return text + line[at:], list
}

func referringKind(word string) string {
	switch strings.ToLower(word) {
	case "he", "him", "his":
		return "he"
	case "she", "her", "hers":
		return "she"
	case "they", "them", "their", "theirs":
		return "they"
	case "it", "its":
		return "it"
	}
	return "description"
}

// references counts, by kind, what was linked of what refers, and which of it rightly.
type references map[string]*[3]int // linked, rightly, there

func (r references) of(kind string) *[3]int {
	if r[kind] == nil {
		r[kind] = &[3]int{}
	}
	return r[kind]
}

// count compares the mentions of a text with what in it refers, and returns what is wrong or missed.
func (r references) count(text string, mentions []lukasa.Mention, marks []referring) (odd []string) {
	left := make([][]string, len(marks))
	for i, x := range marks {
		r.of(x.kind)[2] += len(x.names)
		left[i] = x.names
	}
	for _, m := range mentions {
		if !m.Coreference {
			continue
		}
		kind := referringKind(m.Text)
		r.of(kind)[0]++
		i := slices.IndexFunc(marks, func(x referring) bool { return x.start == m.Start && x.end == m.End })
		at := -1
		if i >= 0 {
			at = slices.IndexFunc(left[i], func(name string) bool { return sameNamed(name, m.Entity.Name()) })
		}
		if at < 0 {
			odd = append(odd, "WRONG "+m.Text+" is "+string(m.Entity)+" in: "+text)
			continue
		}
		r.of(kind)[1]++
		left[i] = slices.Delete(slices.Clone(left[i]), at, at+1)
	}
	for i, x := range marks {
		for _, name := range left[i] {
			odd = append(odd, "missed "+text[x.start:x.end]+" = "+name+" in: "+text)
		}
	}
	return odd
}

// sameNamed tells whether one of two names has all words of the other.
func sameNamed(a, b string) bool {
	one, other := strings.Fields(strings.ToLower(a)), strings.Fields(strings.ToLower(b))
	if len(one) > len(other) {
		one, other = other, one
	}
	return !slices.ContainsFunc(one, func(w string) bool { return !slices.Contains(other, w) })
}

func (r references) total() (sum [3]int) {
	for _, x := range r {
		for i := range sum {
			sum[i] += x[i]
		}
	}
	return sum
}

// leastReferences is the precision and the recall that each split has at least.
var leastReferences = map[string][2]float64{
	"seen": {.98, .94},
	"held": {.96, .55},
}

// TestReferences: of the pronouns and descriptions in talks and notes that stand for something named, most are linked to it, and few to
// anything else (000-01, 004-04).
func TestReferences(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/mentions/references.txt")
	require.NoError(t, err)
	p, err := openProduct(t.Context(), false)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.close()) })
	splits := map[string]references{}
	var agent *lukasa.Memory
	split, session := "", ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		speaker, said, isMessage := strings.Cut(line, ": ")
		switch of, title, isTitle := strings.Cut(strings.TrimPrefix(line, "# "), " | "); {
		case strings.HasPrefix(line, "# ") && isTitle:
			split, session = of, title
			agent, err = p.mem.As(strings.ReplaceAll(title, " ", "-"))
			require.NoError(t, err)
			continue
		case !isMessage || strings.HasPrefix(line, "#"):
			continue
		}
		text, marks := point(said)
		record := p.hear(t, agent, session, speaker, text)
		if splits[split] == nil {
			splits[split] = references{}
		}
		for _, odd := range splits[split].count(text, record.Mentions, marks) {
			t.Log(session+": ", odd)
		}
	}
	share := func(a, b int) float64 { return float64(a) / float64(max(b, 1)) }
	for split, of := range splits {
		for _, kind := range []string{"he", "she", "they", "it", "description"} {
			x := of.of(kind)
			t.Logf("%s, %-11s %3d linked, precision %.3f, %3d there, recall %.3f", split, kind, x[0], share(x[1], x[0]), x[2], share(x[1], x[2]))
		}
		sum := of.total()
		precision, recall := share(sum[1], sum[0]), share(sum[1], sum[2])
		t.Logf("%s, together: precision %.3f, recall %.3f", split, precision, recall)
		require.GreaterOrEqual(t, precision, leastReferences[split][0], split)
		require.GreaterOrEqual(t, recall, leastReferences[split][1], split)
	}
}
