package command

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lukasadb/lukasa"
)

// findOptions are the conditions of find, and of the verbs that take them too.
type findOptions struct {
	factory *factory
	flags   *pflag.FlagSet

	filter        lukasa.Filter
	also          []string
	since, until  string
	accessed      string
	resolvedFrom  string
	resolvedTo    string
	quality       int
	kinds         []string
	categories    []string
	personas      []string
	statuses      []string
	entity, after string
	parent        string
	all           bool
	then          moment
}

func newFind(f *factory, runF func(context.Context, *findOptions) error) *cobra.Command {
	opts := &findOptions{factory: f}
	if runF == nil {
		runF = findRun
	}
	cmd := &cobra.Command{
		Use:   "find",
		Short: "Find records by their fields",
		Long: `Find records by their fields, newest first. All conditions given must hold.

A page has --limit records; when there are more, the last line on the standard error
tells the --after of the next page. --all goes through every page.

--known-at and --true-at show what the store held, or what was true, at another moment; the
other conditions judge records as they are now, and what was forgotten since stays away.`,
		Example: `  lukasa find --since 30d --importance 7 --tag deploy
  lukasa find --entity customer:gai-media --kind preference
  lukasa find --review --all --json`,
		GroupID: groupRead,
		Args:    noWords,
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opts.flags = cmd.Flags()
			return runF(cmd.Context(), opts)
		},
	}
	opts.addFlags(cmd.Flags())
	return cmd
}

func newRecent(f *factory, runF func(context.Context, *findOptions) error) *cobra.Command {
	opts := &findOptions{factory: f}
	if runF == nil {
		runF = findRun
	}
	cmd := &cobra.Command{
		Use:     "recent",
		Short:   "Show the newest records",
		Example: "  lukasa recent --since 7d --limit 50",
		GroupID: groupRead,
		Args:    noWords,
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opts.flags = cmd.Flags()
			return runF(cmd.Context(), opts)
		},
	}
	opts.addPaging(cmd.Flags())
	opts.then.addFlags(cmd.Flags())
	cmd.Flags().StringVar(&opts.since, "since", "", "happened since: "+whenHelp)
	cmd.Flags().StringArrayVar(&opts.filter.Sessions, "session", nil, "of this session; may be repeated")
	return cmd
}

func (o *findOptions) addPaging(flags *pflag.FlagSet) {
	flags.IntVar(&o.filter.Limit, "limit", 0, "records of a page, 1 to 1000 (default 20)")
	flags.StringVar(&o.after, "after", "", "go on after this cursor")
	flags.BoolVar(&o.all, "all", false, "every record, not one page")
	flags.BoolVar(&o.filter.OldestFirst, "oldest", false, "oldest first")
	flags.StringArrayVar(&o.also, "also", nil, "another agent to read as well; may be repeated")
}

func (o *findOptions) addFlags(flags *pflag.FlagSet) {
	o.addPaging(flags)
	o.then.addFlags(flags)
	f := &o.filter
	flags.StringVar(&o.since, "since", "", "happened since: "+whenHelp)
	flags.StringVar(&o.until, "until", "", "happened before")
	flags.IntVar(&f.MinImportance, "importance", 0, "of at least this importance, 1 to 10")
	flags.IntVar(&o.quality, "quality", 0, "of at least this quality, 1 to 5")
	flags.Float64Var(&f.MinConfidence, "confidence", 0, "of at least this confidence, 0 to 1")
	flags.StringArrayVar(&o.kinds, "kind", nil, "of this kind; repeated: of any")
	flags.StringArrayVar(&o.categories, "category", nil, "of this category; repeated: of any")
	flags.StringArrayVar(&o.personas, "persona", nil, "of this persona; repeated: of any")
	flags.StringArrayVar(&f.Sessions, "session", nil, "of this session; repeated: of any")
	flags.StringArrayVar(&f.Speakers, "speaker", nil, "by this speaker; repeated: by any")
	flags.StringArrayVar(&f.Tags, "tag", nil, "with this tag; repeated: with all")
	flags.StringArrayVar(&f.AnyTags, "any-tag", nil, "with this tag; repeated: with any")
	flags.StringArrayVar(&f.Scopes, "scope", nil, "of this scope, or of none; repeated: of any")
	flags.StringVar(&o.entity, "entity", "", "mentioning this entity, type:name")
	flags.StringVar(&f.EntityValue, "mentions", "", "mentioning an entity whose name has this in it")
	flags.StringVar(&f.Contains, "contains", "", "with this in its text, in any case")
	flags.StringVar(&f.Hash, "hash", "", "with this content hash")
	flags.StringVar(&f.Path, "path", "", "read from this source file")
	flags.StringVar(&f.User, "user", "", "about or by this user")
	flags.StringVar(&o.parent, "parent", "", "part of this record")
	flags.StringArrayVar(&o.statuses, "status", nil, "in this state (default active and aging); repeated: in any")
	flags.BoolVar(&f.Expired, "expired", false, "expired and not permanent, soonest first")
	flags.BoolVar(&f.Verified, "verified", false, "verified")
	flags.BoolVar(&f.Unverified, "unverified", false, "not verified")
	flags.BoolVar(&f.Review, "review", false, "waiting for a person: unverified and below fair, oldest first")
	flags.StringVar(&o.accessed, "accessed-since", "", "used since, most recently first")
	flags.StringVar(&o.resolvedFrom, "resolved-from", "", "whose words resolve to a day from this one on")
	flags.StringVar(&o.resolvedTo, "resolved-to", "", "whose words resolve to a day before this one")
}

func findRun(ctx context.Context, opts *findOptions) error {
	filter, err := opts.build()
	if err != nil {
		return err
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		shown, err := findShown(ctx, opts, m, filter)
		if err != nil || shown > 0 {
			return err
		}
		return tellBlank(ctx, opts.factory, m, filter.Agents)
	})
}

// findShown shows what a filter selects and returns how many records that are.
func findShown(ctx context.Context, opts *findOptions, m *lukasa.Memory, filter lukasa.Filter) (int, error) {
	switch {
	case opts.then.asked():
		return findThen(ctx, opts, m, filter)
	case opts.all:
		return show(opts.factory, records(), m.All(ctx, filter))
	}
	page, err := m.Find(ctx, filter)
	if err != nil {
		return 0, err
	}
	shown, err := show(opts.factory, records(), each(page.Items))
	if err == nil && page.Next != "" {
		opts.factory.tell("more: --after %s", page.Next)
	}
	return shown, err
}

// tellBlank tells where none of the agents has a record, as where a name is misspelt:
// nothing found looks the same.
func tellBlank(ctx context.Context, f *factory, m *lukasa.Memory, agents []string) error {
	known, err := m.Agents(ctx)
	if err != nil {
		return err
	}
	quoted := make([]string, len(agents))
	for i, name := range agents {
		if slices.ContainsFunc(known, func(a lukasa.AgentInfo) bool { return a.Name == name && a.Total > 0 }) {
			return nil
		}
		quoted[i] = strconv.Quote(name)
	}
	f.tell("there are no records of %s", strings.Join(quoted, ", "))
	return nil
}

// findThen shows what a filter selects as it stood at another moment.
func findThen(ctx context.Context, opts *findOptions, m *lukasa.Memory, filter lukasa.Filter) (int, error) {
	found := m.AllThen(ctx, filter, opts.then.Moment)
	if !opts.all {
		found = atMost(found, cmp.Or(filter.Limit, findPage))
	}
	return show(opts.factory, records(), found)
}

// findPage is how many records a page has that does not say.
const findPage = 20

// build makes the filter that the flags describe.
func (o *findOptions) build() (lukasa.Filter, error) {
	f := o.filter
	if err := given(o.flags, "limit", "importance", "quality"); err != nil {
		return f, err
	}
	f.Agents = append([]string{o.factory.agent}, o.also...)
	grade(&f.MinQuality, o.quality)
	assign(&f.Kinds, o.kinds)
	assign(&f.Categories, o.categories)
	assign(&f.Personas, o.personas)
	assign(&f.Statuses, o.statuses)
	f.After = lukasa.Cursor(o.after)
	if err := o.then.parse(o.factory.now()); err != nil {
		return f, err
	}
	if o.entity != "" {
		key, err := parseEntity(o.entity)
		if err != nil {
			return f, err
		}
		f.Entity = key
	}
	if o.parent != "" {
		id, err := parseID(o.parent)
		if err != nil {
			return f, err
		}
		f.Parent = id
	}
	return f, o.buildTimes(&f)
}

func (o *findOptions) buildTimes(f *lukasa.Filter) error {
	return parseWhens(o.factory.now(),
		when{"since", o.since, &f.Since}, when{"until", o.until, &f.Until}, when{"accessed-since", o.accessed, &f.AccessedSince},
		when{"resolved-from", o.resolvedFrom, &f.ResolvedFrom}, when{"resolved-to", o.resolvedTo, &f.ResolvedTo},
	)
}
