package lukasa

import (
	"context"

	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/reflect"
)

// Erase forgets by id, session, entity, filter or question, with all that rests
// on nothing else; what was made of it and of others is made anew of those. It then
// looks for what went in every view, and after a purge in the bytes of every
// file, and returns a receipt: what went, by id and hash, and how that was
// checked, without a word of the content.
//
// With DryRun nothing changes, and the receipt lists what would go. [Memory.Forget]
// is the same without checks and receipt. A context that ends before it is durable leaves
// everything as it was; after that it is finished all the same, but for a purge, which may
// take long. One that is cut short, by an error or
// the end of the process, is finished by the next or when the memory is opened.
//
// A question forgets what is likelier than not its answer. A user is forgotten by a
// filter that has their name as User. A filter or question
// without a condition, such as an empty name gives, is [ErrForget], one that names another
// agent than m's [*InvalidError]. What selects nothing, or an id, a session or an entity that
// there is not, is [ErrNotFound]; all of an agent that has nothing forgets nothing, and
// the receipt, which is not issued, has no hash.
func (m *Memory) Erase(ctx context.Context, e Erasure) (Receipt, error) {
	if err := m.mine(&e.Agent); err != nil {
		return Receipt{}, err
	}
	if err := m.purging(ctx, e.Purge && !e.DryRun); err != nil {
		return Receipt{}, err
	}
	return m.steward.Forget(ctx, e)
}

// purging notes, before something may be purged, how far m's agent's messages were
// learned from: what one taught that stays must not be learned from it again.
func (m *Memory) purging(ctx context.Context, really bool) error {
	if !really {
		return nil
	}
	return m.turns.Mark(ctx, m.agent)
}

// Receipts lists the receipts of m's agent, oldest first. [ErrReceipt] says that
// the chain they form was tampered with.
func (m *Memory) Receipts() ([]Receipt, error) { return m.steward.Receipts(m.agent) }

// VerifyReceipt holds the JSON of a receipt against its hash, the memory's chain
// of receipts and the memory itself, and returns the checks made anew. The error
// is [ErrReceipt] or [ErrRemains].
func (m *Memory) VerifyReceipt(ctx context.Context, receipt []byte) ([]ReceiptCheck, error) {
	return m.steward.Verify(ctx, m.agent, receipt)
}

// Backups lists the backups that were made of the memory, oldest first, whether
// or not they are still there.
func (m *Memory) Backups() ([]BackupNote, error) { return m.store.Backups() }

// What forgetting takes and gives. See packages reflect and store.
type (
	// Erasure says what is to be forgotten, and how.
	Erasure = reflect.Erasure
	// Receipt proves what was forgotten, and how that was checked, without a word of its
	// content.
	Receipt = reflect.Receipt
	// ReceiptCheck is one place that was searched for what was forgotten.
	ReceiptCheck = reflect.ReceiptCheck
	// BackupNote remembers a backup: what is forgotten later is still in it.
	BackupNote = store.BackupNote
)
