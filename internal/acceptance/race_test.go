package acceptance

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestEveryoneAtOnce reads, writes, corrects, forgets, purges and rebuilds from
// many goroutines; the race detector watches, and in the end the views agree
// (I1, I2, I5).
func TestEveryoneAtOnce(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), 3*time.Second)
	defer stop()
	m, err := lukasa.Open(context.Background(), t.TempDir())
	require.NoError(t, err)
	defer m.Close()
	for i := range 20 {
		retain(t, m, lived(fmt.Sprint("at first ", i)))
	}
	var wait sync.WaitGroup
	loop := func(n int, call func(m *lukasa.Memory, i int) error) {
		for g := range n {
			as, err := m.As([]string{"default", "other"}[g%2])
			require.NoError(t, err)
			wait.Go(func() {
				for i := g; ctx.Err() == nil; i += n {
					err := call(as, i)
					if err != nil && !errors.Is(err, lukasa.ErrNotFound) && ctx.Err() == nil {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	newest := func(m *lukasa.Memory) (lukasa.Experience, error) {
		page, err := m.Find(ctx, lukasa.Filter{Limit: 5})
		if err != nil || len(page.Items) == 0 {
			return lukasa.Experience{}, errors.Join(err, lukasa.ErrNotFound)
		}
		return page.Items[len(page.Items)-1], nil
	}
	loop(2, func(m *lukasa.Memory, i int) error {
		e := lived(fmt.Sprint("written ", i))
		e.Session = "s"
		_, err := m.RetainAll(ctx, []lukasa.Experience{e, lived(fmt.Sprint("and ", i))})
		return err
	})
	loop(4, func(m *lukasa.Memory, _ int) error {
		_, err := m.Recall(ctx, lukasa.Query{Text: "what was written first?"})
		return err
	})
	loop(2, func(m *lukasa.Memory, _ int) error {
		e, err := newest(m)
		if err != nil {
			return err
		}
		_, err = m.Chain(ctx, e.ID, 2, 2)
		return errors.Join(err, m.Touch(ctx, e.ID))
	})
	loop(2, func(m *lukasa.Memory, i int) error {
		e, err := newest(m)
		if err != nil {
			return err
		}
		words := fmt.Sprint("changed ", i)
		if _, err := m.Update(ctx, e.ID, 0, lukasa.Patch{Outcome: &words}); err != nil {
			return err
		}
		_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{e.ID}, Purge: i%40 == 0})
		return err
	})
	loop(1, func(m *lukasa.Memory, _ int) error {
		time.Sleep(200 * time.Millisecond)
		_, err := m.Stats(ctx)
		return errors.Join(err, m.Rebuild(ctx, "agents"))
	})
	wait.Wait()
	checked(t, m)
}
