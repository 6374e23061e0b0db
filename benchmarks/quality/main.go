package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/query/rank"
)

// Options of a run.
type Options struct {
	Data, Chats, Profile, Misses, Fit string
	JSON, Quick                       bool
	Together, Otherwise               bool
	Candidates, Young                 int
}

func main() {
	var o Options
	flag.StringVar(&o.Data, "data", "../shared/data/locomo-dev.json", "conversations with questions, in LoCoMo's format")
	flag.StringVar(&o.Chats, "chats", "benchmarks/quality/testdata/kinds", "more conversations to learn from: those with an agent teach the weights of such chats, others all weights")
	flag.StringVar(&o.Profile, "profile", "default", "a shipped profile, or a profile's file")
	flag.StringVar(&o.Misses, "misses", "", "write the missed questions to this file")
	flag.StringVar(&o.Fit, "fit", "", "fit the profile's weights and floor to the data and write it to this file")
	flag.BoolVar(&o.JSON, "json", false, "print every figure as JSON")
	flag.BoolVar(&o.Quick, "quick", false, "leave out cross-validation, ablation and abstention")
	flag.BoolVar(&o.Otherwise, "otherwise", false, "ask all questions in fourteen other ways too")
	flag.BoolVar(&o.Together, "together", false, "through the front door, all conversations are one agent's")
	flag.IntVar(&o.Young, "young", 0, "cut the conversations into memories of at most so many turns of one session")
	flag.IntVar(&o.Candidates, "candidates", 0, "what the first stage passes on; 0 passes on everything")
	flag.Parse()
	if err := run(context.Background(), o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o Options, w io.Writer) error {
	conversations, err := Read(o.Data)
	if err != nil {
		if os.IsNotExist(err) {
			_, err = fmt.Fprintln(w, "skipped: data not present:", o.Data)
		}
		return err
	}
	if o.Young > 0 {
		conversations = Young(conversations, o.Young)
	}
	profile, err := loadProfile(o.Profile)
	if err != nil {
		return err
	}
	source := engines{embedder: static.New(), candidates: o.Candidates}
	cases, err := gather(ctx, source, conversations)
	if err != nil {
		return err
	}
	r := Report{Data: o.Data, Profile: profile.Name, Conversations: len(conversations)}
	for _, c := range conversations {
		r.Turns += len(c.Turns)
		r.Skipped += c.Skipped
	}
	var beside lessons
	if o.Fit != "" || !o.Quick {
		if beside, err = taught(ctx, source, o, conversations); err != nil {
			return err
		}
	}
	if o.Fit != "" {
		if profile, err = refit(ctx, profile, cases, beside, o.Fit); err != nil {
			return err
		}
	}
	if err := r.measure(ctx, o, profile, cases, beside); err != nil {
		return err
	}
	a, err := throughTheDoor(ctx, o, conversations)
	if err != nil {
		return err
	}
	r.add("recall through the front door", a.rows)
	r.Silence, r.Contexts, r.Otherwise, r.Situations = &a.silence, a.contexts, a.otherwise, a.situations
	if o.Misses != "" {
		if err := writeMisses(o.Misses, profile, cases); err != nil {
			return err
		}
	}
	return r.write(w, o.JSON)
}

// lessons are what fitting learns from beside the questions themselves.
type lessons struct {
	long   []*Case // the same questions of conversations retold in long messages
	chats  []*Case // questions of other users' talks with an agent
	others []*Case // questions of other people's talks with one another
}

// taught asks what fitting learns from beside the questions themselves.
func taught(ctx context.Context, source Source, o Options, conversations []Conversation) (l lessons, err error) {
	if l.long, err = gather(ctx, source, Recut(conversations)); err != nil {
		return l, err
	}
	more, err := Read(o.Chats)
	if os.IsNotExist(err) {
		return l, nil
	}
	if err != nil {
		return l, err
	}
	all, err := gather(ctx, source, more)
	for _, c := range all {
		if c.Question.Chat {
			l.chats = append(l.chats, c)
		} else {
			l.others = append(l.others, c)
		}
	}
	return l, err
}

func writeMisses(path string, p *rank.Profile, cases []*Case) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(misses(f, p, cases), f.Close())
}

// measure fills the report.
func (r *Report) measure(ctx context.Context, o Options, p *rank.Profile, cases []*Case, beside lessons) error {
	r.add("words of the turn alone (BM25F)", Table(cases, byFeature(func(c *rank.Candidate) float64 { return c.Words.Own })))
	r.add("words with surroundings (BM25F)", Table(cases, byFeature(func(c *rank.Candidate) float64 { return c.Words.Around })))
	r.add("meaning of the turn alone", Table(cases, byFeature(func(c *rank.Candidate) float64 { return c.Cosines.Own })))
	rrf, err := rank.Load("rrf")
	if err != nil {
		return err
	}
	r.add("reciprocal rank fusion", Table(cases, ranked(rrf)))
	r.add("profile "+p.Name, Table(cases, ranked(p)))
	if o.Quick {
		return nil
	}
	r.add("profile "+p.Name+", retold in long messages", Table(beside.long, ranked(p)))
	if p.Fusion == rank.Linear && len(groups(cases)) > 1 {
		crossed, err := crossValidate(p, cases, beside)
		if err != nil {
			return err
		}
		r.add("cross-validated by conversation", Table(cases, crossed))
		r.add("cross-validated, retold in long messages", Table(beside.long, crossed))
		if crossed, err = crossValidateChats(p, slices.Concat(cases, beside.long, beside.others), beside.chats); err != nil {
			return err
		}
		for _, group := range groups(beside.chats) {
			of := slices.DeleteFunc(slices.Clone(beside.chats), func(c *Case) bool { return c.Conversation.Group != group })
			r.add("cross-validated, chat "+group, Table(of, crossed))
		}
	}
	if r.Ablation, err = ablate(p, cases); err != nil {
		return err
	}
	foreign, err := strangers(ctx, cases)
	if err != nil || len(foreign) == 0 {
		return err
	}
	a := abstention(verdicts(p, cases, foreign), p.Floor.Least)
	r.Abstention = &a
	return nil
}

func loadProfile(name string) (*rank.Profile, error) {
	if slices.Contains(rank.Profiles(), name) {
		return rank.Load(name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("quality: profile %q is neither shipped nor a file: %w", name, err)
	}
	return rank.ParseProfile(data)
}

// refit fits the weights and the floor and writes the profile.
func refit(ctx context.Context, p *rank.Profile, cases []*Case, beside lessons, path string) (*rank.Profile, error) {
	p, err := train(p, slices.Concat(cases, beside.long, beside.others), beside.chats)
	if err != nil {
		return nil, err
	}
	foreign, err := strangers(ctx, cases)
	if err != nil {
		return nil, err
	}
	foreignLong, err := strangers(ctx, beside.long)
	if err != nil {
		return nil, err
	}
	if p, err = fitFloor(p, [][]*Case{cases, beside.long}, [][]*Case{foreign, foreignLong}); err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return nil, err
	}
	return p, os.WriteFile(path, append(data, '\n'), 0o600)
}

// gather remembers the conversations and asks every question.
func gather(ctx context.Context, source Source, conversations []Conversation) ([]*Case, error) {
	var out []*Case
	for i := range conversations {
		c := &conversations[i]
		agent, err := source.Remember(ctx, c)
		if err != nil {
			return nil, err
		}
		for j := range c.Probes {
			q, candidates, err := agent.Gather(ctx, c.Probes[j].Question)
			if err != nil {
				return nil, fmt.Errorf("quality: %s: %q: %w", c.ID, c.Probes[j].Question, err)
			}
			out = append(out, &Case{c, agent, &c.Probes[j], q, candidates})
		}
	}
	return out, nil
}
