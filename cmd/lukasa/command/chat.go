package command

import (
	"bufio"
	"context"
	"fmt"
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

Lines are read until the input ends; with a MESSAGE, that is the only one.`,
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
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.session, "session", "", "the conversation that the messages belong to")
	flags.StringVar(&opts.user, "user", "", "who speaks (default user)")
	flags.IntVar(&opts.k, "k", 3, "memories recalled for a message at most, 1 to 200")
	flags.IntVar(&opts.context, "context", 0, "write the context for a model's prompt, of at most this many tokens, instead")
	return cmd
}

func chatRun(ctx context.Context, opts *chatOptions) error {
	return opts.factory.with(ctx, true, func(m *lukasa.Memory) error {
		if opts.given {
			_, err := opts.say(ctx, m, opts.text)
			return err
		}
		return opts.lines(ctx, m)
	})
}

// lines takes each line of the input. A person is told of a wrong one, and goes on.
func (o *chatOptions) lines(ctx context.Context, m *lukasa.Memory) error {
	scan := bufio.NewScanner(o.factory.streams.In)
	scan.Buffer(nil, 1<<21)
	var last *lukasa.Turn
	for o.prompt(); scan.Scan(); o.prompt() {
		turn, err := o.line(ctx, m, last, strings.TrimSpace(scan.Text()))
		if codeOf(err) == Usage && o.factory.attended() {
			o.factory.tell("%s", said(err))
			continue
		}
		if err != nil {
			return err
		}
		last = turn
	}
	return scan.Err()
}

// line takes one line, and returns the turn that the next one may answer.
func (o *chatOptions) line(ctx context.Context, m *lukasa.Memory, last *lukasa.Turn, line string) (*lukasa.Turn, error) {
	answer, replies := strings.CutPrefix(line, "> ")
	meant, tells := strings.CutPrefix(line, "= ")
	switch {
	case line == "":
		return last, nil
	case replies && last == nil:
		return nil, usagef("an answer needs a message before it: %q", line)
	case replies:
		_, err := m.Reply(ctx, last.ID, answer)
		return last, err
	case tells:
		return last, o.settle(ctx, m, last, meant)
	}
	return o.say(ctx, m, line)
}

// prompt invites a person to write.
func (o *chatOptions) prompt() {
	if o.factory.attended() {
		fmt.Fprint(o.factory.streams.Err, "> ")
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

// say takes one turn, waits until it was learned from, and shows both.
func (o *chatOptions) say(ctx context.Context, m *lukasa.Memory, text string) (*lukasa.Turn, error) {
	msg := lukasa.Message{Session: o.session, User: o.user, Text: text, Recall: lukasa.Query{K: o.k}}
	msg.Prompt.Tokens = o.context
	turn, err := m.Turn(ctx, msg)
	if err != nil {
		return nil, err
	}
	if err := m.Flush(ctx); err != nil {
		return turn, err
	}
	learned, err := m.Taught(ctx, turn.ID)
	if err != nil {
		return turn, err
	}
	return turn, o.show(chatTurn{turn, append([]lukasa.Experience{}, learned...)})
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
