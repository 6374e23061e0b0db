package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// named is a named thing in a text: which one, and where.
type named struct {
	id         string
	start, end int
}

var wrapped = regexp.MustCompile(`\[\[([^|\]]+)\|([^\]]+)\]\]`)

// unwrap returns a line without its wrappings, and what they wrapped.
func unwrap(line string) (text string, things []named) {
	at := 0
	for _, m := range wrapped.FindAllStringSubmatchIndex(line, -1) {
		text += line[at:m[0]]
		things = append(things, named{line[m[2]:m[3]], len(text), len(text) + m[5] - m[4]})
		text += line[m[4]:m[5]]
		at = m[1]
	}
	return text + line[at:], things
}

// linking counts what was linked of what is named, and which of it was taken for one.
type linking struct {
	found, right, there  int
	links                [][2]string // of the dialogue so far: the thing, and the entity that it was linked to
	same, joined         int         // pairs of one thing; those linked to one entity
	different, confusion int         // pairs of two; those linked to one
}

// count compares the mentions of a text with what it names.
func (l *linking) count(mentions []lukasa.Mention, things []named) {
	l.there += len(things)
	for _, m := range mentions {
		if m.Coreference || m.End == 0 {
			continue
		}
		l.found++
		for i, x := range things {
			if m.Start < x.end && x.start < m.End {
				l.right++
				l.pair(x.id, string(m.Entity))
				things = append(things[:i:i], things[i+1:]...)
				break
			}
		}
	}
}

func (l *linking) pair(thing, entity string) {
	for _, other := range l.links {
		one := other[1] == entity
		switch {
		case other[0] == thing && one:
			l.same, l.joined = l.same+1, l.joined+1
		case other[0] == thing:
			l.same++
		case one:
			l.different, l.confusion = l.different+1, l.confusion+1
		default:
			l.different++
		}
	}
	l.links = append(l.links, [2]string{thing, entity})
}

// hear has an agent retain what somebody says a minute after what was said before, and returns the record.
func (p *frontDoor) hear(t *testing.T, agent *lukasa.Memory, session, speaker, text string) lukasa.Experience {
	t.Helper()
	p.now = p.now.Add(time.Minute)
	done, err := agent.Retain(t.Context(), lukasa.Experience{Kind: "message", Content: text, Speaker: speaker, Session: session, Time: p.now})
	require.NoError(t, err)
	record, err := agent.Get(t.Context(), done.ID)
	require.NoError(t, err)
	return record
}

// TestMentions: of what talks, logs and notes name, most is linked without a model, and what is linked is named there; parts of a name
// are linked to whom the whole was said of (004-02).
func TestMentions(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/mentions/dialogues.txt")
	require.NoError(t, err)
	p, err := openProduct(t.Context(), false)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.close()) })
	var sum linking
	var agent *lukasa.Memory
	session := ""
	for line := range strings.Lines(string(data)) {
		speaker, said, isMessage := strings.Cut(strings.TrimSpace(line), ": ")
		switch dialogue, isDialogue := strings.CutPrefix(strings.TrimSpace(line), "## "); {
		case isDialogue:
			session, sum.links = dialogue, nil
			agent, err = p.mem.As(dialogue)
			require.NoError(t, err)
			continue
		case !isMessage || strings.HasPrefix(line, "#"):
			continue
		}
		text, things := unwrap(said)
		record := p.hear(t, agent, session, speaker, text)
		sum.count(record.Mentions, things)
	}
	share := func(a, b int) float64 { return float64(a) / float64(b) }
	t.Logf("%d named, %d linked: precision %.3f, recall %.3f; %.3f of the pairs of one thing linked to one entity, %.4f of other pairs", sum.there, sum.found,
		share(sum.right, sum.found), share(sum.right, sum.there), share(sum.joined, sum.same), share(sum.confusion, sum.different))
	require.GreaterOrEqual(t, share(sum.right, sum.found), 0.94)
	require.GreaterOrEqual(t, share(sum.right, sum.there), 0.82)
	require.GreaterOrEqual(t, share(sum.joined, sum.same), 0.67)
	require.LessOrEqual(t, share(sum.confusion, sum.different), 0.004)
}
