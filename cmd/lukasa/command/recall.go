package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/list"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

// profileHelp names the profiles of ranking.
var profileHelp = "how to rank: " + strings.Join(lukasa.Profiles(), ", ") + " (default \"default\")"

type recallOptions struct {
	factory *factory
	flags   *pflag.FlagSet

	query        lukasa.Query
	also         []string
	since, until string
	knownAt      string
	trueAt       string
	kinds        []string
	categories   []string
	personas     []string
	statuses     []string
	entities     []string
	quality      int
	floor        float64
	plain        bool
	context      int
}

func newRecall(f *factory, runF func(context.Context, *recallOptions) error) *cobra.Command {
	opts := &recallOptions{factory: f}
	if runF == nil {
		runF = recallRun
	}
	cmd := &cobra.Command{
		Use:   "recall QUESTION",
		Short: "Find what bears on a question, by meaning, words, time and people",
		Long: `Find what bears on a question: by meaning, by words, by time and by the people and things it
names. Conditions may stand among the words: from:@ana, tag:deploy, since:30d, "a phrase",
-staging, importance:>=7. There may be no answer: what is too unlikely to be one is left out,
and the reason is told. --explain shows how each score came about.`,
		Example: `  lukasa recall "what did we promise Gai Media?" --k 5
  lukasa recall "why did the deploy fail" --since 30d --explain
  lukasa recall "disk full tag:incident since:30d -staging" --context 2000`,
		GroupID: groupRead,
		Args:    wants(cobra.MinimumNArgs(1)),
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.query.Text, opts.flags = strings.Join(args, " "), cmd.Flags()
			return runF(cmd.Context(), opts)
		},
	}
	opts.addFlags(cmd.Flags())
	return cmd
}

func (o *recallOptions) addFlags(flags *pflag.FlagSet) {
	q := &o.query
	flags.IntVar(&q.K, "k", 0, "records at most, 1 to 200 (default 10, or what --context has room for)")
	flags.StringVar(&o.since, "since", "", "happened since: "+whenHelp)
	flags.StringVar(&o.until, "until", "", "happened before")
	flags.StringVar(&q.When, "when", "", "a time in words: \"last week\", \"around Nov 27\"")
	flags.StringVar(&o.knownAt, "known-at", "", "as the store knew it at this moment")
	flags.StringVar(&o.trueAt, "true-at", "", "what was true at this moment")
	flags.StringArrayVar(&o.kinds, "kind", nil, "of this kind; repeated: of any")
	flags.StringArrayVar(&o.categories, "category", nil, "of this category; repeated: of any")
	flags.StringArrayVar(&o.personas, "persona", nil, "of this persona; repeated: of any")
	flags.StringArrayVar(&o.statuses, "status", nil, "in this state (default active and aging); repeated: in any")
	flags.StringArrayVar(&q.Sessions, "session", nil, "of this session; repeated: of any")
	flags.StringArrayVar(&q.Speakers, "speaker", nil, "by this speaker; repeated: by any")
	flags.StringArrayVar(&q.Tags, "tag", nil, "with this tag; repeated: with all")
	flags.StringArrayVar(&q.Scopes, "scope", nil, "of this scope, or of none; repeated: of any")
	flags.StringArrayVar(&o.entities, "entity", nil, "mentioning this entity, type:name; repeated: any")
	flags.IntVar(&q.MinImportance, "importance", 0, "of at least this importance, 1 to 10")
	flags.IntVar(&o.quality, "quality", 0, "of at least this quality, 1 to 5")
	flags.Float64Var(&q.MinConfidence, "confidence", 0, "of at least this confidence after decay, 0 to 1")
	flags.StringVar(&q.User, "user", "", "who asks: \"I\" in the question")
	flags.StringVar(&q.Profile, "profile", "", profileHelp)
	flags.Float64Var(&o.floor, "floor", 0, "how likely an answer must be, 0 to 1 (default the profile's); 0 always answers")
	flags.BoolVar(&q.Explain, "explain", false, "show how each score came about")
	flags.BoolVar(&o.plain, "plain", false, "read no conditions in the question")
	flags.IntVar(&o.context, "context", 0, "write the answer as a text for a model's prompt, of at most this many tokens")
	flags.StringArrayVar(&o.also, "also", nil, "another agent to ask as well; may be repeated")
}

func recallRun(ctx context.Context, opts *recallOptions) error {
	q, err := opts.build()
	if err != nil {
		return err
	}
	if strings.TrimSpace(opts.query.Text) == "" && q.Empty() { // of a script in which a variable was never set: whatever there is would answer
		return usagef("QUESTION: empty, and no condition")
	}
	f := opts.factory
	if opts.context > 0 {
		if err := f.undrawn(); err != nil {
			return err
		}
	}
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		answer, err := m.Recall(ctx, q)
		if err != nil {
			return err
		}
		for _, arm := range answer.Arms {
			if arm.Err != nil {
				f.tell("without %s: %v", arm.Name, arm.Err)
			}
		}
		if opts.context > 0 {
			return showPrompt(f, answer.Context(opts.context))
		}
		return showAnswer(f, answer)
	})
}

// prompted is a text for a model's prompt.
type prompted struct {
	Context string `json:"context"`
}

// showPrompt writes a text for a model's prompt as it stands, unless a mode is asked for.
func showPrompt(f *factory, text string) error {
	if f.json || f.mode != "" {
		return showOne(f, view[prompted]{columns: []string{"context"}, row: func(p prompted) []any { return []any{p.Context} }}, prompted{text})
	}
	_, err := io.WriteString(f.streams.Out, text)
	return err
}

// showAnswer writes an answer: all of it as one JSON document, else its hits.
func showAnswer(f *factory, answer *lukasa.Answer) error {
	format, err := f.format()
	if err != nil {
		return err
	}
	if format.Mode == output.ModeJSON {
		_, err = output.Objects(f.streams.Out, output.ModeJSONL, one(answer))
		return err
	}
	if len(answer.Hits) == 0 {
		f.tell("%s", answer.Reason)
		return nil
	}
	_, err = show(f, hits(), each(answer.Hits))
	return err
}

func hits() view[lukasa.Hit] {
	v := view[lukasa.Hit]{
		columns: []string{"confidence", "score", "id", "time", "who", "text", "citation"},
		row: func(h lukasa.Hit) []any {
			return []any{
				h.Confidence, h.Score, h.Record.ID.String(), clock(h.Record.Time), who(h.Record), story(h.Record), h.Citation,
			}
		},
		graph: func(h lukasa.Hit) []any { return recordGraph(h.Record) },
	}
	v.people = &view[lukasa.Hit]{
		columns: []string{"likely", "record", "text"},
		row: func(h lukasa.Hit) []any {
			text := story(h.Record)
			if h.Why != nil {
				text += "\n" + tree(*h.Why, briefTree)
			}
			return []any{fmt.Sprintf("%.0f%%", 100*h.Confidence), h.Record.ID.String() + "\n" + particulars(h.Record), text}
		},
	}
	return v
}

const (
	briefTree = 6 // parts of a score that are drawn beside a hit
	wholeTree = 1000
)

// tree draws how a score came about: of each sum the greatest parts, up to most
// of them, and what the others add.
func tree(e lukasa.Explanation, most int) string {
	w := list.NewWriter()
	w.SetStyle(list.StyleConnectedRounded)
	appendTree(w, e, most)
	return w.Render()
}

func appendTree(w list.Writer, e lukasa.Explanation, most int) {
	text := fmt.Sprintf("%+.3f %s", e.Value, e.Name)
	if e.Weight != 0 {
		text += fmt.Sprintf(" (%.3g, as %.3g × %.3g)", e.Raw, e.Calibrated, e.Weight)
	}
	w.AppendItem(text)
	w.Indent()
	shown := min(len(e.Parts), most)
	for _, part := range e.Parts[:shown] {
		appendTree(w, part, most)
	}
	if rest := e.Parts[shown:]; len(rest) > 0 {
		sum := 0.0
		for _, part := range rest {
			sum += part.Value
		}
		w.AppendItem(fmt.Sprintf("%+.3f from %d more", sum, len(rest)))
	}
	w.UnIndent()
}

// build makes the query that the question and the flags describe. Where both say
// something, the flags count.
func (o *recallOptions) build() (lukasa.Query, error) {
	if err := given(o.flags, "k", "context", "importance", "quality"); err != nil {
		return lukasa.Query{}, err
	}
	q, err := o.parse()
	if err != nil {
		return q, err
	}
	flags := &o.query
	q.K, q.Tokens, q.Explain, q.Profile, q.User, q.When = flags.K, o.context, flags.Explain, flags.Profile, flags.User, flags.When
	q.Sessions, q.Speakers, q.Tags, q.Scopes = flags.Sessions, flags.Speakers, flags.Tags, flags.Scopes
	q.MinImportance, q.MinConfidence = flags.MinImportance, flags.MinConfidence
	if len(q.Agents) == 0 || len(o.also) > 0 {
		q.Agents = append([]string{o.factory.agent}, o.also...)
	}
	grade(&q.MinQuality, o.quality)
	assign(&q.Kinds, o.kinds)
	assign(&q.Categories, o.categories)
	assign(&q.Personas, o.personas)
	assign(&q.Statuses, o.statuses)
	if o.flags.Changed("floor") {
		q.Floor = &o.floor
	}
	if q.Entities, err = mapped(o.entities, parseEntity); err != nil {
		return q, err
	}
	return q, o.buildTimes(&q)
}

// parse reads the conditions among the words of the question.
func (o *recallOptions) parse() (lukasa.Query, error) {
	if o.plain {
		return lukasa.Query{Text: o.query.Text}, nil
	}
	q, err := lukasa.ParseQuery(o.query.Text, o.factory.now())
	var wrong *lukasa.SyntaxError
	if errors.As(err, &wrong) {
		return q, usagef("%v\n%s\n--plain takes the question as it stands", err, output.Indent(wrong.Caret(), "  "))
	}
	return q, err
}

func (o *recallOptions) buildTimes(q *lukasa.Query) error {
	return parseWhens(o.factory.now(),
		when{"since", o.since, &q.Since}, when{"until", o.until, &q.Until}, when{"known-at", o.knownAt, &q.KnownAt}, when{"true-at", o.trueAt, &q.TrueAt})
}
