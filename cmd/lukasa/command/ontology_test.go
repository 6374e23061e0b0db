package command

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// readerFunc is a reader that is a function.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// The rules may come from a command that has the same store open until it has written
// them, as the example of the help does.
func TestOntologyIsReadBeforeTheStoreIsOpened(t *testing.T) {
	t.Parallel()
	store := filepath.Join(t.TempDir(), "store")
	rules := strings.NewReader("rules:\n- {from: customer, relation: has, to: order, cardinality: one_to_many}\n")
	b := newBundle("")
	b.factory.streams.In = readerFunc(func(p []byte) (int, error) {
		m, err := lukasa.Open(t.Context(), store)
		if err != nil {
			return 0, err
		}
		n, err := rules.Read(p)
		if closed := m.Close(); closed != nil {
			return n, closed
		}
		return n, err
	})
	require.Equal(t, OK, b.run(t.Context(), "--store", store, "ontology", "load", "-"), b.errs)
	require.Contains(t, b.out.String(), `"added":1`)
}
