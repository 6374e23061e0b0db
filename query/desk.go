package query

import (
	"sync"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// desk is what the candidates of one question are laid out on. They are hundreds, so
// that one question takes over the room of another.
type desk struct {
	// What the arms found, and what the graph leads on to: two goroutines look at these
	// side by side, and then share the candidates that are compared word by word.
	found, further sheet
}

// sheet is the part of a desk that one goroutine works on.
type sheet struct {
	candidates []rank.Candidate
	episodes   int         // among the candidates
	messages   bool        // whether some of the candidates are
	spoken     []schema.ID // candidates that somebody said in a session and that are no messages
	keys       []lexical.ID
	facts      []column.Fact
	sights     []lexical.Sight
	own        []lexical.Features
	around     []lexical.Surroundings
	windows    []lexical.Window
	windowed   []vector.ID // the windows, one after the other
	cosines    []rank.Cosines
	words      []int32   // of the candidates that are compared word by word, one record after the other
	naming     naming    // of the participant asked about
	ends       []int     // of each of these in words; 0 where there are none
	covered    []float32 // how well they cover the question, word by word
}

var desks = sync.Pool{New: func() any { return &desk{} }}

// mostRoom is the number of candidates beyond which the room is not kept.
const mostRoom = 4 * allCandidates

// takeDesk returns a desk without candidates; its user clears it in the end.
func takeDesk() *desk { return desks.Get().(*desk) }

// write lists ids as the indexes want them, until the next list.
func (d *sheet) write(ids []schema.ID) []lexical.ID {
	d.keys = d.keys[:0]
	for _, id := range ids {
		d.keys = append(d.keys, id)
	}
	return d.keys
}

// clear gives the desk to another question. What was on it is not to be used any
// more, and nothing of it is kept alive.
func (d *desk) clear() {
	if cap(d.found.candidates) > mostRoom {
		return
	}
	d.found.clear()
	d.further.clear()
	desks.Put(d)
}

func (d *sheet) clear() {
	clear(d.candidates)
	clear(d.facts[:cap(d.facts)])
	d.candidates, d.episodes, d.messages, d.spoken = d.candidates[:0], 0, false, d.spoken[:0]
}
