package reflect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/reflect/secret"
	"github.com/lukasadb/lukasa/schema"
)

// contradictions tells the open conflicts, oldest first.
func (a *audit) contradictions() error {
	var after ledger.Cursor
	for {
		page, next, err := a.conflictsAfter(after)
		if err != nil {
			return err
		}
		for _, c := range page {
			if err := a.tell(contradiction(c)); err != nil {
				return err
			}
		}
		if after = next; after == "" {
			return nil
		}
	}
}

// conflictPage is how many conflicts are read at a time.
const conflictPage = 500

// conflictsAfter reads a page of open conflicts, and where to go on.
func (a *audit) conflictsAfter(after ledger.Cursor) (page []*schema.Conflict, next ledger.Cursor, err error) {
	err = a.s.store.View(a.ctx, func(r *ledger.Reader) error {
		open := ledger.Disputing(schema.ID{}, true)
		for entry, err := range r.Scan(a.how.Agent, open, ledger.Scan{OldestFirst: true, After: after}) {
			if err != nil {
				return err
			}
			c, err := ledger.Load[*schema.Conflict](r, (&schema.Conflict{Agent: a.how.Agent, ID: entry.ID}).ObjectKey())
			if err != nil {
				return err
			}
			if page = append(page, c); len(page) == conflictPage {
				next = entry.Cursor()
				return nil
			}
		}
		return nil
	})
	return page, next, err
}

// contradiction tells a conflict by what it is about, not by its sides, which
// may be what should not be shown.
func contradiction(c *schema.Conflict) Finding {
	d := knowledge.DisputeOf(c)
	fix := "lukasa conflicts resolve " + c.ID.String()
	switch {
	case c.Type == knowledge.MemoryVersusDatabase:
		fix += " --outcome " + knowledge.OutcomeDatabase
	case len(c.Records) > 0:
		fix += " --keep " + c.Records[len(c.Records)-1].String()
	default:
		fix += " --outcome " + knowledge.OutcomeNeither
	}
	about := strings.TrimSpace(string(d.Subject) + " " + d.Predicate)
	return Finding{
		Kind: FindingContradiction, IDs: c.Records[:min(len(c.Records), MaxFindingIDs)], Count: len(c.Records), Conflict: c.ID,
		Detail: secret.Redact(fmt.Sprintf("%s: %s", c.Type, about)), Fix: fix,
	}
}

// orphans tells the entities of which nothing tells any more, by key.
func (a *audit) orphans() error {
	var keys []schema.EntityKey
	err := a.s.store.View(a.ctx, func(r *ledger.Reader) error {
		for obj, err := range r.Objects(schema.TypeEntity, schema.KeyPrefix(a.how.Agent)) {
			if err != nil {
				return err
			}
			e, ok := obj.(*schema.Entity)
			if !ok || e.MergedInto != "" {
				continue
			}
			told, err := a.told(r, e.Key)
			if err != nil {
				return err
			}
			if !told {
				keys = append(keys, e.Key)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.Sort(keys)
	for _, key := range keys {
		err := a.tell(Finding{
			Kind: FindingOrphan, Entity: key, Detail: "no live record and no relation tells of it",
			Fix: "lukasa forget --entity " + shellWord(string(key)),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// told tells whether a live record or a relation tells of an entity, under any
// key that was merged into its own.
func (a *audit) told(r *ledger.Reader, key schema.EntityKey) (bool, error) {
	if err := a.ctx.Err(); err != nil {
		return false, err
	}
	keys, err := knowledge.Standing(r, a.how.Agent, key)
	if err != nil {
		return false, err
	}
	for entry, err := range r.Scan(a.how.Agent, ledger.Mentioning(keys...), ledger.Scan{}) {
		if err != nil {
			return false, err
		}
		e, err := r.Experience(entry.ID)
		if err != nil || e.Status.Live() {
			return err == nil, err
		}
	}
	for _, k := range keys {
		for _, err := range r.Relations(a.how.Agent, k, ledger.Either) {
			return err == nil, err
		}
	}
	return false, nil
}

// shellWord writes a word as a POSIX shell takes it.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(":_-./@+", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
