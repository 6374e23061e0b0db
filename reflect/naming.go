package reflect

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// naming lists the blocks of core memory that name an entity, by one of its names or aliases.
// Somebody wrote them, and only they know what to make of them without it.
func (s *Steward) naming(ctx context.Context, agent string, key schema.EntityKey) (out []string, err error) {
	err = s.store.View(ctx, func(r *ledger.Reader) error {
		all, err := blocks(r, agent)
		if err != nil || len(all) == 0 {
			return err
		}
		names, err := namesOf(r, agent, key)
		if err != nil {
			return err
		}
		for _, b := range all {
			words := wordsOf(b.Text)
			if slices.ContainsFunc(names, func(name string) bool { return holds(words, wordsOf(name)) }) {
				out = append(out, b.Name)
			}
		}
		return nil
	})
	return out, err
}

// namesOf lists the names and aliases of an entity, and of those that were merged into it.
func namesOf(r *ledger.Reader, agent string, key schema.EntityKey) (names []string, err error) {
	keys, err := knowledge.Standing(r, agent, key)
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		e, err := ledger.Load[*schema.Entity](r, (&schema.Entity{Agent: agent, Key: key}).ObjectKey())
		if err == nil {
			names = append(names, e.Name)
		} else if !errors.Is(err, ledger.ErrNotFound) {
			return nil, err
		}
		for alias, err := range r.AliasesOf(agent, key) {
			if err != nil {
				return nil, err
			}
			names = append(names, alias.Text)
		}
	}
	return names, nil
}

// wordsOf are the words of a text as they are looked for; whose something is, is a name as well.
func wordsOf(s string) (out []string) {
	var scan text.Scanner
	for scan.Reset(s); scan.Next(); {
		out = append(out, strings.TrimSuffix(string(scan.Key()), "'s"))
	}
	return out
}

// holds tells whether words follow one another in others.
func holds(all, some []string) bool {
	for i := 0; len(some) > 0 && i+len(some) <= len(all); i++ {
		if slices.Equal(all[i:i+len(some)], some) {
			return true
		}
	}
	return false
}
