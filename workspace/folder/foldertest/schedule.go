package foldertest

import (
	"errors"
	"math/rand/v2"
	"sync"
)

// ErrDied is what a step returns to an actor that is to die: it stands for a
// process that is killed.
var ErrDied = errors.New("foldertest: died")

// deaths is one in how many steps an actor that may die does.
const deaths = 40

// Schedule lets one of several actors run at a time, and no other go on until it
// comes to its next step. It is for one goroutine.
type Schedule struct {
	random *rand.Rand
	actors []*actor
}

type actor struct {
	run    chan bool // true: go on; false: die
	at     chan bool // true: at a step; closed: done
	mayDie bool
}

// NewSchedule makes a schedule whose order follows from a seed.
func NewSchedule(seed uint64) *Schedule { return &Schedule{random: rand.New(rand.NewPCG(seed, 1))} }

// Start adds an actor. Its work calls step at each of its steps, from any
// goroutine of its own that ends before work does.
func (s *Schedule) Start(mayDie bool, work func(step func() error)) {
	a := &actor{run: make(chan bool), at: make(chan bool), mayDie: mayDie}
	s.actors = append(s.actors, a)
	go func() {
		defer close(a.at)
		var one sync.Mutex
		step := func() error {
			one.Lock()
			defer one.Unlock()
			a.at <- true
			if !<-a.run {
				return ErrDied
			}
			return nil
		}
		if step() == nil {
			work(step)
		}
	}()
	<-a.at
}

// Finish runs the actors to their ends.
func (s *Schedule) Finish() {
	for len(s.actors) > 0 {
		i := s.random.IntN(len(s.actors))
		a := s.actors[i]
		a.run <- !a.mayDie || s.random.IntN(deaths) > 0
		if _, more := <-a.at; !more {
			s.actors = append(s.actors[:i], s.actors[i+1:]...)
		}
	}
}
