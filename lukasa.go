package lukasa

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/reflect"
)

// Memory is a store opened by this process, seen as one agent. It is safe for
// concurrent use: many readers at a time, writers committed in groups.
//
// A request that names no agent is for the one that the memory is seen as. Those
// that may be for others, such as [Query] and [Experience], name them; every other
// one that names another agent is refused with an [*InvalidError], see [Memory.As].
type Memory struct {
	store  *store.Store
	book   *knowledge.Book
	writer *experience.Writer
	reader *query.Reader
	keeper *reflect.Keeper
	turns  *reflect.Turns
	agent  string

	registry *knowledge.Registry
	steward  *reflect.Steward
}

// Open opens the memory in dir, creating the directory if there is none. It is to be
// the memory's own: a new memory makes its files there, whatever else there is. With
// no options it uses the built-in embedder, the agent "default" and no network.
//
// A store is open once at a time: a second Open, here or in another process,
// fails with an error that matches [ErrLocked] and names the holder. Where the
// configuration names an embedder, another one is refused with [ErrEmbedder]. A
// dir without a name is an [*InvalidError].
func Open(ctx context.Context, dir string, opts ...Option) (*Memory, error) {
	if dir == "" {
		return nil, noMemory("dir") // it would be the working directory
	}
	c := config{agent: DefaultAgent, embedder: static.New()}
	for _, o := range opts {
		o(&c)
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	c.store.Embedder = c.embedder
	s, err := store.Open(ctx, dir, c.store)
	if err != nil {
		return nil, err
	}
	book := knowledge.NewBook(s)
	m := &Memory{
		store: s, book: book, agent: c.agent,
		writer: experience.New(s).WithLinker(knowledge.NewLinker(book, c.linking).WithModel(c.entities)),
		reader: query.New(s).WithBook(book),
	}
	if c.database != nil {
		m.reader = m.reader.WithDatabase(c.database)
	}
	m.registry = knowledge.NewRegistry(s, book)
	m.keeper = reflect.NewKeeper(s, m.writer, m.reader, c.turns.Model)
	m.steward = reflect.NewSteward(s, m.writer, m.reader)
	if err := m.checkEmbedder(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := m.steward.Finish(ctx); err != nil {
		s.Logger().Warn("lukasa: a forgetting that was cut short has no receipt yet", "error", err)
	}
	c.turns.Keeper, c.turns.Registry = m.keeper, m.registry
	m.turns = reflect.NewTurns(s, m.writer, m.reader, c.turns)
	return m, nil
}

// As returns the same memory seen as another agent. It shares everything with m;
// closing either closes both.
func (m *Memory) As(agent string) (*Memory, error) {
	if err := checkAgent(agent); err != nil {
		return nil, err
	}
	other := *m
	other.agent = agent
	return &other, nil
}

// mine fills in the agent of a request. Were one for another agent carried out as
// m's, a forgetting would take m's own memory away.
func (m *Memory) mine(agent *string) error {
	switch *agent {
	case "":
		*agent = m.agent
	case m.agent:
	default:
		return &InvalidError{Type: "request", Fields: []FieldError{{
			Field: "agent_id", Value: strconv.Quote(*agent),
			Problem: fmt.Sprintf("want %q, as which this memory is seen; As gives another view", m.agent),
		}}}
	}
	return nil
}

// Agent returns the agent that m is seen as.
func (m *Memory) Agent() string { return m.agent }

// Dir returns the absolute path of the memory's directory.
func (m *Memory) Dir() string { return m.store.Dir() }

func init() { // for tests of the whole alone
	inside.Store = func(memory any) *store.Store { return memory.(*Memory).store }
	inside.Option = func(change func(*store.Options)) any { return Option(func(c *config) { change(&c.store) }) }
}
