package store

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// TestEchoesAreBounded: what agents were shown is remembered for those that were
// shown something lately, however many there are (900-09).
func TestEchoesAreBounded(t *testing.T) {
	s := &Store{echoes: echoes{limit: 4}}
	s.Recalled(Shown{Agent: "kept", ID: schema.ID{1}})
	for i := range 40 {
		s.Recalled(Shown{Agent: fmt.Sprint("other ", i)})
		if i%3 == 0 {
			s.Recalled(Shown{Agent: "kept", ID: schema.ID{2}})
		}
	}
	require.Len(t, s.echoes.shown("kept"), 2)
	require.Len(t, s.echoes.shown("other 39"), 1)
	require.Empty(t, s.echoes.shown("other 0"))
	require.LessOrEqual(t, len(s.echoes.recent)+len(s.echoes.before), 2*s.echoes.limit)
}
