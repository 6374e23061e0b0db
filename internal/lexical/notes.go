package lexical

import "sync/atomic"

// notePage holds the notes of some words. Most words of most indexes are never asked for one.
type notePage [512]uint64

// enter numbers a word.
func (l *lexicon) enter(w word) uint32 {
	id := l.words.Push(w)
	if int(id)/len(notePage{}) == len(l.notes) {
		l.notes = append(l.notes, atomic.Pointer[notePage]{})
	}
	return id
}

// noteAt returns where the note of a word is, for atomic use. It is safe for concurrent use while no word is entered.
func (l *lexicon) noteAt(id uint32) *uint64 {
	at := &l.notes[int(id)/len(notePage{})]
	page := at.Load()
	if page == nil {
		at.CompareAndSwap(nil, new(notePage))
		page = at.Load()
	}
	return &page[int(id)%len(page)]
}

// noteBytes returns the memory held by notes.
func (l *lexicon) noteBytes() int {
	n := 8 * cap(l.notes)
	for i := range l.notes {
		if l.notes[i].Load() != nil {
			n += 8 * len(notePage{})
		}
	}
	return n
}
