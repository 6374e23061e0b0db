package knowledge

import (
	"slices"
	"sync"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge/mention"
	"github.com/lukasadb/lukasa/schema"
)

// uttered is what a record of a session said, as far as it matters to those after
// it. It is not changed once it is made.
type uttered struct {
	at       time.Time
	speaker  string
	live     bool
	mentions []schema.Mention // in the order of the record
	scene    func() scene     // what it speaks of, read when it is first asked for
}

// utteredBy returns what a record said, in the words of its text.
func utteredBy(e *schema.Experience, s string, words []mention.Word) *uttered {
	return &uttered{at: e.Time, speaker: e.Speaker, live: e.Status.Live(), mentions: e.Mentions, scene: sync.OnceValue(func() scene {
		all := readScene(s, words, e.Mentions, pointers(s, words))
		return all[max(0, len(all)-mostHeard):]
	})}
}

// utterances keep what records of sessions said when they were last read, because the
// next record of the session asks again. The ledger says whether that is still so;
// it need not be decoded again. They are safe for concurrent use.
type utterances struct {
	mu     sync.Mutex
	recent map[schema.ID]version
	older  map[schema.ID]version // goes when recent is full
}

// version is what a version of a record said.
type version struct {
	seq  uint64 // the change that wrote it
	seen uint64 // a change after which it was still the newest
	said *uttered
}

// mostUtterances bounds each generation of utterances.
const mostUtterances = 2_048

func (u *utterances) get(id schema.ID) version {
	u.mu.Lock()
	defer u.mu.Unlock()
	if x, ok := u.recent[id]; ok {
		return x
	}
	return u.older[id]
}

func (u *utterances) put(id schema.ID, x version) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.recent == nil || len(u.recent) >= mostUtterances {
		u.recent, u.older = make(map[schema.ID]version), u.recent
	}
	u.recent[id] = x
}

// of returns what a record of an agent says as it is now. Errors are those of
// [ledger.Reader.Experience].
func (u *utterances) of(r *ledger.Reader, agent string, id schema.ID) (*uttered, error) {
	known := u.get(id)
	key := string(id[:])
	if r.Untouched(agent, schema.TypeExperience, key, known.seen) {
		u.see(id, known, r.Least())
		return known.said, nil
	}
	v, newer, err := r.Newer(schema.TypeExperience, key, known.seq)
	if err != nil {
		return nil, err
	}
	if !newer {
		u.see(id, known, r.Least())
		return known.said, nil
	}
	e, ok := v.Object.(*schema.Experience)
	if !ok {
		return nil, ledger.ErrNotFound
	}
	s := e.Text()
	said := utteredBy(e, s, mention.Read(s).Words())
	said.scene() // what is kept holds no text
	u.put(id, version{v.Seq, v.Seq, said})
	return said, nil
}

// see notes after which change a version was still the newest. It writes that at
// times only: from then on memory knows what changed for a while.
func (u *utterances) see(id schema.ID, x version, seen uint64) {
	if seen >= x.seen+seenAgain {
		x.seen = seen
		u.put(id, x)
	}
}

// seenAgain is how many changes there are between two notes: far fewer than the
// ledger has in memory.
const seenAgain = 512

// threads are the sessions of a batch: what its records so far said, which no
// reader of the ledger sees yet.
type threads map[[2]string][]*uttered

func (t threads) add(e *schema.Experience, s string, words []mention.Word) {
	if e.Session == "" {
		return
	}
	at := [2]string{e.Agent, e.Session}
	t[at] = append(t[at], utteredBy(e, s, words))
	if n := len(t[at]); n > 4*clueBack { // those handed in late must find some before them
		t[at] = slices.Clone(t[at][n-2*clueBack:])
	}
}

// latest lists up to clueBack records of the batch before a moment of a session,
// latest first as they were handed in.
func (t threads) latest(e *schema.Experience) (out []*uttered) {
	for _, x := range slices.Backward(t[[2]string{e.Agent, e.Session}]) {
		if !x.at.After(e.Time) && len(out) < clueBack {
			out = append(out, x)
		}
	}
	return out
}

// before lists up to clueBack records of the session of e before it, latest
// first: those of the batch, and those of the ledger beside them.
func (u *utterances) before(r *ledger.Reader, e *schema.Experience, batch []*uttered) ([]*uttered, error) {
	out, seen := batch, 0
	for entry, err := range r.Scan(e.Agent, ledger.InSession(e.Session), ledger.Scan{To: e.Time.Add(time.Microsecond)}) {
		if err != nil {
			return nil, err
		}
		if entry.ID == e.ID {
			continue
		}
		if seen++; seen > clueBack {
			break
		}
		x, err := u.of(r, e.Agent, entry.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	slices.SortStableFunc(out, func(a, b *uttered) int { return b.at.Compare(a.at) })
	return out[:min(len(out), clueBack)], nil
}

// lastMeant finds which of several entities the session of a record mentioned
// last.
func (u *utterances) lastMeant(r *ledger.Reader, e *schema.Experience, among []Bearer) (Bearer, bool, error) {
	seen := 0
	for entry, err := range r.Scan(e.Agent, ledger.InSession(e.Session), ledger.Scan{}) {
		if err != nil {
			return Bearer{}, false, err
		}
		if seen++; seen > pickBack {
			break
		}
		x, err := u.of(r, e.Agent, entry.ID)
		if err != nil {
			return Bearer{}, false, err
		}
		for _, m := range slices.Backward(x.mentions) {
			i := slices.IndexFunc(among, func(b Bearer) bool { return b.Entity == m.Entity || b.Given == m.Entity })
			if i >= 0 {
				return among[i], true, nil
			}
		}
	}
	return Bearer{}, false, nil
}
