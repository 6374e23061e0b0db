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

// TestSayingsAreBounded: of the records that were shown last it is known what they say, of
// those before only what they look like (900-09).
func TestSayingsAreBounded(t *testing.T) {
	s := &Store{}
	record := func(i int) *schema.Experience {
		return &schema.Experience{ID: schema.ID{byte(i)}, Agent: "a", Kind: schema.KindFact, Content: fmt.Sprintf("Pump %d drips every night.", i)}
	}
	for i := range 2 * echoesRead {
		s.Recalled(ShownAs(record(i), uint64(i)<<32))
	}
	alike := func(content string) []Shown {
		return s.echoes.alike(&schema.Experience{Agent: "a", Kind: schema.KindFact, Content: content})
	}
	require.Len(t, alike("the pump 100 is dripping every night"), 0)
	require.Len(t, alike("pump 100 really drips every night"), 1)
	require.Empty(t, alike("pump 3 really drips every night"))
	shown := s.echoes.shown("a")
	require.Nil(t, shown[echoesRead-1].says)
	require.NotNil(t, shown[echoesRead].says)
}
