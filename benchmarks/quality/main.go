package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/query/rank"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "quality:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, w io.Writer) error {
	fs := flag.NewFlagSet("quality", flag.ContinueOnError)
	data := fs.String("data", "../shared/data/locomo-dev.json", "")
	profile := fs.String("profile", "default", "")
	candidates := fs.Int("candidates", 0, "")
	if err := fs.Parse(args); err != nil {
		return err
	}
	conv, err := Read(*data)
	if err != nil {
		return err
	}
	src := engines{embedder: static.New(), candidates: *candidates}
	cases, err := gather(ctx, src, conv)
	if err != nil {
		return err
	}
	long := Recut(conv)
	extra, err := gather(ctx, src, long)
	if err != nil {
		return err
	}
	show := func(n string, t []Row) {
		fmt.Fprintf(w, "%-24s", n)
		for _, r := range t {
			fmt.Fprintf(w, " | %s %.3f %.3f", r.Category[:2], r.Recall, r.NDCG)
		}
		fmt.Fprintln(w)
	}
	for _, cs := range [][]*Case{cases, extra} {
		show("own", Table(cs, byFeature(func(c *rank.Candidate) float64 { return c.Words.Own })))
		show("around", Table(cs, byFeature(func(c *rank.Candidate) float64 { return c.Words.Around })))
		show("cos", Table(cs, byFeature(func(c *rank.Candidate) float64 { return c.Cosines.Own })))
	}
	p, err := rank.Load(*profile)
	if err != nil {
		return err
	}
	show("profile", Table(cases, ranked(p)))
	q, err := train(p, append(cases[:len(cases):len(cases)], extra...))
	if err != nil {
		return err
	}
	show("trained", Table(cases, ranked(q)))
	show("trained long", Table(extra, ranked(q)))
	fmt.Fprintln(w, q.First, q.Weights)
	a, err := crossValidate(p, cases, extra)
	if err != nil {
		return err
	}
	show("cv", Table(cases, a))
	show("cv long", Table(extra, a))
	return nil
}

func gather(ctx context.Context, src Source, conv []Conversation) ([]*Case, error) {
	var out []*Case
	for i := range conv {
		agent, err := src.Remember(ctx, &conv[i])
		if err != nil {
			return nil, err
		}
		for j := range conv[i].Probes {
			q, cands, err := agent.Gather(ctx, conv[i].Probes[j].Question)
			if err != nil {
				return nil, err
			}
			out = append(out, &Case{&conv[i], agent, &conv[i].Probes[j], q, cands})
		}
	}
	return out, nil
}
