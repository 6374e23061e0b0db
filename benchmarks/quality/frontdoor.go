package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/query/rank"
)

// frontDoor is the whole of Lukasa, used through its front door as an agent would: what counts in the end.
type frontDoor struct {
	mem      *lukasa.Memory
	dir      string
	now      time.Time
	together bool // all conversations are one agent's
}

func openProduct(ctx context.Context, together bool) (*frontDoor, error) {
	dir, err := os.MkdirTemp("", "quality")
	if err != nil {
		return nil, err
	}
	p := &frontDoor{dir: dir, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), together: together}
	p.mem, err = lukasa.Open(ctx, dir, lukasa.WithClock(func() time.Time { return p.now }), lukasa.WithIDs(p.ids()))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return p, nil
}

// ids makes the same ids in each run, as contexts quote them: the time first, as in those of the product, then what looks random.
func (p *frontDoor) ids() func() lukasa.ID {
	var mu sync.Mutex
	random, n := rand.NewChaCha8([32]byte{}), uint64(p.now.UnixMilli())<<16
	return func() (id lukasa.ID) {
		mu.Lock()
		defer mu.Unlock()
		n += 1 << 16
		binary.BigEndian.PutUint64(id[:8], n|0x7000|random.Uint64()&0xfff)
		binary.BigEndian.PutUint64(id[8:], 1<<63|random.Uint64()>>2)
		return id
	}
}

func (p *frontDoor) close() error { return errors.Join(p.mem.Close(), os.RemoveAll(p.dir)) }

// told is one conversation in the product.
type told struct {
	p     *frontDoor
	mem   *lukasa.Memory
	c     *Conversation
	turns map[lukasa.ID]string
}

// Remember retains each turn as a message: who said it, when, in which session, and an image's caption as metadata.
func (p *frontDoor) Remember(ctx context.Context, c *Conversation) (*told, error) {
	agent, sessions := c.ID, ""
	if p.together {
		agent, sessions = "all", c.ID+" "
	}
	mem, err := p.mem.As(agent)
	if err != nil {
		return nil, err
	}
	out := &told{p: p, mem: mem, c: c, turns: map[lukasa.ID]string{}}
	records := map[string]lukasa.ID{}
	var waiting []lukasa.Experience
	retain := func(through int) error {
		done, err := mem.RetainAll(ctx, waiting)
		if err != nil {
			return fmt.Errorf("quality: %s: %w", c.ID, err)
		}
		for i, r := range done {
			id := c.Turns[through-len(done)+i].ID
			out.turns[r.ID], records[id] = id, r.ID
		}
		waiting = waiting[:0]
		return nil
	}
	for i := range c.Turns {
		e := p.record(c, i, sessions)
		if old := c.Turns[i].Replaces; old != "" {
			if err := retain(i); err != nil {
				return nil, err
			}
			e.Supersedes = []lukasa.ID{records[old]}
		}
		waiting = append(waiting, e)
	}
	return out, retain(len(c.Turns))
}

// record is a turn as the product is told it.
func (p *frontDoor) record(c *Conversation, i int, sessions string) lukasa.Experience {
	t := &c.Turns[i]
	e := lukasa.Experience{Kind: "message", Content: t.Text, Speaker: t.Speaker, Session: sessions + fmt.Sprint(t.Session), Time: t.Time}
	if e.Time.IsZero() {
		e.Time = p.now.Add(time.Duration(i-len(c.Turns)) * time.Minute)
	}
	if t.Caption != "" {
		e.Metadata = lukasa.Metadata{"caption": t.Caption}
	}
	switch {
	case t.Note != "":
		e.Kind, e.Session = lukasa.Kind(t.Note), ""
	case t.Parts[0] != "":
		e.Kind, e.Content, e.Context, e.Action, e.Outcome = "experience", "", t.Parts[0], t.Parts[1], t.Parts[2]
	case e.Content == "":
		e.Content = "[" + t.Caption + "]"
	}
	return e
}

// Turn implements [Agent].
func (t *told) Turn(id rank.ID) string { return t.turns[id] }

// Gather implements [Agent]: the product gathers and ranks by itself.
func (t *told) Gather(context.Context, string) (rank.Question, []rank.Candidate, error) {
	return rank.Question{}, nil, nil
}

// ask recalls the ids of the best hits; floor as in [lukasa.Query].
func (t *told) ask(ctx context.Context, question string, floor *float64) ([]rank.ID, error) {
	t.ready()
	answer, err := t.mem.Recall(ctx, lukasa.Query{Text: question, K: depth, User: t.c.User, Floor: floor})
	if err != nil {
		return nil, fmt.Errorf("quality: %s: %q: %w", t.c.ID, question, err)
	}
	ids := make([]rank.ID, len(answer.Hits))
	for i, h := range answer.Hits {
		ids[i] = h.Record.ID
	}
	return ids, nil
}

// ready sets the clock to when the conversation's questions are asked.
func (t *told) ready() {
	if now := t.c.Now(); !now.IsZero() {
		t.p.now = now
	}
}

// answered is what the product was worth.
type answered struct {
	rows       []Row
	silence    Silence
	contexts   []Contexts
	otherwise  []Manner
	situations *Situations // nil where there are none
}

// throughTheDoor measures the product: the table of its recall, how often it answers the questions of the next
// conversation with nothing and its own ones with something, and both for the same questions put otherwise where the
// run is to. Each conversation is an agent's, or all are one's.
func throughTheDoor(ctx context.Context, o Options, conversations []Conversation) (a answered, err error) {
	p, err := openProduct(ctx, o.Together)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	var cases []*Case
	var agents []*told
	for i := range conversations {
		agent, err := p.Remember(ctx, &conversations[i])
		if err != nil {
			return a, err
		}
		agents = append(agents, agent)
		for j := range conversations[i].Probes {
			cases = append(cases, &Case{Conversation: &conversations[i], Agent: agent, Probe: &conversations[i].Probes[j]})
		}
	}
	if a.rows, a.silence, err = askAll(ctx, agents, cases, func(question string) string { return question }); err != nil {
		return a, err
	}
	if a.contexts, err = writeContexts(ctx, cases); err != nil {
		return a, err
	}
	a.situations, err = faceAll(ctx, agents, cases)
	if err == nil && o.Otherwise {
		a.otherwise, err = otherwise(ctx, agents, cases)
	}
	return a, err
}

// askAll asks all questions as put has them.
func askAll(ctx context.Context, agents []*told, cases []*Case, put func(string) string) (rows []Row, silence Silence, err error) {
	always := 0.0
	hits := map[*Case][]rank.ID{}
	for _, c := range cases {
		if hits[c], err = c.Agent.(*told).ask(ctx, put(c.Probe.Question), &always); err != nil {
			return nil, silence, err
		}
	}
	rows = Table(cases, func(c *Case) []rank.ID { return hits[c] })
	silence, err = listen(ctx, agents, put)
	return rows, silence, err
}

// Silence is how the product's own floor tells questions it can answer from those it cannot.
type Silence struct {
	Own     float64  `json:"own_questions_answered"`                 // share of a conversation's own questions that get an answer
	Foreign *float64 `json:"foreign_questions_unanswered,omitempty"` // share of another agent's that get none; nil where there is none
	Never   *float64 `json:"never_said_unanswered,omitempty"`        // share of those about what nobody said that get none; nil likewise
}

func listen(ctx context.Context, agents []*told, put func(string) string) (Silence, error) {
	var answered, unanswered, never []bool
	for i, agent := range agents {
		stranger := agents[(i+1)%len(agents)]
		for _, probe := range agent.c.Probes {
			ids, err := agent.ask(ctx, put(probe.Question), nil)
			if err != nil {
				return Silence{}, err
			}
			answered = append(answered, len(ids) > 0)
			if stranger.mem.Agent() == agent.mem.Agent() {
				continue
			}
			if ids, err = stranger.ask(ctx, put(probe.Question), nil); err != nil {
				return Silence{}, err
			}
			unanswered = append(unanswered, len(ids) == 0)
		}
		for _, question := range agent.c.Never {
			ids, err := agent.ask(ctx, put(question), nil)
			if err != nil {
				return Silence{}, err
			}
			never = append(never, len(ids) == 0)
		}
	}
	return Silence{Own: share(answered), Foreign: shareOfAny(unanswered), Never: shareOfAny(never)}, nil
}

// shareOfAny is their share, or nil of none.
func shareOfAny(of []bool) *float64 {
	if len(of) == 0 {
		return nil
	}
	return new(share(of))
}

// share is the part of them that is true, 0 to 1; 0 of none.
func share(of []bool) float64 {
	n := 0
	for _, yes := range of {
		if yes {
			n++
		}
	}
	return float64(n) / float64(max(len(of), 1))
}
