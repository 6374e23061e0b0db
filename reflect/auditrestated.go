package reflect

import (
	"cmp"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text/claim"
	"github.com/lukasadb/lukasa/schema"
)

// restated joins the records that say the same in other words. Those whose claims have
// one key are read once more, as the key does not know the order of words; each is
// compared with the one before it, as all that say the same do.
func (a *audit) restated(order []int32, sets sets) error {
	order = slices.DeleteFunc(slices.Clone(order), func(i int32) bool { return a.prints[i].claim == 0 })
	slices.SortFunc(order, func(i, j int32) int {
		return cmp.Or(cmp.Compare(a.prints[i].claim, a.prints[j].claim), cmp.Compare(i, j))
	})
	for n := 1; n < len(order); n++ {
		i, j := order[n-1], order[n]
		if a.prints[i].claim != a.prints[j].claim {
			continue
		}
		same, err := a.saySame(a.prints[i].id, a.prints[j].id)
		if err != nil {
			return err
		}
		if same {
			sets.join(i, j)
		}
	}
	return nil
}

// saySame tells whether two records say the same; not where one was forgotten since.
func (a *audit) saySame(i, j schema.ID) (same bool, err error) {
	err = a.s.store.View(a.ctx, func(r *ledger.Reader) error {
		records, err := r.Experiences([]schema.ID{i, j})
		if err != nil || records[0] == nil || records[1] == nil {
			return err
		}
		x, y := claim.Read(records[0].Text()), claim.Read(records[1].Text())
		same = claim.Compare(&x, &y) == claim.Same
		return nil
	})
	return same, err
}
