package command

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type forgetOptions struct {
	factory  *factory
	ids      []string
	entity   string
	question string
	k        int
	user     string
	tags     []string
	kinds    []string
	until    string
	yes      bool
	verify   string
	erase    lukasa.Erasure
}

func newForget(f *factory, runF func(context.Context, *forgetOptions) error) *cobra.Command {
	opts := &forgetOptions{factory: f}
	if runF == nil {
		runF = forgetRun
	}
	cmd := &cobra.Command{
		Use:   "forget [ID...]",
		Short: "Forget records, with a receipt: by id, session, entity, filter or question",
		Long: `Forget records by id, or those of a --session, those that mention an --entity, those that
filters select (--user, --tag, --kind, --until), those that a question --recalls, or --all that the
agent has, together with their edges and with the beliefs that rest on nothing else.
Summaries that used them are made anew of what is left.

--purge also removes their history and rewrites the files that held their bytes.
--dry-run lists what would go and changes nothing. The answer is a receipt; --verify
holds one against the store. On a terminal, forgetting asks first unless --yes is given;
elsewhere filters, questions and --all demand it.`,
		Example: `  lukasa forget --entity person:ana --purge --yes --json >receipt.json
  lukasa forget --user ana --purge --yes
  lukasa forget --verify receipt.json
  lukasa forget --recall "the surprise party" --dry-run`,
		GroupID: groupWrite,
		Args:    wants(cobra.ArbitraryArgs),
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.ids = args
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.erase.Session, "session", "", "what this session told, but for what others told too")
	flags.StringVar(&opts.entity, "entity", "", "this entity, type:name, and every record that mentions it")
	flags.StringVar(&opts.question, "recall", "", "what recall answers this question with, where that is likelier than not an answer")
	flags.IntVar(&opts.k, "k", 10, "with --recall: records at most")
	flags.StringVar(&opts.user, "user", "", "records about or by this user")
	flags.StringArrayVar(&opts.tags, "tag", nil, "records with this tag; repeated: with all")
	flags.StringArrayVar(&opts.kinds, "kind", nil, "records of this kind; repeated: of any")
	flags.StringVar(&opts.until, "until", "", "records that happened before: "+whenHelp)
	flags.BoolVar(&opts.erase.All, "all", false, "everything of the agent, entities and settings too")
	flags.BoolVar(&opts.erase.Purge, "purge", false, "remove history and bytes as well")
	flags.BoolVar(&opts.erase.DryRun, "dry-run", false, "change nothing")
	flags.BoolVar(&opts.yes, "yes", false, "do not ask")
	flags.StringVar(&opts.verify, "verify", "", "verify the receipt in this file")
	return cmd
}

func forgetRun(ctx context.Context, opts *forgetOptions) error {
	if opts.verify != "" {
		return forgetVerifyRun(ctx, opts)
	}
	if err := opts.build(); err != nil {
		return err
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		if !opts.erase.DryRun {
			if err := opts.ask(ctx, m); err != nil {
				return err
			}
		}
		receipt, err := m.Erase(ctx, opts.erase)
		if err != nil && len(receipt.Checks) == 0 {
			return err
		}
		if receipt.Nothing() && !receipt.DryRun && err == nil {
			opts.factory.tell("There was nothing to forget: no receipt.")
		}
		if shown := showOne(opts.factory, receipts(), receipt); shown != nil {
			return shown
		}
		if len(receipt.Blocks) > 0 {
			opts.factory.tell("Core memory names it and stays: %s. See lukasa core.", strings.Join(receipt.Blocks, ", "))
		}
		return err
	})
}

func receipts() view[lukasa.Receipt] {
	return view[lukasa.Receipt]{
		columns: []string{"records", "kept", "beliefs", "summaries", "relations", "purged", "dry run", "rewritten", "took", "backups", "sha256"},
		row: func(r lukasa.Receipt) []any {
			var kept []string
			for _, b := range r.Backups {
				kept = append(kept, b.Path)
			}
			return []any{
				len(r.Records), len(r.Kept), len(r.Beliefs), len(r.Summaries), r.Relations, r.Purged, r.DryRun,
				size(r.Rewritten), r.Took.Round(time.Millisecond).String(), strings.Join(kept, "\n"), r.Hash,
			}
		},
	}
}

// build makes the erasure that the arguments and flags describe.
func (o *forgetOptions) build() (err error) {
	e := &o.erase
	if e.IDs, err = parseIDs(o.ids); err != nil {
		return err
	}
	if o.entity != "" {
		if e.Entity, err = parseEntity(o.entity); err != nil {
			return err
		}
	}
	if o.question != "" {
		if o.k < 1 {
			return usagef("--k: %d, want 1 or more", o.k)
		}
		e.Question = &lukasa.Query{Text: o.question, K: o.k}
	}
	if len(o.tags)+len(o.kinds) > 0 || o.until != "" || o.user != "" {
		e.Filter = &lukasa.Filter{Tags: o.tags, User: o.user}
		assign(&e.Filter.Kinds, o.kinds)
		if err := parseWhens(o.factory.now(), when{"until", o.until, &e.Filter.Until}); err != nil {
			return err
		}
	}
	ways := 0
	for _, given := range []bool{len(e.IDs) > 0, e.Session != "", e.Entity != "", e.Question != nil, e.Filter != nil, e.All} {
		if given {
			ways++
		}
	}
	if ways != 1 {
		return usagef("want exactly one of ids, --session, --entity, --recall, filters and --all")
	}
	if !o.yes && !e.DryRun && !o.factory.attended() && (e.Question != nil || e.Filter != nil || e.All) {
		return usagef("filters, --recall and --all want --yes, or --dry-run")
	}
	return nil
}

// ask shows a person how much would go, and waits for a yes.
func (o *forgetOptions) ask(ctx context.Context, m *lukasa.Memory) error {
	f := o.factory
	if o.yes || !f.attended() {
		return nil
	}
	dry := o.erase
	dry.DryRun = true
	plan, err := m.Erase(ctx, dry)
	if err != nil {
		return err
	}
	if !f.confirm("forget %d records (%d of them beliefs, %d summaries)?", len(plan.Records), len(plan.Beliefs), len(plan.Summaries)) {
		return fmt.Errorf("%w, nothing was forgotten", errNo)
	}
	return nil
}

func forgetVerifyRun(ctx context.Context, opts *forgetOptions) error {
	text, err := os.ReadFile(opts.verify)
	if err != nil {
		return err
	}
	if !json.Valid(text) {
		return usagef("--verify: %s holds no receipt", opts.verify)
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		checks, err := m.VerifyReceipt(ctx, text)
		if err != nil {
			return fmt.Errorf("%w: %w", errNo, err)
		}
		_, err = show(opts.factory, view[lukasa.ReceiptCheck]{
			columns: []string{"where", "sought", "left"},
			row:     func(c lukasa.ReceiptCheck) []any { return []any{c.Where, c.Sought, c.Left} },
		}, each(checks))
		opts.factory.tell("the receipt holds")
		return err
	})
}
