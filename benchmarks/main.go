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

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/embedbench"
	"github.com/lukasadb/lukasa/benchmarks/ledgerbench"
	"github.com/lukasadb/lukasa/benchmarks/lexicalbench"
	"github.com/lukasadb/lukasa/benchmarks/memorybench"
	"github.com/lukasadb/lukasa/benchmarks/vectorbench"
)

// suite is one set of measurements at one scale.
type suite struct {
	name string
	run  func(ctx context.Context, w io.Writer, records int) error
}

func suites(chat string) []suite {
	return []suite{
		{"memory", func(ctx context.Context, w io.Writer, n int) error {
			_, err := memorybench.Run(ctx, w, memorybench.Config{Records: n, Chat: chat})
			return err
		}},
		{"one-agent", func(ctx context.Context, w io.Writer, n int) error {
			_, err := memorybench.Run(ctx, w, memorybench.Config{Records: n, Agents: 1, Chat: chat})
			return err
		}},
		{"ledger", func(ctx context.Context, w io.Writer, n int) error {
			_, err := ledgerbench.Run(ctx, w, ledgerbench.Config{Records: n})
			return err
		}},
		{"words", func(ctx context.Context, w io.Writer, n int) error {
			_, err := lexicalbench.Run(ctx, w, lexicalbench.Config{Records: n, Chat: chat})
			return err
		}},
		{"vectors", func(ctx context.Context, w io.Writer, n int) error {
			return vectorbench.Run(ctx, w, vectorbench.Config{N: n})
		}},
		{"embedder", func(ctx context.Context, w io.Writer, _ int) error {
			return embedbench.Run(ctx, w, embedbench.Config{Data: filepath.Dir(chat)})
		}},
	}
}

func main() {
	lukasa.CypherMain()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("benchmarks", flag.ContinueOnError)
	names := flags.String("suite", "memory", "comma-separated suites, or all")
	scales := flags.String("scale", "10k", "comma-separated numbers of records, such as 10k or 1m")
	chat := flags.String("chat", filepath.Join("..", "shared", "data", "irc.jsonl.gz"), "gzipped chat log to take texts from, if it is there")
	out := flags.String("out", "", "directory for a copy of each suite's output")
	if err := flags.Parse(args); err != nil {
		return err
	}
	all := suites(*chat)
	wanted := strings.Split(*names, ",")
	for _, name := range wanted {
		if name != "all" && !slices.ContainsFunc(all, func(s suite) bool { return s.name == name }) {
			return fmt.Errorf("no suite %q", name)
		}
	}
	for _, scale := range strings.Split(*scales, ",") {
		n, err := parseScale(scale)
		if err != nil {
			return err
		}
		for _, s := range all {
			if !slices.Contains(wanted, s.name) && !slices.Contains(wanted, "all") {
				continue
			}
			if err := measure(ctx, s, n, scale, *out, stdout); err != nil {
				return fmt.Errorf("%s at %s: %w", s.name, scale, err)
			}
		}
	}
	return nil
}

func measure(ctx context.Context, s suite, n int, scale, out string, stdout io.Writer) (err error) {
	w := stdout
	if out != "" {
		if err := os.MkdirAll(out, 0o755); err != nil {
			return err
		}
		f, err := os.Create(filepath.Join(out, s.name+"-"+scale+".txt"))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		w = io.MultiWriter(stdout, f)
	}
	fmt.Fprintf(w, "\n== %s at %s\n", s.name, scale)
	return s.run(ctx, w, n)
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
