package memorybench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/report"
)

// worker keeps a memory busy with what goes on behind agents.
//
// A round is the upkeep of one agent: it sweeps what has expired, which is a
// record at least, and consolidates insights, which a user of every agent is about
// to have too many of. In each round there is also something to learn: as long as
// few messages wait to be learned from, one is stored by the stages read and store
// alone, as a log of what was said would be, so that no question is asked for it.
// What it states becomes facts about the user, insights, an episode, edges to
// records like it; the memory's own goroutines do that, bring the indexes up to
// date and save them. The graph takes in changes when nothing was written for a
// moment; so rounds go on for a while, and then there is a rest as long as it takes
// for the graph to begin.
type worker struct {
	bench   *Bench
	rng     *rand.Rand // of whom it works for, and what is said
	agents  []known    // a record of each
	expired []string   // agents who have a record that has expired, those of the next rounds
	said    int

	rounds, learned, swept, condensed int
	worked                            time.Duration
}

const (
	workedFor   = 8  // agents
	waiting     = 4  // messages not learned from, at most, when another is stored
	expiring    = 64 // records written at a time
	manyIdeas   = 39 // insights of a user, one less than are consolidated
	workingTime = 700 * time.Millisecond
	restingTime = time.Second // the pause that the graph waits for, and for it to begin
	logged      = "log"       // the session whose messages are stored and not answered
)

// loggedOnly lets the turns of the session logged end when their message is stored.
func loggedOnly(stages []lukasa.Stage) []lukasa.Stage {
	for i := range stages {
		run := stages[i].Run
		if name := stages[i].Name; name == "read" || name == "store" {
			continue
		}
		stages[i].Run = func(ctx context.Context, t *lukasa.Turn) error {
			if t.Message.Session == logged {
				return nil
			}
			return run(ctx, t)
		}
	}
	return stages
}

// newWorker gives a user of each agent that is worked for nearly too many insights.
func (b *Bench) newWorker(ctx context.Context) (*worker, error) {
	w := &worker{bench: b, rng: rand.New(rand.NewPCG(b.Seed, 3))}
	seen := map[string]bool{}
	for range 100 * workedFor { // there may be fewer agents
		k := w.record()
		if seen[k.Agent] || len(w.agents) == workedFor {
			continue
		}
		seen[k.Agent] = true
		w.agents = append(w.agents, k)
		m, err := b.mem.As(k.Agent)
		if err != nil {
			return nil, err
		}
		for range manyIdeas {
			if _, err := m.AddInsight(ctx, lukasa.Experience{
				Kind: "insight", Content: "Usually reads " + w.record().words() + " in the evening",
				Insight: &lukasa.Insight{User: "user", Category: "habit"},
			}); err != nil {
				return nil, err
			}
		}
	}
	return w, b.mem.Flush(ctx)
}

func (w *worker) record() known { return w.bench.ids[w.rng.IntN(len(w.bench.ids))] }

// work goes on until it is told to stop, for one round at least.
func (w *worker) work(ctx context.Context, stop *atomic.Bool) error {
	for {
		for start := time.Now(); time.Since(start) < workingTime; {
			if err := w.round(ctx); err != nil {
				return fmt.Errorf("background work: %w", err)
			}
			w.rounds++
			if stop.Load() {
				return nil
			}
		}
		for start := time.Now(); time.Since(start) < restingTime && !stop.Load(); {
			time.Sleep(10 * time.Millisecond)
		}
	}
}

func (w *worker) round(ctx context.Context) error {
	if err := w.expire(ctx); err != nil {
		return err
	}
	m, err := w.bench.mem.As(w.expired[0])
	if err != nil {
		return err
	}
	w.expired = w.expired[1:]
	if m.Progress().Pending < waiting {
		if _, err := m.Turn(ctx, lukasa.Message{Session: logged, Text: w.statement()}); err != nil {
			return err
		}
	}
	swept, err := m.Sweep(ctx, lukasa.Sweep{})
	if err != nil {
		return err
	}
	w.swept += swept.Reasons.Total()
	merged, err := m.Consolidate(ctx, lukasa.Consolidation{})
	for _, c := range merged {
		w.condensed += c.Before - c.After
	}
	return err
}

// expire writes what the next rounds find to have expired, unless they have some.
func (w *worker) expire(ctx context.Context) error {
	if len(w.expired) > 0 {
		return nil
	}
	batch := make([]lukasa.Experience, expiring)
	for i := range batch {
		agent := w.agents[w.rng.IntN(len(w.agents))].Agent
		w.expired = append(w.expired, agent)
		w.said++
		batch[i] = lukasa.Experience{
			Agent: agent, Kind: "observation", Content: fmt.Sprintf("passing %d: %s", w.said, w.record().words()),
			ExpiresAt: time.Now().Add(-time.Hour),
		}
	}
	_, err := w.bench.mem.RetainAll(ctx, batch)
	return err
}

// statement is something that a user states.
func (w *worker) statement() string {
	says := [...]string{
		"I live in %s.", "I usually read %s in the evening.", "Remember that %s.", "I still don't understand %s.", "I prefer %s.", "From now on, %s.",
	}
	w.said++
	return fmt.Sprintf(says[w.said%len(says)], w.record().words())
}

// talk takes turns, with their questions, and does the upkeep after each, until it
// is told to stop.
func (w *worker) talk(ctx context.Context, stop *atomic.Bool) error {
	for !stop.Load() {
		k := w.record()
		m, err := w.bench.mem.As(k.Agent)
		if err != nil {
			return err
		}
		_, swept := m.Sweep(ctx, lukasa.Sweep{})
		_, merged := m.Consolidate(ctx, lukasa.Consolidation{})
		if err := errors.Join(swept, merged, w.bench.turn(ctx, k, "background", "I live in %s.")); err != nil {
			return fmt.Errorf("turns: %w", err)
		}
	}
	return nil
}

// note tells how much was done beside recall.
func (w *worker) note(r *report.Recorder) {
	for _, n := range []struct {
		what, unit string
		count      int
	}{
		{"upkeep", "rounds/s", w.rounds},
		{"messages learned from", "messages/s", w.learned},
		{"expired records swept", "records/s", w.swept},
		{"insights condensed", "insights/s", w.condensed},
	} {
		r.Note("background work beside recall, "+n.what, float64(n.count)/w.worked.Seconds(), n.unit)
	}
}
