package command

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

type chatOptions struct {
	factory *factory
	session string
	user    string
	text    string
	given   bool // the text is, and no lines are read
	context int
	k       int
}

// chatTurn is what one line of a chat gave.
type chatTurn struct {
	*lukasa.Turn
	Learned []lukasa.Experience `json:"learned"`
}

func newChat(f *factory, runF func(context.Context, *chatOptions) error) *cobra.Command {
	opts := &chatOptions{factory: f}
	if runF == nil {
		runF = chatRun
	}
	cmd := &cobra.Command{
		Use:   "chat [MESSAGE]",
		Short: "Talk to a memory, a turn at a time",
		Long: `Talk to a memory: each line is a message of the user. It is stored, what bears on it is recalled,
and what it teaches is learned from it, by rules and without a model. Shown are the memories that were
recalled and those that were learned. A line that begins with "> " is what the agent answered to the
message before. Where several may be meant by a name, that is asked; a line that begins with "= " and
names one of them, by name or key, answers, and it is not asked again.

Lines are read until the input ends; with a MESSAGE, that is the only one. Of lines, --json makes one
array, which ends with them; in --mode jsonl, as in a pipe, each turn is written as it is taken.`,
		Example: `  lukasa chat --user ana --session monday
  lukasa chat --user ana "I'm allergic to peanuts"`,
		GroupID: groupWrite,
		Args:    wants(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if opts.text, opts.given = args[0], true; strings.TrimSpace(opts.text) == "" {
					return usagef("MESSAGE: empty")
				}
			}
			if err := given(cmd.Flags(), "k", "context"); err != nil {
				return err
			}
			if opts.context > 0 && !cmd.Flags().Changed("k") {
				opts.k = 0 // as many as there is room for
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.session, "session", "", "the conversation that the messages belong to")
	flags.StringVar(&opts.user, "user", "", "who speaks (default user)")
	flags.IntVar(&opts.k, "k", 3, "memories recalled for a message at most, 1 to 200; with --context, otherwise what that has room for")
	flags.IntVar(&opts.context, "context", 0, "write the context for a model's prompt, of at most this many tokens, instead")
	return cmd
}

func chatRun(ctx context.Context, opts *chatOptions) error {
	return opts.factory.with(ctx, true, func(m *lukasa.Memory) error {
		if opts.given {
			turn, err := opts.say(ctx, m, opts.text)
			if err != nil {
				return err
			}
			return opts.show(turn)
		}
		return opts.showAll(opts.lines(ctx, m))
	})
}

// lines takes each line of the input, and streams the turns. A person is told of a wrong
// line, and goes on.
func (o *chatOptions) lines(ctx context.Context, m *lukasa.Memory) iter.Seq2[chatTurn, error] {
	return func(yield func(chatTurn, error) bool) {
		scan := bufio.NewScanner(o.factory.streams.In)
		scan.Buffer(nil, 1<<21)
		var last chatTurn
		for o.prompt(); scan.Scan(); o.prompt() {
			turn, err := o.line(ctx, m, last.Turn, strings.TrimSpace(scan.Text()))
			switch {
			case codeOf(err) == Usage && o.factory.attended():
				o.factory.tell("%s", said(err))
				continue
			case err == nil && turn.Turn == nil: // it was none
				continue
			case !yield(turn, err) || err != nil:
				return
			}
			last = turn
		}
		if err := scan.Err(); err != nil {
			yield(chatTurn{}, err)
			return
		}
		o.farewell()
	}
}

// line takes one line, which may belong to the last turn. One that is no message gives no turn.
func (o *chatOptions) line(ctx context.Context, m *lukasa.Memory, last *lukasa.Turn, line string) (none chatTurn, err error) {
	answer, replies := strings.CutPrefix(line, "> ")
	meant, tells := strings.CutPrefix(line, "= ")
	switch {
	case line == "":
		return none, nil
	case replies && last == nil:
		return none, usagef("an answer needs a message before it: %q", line)
	case replies:
		_, err = m.Reply(ctx, last.ID, answer)
		return none, err
	case tells:
		return none, o.settle(ctx, m, last, meant)
	}
	return o.say(ctx, m, line)
}

// prompt invites a person to write.
func (o *chatOptions) prompt() {
	if o.factory.attended() {
		fmt.Fprint(o.factory.streams.Err, "> ")
	}
}

// farewell ends the line of an invitation that a person answered by the end of the input.
func (o *chatOptions) farewell() {
	if o.factory.attended() {
		fmt.Fprintln(o.factory.streams.Err)
	}
}

// settle keeps who was meant by the first name that the last turn asked about.
func (o *chatOptions) settle(ctx context.Context, m *lukasa.Memory, last *lukasa.Turn, meant string) error {
	if last == nil || len(last.Doubts) == 0 {
		return usagef("nothing was asked: %q", "= "+meant)
	}
	doubt := last.Doubts[0]
	for _, c := range doubt.Candidates {
		if meant != string(c.Entity) && !strings.EqualFold(meant, c.Name) {
			continue
		}
		last.Doubts = last.Doubts[1:]
		_, err := m.ConfirmEntity(ctx, lukasa.NameAnswer{Text: doubt.Text, User: last.Message.User, Entity: c.Entity, Learned: last.ID, Context: last.Message.Text})
		return err
	}
	return usagef("%q is none of those who may be meant by %q", meant, doubt.Text)
}

// say takes one turn, and waits until it was learned from.
func (o *chatOptions) say(ctx context.Context, m *lukasa.Memory, text string) (chatTurn, error) {
	msg := lukasa.Message{Session: o.session, User: o.user, Text: text, Recall: lukasa.Query{K: o.k}}
	msg.Prompt.Tokens = o.context
	turn, err := m.Turn(ctx, msg)
	if err != nil {
		return chatTurn{}, err
	}
	if err := m.Flush(ctx); err != nil {
		return chatTurn{}, err
	}
	learned, err := m.Taught(ctx, turn.ID)
	return chatTurn{turn, append([]lukasa.Experience{}, learned...)}, err
}

// showAll shows each turn as it comes: those of one JSON document as one array.
func (o *chatOptions) showAll(turns iter.Seq2[chatTurn, error]) error {
	format, err := o.factory.format()
	switch {
	case err != nil:
		return err
	case format.Mode == output.ModeJSON && o.context > 0:
		_, err = output.Objects(o.factory.streams.Out, output.ModeJSON, prompts(turns))
		return err
	case format.Mode == output.ModeJSON:
		_, err = output.Objects(o.factory.streams.Out, output.ModeJSON, turns)
		return err
	}
	for turn, err := range turns {
		if err != nil {
			return err
		}
		if err := o.show(turn); err != nil {
			return err
		}
	}
	return nil
}

// prompts are the contexts of turns.
func prompts(turns iter.Seq2[chatTurn, error]) iter.Seq2[prompted, error] {
	return func(yield func(prompted, error) bool) {
		for turn, err := range turns {
			var p prompted
			if err == nil {
				p.Context = turn.Context.Text
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

func (o *chatOptions) show(t chatTurn) error {
	f := o.factory
	if o.context > 0 {
		return showPrompt(f, t.Context.Text)
	}
	format, err := f.format()
	if err != nil {
		return err
	}
	if format.Mode == output.ModeJSON || format.Mode == output.ModeJSONL {
		_, err = output.Objects(f.streams.Out, output.ModeJSONL, one(t))
		return err
	}
	for _, h := range t.Answer.Hits {
		fmt.Fprintf(f.streams.Out, "recalled %3.0f%%  %s  %s\n", 100*h.Confidence, h.Record.ID, story(h.Record))
	}
	for _, e := range t.Learned {
		fmt.Fprintf(f.streams.Out, "learned  %3.0f%%  %s  %s: %s\n", 100*e.Confidence, e.ID, e.Kind, story(e))
	}
	for _, q := range t.Questions {
		fmt.Fprintf(f.streams.Out, "to ask: %s\n", q)
	}
	return nil
}
