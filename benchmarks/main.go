package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/report"
)

func main() {
	lukasa.CypherMain()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

// options are the command line.
type options struct {
	suites, scales     string
	chat, out, keep    string
	python             string
	limit              time.Duration
	render, to         string
	cpuprofile, memory string
	agents             int
	sets, peers        string
	how                string // the flags that change what is measured, as they were given
}

func parse(args []string) (o options, err error) {
	flags := flag.NewFlagSet("benchmarks", flag.ContinueOnError)
	flags.StringVar(&o.suites, "suite", "memory", "comma-separated suites, memory for all of the product, or all")
	flags.StringVar(&o.scales, "scale", "10k", "comma-separated numbers of records, such as 10k or 1m")
	flags.StringVar(&o.chat, "chat", filepath.Join("..", "shared", "data", "irc.jsonl.gz"), "gzipped chat log to take texts from, if it is there")
	flags.StringVar(&o.out, "out", "", "directory for each suite's output and its figures as JSON")
	flags.StringVar(&o.keep, "keep", "", "directory that keeps the loaded stores, so that a later run need not load them again")
	flags.StringVar(&o.python, "python", "", "interpreter that measures Python peers, such as python3; none are measured without")
	flags.DurationVar(&o.limit, "limit", 10*time.Minute, "what one peer may take for one measurement")
	flags.IntVar(&o.agents, "agents", 1_000, "agents that the product's records belong to; 1 gives all to one")
	flags.StringVar(&o.sets, "sets", "", "comma-separated sets of vectors to measure, A or B; both without")
	flags.StringVar(&o.peers, "peers", "", "comma-separated libraries to measure beside vectors; all of them without")
	flags.StringVar(&o.render, "render", "", "measure nothing; make tables and plots of the figures in this directory")
	flags.StringVar(&o.to, "to", filepath.Join("docs", "benchmarks"), "directory for what -render makes")
	flags.StringVar(&o.cpuprofile, "cpuprofile", "", "directory for a processor profile of each suite")
	flags.StringVar(&o.memory, "memprofile", "", "directory for a heap profile of each suite, taken at its end")
	err = flags.Parse(args)
	flags.Visit(func(f *flag.Flag) {
		if slices.Contains([]string{"agents", "sets", "peers", "python", "limit"}, f.Name) {
			o.how += fmt.Sprintf(" -%s %s", f.Name, f.Value)
		}
	})
	return o, err
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	if o.render != "" {
		return report.Render(o.render, o.to)
	}
	wanted := strings.Split(o.suites, ",")
	if at := slices.Index(wanted, "memory"); at >= 0 {
		wanted = slices.Replace(wanted, at, at+1, productSuites()...)
	}
	for _, name := range wanted {
		if name != "all" && !slices.Contains(productSuites(), name) && !slices.ContainsFunc(engines(o), func(s suite) bool { return s.name == name }) {
			return fmt.Errorf("no suite %q", name)
		}
	}
	for _, scale := range strings.Split(o.scales, ",") {
		n, err := parseScale(scale)
		if err != nil {
			return err
		}
		if err := runAt(ctx, o, wanted, n, stdout); err != nil {
			return fmt.Errorf("at %s: %w", scale, err)
		}
	}
	return nil
}

// runAt runs the wanted suites at one scale. Those of the product share a store.
func runAt(ctx context.Context, o options, wanted []string, n int, stdout io.Writer) (err error) {
	product, closeStore := product(o, n)
	defer func() { err = errors.Join(err, closeStore()) }()
	for _, s := range slices.Concat(product, engines(o)) {
		if !slices.Contains(wanted, s.name) && !slices.Contains(wanted, "all") {
			continue
		}
		if err := measure(ctx, o, s, n, stdout); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return nil
}

// parseScale reads a number of records: 500, 10k, 1m.
func parseScale(s string) (int, error) {
	unit := 1
	digits := strings.ToLower(s)
	switch {
	case strings.HasSuffix(digits, "k"):
		unit, digits = 1_000, digits[:len(digits)-1]
	case strings.HasSuffix(digits, "m"):
		unit, digits = 1_000_000, digits[:len(digits)-1]
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("scale %q: want a number such as 500, 10k or 1m", s)
	}
	return n * unit, nil
}
