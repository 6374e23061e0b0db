package reflect

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// Receipt proves what was forgotten, and how that was checked, without a word of
// its content. Receipts of a store form a chain: each holds the hash of the one
// before, and its own over everything else in it.
type Receipt struct {
	Format int    `json:"format"`
	Agent  string `json:"agent"`
	By     string `json:"by"` // ids, session, entity, filter, question or all
	experience.Forgotten
	Resummarised []schema.ID          `json:"resummarised,omitempty"` // what stands in the place of Summaries
	Content      map[schema.ID]string `json:"content_sha256,omitempty"`
	Checks       []ReceiptCheck       `json:"checks,omitempty"`
	Blocks       []string             `json:"blocks,omitempty"`  // of core memory that name the entity, and stay
	Backups      []store.BackupNote   `json:"backups,omitempty"` // made while some of it was there: they hold it still
	Rewritten    int64                `json:"bytes_rewritten,omitempty"`
	Purge        bool                 `json:"purge,omitempty"`      // that no byte is to stay was asked for
	Finished     time.Time            `json:"finished_at,omitzero"` // of what was cut short, when it was finished
	Took         time.Duration        `json:"took_ns,omitempty"`
	At           time.Time            `json:"at"`
	Previous     string               `json:"previous_sha256,omitempty"`
	Hash         string               `json:"sha256,omitempty"`
}

// ReceiptCheck is one place that was searched for what was forgotten.
type ReceiptCheck struct {
	Where  string `json:"where"`  // ledger, history, words, vectors, columns, graph or files
	Sought int    `json:"sought"` // ids, or for files pieces of the content, that were looked for
	Left   int    `json:"left"`   // that were found; 0 on success
	Files  int    `json:"files,omitempty"`
	Bytes  int64  `json:"bytes,omitempty"`
}

// receiptFormat is the version of the receipts that are written.
const receiptFormat = 1

// Errors of receipts.
var (
	// ErrReceipt says that a receipt is not what was issued: it was changed, or
	// does not stand in the store's chain.
	ErrReceipt = errors.New("reflect: receipt does not hold")
	// ErrRemains says that something of what was forgotten was found afterwards.
	ErrRemains = errors.New("reflect: something of it remains")
)

// seal gives the receipt its hash: SHA-256, in hexadecimal, over its JSON with an
// empty hash.
func (r *Receipt) seal() error {
	sum, err := r.digest()
	r.Hash = sum
	return err
}

func (r *Receipt) digest() (string, error) {
	bare := *r
	bare.Hash = ""
	text, err := json.Marshal(bare)
	if err != nil {
		return "", fmt.Errorf("reflect: receipt: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// issue chains a receipt to those before it and writes it down.
func (s *Steward) issue(ctx context.Context, r *Receipt) error {
	if err := s.enter(r); err != nil {
		return err
	}
	return s.dropPending(ctx, r.Agent)
}

func (s *Steward) enter(r *Receipt) error {
	s.chain.Lock()
	defer s.chain.Unlock()
	for line, err := range s.store.Receipts() {
		if err != nil {
			return err
		}
		var before struct {
			Hash string `json:"sha256"`
		}
		if err := json.Unmarshal(line, &before); err != nil {
			return fmt.Errorf("%w: the journal cannot be read: %w", ErrReceipt, err)
		}
		r.Previous = before.Hash
	}
	if err := r.seal(); err != nil {
		return err
	}
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("reflect: receipt: %w", err)
	}
	return s.store.AppendReceipt(line)
}

// Receipts lists the receipts of an agent, oldest first. A chain that does not
// hold is [ErrReceipt].
func (s *Steward) Receipts(agent string) ([]Receipt, error) {
	var out []Receipt
	previous := ""
	for line, err := range s.store.Receipts() {
		if err != nil {
			return nil, err
		}
		var r Receipt
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrReceipt, err)
		}
		sum, err := r.digest()
		if err != nil {
			return nil, err
		}
		if sum != r.Hash || r.Previous != previous {
			return nil, fmt.Errorf("%w: %s", ErrReceipt, r.Hash)
		}
		if previous = r.Hash; r.Agent == agent {
			out = append(out, r)
		}
	}
	return out, nil
}

// Verify holds a receipt against its hash, the store's chain of receipts and the
// store itself, where what it lists must not be found. The checks are made anew
// and returned; [ErrReceipt] and [ErrRemains] say what is wrong.
func (s *Steward) Verify(ctx context.Context, agent string, text []byte) ([]ReceiptCheck, error) {
	var r Receipt
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrReceipt, err)
	}
	if sum, err := r.digest(); err != nil || sum != r.Hash {
		return nil, fmt.Errorf("%w: its hash is not that of what it says", ErrReceipt)
	}
	issued, err := s.Receipts(agent)
	if err != nil {
		return nil, err
	}
	for _, known := range issued {
		if known.Hash != r.Hash {
			continue
		}
		checks, err := s.checkGone(ctx, agent, r.Records, r.Purged)
		return checks, errors.Join(err, remains(checks))
	}
	return nil, fmt.Errorf("%w: not issued by this store for this agent", ErrReceipt)
}

func remains(checks []ReceiptCheck) error {
	for _, c := range checks {
		if c.Left > 0 {
			return fmt.Errorf("%w: %d of %d in %s", ErrRemains, c.Left, c.Sought, c.Where)
		}
	}
	return nil
}
