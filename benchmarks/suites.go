package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/embedbench"
	"github.com/lukasadb/lukasa/benchmarks/graphbench"
	"github.com/lukasadb/lukasa/benchmarks/knowledgebench"
	"github.com/lukasadb/lukasa/benchmarks/ledgerbench"
	"github.com/lukasadb/lukasa/benchmarks/lexicalbench"
	"github.com/lukasadb/lukasa/benchmarks/memorybench"
	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/benchmarks/vectorbench"
	"github.com/lukasadb/lukasa/benchmarks/workspacebench"
)

// suite is one set of measurements at one scale. It writes to w and records its
// figures.
type suite struct {
	name string
	run  func(ctx context.Context, w io.Writer, r *report.Recorder, records int) error
}

// productSuites are the names of the suites of the whole product.
func productSuites() (names []string) {
	for _, p := range memorybench.Parts() {
		names = append(names, p.Name)
	}
	return names
}

// product makes the suites of the whole product, which share a store that is
// made when the first one runs. The owner calls closeStore in the end.
func product(o options, n int) (all []suite, closeStore func() error) {
	var shared *memorybench.Bench
	for _, part := range memorybench.Parts() {
		all = append(all, suite{part.Name, func(ctx context.Context, _ io.Writer, r *report.Recorder, _ int) (err error) {
			if shared == nil {
				c := memorybench.Config{Records: n, Agents: min(o.agents, max(2, n/10)), Queries: min(500, n), Chat: o.chat, Python: o.python, Limit: o.limit}
				if o.keep != "" {
					c.Dir = filepath.Join(o.keep, fmt.Sprintf("%s-%d", report.Scale(n), o.agents))
				}
				if shared, err = memorybench.New(c); err != nil {
					return err
				}
			}
			return shared.Run(ctx, r, part)
		}})
	}
	return all, func() error {
		if shared == nil {
			return nil
		}
		return shared.Close()
	}
}

// engines are the suites of one engine each.
func engines(o options) []suite {
	return []suite{
		{"ledger", func(ctx context.Context, _ io.Writer, r *report.Recorder, n int) error {
			return ledgerbench.Run(ctx, r, ledgerbench.Config{Records: n, Singles: min(n, 2000), Queries: min(n, 2000)})
		}},
		{"words", func(ctx context.Context, _ io.Writer, r *report.Recorder, n int) error {
			return lexicalbench.Run(ctx, r, lexicalbench.Config{Records: n, Chat: o.chat})
		}},
		{"graph", func(ctx context.Context, _ io.Writer, r *report.Recorder, n int) error {
			return graphbench.Run(ctx, r, graphbench.Config{Records: n})
		}},
		{"vectors", func(ctx context.Context, w io.Writer, r *report.Recorder, n int) error {
			c := vectorbench.Config{N: n, Python: o.python, Limit: o.limit, Sets: listed(o.sets), Peers: listed(o.peers)}
			if o.keep != "" {
				c.Dir = filepath.Join(o.keep, "vectors")
			}
			return vectorbench.Run(ctx, w, r, c)
		}},
		{"embedder", func(ctx context.Context, _ io.Writer, r *report.Recorder, _ int) error {
			return embedbench.Run(ctx, r, embedbench.Config{Data: filepath.Dir(o.chat)})
		}},
		{"knowledge", func(ctx context.Context, _ io.Writer, r *report.Recorder, n int) error {
			return knowledgebench.Run(ctx, r, knowledgebench.Config{Known: n, Relations: min(200_000, 4*n), Samples: min(n, 1000)})
		}},
		{"workspace", func(ctx context.Context, _ io.Writer, r *report.Recorder, n int) error {
			return workspacebench.Run(ctx, r, workspacebench.Config{Days: n})
		}},
	}
}

// listed splits a flag at its commas; none is no list.
func listed(names string) []string {
	if names == "" {
		return nil
	}
	return strings.Split(names, ",")
}

// measure runs one suite, and keeps what it wrote, its figures and its profiles
// where they are asked for. The figures of a suite that failed are kept too.
func measure(ctx context.Context, o options, s suite, n int, stdout io.Writer) (err error) {
	w, name := stdout, fmt.Sprintf("%s-%d", s.name, n)
	if o.out != "" {
		f, err := create(o.out, name+".txt")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		w = io.MultiWriter(stdout, f)
	}
	stop, err := profile(o, name)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\n== %s at %s\n", s.name, report.Scale(n))
	r := report.NewRecorder(w, s.name, n, targets[s.name])
	start := time.Now()
	err = errors.Join(s.run(ctx, w, r, n), stop())
	fmt.Fprintf(w, "took %v\n", time.Since(start).Round(time.Millisecond))
	if figures := r.Figures(); o.out != "" && len(figures) > 0 {
		err = errors.Join(err, report.Report{
			Suite: s.name, Scale: n, Taken: start.UTC(), Machine: report.ThisMachine(), Figures: figures,
			Command: fmt.Sprintf("go run ./benchmarks -suite %s -scale %s%s -out report", s.name, report.Scale(n), o.how),
		}.Write(o.out))
	}
	return err
}

// profile starts the profiles that are asked for; stop ends and writes them.
func profile(o options, name string) (stop func() error, err error) {
	var cpu *os.File
	if o.cpuprofile != "" {
		if cpu, err = create(o.cpuprofile, name+".cpu.prof"); err != nil {
			return nil, err
		}
		if err := pprof.StartCPUProfile(cpu); err != nil {
			return nil, errors.Join(err, cpu.Close())
		}
	}
	return func() (err error) {
		if cpu != nil {
			pprof.StopCPUProfile()
			err = cpu.Close()
		}
		if o.memory == "" {
			return err
		}
		heap, created := create(o.memory, name+".heap.prof")
		if created != nil {
			return errors.Join(err, created)
		}
		runtime.GC() // what is alive now, not at the last collection
		return errors.Join(err, pprof.WriteHeapProfile(heap), heap.Close())
	}, nil
}

func create(dir, name string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return os.Create(filepath.Join(dir, name))
}
