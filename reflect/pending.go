package reflect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// A receipt that is not issued yet is written down, without its checks, in the
// transaction that forgets: as settings of the agent, each holding a piece of its
// JSON. A forgetting that is cut short has its receipt all the same (R1).
const (
	pendingName  = "receipt" // of the settings; the number of the piece follows
	pendingPiece = schema.MaxMetadata / 2
)

func pendingKey(agent string, n int) *schema.Setting {
	return &schema.Setting{Agent: agent, Name: fmt.Sprintf("%s.%d", pendingName, n)}
}

// putPending writes down a receipt that is to be issued.
func putPending(tx *ledger.Tx, r *Receipt) error {
	text, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("reflect: receipt: %w", err)
	}
	for n := 0; len(text) > 0; n++ {
		piece := text[:min(len(text), pendingPiece)]
		text = text[len(piece):]
		s := pendingKey(r.Agent, n)
		if s.Value, err = json.Marshal(piece); err != nil {
			return err
		}
		s.SetDefaults(time.UnixMicro(tx.Stamp()).UTC(), nil)
		if err := s.Validate(); err != nil {
			return err
		}
		if err := tx.Put(s); err != nil {
			return err
		}
	}
	return nil
}

// pending returns the receipt of an agent that is to be issued, or nil.
func pending(l *ledger.Reader, agent string) (*Receipt, error) {
	var text []byte
	for n := 0; ; n++ {
		s, err := ledger.Load[*schema.Setting](l, pendingKey(agent, n).ObjectKey())
		if errors.Is(err, ledger.ErrNotFound) {
			break
		}
		if err != nil {
			return nil, err
		}
		var piece []byte
		if err := json.Unmarshal(s.Value, &piece); err != nil {
			return nil, fmt.Errorf("%w: one that is to be issued cannot be read: %w", ErrReceipt, err)
		}
		text = append(text, piece...)
	}
	if len(text) == 0 {
		return nil, nil
	}
	r := new(Receipt)
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%w: one that is to be issued cannot be read: %w", ErrReceipt, err)
	}
	return r, nil
}

// dropPending notes that a receipt was issued.
func (s *Steward) dropPending(ctx context.Context, agent string) error {
	return s.store.Update(ctx, func(tx *ledger.Tx) error {
		for n := 0; ; n++ {
			key := pendingKey(agent, n).ObjectKey()
			_, err := ledger.Load[*schema.Setting](&tx.Reader, key)
			if errors.Is(err, ledger.ErrNotFound) {
				return nil
			}
			if err == nil {
				err = tx.Delete(schema.TypeSetting, key)
			}
			if err != nil {
				return err
			}
		}
	})
}

// Finish ends every forgetting that was cut short after it had become durable: it
// rewrites what still holds the bytes where that was promised, looks for what
// went, and issues the receipt. The words of what went are not known any more, so
// the files are not searched for them; the receipt has no such check and says
// that it was finished later. Where nothing is owed it does nothing.
func (s *Steward) Finish(ctx context.Context) error {
	if err := s.erasing.LockUntil(ctx); err != nil {
		return err
	}
	defer s.erasing.Unlock()
	return s.finish(ctx)
}

func (s *Steward) finish(ctx context.Context) error {
	owed, err := s.owed(ctx)
	if err != nil {
		return err
	}
	for _, r := range owed {
		if err := s.conclude(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// owed lists the receipts that are to be issued, by agent.
func (s *Steward) owed(ctx context.Context) (out []*Receipt, err error) {
	err = s.store.View(ctx, func(l *ledger.Reader) error {
		for obj, err := range l.Objects(schema.TypeSetting, "") {
			if err != nil {
				return err
			}
			first, ok := obj.(*schema.Setting)
			if !ok || first.Name != pendingKey(first.Agent, 0).Name {
				continue
			}
			r, err := pending(l, first.Agent)
			if err != nil {
				return err
			}
			out = append(out, r)
		}
		return nil
	})
	return out, err
}

// conclude ends one forgetting that was cut short.
func (s *Steward) conclude(ctx context.Context, r *Receipt) error {
	issued, err := s.Receipts(r.Agent)
	if err != nil {
		return err
	}
	if n := len(issued); n > 0 && issued[n-1].At.Equal(r.At) {
		return s.dropPending(ctx, r.Agent) // only that was left to do
	}
	if err := s.store.ReclaimRest(ctx, r.Agent); err != nil { // opening the store has done it already
		return err
	}
	r.Purged = r.Purge
	if r.Checks, err = s.checkGone(ctx, r.Agent, r.Records, r.Purge); err != nil {
		return err
	}
	r.Finished = s.store.Now()
	if err := s.issue(ctx, r); err != nil {
		return err
	}
	return remains(r.Checks)
}
