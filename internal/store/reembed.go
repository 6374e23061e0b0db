package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Reembedding says how to change the embedder of an open store.
type Reembedding struct {
	// Batch is how many records are embedded at a time. Default 64.
	Batch int
	// Keep leaves the vectors of the embedder before where they are, so that going
	// back costs nothing. By default they are removed.
	Keep bool
	// Progress is called after each batch.
	Progress func(Reembedded)
}

// Reembedded tells how far a change of embedders has come.
type Reembedded struct {
	Model    string `json:"model"`    // whose vectors they are
	Records  int    `json:"records"`  // looked at
	Embedded int    `json:"embedded"` // of these, those that lacked a vector of the model and got one
	Refused  int    `json:"refused"`  // of these, those that the embedder will never take
}

// ErrNoEmbedder says that a nil embedder was handed in.
var ErrNoEmbedder = errors.New("store: no embedder")

// Reembed makes next the store's embedder. Its vectors are made beside those that
// are there, while recall goes on with the old ones; when every record has one,
// all searches change over at once, and no vector is ever compared with one of
// another model (I11). What was made stays when the call fails or is cancelled:
// calling it again goes on from there.
//
// A local embedder's vectors are not kept in the ledger but made with the index,
// so that changing to one takes effect at once and costs the next use of each
// agent.
func (s *Store) Reembed(ctx context.Context, next embed.Embedder, how Reembedding) (Reembedded, error) {
	if next == nil {
		return Reembedded{}, ErrNoEmbedder
	}
	e, err := embed.Checked(next)
	if err != nil {
		return Reembedded{}, err
	}
	f := filling{store: s, embedder: e, batch: how.Batch, progress: how.Progress}
	if f.batch <= 0 {
		f.batch = embed.DefaultBatch
	}
	if err := f.run(ctx); err != nil {
		return f.done, err
	}
	before := s.Embedder()
	if before != nil && before.Model().ID() == e.Model().ID() {
		return f.done, nil
	}
	if err := ctx.Err(); err != nil { // past this line the change is made as a whole
		return f.done, err
	}
	if err := s.changeEmbedder(e); err != nil {
		return f.done, err
	}
	s.OweVectors() // what was written between the last look and the change
	if how.Keep || before == nil {
		return f.done, nil
	}
	return f.done, s.dropVectors(context.WithoutCancel(ctx), before.Model())
}

// changeEmbedder puts fresh indexes that use e in the place of all that are
// loaded. Handles that are out keep theirs, and the embedder that made them.
func (s *Store) changeEmbedder(e embed.Embedder) error {
	s.mu.Lock()
	s.embedder.Store(&e)
	names := make([]string, 0, len(s.agents))
	for name := range s.agents {
		names = append(names, name)
	}
	s.mu.Unlock()
	for _, name := range names {
		if err := s.reopenAgent(name); err != nil {
			return err
		}
	}
	return nil
}

// reopenAgent puts views that are to be opened in the place of an agent's, whose
// words are saved for them; where they cannot be, they are made again. It fails only
// when the store is closed.
func (s *Store) reopenAgent(name string) error {
	return s.replaceAgent(name, func(old *agentViews) error {
		if old == nil {
			return nil
		}
		if err := old.save(); err != nil {
			s.opts.Logger.Warn("store: saving the indexes of an agent whose vectors change", "agent", name, "error", err)
		}
		old.retire()
		return nil
	})
}

// dropVectors removes what is kept of a model's vectors.
func (s *Store) dropVectors(ctx context.Context, m embed.Model) error {
	err := s.Update(ctx, func(tx *ledger.Tx) error { return tx.DropVectors(m.ID()) })
	if err != nil {
		return err
	}
	s.files.Lock()
	defer s.files.Unlock()
	files, err := filepath.Glob(filepath.Join(s.dir, "agents", "*", "vectors-"+generation(m)+"*"))
	for _, f := range files {
		err = errors.Join(err, os.RemoveAll(f))
	}
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// filling gives every record that lacks one a vector of a model whose vectors are
// kept.
type filling struct {
	store    *Store
	embedder embed.Embedder
	batch    int
	progress func(Reembedded)
	refused  map[schema.ID]bool // not to be asked for again
	done     Reembedded
}

// lacking is a record without a vector, and the text to embed.
type lacking struct {
	id   schema.ID
	text string
}

func (f *filling) run(ctx context.Context) error {
	f.done = Reembedded{Model: f.embedder.Model().ID()}
	if f.embedder.Model().Local {
		return nil
	}
	names, err := f.store.agentNames(ctx)
	for _, name := range names {
		if err == nil {
			err = f.agent(ctx, name)
		}
	}
	return err
}

func (f *filling) agent(ctx context.Context, name string) error {
	var at ledger.Cursor
	for {
		batch, next, more, err := f.next(ctx, name, at)
		if err != nil {
			return err
		}
		if err := f.store.StepAside(ctx); err != nil {
			return err
		}
		if err := f.embed(ctx, batch); err != nil {
			return err
		}
		if f.progress != nil {
			f.progress(f.done)
		}
		if !more {
			return nil
		}
		at = next
	}
}

// next looks for the next batch of an agent's records without a vector. more
// tells that the end was not reached.
func (f *filling) next(ctx context.Context, name string, after ledger.Cursor) (batch []lacking, end ledger.Cursor, more bool, err error) {
	var last ledger.Entry
	err = f.store.View(ctx, func(r *ledger.Reader) error {
		for entry, err := range r.Scan(name, ledger.Everything(), ledger.Scan{OldestFirst: true, After: after}) {
			if err != nil {
				return err
			}
			if len(batch) == f.batch {
				more = true
				return nil
			}
			last = entry
			f.done.Records++
			has, err := r.HasVector(f.done.Model, entry.ID)
			if err != nil {
				return err
			}
			if has || f.refused[entry.ID] {
				continue
			}
			e, err := r.Experience(entry.ID)
			if err != nil {
				return err
			}
			batch = append(batch, lacking{e.ID, EmbeddingText(e)})
		}
		return nil
	})
	return batch, last.Cursor(), more, err
}

// embed makes the vectors of a batch. When the embedder refuses it for good, each
// text is tried by itself, so that one of them does not keep the others back.
func (f *filling) embed(ctx context.Context, batch []lacking) error {
	if len(batch) == 0 {
		return nil
	}
	texts := make([]string, len(batch))
	for i, l := range batch {
		texts[i] = l.text
	}
	vectors, err := f.embedder.EmbedDocuments(ctx, texts)
	switch {
	case err == nil:
		return f.keep(ctx, batch, vectors)
	case !errors.Is(err, embed.ErrRejected):
		return fmt.Errorf("store: embedding again: %w", err)
	case len(batch) == 1:
		f.done.Refused++
		if f.refused == nil {
			f.refused = map[schema.ID]bool{}
		}
		f.refused[batch[0].id] = true
		f.store.opts.Logger.Warn("store: the embedder refuses a record", "record", batch[0].id, "error", err)
		return nil
	}
	for i := range batch {
		if err := f.embed(ctx, batch[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// keep writes vectors, but not those of records whose text became another while
// they were made. A text that has no vector gets an empty one: it is not asked
// for again.
func (f *filling) keep(ctx context.Context, batch []lacking, vectors [][]float32) error {
	made := 0
	err := f.store.Update(ctx, func(tx *ledger.Tx) error {
		made = 0
		for i, l := range batch {
			e, err := tx.Experience(l.id)
			if isNotFound(err) || err == nil && EmbeddingText(e) != l.text {
				continue
			}
			if err != nil {
				return err
			}
			if err := tx.PutVector(f.done.Model, l.id, EncodeVector(vectors[i])); err != nil {
				return err
			}
			if err := tx.Announce(schema.TypeExperience, e.ObjectKey()); err != nil {
				return err
			}
			made++
		}
		return nil
	})
	f.done.Embedded += made
	return err
}

// How long an embedder that failed is left alone before the records it owes are
// handed to it again: twice as long after each failure.
const (
	firstRetry = time.Second
	lastRetry  = 5 * time.Minute
)

// OweVectors tells the store that records were written without a vector: they are
// embedded in the background as soon as the embedder answers.
func (s *Store) OweVectors() {
	select {
	case s.owing <- struct{}{}:
	default: // somebody has said so already
	}
}

// followEmbedder embeds what an embedder that is not local still owes: once when
// the store is opened, and whenever it failed since.
func (s *Store) followEmbedder(ctx context.Context) {
	wait := firstRetry
	var refused map[schema.ID]bool
	for {
		if e := s.Embedder(); e != nil && !e.Model().Local {
			f := filling{store: s, embedder: e, batch: embed.DefaultBatch, refused: refused}
			err := f.run(ctx)
			refused = f.refused
			if err != nil && ctx.Err() == nil {
				s.opts.Logger.Warn("store: records still lack a vector", "error", err)
				pause(ctx, wait)
				wait = min(2*wait, lastRetry)
				continue
			}
		}
		wait = firstRetry
		select {
		case <-ctx.Done():
			return
		case <-s.owing:
		}
	}
}
