package reflect

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// Edit changes a block of core memory (003-24). Exactly one of Append, Old and
// Line says how; with none of them, Text becomes the whole block.
type Edit struct {
	// Agent whose block it is. Required here; package lukasa fills in the memory's.
	Agent string
	// Block is its name. Required; a block that is not there is made.
	Block string
	// Version the block must be at, as the caller last saw it; 0: any.
	Version int
	// Append adds Text as a new line at the end.
	Append bool
	// Old is the text that Text takes the place of. It must occur once.
	Old string
	// Line before which Text is put as a line of its own, counted from 1; one
	// more than there are puts it at the end.
	Line int
	// Text is what is written.
	Text string
	// Limit in bytes of a block that is made, or from now on. 0: as it is, or as
	// the configuration says (core.block_bytes).
	Limit int
}

// Errors of core memory.
var (
	// ErrBlock says that an edit does not fit its block.
	ErrBlock = errors.New("reflect: invalid edit of core memory")
	// ErrBlockFull is matched by [*BlockFullError].
	ErrBlockFull = errors.New("reflect: block full")
)

// BlockFullError says that an edit would make a block longer than it may be.
type BlockFullError struct {
	Block     string
	Size      int // bytes that the block would have
	Limit     int // bytes that it may have
	Available int // bytes that were free before the edit
}

func (e *BlockFullError) Error() string {
	return fmt.Sprintf("%v: %q: %d bytes, want at most %d", ErrBlockFull, e.Block, e.Size, e.Limit)
}

// Is makes the error match [ErrBlockFull].
func (e *BlockFullError) Is(target error) bool { return target == ErrBlockFull }

// EditBlock changes a block, or makes it, and returns it as it now stands. Its
// versions of before stay in history. A block at another version than the
// caller's is [*ledger.VersionError], one that would grow too long
// [*BlockFullError], and then nothing changes.
func (s *Steward) EditBlock(ctx context.Context, e Edit) (schema.Block, error) {
	if err := e.validate(); err != nil {
		return schema.Block{}, err
	}
	var out schema.Block
	err := s.store.Update(ctx, func(tx *ledger.Tx) error {
		b, err := e.block(tx)
		if err != nil {
			return err
		}
		free := b.Limit - len(b.Text)
		if b.Text, err = e.apply(b.Text); err != nil {
			return err
		}
		if len(b.Text) > b.Limit {
			return &BlockFullError{Block: b.Name, Size: len(b.Text), Limit: b.Limit, Available: max(free, 0)}
		}
		if err := b.Validate(); err != nil {
			return err
		}
		out = *b
		if e.Version > 0 {
			err = tx.PutVersion(&out, e.Version)
		} else {
			err = tx.Put(&out)
		}
		return err
	})
	return out, err
}

func (e *Edit) validate() error {
	ways := 0
	for _, given := range []bool{e.Append, e.Old != "", e.Line != 0} {
		if given {
			ways++
		}
	}
	switch {
	case e.Agent == "":
		return fmt.Errorf("%w: agent: empty", ErrBlock)
	case ways > 1:
		return fmt.Errorf("%w: want one of append, old and line", ErrBlock)
	case e.Line < 0:
		return fmt.Errorf("%w: line: %d, want 1 or more", ErrBlock, e.Line)
	case e.Version < 0:
		return fmt.Errorf("%w: version: %d, want 1 or more", ErrBlock, e.Version)
	case e.Limit < 0:
		return fmt.Errorf("%w: limit: %d, want 1 or more", ErrBlock, e.Limit)
	}
	return nil
}

// block returns the block as it stands, or a new one if there is room for one
// more.
func (e *Edit) block(tx *ledger.Tx) (*schema.Block, error) {
	b := &schema.Block{Agent: e.Agent, Name: e.Block, Limit: e.Limit}
	have, err := ledger.Load[*schema.Block](&tx.Reader, b.ObjectKey())
	switch {
	case err == nil:
		if e.Limit > 0 {
			have.Limit = e.Limit
		}
		return have, nil
	case !errors.Is(err, ledger.ErrNotFound):
		return nil, err
	case e.Old != "":
		return nil, fmt.Errorf("%w: block %q", store.ErrNotFound, e.Block)
	}
	c, err := store.Config(&tx.Reader, e.Agent)
	if err != nil {
		return nil, err
	}
	all, err := blocks(&tx.Reader, e.Agent)
	if err != nil {
		return nil, err
	}
	if len(all) >= c.Core.Blocks {
		return nil, fmt.Errorf("%w: %d blocks, want at most %d (core.blocks)", ErrBlock, len(all)+1, c.Core.Blocks)
	}
	if b.Limit == 0 {
		b.Limit = c.Core.BlockBytes
	}
	b.SetDefaults(time.UnixMicro(tx.Stamp()).UTC(), nil)
	return b, nil
}

// apply returns the block's text after the edit.
func (e *Edit) apply(text string) (string, error) {
	switch {
	case e.Append:
		if text == "" {
			return e.Text, nil
		}
		return text + "\n" + e.Text, nil
	case e.Old != "":
		if n := strings.Count(text, e.Old); n != 1 {
			return "", fmt.Errorf("%w: old: occurs %d times, want once", ErrBlock, n)
		}
		return strings.Replace(text, e.Old, e.Text, 1), nil
	case e.Line > 0:
		var lines []string
		if text != "" {
			lines = strings.Split(text, "\n")
		}
		if e.Line > len(lines)+1 {
			return "", fmt.Errorf("%w: line: %d, want 1 to %d", ErrBlock, e.Line, len(lines)+1)
		}
		return strings.Join(slices.Insert(lines, e.Line-1, e.Text), "\n"), nil
	}
	return e.Text, nil
}

// Blocks lists the blocks of an agent's core memory, by name.
func (s *Steward) Blocks(ctx context.Context, agent string) (out []schema.Block, err error) {
	err = s.store.View(ctx, func(r *ledger.Reader) error {
		out, err = blocks(r, agent)
		return err
	})
	return out, err
}

func blocks(r *ledger.Reader, agent string) ([]schema.Block, error) {
	var out []schema.Block
	for obj, err := range r.Objects(schema.TypeBlock, schema.KeyPrefix(agent)) {
		if err != nil {
			return nil, err
		}
		if b, ok := obj.(*schema.Block); ok {
			out = append(out, *b)
		}
	}
	return out, nil
}

// Block returns one block, or [store.ErrNotFound].
func (s *Steward) Block(ctx context.Context, agent, name string) (out schema.Block, err error) {
	versions, err := s.BlockHistory(ctx, agent, name)
	if err == nil && (len(versions) == 0 || versions[0].Deleted) {
		err = fmt.Errorf("%w: block %q", store.ErrNotFound, name)
	}
	if err != nil {
		return out, err
	}
	return versions[0].Block, nil
}

// BlockVersion is a block as it stood at one time.
type BlockVersion struct {
	Block   schema.Block `json:"block,omitzero"` // the zero block where it was removed
	Number  int          `json:"version"`
	Written time.Time    `json:"written"`
	Deleted bool         `json:"deleted,omitempty"`
}

// BlockHistory lists the versions of a block, newest first.
func (s *Steward) BlockHistory(ctx context.Context, agent, name string) (out []BlockVersion, err error) {
	key := (&schema.Block{Agent: agent, Name: name}).ObjectKey()
	err = s.store.View(ctx, func(r *ledger.Reader) error {
		for v, err := range r.History(schema.TypeBlock, key) {
			if err != nil {
				return err
			}
			version := BlockVersion{Number: v.Number, Written: v.Stamp, Deleted: v.Deleted}
			if b, ok := v.Object.(*schema.Block); ok {
				version.Block = *b
			}
			out = append(out, version)
		}
		return nil
	})
	return out, err
}

// RemoveBlock takes a block out of core memory; its history stays, or with purge
// goes too, with every byte of it (I9).
func (s *Steward) RemoveBlock(ctx context.Context, agent, name string, purge bool) error {
	key := (&schema.Block{Agent: agent, Name: name}).ObjectKey()
	err := s.store.Update(ctx, func(tx *ledger.Tx) error {
		if purge {
			return tx.Purge(schema.TypeBlock, key)
		}
		return tx.Delete(schema.TypeBlock, key)
	})
	switch {
	case errors.Is(err, ledger.ErrNotFound):
		err = fmt.Errorf("%w: block %q", store.ErrNotFound, name)
		if purge {
			err = errors.Join(err, s.store.ReclaimRest(ctx, agent))
		}
	case err == nil && purge:
		err = s.store.Reclaim(ctx, agent)
	}
	return err
}
