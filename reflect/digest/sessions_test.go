package digest_test

import (
	"cmp"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/reflect/digest"
)

// session is a conversation of testdata/sessions.txt. Another hand than that of the
// digest wrote and labelled it: what must be in a summary that is read a month later
// ('!'), what may ('.'), and what is chatter or was overturned ('-').
type session struct {
	split, title string
	passages     []digest.Passage
	marks        []byte // of each passage
	topics       []string
}

// assistants are the speakers of the set whose words reflect gives less weight.
var assistants = map[string]float64{"Assistant": .8, "Agent": .8}

func readSessions(t *testing.T) (list []session) {
	raw, err := os.ReadFile("testdata/sessions.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(raw)) {
		mark, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch mark {
		case "":
		case "#":
			split, title, _ := strings.Cut(rest, " | ")
			list = append(list, session{split: split, title: title})
		case "topics:":
			list[len(list)-1].topics = strings.Split(rest, ", ")
		case "!", ".", "-":
			s := &list[len(list)-1]
			speaker, said, _ := strings.Cut(rest, ": ")
			s.passages = append(s.passages, digest.Passage{Text: said, Label: speaker, Weight: assistants[speaker]})
			s.marks = append(s.marks, mark[0])
		default:
			t.Fatalf("what is %q?", line)
		}
	}
	return list
}

// quarter is a fourth of what a session costs.
func (s *session) quarter() int {
	tokens := 0
	for _, p := range s.passages {
		tokens += prompt.Estimate(p.Label + ": " + p.Text)
	}
	return tokens / 4
}

// tally counts what summaries hold, over sessions.
type tally struct {
	due, held           int // turns that must be in, and those of them of which a sentence is
	sentences, noise    int
	tokens, noiseTokens int
	facts, dueFacts     int
	wanted, hit         int // topics
	thirds, passedOver  int // of sessions, and those of which nothing is in
}

func over(n, of int) float64 { return float64(n) / float64(max(1, of)) }

func (c *tally) recall() float64 { return over(c.held, c.due) }

// text counts the sentences of a summary.
func (c *tally) text(of *session, sum []digest.Sentence) {
	held, thirds := map[int]bool{}, map[int]bool{}
	for _, x := range sum {
		tokens := prompt.Estimate(x.Text)
		c.sentences, c.tokens = c.sentences+1, c.tokens+tokens
		thirds[3*x.Passage/len(of.passages)] = true
		switch of.marks[x.Passage] {
		case '!':
			held[x.Passage] = true
		case '-':
			c.noise, c.noiseTokens = c.noise+1, c.noiseTokens+tokens
		}
	}
	c.held += len(held)
	c.due += strings.Count(string(of.marks), "!")
	c.thirds, c.passedOver = c.thirds+3, c.passedOver+3-len(thirds)
}

// rest counts the key facts and the topics of a summary.
func (c *tally) rest(of *session, sum digest.Summary) {
	for _, f := range sum.Facts {
		c.facts++
		if of.marks[f.Passage] == '!' {
			c.dueFacts++
		}
	}
	for _, want := range of.topics {
		c.wanted++
		if slices.ContainsFunc(sum.Topics, func(got string) bool { return sameTopic(got, want) }) {
			c.hit++
		}
	}
}

// sameTopic tells whether two topics are equal, or one lies within the other, by their
// stems.
func sameTopic(a, b string) bool {
	a, b = stems(a), stems(b)
	return strings.Contains(a, b) || strings.Contains(b, a)
}

func stems(s string) string {
	out := " "
	for w := range strings.FieldsSeq(s) {
		out += text.Stem(text.Fold(w), text.English) + " "
	}
	return out
}

// baselines are what needs no digest: the first sentences, the longest, and any, twenty
// times.
func baselines(s *session, budget int) map[string][][]digest.Sentence {
	var all []digest.Sentence
	for i, p := range s.passages {
		for span := range text.Sentences(p.Text) {
			all = append(all, digest.Sentence{Passage: i, Text: p.Text[span.Start:span.End]})
		}
	}
	fill := func() (taken []digest.Sentence) {
		left := budget
		for _, x := range all {
			if cost := prompt.Estimate(s.passages[x.Passage].Label + ": " + x.Text); cost <= left {
				left -= cost
				taken = append(taken, x)
			}
		}
		return taken
	}
	out := map[string][][]digest.Sentence{"first": {fill()}}
	slices.SortStableFunc(all, func(a, b digest.Sentence) int { return cmp.Compare(len(b.Text), len(a.Text)) })
	out["longest"] = [][]digest.Sentence{fill()}
	r := rand.New(rand.NewPCG(1, 1)) //nolint:gosec // the same each time
	for range 20 {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		out["random"] = append(out["random"], fill())
	}
	return out
}

// measure sums up sessions within a budget, and does without a digest what can be done.
func measure(t *testing.T, list []session, budget func(*session) int) (ours tally, others map[string]*tally) {
	others = map[string]*tally{"first": {}, "longest": {}, "random": {}}
	for i := range list {
		s := &list[i]
		sum, err := digest.Make(s.passages, digest.Options{Tokens: budget(s)})
		require.NoError(t, err)
		ours.text(s, sum.Sentences)
		ours.rest(s, sum)
		for name, tries := range baselines(s, budget(s)) {
			for _, sentences := range tries {
				others[name].text(s, sentences)
			}
		}
	}
	return ours, others
}

// levels are what is reached on a split, rounded down; noise is rounded up. They only
// become better.
type levels struct {
	recall, noise, noiseTokens float64 // of a fourth of the tokens
	whole, wholeNoise          float64 // of the tokens that a summary may have
	facts, topics              float64
}

// TestSessions (001-14, 004-09): a summary of a fourth of a session holds most of what is
// to be remembered of it and next to no chatter, of every part of the session, and far
// more of it than as many tokens of the first or any sentences; more than of the longest, too.
func TestSessions(t *testing.T) {
	reached := map[string]levels{
		"seen": {recall: .71, noise: .02, noiseTokens: .01, whole: .95, wholeNoise: .09, facts: .87, topics: .22},
		"held": {recall: .61, noise: .07, noiseTokens: .05, whole: .94, wholeNoise: .14, facts: .87, topics: .26},
	}
	splits := map[string][]session{}
	for _, s := range readSessions(t) {
		splits[s.split] = append(splits[s.split], s)
	}
	for split, list := range splits {
		want, ok := reached[split]
		require.True(t, ok, "no level is set for %s", split)
		ours, others := measure(t, list, (*session).quarter)
		whole, _ := measure(t, list, func(*session) int { return digest.DefaultTokens })
		t.Logf("%s, a fourth: recall %.3f, noise %.3f, of tokens %.3f, facts %.3f, topics %.3f; %d tokens: recall %.3f, noise %.3f", split,
			ours.recall(), over(ours.noise, ours.sentences), over(ours.noiseTokens, ours.tokens), over(ours.dueFacts, ours.facts),
			over(ours.hit, ours.wanted), digest.DefaultTokens, whole.recall(), over(whole.noise, whole.sentences))
		for name, c := range others {
			t.Logf("%s, a fourth, %s: recall %.3f, noise %.3f, of tokens %.3f", split, name, c.recall(), over(c.noise, c.sentences), over(c.noiseTokens, c.tokens))
			if name == "longest" { // who talk decide in many words
				require.Greater(t, ours.recall(), c.recall())
				continue
			}
			require.Greater(t, ours.recall(), c.recall()+.25, name)
			require.Less(t, over(ours.noise, ours.sentences), over(c.noise, c.sentences)/4, name)
		}
		require.GreaterOrEqual(t, ours.recall(), want.recall)
		require.LessOrEqual(t, over(ours.noise, ours.sentences), want.noise)
		require.LessOrEqual(t, over(ours.noiseTokens, ours.tokens), want.noiseTokens)
		require.GreaterOrEqual(t, whole.recall(), want.whole)
		require.LessOrEqual(t, over(whole.noise, whole.sentences), want.wholeNoise)
		require.GreaterOrEqual(t, over(ours.dueFacts, ours.facts), want.facts)
		require.GreaterOrEqual(t, over(ours.hit, ours.wanted), want.topics)
		require.LessOrEqual(t, over(ours.passedOver, ours.thirds), .05, "parts of sessions are passed over")
	}
}
