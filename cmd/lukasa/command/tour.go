package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/shell"
	"github.com/lukasadb/lukasa/cmd/lukasa/tour"
)

type tourOptions struct {
	factory *factory
	keep    string
}

func newTour(f *factory, runF func(context.Context, *tourOptions) error) *cobra.Command {
	opts := &tourOptions{factory: f}
	if runF == nil {
		runF = tourRun
	}
	cmd := &cobra.Command{
		Use:   "tour",
		Short: "Show what Lukasa does, on real data, in a store of its own",
		Long: `Show what Lukasa does: make a store of its own, import two days of real chat and three
weeks of an agent's work into it, and ask it questions. Each answer is shown with the
command that asks for it and with the Cypher behind it.

The store is removed afterwards, unless --keep names a new directory for it.`,
		GroupID: groupRead,
		Args:    noWords,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
	cmd.Flags().StringVar(&opts.keep, "keep", "", "keep the store in this directory, which must not exist")
	return cmd
}

func tourRun(ctx context.Context, opts *tourOptions) (err error) {
	dir, clean, err := opts.directory()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, clean()) }()
	m, err := lukasa.Open(ctx, dir, lukasa.WithAgent("ops"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	g := guide{factory: opts.factory, memory: m}
	if err := g.fill(ctx); err != nil {
		return err
	}
	for i, s := range stops() {
		if err := g.show(ctx, i+1, s); err != nil {
			return err
		}
	}
	return g.farewell(opts.keep)
}

// directory returns where the store goes, and what to do with it at the end.
func (o *tourOptions) directory() (dir string, clean func() error, err error) {
	if o.keep != "" {
		if _, err := os.Stat(o.keep); !errors.Is(err, os.ErrNotExist) {
			return "", nil, usagef("--keep: %s is there already", o.keep)
		}
		return o.keep, func() error { return nil }, nil
	}
	parent, err := os.MkdirTemp("", "lukasa-tour-")
	if err != nil {
		return "", nil, err
	}
	return filepath.Join(parent, "tour.mem"), func() error { return os.RemoveAll(parent) }, nil
}

// guide leads through the tour.
type guide struct {
	factory *factory
	memory  *lukasa.Memory
}

// fill imports the data.
func (g *guide) fill(ctx context.Context) error {
	began := g.factory.now()
	runs, err := g.memory.Import(ctx, tour.Runs(), lukasa.Import{Strict: true})
	if err != nil {
		return err
	}
	chat, err := g.memory.Import(ctx, channel(tour.Chat(), "ubuntu"), lukasa.Import{
		Chat: &lukasa.ChatLog{Agent: "channel", Speaker: "nick"},
	})
	if err != nil {
		return err
	}
	if failed := runs.Failed + chat.Failed; failed > 0 {
		return fmt.Errorf("tour: %d lines of the data were not imported", failed)
	}
	if err := g.memory.Flush(ctx); err != nil {
		return err
	}
	g.say("%s", g.bold("Lukasa, a tour"))
	g.say("\nTwo memories are in a store of their own now, in words, vectors and a graph (%v):", g.factory.now().Sub(began).Round(1e7))
	g.say("  %-8s %4d runs of an agent that deploys services and helps customers: context, action, outcome", "ops", runs.Records)
	g.say("  %-8s %4d messages of real people in the chat #ubuntu, on two days", "ubuntu", chat.Records)
	g.say("           (%s)", tour.Attribution)
	return nil
}

// show runs one stop: the command as a user types it, on the open store.
func (g *guide) show(ctx context.Context, number int, s stop) error {
	args, err := s.args(ctx, g.memory)
	if err != nil {
		return fmt.Errorf("tour: stop %d: %w", number, err)
	}
	g.say("\n%s", g.bold(fmt.Sprintf("%d. %s", number, s.question)))
	if s.why != "" {
		g.say("   %s", s.why)
	}
	g.say("\n%s", g.dim("$ lukasa "+quoted(args)))
	if s.cypher != "" {
		g.say("%s", g.cypher(s.cypher))
	}
	f := *g.factory
	f.memory, f.noPager = g.memory, true
	streams := *f.streams
	streams.OutTTY, streams.Err = true, streams.Out // tables, for people, wherever it goes
	f.streams = &streams
	root := newRoot(&f)
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

func (g *guide) farewell(kept string) error {
	if kept != "" {
		g.say("\nThe store is yours: look around in it with\n\n  lukasa --store %s shell", kept)
		return nil
	}
	g.say("\nThe store of this tour is gone now. To keep one, and to look around in it:\n\n" +
		"  lukasa tour --keep tour.mem\n  lukasa --store tour.mem shell")
	return nil
}

func (g *guide) say(format string, args ...any) {
	fmt.Fprintf(g.factory.streams.Out, format+"\n", args...)
}

func (g *guide) bold(s string) string { return g.styled("1", s) }

func (g *guide) dim(s string) string { return g.styled("2", s) }

func (g *guide) styled(code, s string) string {
	if !g.factory.streams.Colour {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (g *guide) cypher(s string) string {
	if g.factory.streams.Colour {
		s = shell.Highlight(s)
	}
	return output.Indent(s, "  ")
}

// quoted writes arguments as a shell reads them.
func quoted(args []string) string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a
		switch {
		case strings.Contains(a, "'") && !strings.ContainsAny(a, "\"$`\\!"):
			out[i] = `"` + a + `"`
		case a == "" || strings.ContainsAny(a, " \t\n'\"$`\\|&;<>()*?[]{}!#~"):
			out[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// channel adds to each message of a chat log the agent whose memory it is: the
// log names who spoke, and the channel is what remembers.
func channel(log io.Reader, name string) io.Reader {
	r, w := io.Pipe()
	go func() {
		lines := bufio.NewScanner(log)
		for lines.Scan() {
			if _, err := fmt.Fprintf(w, "{\"channel\":%q,%s\n", name, strings.TrimPrefix(lines.Text(), "{")); err != nil {
				return // the reader has gone
			}
		}
		w.CloseWithError(lines.Err())
	}()
	return r
}
