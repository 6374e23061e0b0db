package lukasa

import (
	"context"

	"github.com/lukasadb/lukasa/reflect"
)

// Blocks lists the blocks of core memory of m's agent, by name: small texts that
// are part of every answer's context.
func (m *Memory) Blocks(ctx context.Context) ([]Block, error) { return m.steward.Blocks(ctx, m.agent) }

// Block returns a block of core memory, or [ErrNotFound].
func (m *Memory) Block(ctx context.Context, name string) (Block, error) {
	return m.steward.Block(ctx, m.agent, name)
}

// EditBlock appends to a block, replaces a part of it, inserts a line or rewrites
// it whole, as the edit says, and returns it as it now stands. An edit that names
// the version it was made for fails with [ErrVersion] when the block has moved
// on; one that does not fit is a [*BlockFullError].
func (m *Memory) EditBlock(ctx context.Context, e BlockEdit) (Block, error) {
	if err := m.mine(&e.Agent); err != nil {
		return Block{}, err
	}
	return m.steward.EditBlock(ctx, e)
}

// BlockHistory lists the versions of a block, newest first.
func (m *Memory) BlockHistory(ctx context.Context, name string) ([]BlockVersion, error) {
	return m.steward.BlockHistory(ctx, m.agent, name)
}

// RemoveBlock takes a block out of core memory. Its history stays unless purge is
// set.
func (m *Memory) RemoveBlock(ctx context.Context, name string, purge bool) error {
	return m.steward.RemoveBlock(ctx, m.agent, name, purge)
}

// What core memory takes and gives. See package reflect.
type (
	// BlockEdit changes a block of core memory.
	BlockEdit = reflect.Edit
	// BlockVersion is a block as it stood at one time.
	BlockVersion = reflect.BlockVersion
	// BlockFullError says that an edit would make a block longer than it may be.
	BlockFullError = reflect.BlockFullError
)
