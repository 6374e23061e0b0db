package command

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/times"
)

type rememberOptions struct {
	factory *factory
	flags   *pflag.FlagSet

	record     lukasa.Experience // what flags set directly
	id         string
	kind       string
	category   string
	persona    string
	ttl        string
	quality    int
	when       string
	expires    string
	entities   []string
	relations  []string
	metadata   string
	supersedes string
	parent     string
}

func newRemember(f *factory, runF func(context.Context, *rememberOptions) error) *cobra.Command {
	opts := &rememberOptions{factory: f}
	if runF == nil {
		runF = rememberRun
	}
	cmd := &cobra.Command{
		Use:   "remember [TEXT]",
		Short: "Record one memory",
		Long: `Record one memory: what happened (--context, --action and --outcome), or a TEXT.

A text is an observation, or a message of its --speaker, unless --kind says fact, opinion,
decision, plan, preference, event, task, question or the like. A message without a --session
belongs to its day's. The same content remembered again reinforces the record that is there.`,
		Example: `  lukasa remember --context "Deploy of billing 4.2" --action "Ran it on a canary" \
      --outcome "Rolled back: lock on invoices" --importance 8 --tag deploy --entity service:billing
  lukasa remember "Gai Media prefers delivery on Friday" --kind preference --entity customer:gai-media`,
		GroupID: groupWrite,
		Args:    wants(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				opts.record.Content = args[0]
			}
			opts.flags = cmd.Flags()
			return runF(cmd.Context(), opts)
		},
	}
	opts.addFlags(cmd.Flags())
	return cmd
}

func (o *rememberOptions) addFlags(flags *pflag.FlagSet) {
	e := &o.record
	flags.StringVar(&e.Context, "context", "", "the situation")
	flags.StringVar(&e.Action, "action", "", "what was done")
	flags.StringVar(&e.Outcome, "outcome", "", "how it ended")
	flags.StringVar(&e.Summary, "summary", "", "a short form of it")
	flags.StringVar(&o.id, "id", "", "the id it gets; made if not given")
	flags.StringVar(&o.kind, "kind", "", "what the record is (default experience; observation for a TEXT, or message with a --speaker)")
	flags.StringVar(&e.Session, "session", "", "the run or conversation it belongs to")
	flags.StringVar(&e.Speaker, "speaker", "", "who said or did it")
	flags.StringVar(&o.when, "time", "", "when it happened: "+whenHelp)
	flags.IntVar(&e.Importance, "importance", 0, "1 to 10 (default 5)")
	flags.IntVar(&o.quality, "quality", 0, "1 (reject) to 5 (excellent) (default 3)")
	flags.Float64Var(&e.Confidence, "confidence", 0, "above 0 to 1 (default by kind)")
	flags.StringVar(&o.category, "category", "", "what it is about (default by kind)")
	flags.StringVar(&o.persona, "persona", "", "personal, technical or social (default personal)")
	flags.StringArrayVar(&e.Tags, "tag", nil, "a tag; may be repeated")
	flags.StringArrayVar(&e.Scopes, "scope", nil, "a label that a reader may demand; may be repeated")
	flags.StringArrayVar(&o.entities, "entity", nil, "an entity it mentions, type:name or type:name=words; may be repeated")
	flags.StringArrayVar(&o.relations, "relation", nil, "a relation it tells, \"FROM relation TO\"; may be repeated")
	flags.StringVar(&o.metadata, "metadata", "", "a JSON object of your own")
	flags.StringVar(&o.expires, "expires", "", "when it expires: a time or a day, or from now on (12h, 30d)")
	flags.StringVar(&o.ttl, "ttl", "", "session, day, week or never")
	flags.BoolVar(&e.Permanent, "permanent", false, "it never expires")
	flags.BoolVar(&e.Pinned, "pinned", false, "always show it in contexts of its scope")
	flags.StringVar(&o.parent, "parent", "", "the id of the record that this one is a part of")
	flags.StringVar(&o.supersedes, "supersedes", "", "the id of the record that this one corrects")
}

func rememberRun(ctx context.Context, opts *rememberOptions) error {
	e, err := opts.experience()
	if err != nil {
		return err
	}
	return opts.factory.with(ctx, true, func(m *lukasa.Memory) error {
		done, err := opts.write(ctx, m, e)
		if err != nil {
			return err
		}
		return showOne(opts.factory, view[lukasa.Retained]{
			columns: []string{"id", "version", "new"},
			row:     func(r lukasa.Retained) []any { return []any{r.ID.String(), r.Version, r.New} },
		}, done)
	})
}

func (o *rememberOptions) write(ctx context.Context, m *lukasa.Memory, e lukasa.Experience) (lukasa.Retained, error) {
	if o.supersedes == "" {
		return m.Retain(ctx, e)
	}
	old, err := parseID(o.supersedes)
	if err != nil {
		return lukasa.Retained{}, err
	}
	return m.Supersede(ctx, old, e)
}

// experience makes the record that the flags describe.
func (o *rememberOptions) experience() (lukasa.Experience, error) {
	e := o.record
	if e.Content == "" && e.Context == "" && e.Action == "" && e.Outcome == "" {
		return e, usagef("want a TEXT, or --context, --action and --outcome")
	}
	set(&e.Kind, o.kind)
	set(&e.Category, o.category)
	set(&e.Persona, o.persona)
	set(&e.TTL, o.ttl)
	grade(&e.Quality, o.quality)
	if err := o.numbers(); err != nil {
		return e, err
	}
	if err := o.times(&e); err != nil {
		return e, err
	}
	return e, o.references(&e)
}

func (o *rememberOptions) numbers() error {
	if err := given(o.flags, "importance", "quality"); err != nil {
		return err
	}
	return believed(o.flags)
}

func (o *rememberOptions) times(e *lukasa.Experience) (err error) {
	now := o.factory.now()
	if err := parseWhens(now, when{"time", o.when, &e.Time}); err != nil {
		return err
	}
	if o.expires == "" {
		return nil
	}
	if d, ok := times.Span(o.expires); ok {
		e.ExpiresAt = now.Add(d).UTC()
		return nil
	}
	if e.ExpiresAt, err = parseWhen("expires", o.expires, now); err != nil {
		return usagef("--expires: %q, want %s, or from now on (12h, 30d)", o.expires, times.HelpMoment)
	}
	return nil
}

func (o *rememberOptions) references(e *lukasa.Experience) (err error) {
	if o.id != "" {
		if e.ID, err = parseID(o.id); err != nil {
			return err
		}
	}
	if o.parent != "" {
		if e.Parent, err = parseID(o.parent); err != nil {
			return err
		}
	}
	if e.Mentions, err = mapped(o.entities, parseMention); err != nil {
		return err
	}
	if e.Relations, err = mapped(o.relations, parseLink); err != nil {
		return err
	}
	e.Metadata, err = parseMetadata(o.metadata)
	return err
}
