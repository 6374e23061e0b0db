package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/times"
)

func newMemory(f *factory) *cobra.Command {
	opts := &folderOptions{factory: f}
	cmd := &cobra.Command{
		Use:     "memory",
		Short:   "Retain, recall and reflect on the files of a workspace",
		Long:    workspaceHelp,
		GroupID: groupRead,
		Args:    noWords,
		RunE:    showHelp,
	}
	opts.addFlags(cmd)
	opts.refuses(cmd, ofFolder)
	cmd.AddCommand(
		memoryRetain(opts), opts.waits(memoryRecall(opts)), opts.waits(memoryReflect(opts)), opts.waits(memoryStatus(opts)),
		opts.waits(memoryCheck(opts)), opts.waits(memorySync(opts)), memoryWatch(opts), opts.waits(memoryForget(opts)),
	)
	return cmd
}

func memoryRetain(opts *folderOptions) *cobra.Command {
	var note lukasa.Note
	var kind, day string
	cmd := &cobra.Command{
		Use:   "retain TEXT",
		Short: "Add a bullet to the log of a day",
		Long: `Add a bullet to the log of a day, unless it says so already. The page is written whoever has the
store open: the bullet is in the index ("synced") at once, or with the next command or change.`,
		Example: `  lukasa memory retain "Prefers concise replies on WhatsApp." --kind opinion --confidence 0.95 --entity Peter`,
		Args:    wants(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			note.Text, note.Kind, note.Rated = strings.Join(args, " "), lukasa.NoteKind(kind), cmd.Flags().Changed("confidence")
			var err error
			if note.Day, err = logDay(day, opts.factory.now()); err != nil {
				return err
			}
			return memoryRetainRun(cmd.Context(), opts, note)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&kind, "kind", "observation", "world, experience, opinion or observation")
	flags.StringArrayVar(&note.Entities, "entity", nil, "whom or what it is about; may be repeated")
	flags.Float64Var(&note.Confidence, "confidence", 0, "of an opinion, 0 to 1")
	flags.StringVar(&day, "day", "", "whose log it is for: a day (2025-11-27) or how long ago by the clock on the wall (1d; default today)")
	return cmd
}

// logDay reads whose log a note is for.
func logDay(text string, now time.Time) (time.Time, error) {
	ago, isSpan := times.Span(text)
	if text != "" && !isSpan {
		day, err := parseWhen("day", text, now)
		if err != nil {
			err = usagef("--day: %q, want a day (2025-11-27) or how long ago (1d)", text)
		}
		return day, err
	}
	return wall(now).Add(-ago).Truncate(24 * time.Hour), nil
}

// wall is what the clock shows where the command runs, as a time of UTC, of which every day has
// 24 hours. By it today is told, and how long ago something was: pages are a person's, and
// people name days by their calendar.
func wall(now time.Time) time.Time {
	year, month, day := now.Date()
	hour, minute, second := now.Clock()
	return time.Date(year, month, day, hour, minute, second, 0, time.UTC)
}

// memoryRetainRun writes the log, and indexes it unless another process has the
// store: that one, or the next, does then. So it waits for nobody.
func memoryRetainRun(ctx context.Context, opts *folderOptions, note lukasa.Note) error {
	var noted []lukasa.NotePlace
	err := opts.withIn(ctx, 0, func(w *lukasa.Workspace) (err error) {
		noted, err = w.Retain(ctx, note)
		return err
	})
	if errors.Is(err, lukasa.ErrLocked) {
		noted, err = lukasa.AppendToWorkspace(opts.dir, opts.factory.now(), note)
	}
	if errors.Is(err, lukasa.ErrNote) {
		return usageError{err}
	}
	if err != nil {
		return err
	}
	return showOne(opts.factory, view[lukasa.NotePlace]{
		columns: []string{"source", "new", "synced", "bullet"},
		row:     func(n lukasa.NotePlace) []any { return []any{n.Source, n.New, n.Synced, n.Bullet} },
	}, noted[0])
}

type memoryRecallOptions struct {
	*folderOptions
	query        lukasa.WorkspaceQuery
	since, until string
	trueAt       string
	kinds        []string
	floor        float64
	context      int
}

func memoryRecall(folder *folderOptions) *cobra.Command {
	opts := &memoryRecallOptions{folderOptions: folder}
	cmd := &cobra.Command{
		Use:     "recall QUESTION",
		Short:   "Find what the files tell, with path and line",
		Example: `  lukasa memory recall "what does Peter like?" --k 25 --since 30d`,
		Args:    wants(cobra.MinimumNArgs(1)),
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.query.Text = strings.Join(args, " ")
			if err := given(cmd.Flags(), "k", "context"); err != nil {
				return err
			}
			if cmd.Flags().Changed("floor") {
				opts.query.Floor = &opts.floor
			}
			return memoryRecallRun(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&opts.query.K, "k", 0, "results at most, 1 to 200 (default 10, or what --context has room for)")
	flags.StringVar(&opts.since, "since", "", "of that time or later: "+whenHelp)
	flags.StringVar(&opts.until, "until", "", "before that time")
	flags.StringVar(&opts.query.When, "when", "", "a time in words: \"last week\", \"around Nov 27\"")
	flags.StringVar(&opts.trueAt, "true-at", "", "what was so at this moment")
	flags.StringArrayVar(&opts.kinds, "kind", nil, "world, experience, opinion or observation; repeated: any")
	flags.StringArrayVar(&opts.query.Entities, "entity", nil, "naming this entity; repeated: any")
	flags.Float64Var(&opts.floor, "floor", 0, "how likely a result must be, 0 to 1; 0 always answers")
	flags.IntVar(&opts.context, "context", 0, "write a text for a model's prompt, of at most this many tokens")
	return cmd
}

// noteKinds are the kinds of what a workspace tells (003-06).
var noteKinds = []string{"world", "experience", "opinion", "observation"}

func memoryRecallRun(ctx context.Context, opts *memoryRecallOptions) error {
	q := &opts.query
	q.Tokens, q.Now = opts.context, wall(opts.factory.now())
	err := parseWhens(q.Now, when{"since", opts.since, &q.Since}, when{"until", opts.until, &q.Until}, when{"true-at", opts.trueAt, &q.TrueAt})
	if err != nil {
		return err
	}
	for _, k := range opts.kinds {
		if !slices.Contains(noteKinds, k) {
			return usagef("--kind: %q, want world, experience, opinion or observation", k)
		}
		q.Kinds = append(q.Kinds, lukasa.NoteKind(k))
	}
	if asksNothing(q) {
		return usagef("QUESTION: empty, and no condition")
	}
	return opts.with(ctx, func(w *lukasa.Workspace) error {
		if _, err := opts.sync(ctx, w); err != nil {
			return err
		}
		answer, err := w.Recall(ctx, *q)
		if err != nil {
			return err
		}
		return showRecalled(opts, answer)
	})
}

// asksNothing tells whether whatever there is would be an answer, as to a script in which a
// variable was never set.
func asksNothing(q *lukasa.WorkspaceQuery) bool {
	conditions := len(q.Kinds)+len(q.Entities) > 0 || q.When != "" || !q.Since.IsZero() || !q.Until.IsZero()
	return !conditions && strings.TrimSpace(q.Text) == ""
}

// recalled is a result as a row: told, or inferred.
type recalled struct {
	lukasa.WorkspaceResult
	Inferred bool `json:"inferred,omitempty"`
}

func showRecalled(opts *memoryRecallOptions, answer *lukasa.WorkspaceAnswer) error {
	f := opts.factory
	if opts.context > 0 {
		text, err := answer.Bundle(opts.context)
		if err != nil {
			return err
		}
		return showPrompt(f, text)
	}
	format, err := f.format()
	if err != nil {
		return err
	}
	if format.Mode == output.ModeJSON {
		return showOne(f, view[*lukasa.WorkspaceAnswer]{}, answer)
	}
	var rows []recalled
	for _, r := range answer.Facts {
		rows = append(rows, recalled{r, false})
	}
	for _, r := range answer.Inferred {
		rows = append(rows, recalled{r, true})
	}
	n, err := show(f, view[recalled]{
		columns: []string{"kind", "timestamp", "entities", "content", "source", "confidence", "inferred"},
		row: func(r recalled) []any {
			var sure any
			if r.Confidence > 0 {
				sure = r.Confidence
			}
			return []any{string(r.Kind), r.Timestamp, strings.Join(r.Entities, " "), r.Content, r.Source, sure, r.Inferred}
		},
	}, each(rows))
	if err == nil && n == 0 {
		f.tell("%s", answer.Reason)
	}
	return err
}

func memoryReflect(opts *folderOptions) *cobra.Command {
	var how lukasa.PageReflection
	var since string
	cmd := &cobra.Command{
		Use:   "reflect",
		Short: "Write pages of entities and opinions from what was told recently",
		Long: `Write what follows from what was told recently, in marked regions of the pages: bullets for
days whose log has none, opinions with confidence and evidence, pages of entities. What is
proposed for memory.md is shown, and written only with --accept. What changes is shown as a
diff, unless --json or --mode is given.`,
		Example: `  lukasa memory reflect --since 7d --dry-run`,
		Args:    noWords,
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if how.Since, err = parseWhen("since", since, wall(opts.factory.now())); err != nil {
				return err
			}
			return memoryReflectRun(cmd.Context(), opts, how)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&since, "since", "7d", "how far back: "+whenHelp)
	flags.BoolVar(&how.DryRun, "dry-run", false, "show what would be written, and write nothing")
	flags.BoolVar(&how.Accept, "accept", false, "write what is proposed for memory.md")
	flags.BoolVar(&how.NoInfer, "no-infer", false, "infer no bullets")
	return cmd
}

func memoryReflectRun(ctx context.Context, opts *folderOptions, how lukasa.PageReflection) error {
	return opts.with(ctx, func(w *lukasa.Workspace) error {
		done, err := w.Reflect(ctx, how)
		if err != nil {
			return err
		}
		opts.tellSynced(done.Synced)
		for _, p := range done.Left {
			opts.factory.tell("%s is left as it is: %s", p.Path, p.Reason)
		}
		return showReflected(opts.factory, done)
	})
}

// pageChange is what changes on a page, or is proposed for it.
type pageChange struct {
	lukasa.PageChange
	proposed bool
}

// showReflected shows what was written: as differences, unless a mode is asked for.
func showReflected(f *factory, done lukasa.PagesReflected) error {
	if !f.json && f.mode == "" {
		return showDifferences(f, done)
	}
	format, err := f.format()
	if err != nil {
		return err
	}
	if format.Mode == output.ModeJSON || format.Mode == output.ModeJSONL {
		return showOne(f, view[lukasa.PagesReflected]{}, done)
	}
	var rows []pageChange
	for _, p := range done.Pages {
		rows = append(rows, pageChange{p, false})
	}
	for _, p := range done.Proposed {
		rows = append(rows, pageChange{p, true})
	}
	_, err = show(f, view[pageChange]{
		columns: []string{"path", "proposed", "diff"},
		row:     func(p pageChange) []any { return []any{p.Path, p.proposed, p.Diff} },
	}, each(rows))
	return err
}

func showDifferences(f *factory, done lukasa.PagesReflected) error {
	var text strings.Builder
	for _, p := range done.Pages {
		text.WriteString(p.Diff)
	}
	if len(done.Proposed) > 0 {
		f.tell("Proposed for memory.md; --accept writes it:")
	}
	for _, p := range done.Proposed {
		text.WriteString(p.Diff)
	}
	_, err := io.WriteString(f.streams.Out, text.String())
	return err
}

func memoryStatus(opts *folderOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show how the workspace stands, and by what it is searched",
		Args:  noWords,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opts.with(cmd.Context(), func(w *lukasa.Workspace) error {
				status, err := w.Status(cmd.Context())
				if err != nil {
					return err
				}
				opts.tellEmpty(status.Pages)
				return showOne(opts.factory, view[lukasa.WorkspaceStatus]{
					columns: []string{"pages", "records", "behind", "problems", "refused", "searching", "embedder"},
					row: func(s lukasa.WorkspaceStatus) []any {
						return []any{s.Pages, s.Records, s.Behind, s.Problems, len(s.Refused), s.Searching, s.Embedder}
					},
				}, status)
			})
		},
	}
}

func memoryCheck(opts *folderOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "List malformed lines and refused pages, and prove that the index is sound",
		Args:  noWords,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opts.with(cmd.Context(), func(w *lukasa.Workspace) error { return memoryCheckRun(cmd.Context(), opts, w) })
		},
	}
}

func memoryCheckRun(ctx context.Context, opts *folderOptions, w *lukasa.Workspace) error {
	f := opts.factory
	synced, problems, err := w.Problems(ctx)
	if err != nil {
		return err
	}
	opts.tellSynced(synced)
	report, err := w.Memory().Check(ctx)
	if err != nil {
		return err
	}
	for _, p := range report.Problems {
		f.tell("%v", p)
	}
	n, err := show(f, view[lukasa.WorkspaceProblem]{
		columns: []string{"path", "line", "column", "reason", "text"},
		row:     func(p lukasa.WorkspaceProblem) []any { return []any{p.Path, p.Line, p.Column, p.Reason, p.Text} },
	}, each(problems))
	if err == nil && n+len(report.Problems) > 0 {
		return errors.Join(errNo, errTold)
	}
	return err
}

func memorySync(opts *folderOptions) *cobra.Command {
	return &cobra.Command{
		Use:   "sync",
		Short: "Bring the index in step with the files",
		Args:  noWords,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return opts.with(cmd.Context(), func(w *lukasa.Workspace) error {
				done, err := opts.sync(cmd.Context(), w)
				if err != nil {
					return err
				}
				return showOne(opts.factory, syncedView, done)
			})
		},
	}
}

var syncedView = view[lukasa.Synced]{
	columns: []string{"files", "read", "removed", "records", "new", "changed", "gone", "problems", "refused"},
	row:     func(s lukasa.Synced) []any { return syncedRow(s, len(s.Refused)) },
}

func syncedRow(s lukasa.Synced, refused int) []any {
	return []any{s.Files, s.Read, s.Removed, s.Records, s.New, s.Changed, s.Gone, s.Problems, refused}
}

type memoryWatchOptions struct {
	*folderOptions
	lukasa.WatchOptions
	once time.Duration
}

func memoryWatch(folder *folderOptions) *cobra.Command {
	opts := &memoryWatchOptions{folderOptions: folder}
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Keep the index in step with the files until interrupted",
		Long: `Keep the index in step with the files until interrupted. The store is open only while there are
changes to take in, and the other verbs work meanwhile: they wait for the watcher, and it for them.
A page that is refused is listed once, and again when the reason is another one.`,
		Args: noWords,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, name := range []string{"debounce", "poll", "for"} {
				if d, err := cmd.Flags().GetDuration(name); err != nil || d < 0 {
					return usagef("--%s: %v, want 0 or more", name, d)
				}
			}
			return memoryWatchRun(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.DurationVar(&opts.Debounce, "debounce", 0, "how long the files must be quiet (default 200ms)")
	flags.DurationVar(&opts.Poll, "poll", 0, "look at the files this often instead of being told by the system")
	flags.DurationVar(&opts.once, "for", 0, "end after this long (default: never)")
	return cmd
}

func memoryWatchRun(ctx context.Context, opts *memoryWatchOptions) error {
	if err := opts.checkThere(); err != nil {
		return err
	}
	if opts.once > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, opts.once)
		defer stop()
	}
	told, refused := "", refusals{} // what stays is told once
	opts.Synced = func(done lukasa.Synced, err error) {
		if err == nil {
			told = ""
			opts.tellUnnamed(done)
			_ = showWatched(opts.factory, done, refused)
			return
		}
		if text := opts.explained(err).Error(); text != told {
			told = text
			opts.factory.tell("%s", text)
		}
	}
	err := lukasa.WatchWorkspace(ctx, opts.dir, opts.WatchOptions, opts.options(-1)...)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the folder %s is gone: %w", opts.dir, err)
	}
	return err
}

// showWatched shows a sync of a watcher: of the refused pages it lists those that it did not list
// before, and counts all.
func showWatched(f *factory, done lukasa.Synced, told refusals) error {
	all := len(done.Refused)
	done.Refused = told.news(done.Refused)
	watched := syncedView
	watched.row = func(s lukasa.Synced) []any { return syncedRow(s, all) }
	return showOne(f, watched, done)
}

// refusals are the pages of a folder that are refused, by path, and why, as they were last told.
type refusals map[string]string

// news returns those of the pages refused now that were not told, or for another reason. One that
// is refused no more is forgotten, to be told when it is again.
func (r refusals) news(now []*lukasa.RefusedPage) (fresh []*lukasa.RefusedPage) {
	before := maps.Clone(r)
	clear(r)
	for _, page := range now {
		r[page.Path] = page.Reason
		if reason, known := before[page.Path]; !known || reason != page.Reason {
			fresh = append(fresh, page)
		}
	}
	return fresh
}
