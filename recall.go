package lukasa

import (
	"context"
	"errors"
	"time"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/lang"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/query/rank"
)

// Recall finds what bears on a question among the agent's memories: by words,
// meaning, time, people and the sequence around each record. The answer may be
// empty: K is a ceiling, and what is too unlikely to be an answer is left out.
//
// Query.Agents names whose memories are asked; none means m's own agent.
//
// With a domain database, what it says against live statements of m's agent is
// kept as conflicts, each once; see [Memory.Conflicts]. Where the configuration
// has conflicts.strategy "supersede", the database wins at once.
func (m *Memory) Recall(ctx context.Context, q Query) (*Answer, error) {
	if len(q.Agents) == 0 {
		q.Agents = m.self()
	}
	a, err := m.reader.Recall(ctx, q)
	if err != nil {
		return nil, err
	}
	if err := m.report(ctx, a); err != nil {
		m.store.Logger().Warn("lukasa: keeping what the database says against the memory", "error", err)
	}
	return a, nil
}

// report keeps what the domain database said on statements of m's agent; those of
// others are theirs to settle (I5). An answer does not fail for it: what was not
// kept is found again by the next one.
func (m *Memory) report(ctx context.Context, a *Answer) error {
	facts := a.DatabaseFacts(m.agent)
	if len(facts) == 0 {
		return nil
	}
	open, err := knowledge.ReportDatabase(ctx, m.store, m.agent, facts)
	if err != nil {
		return err
	}
	for _, c := range open {
		if c.Strategy != string(knowledge.Supersede) {
			continue
		}
		_, err := m.ResolveConflict(ctx, c.ID, Resolution{Outcome: knowledge.OutcomeDatabase, Note: "as configured"})
		if err != nil && !errors.Is(err, ErrResolved) {
			return err
		}
	}
	return nil
}

// EntityPage gathers what the agent knows of an entity, found by key, name or
// alias: facts, latest events, relations, aliases.
func (m *Memory) EntityPage(ctx context.Context, name string) (*EntityPage, error) {
	return m.reader.EntityPage(ctx, m.agent, name)
}

// Opinions answers a question with the agent's opinions, each with its
// confidence and what speaks for and against it.
func (m *Memory) Opinions(ctx context.Context, q Query) ([]Opinion, error) {
	if len(q.Agents) == 0 {
		q.Agents = m.self()
	}
	return m.reader.Opinions(ctx, q)
}

// ParseQuery reads a question in the text syntax of recall: words, and between
// them conditions such as from:@ana, tag:deploy, since:30d, "a phrase" or
// -staging. See package query/lang. Times in words are seen from now.
func ParseQuery(text string, now time.Time) (Query, error) { return query.Parse(text, now) }

// Similar finds past experiences like a situation, what was done then, what
// followed, and whether it worked, grouped by action. Whether one worked is told by
// its metadata: "success", true or false, or "reward", a number from -1 to 1. Else it is
// read off the words of the outcome, where they are plain.
func (m *Memory) Similar(ctx context.Context, s Situation) (*Precedents, error) {
	if len(s.Agents) == 0 {
		s.Agents = m.self()
	}
	return m.reader.Similar(ctx, s)
}

// What recall takes and gives. See packages query and rank.
type (
	// Query is one question to a memory.
	Query = query.Request
	// Answer is what a memory has to say to a question.
	Answer = query.Answer
	// Hit is a record that bears on a question.
	Hit = query.Hit
	// Arm is one way to find candidates, and how it fared.
	Arm = query.Arm
	// Explanation is a score as a tree.
	Explanation = rank.Explanation
	// Situation is what an agent is facing now.
	Situation = query.Situation
	// Precedents is what past experience says about a situation.
	Precedents = query.Precedents
	// Precedent is a past experience like the situation, and what came of it.
	Precedent = query.Precedent
	// PastAction is one thing that was done in situations like this one.
	PastAction = query.Option
	// SyntaxError says what is wrong with a query and where.
	SyntaxError = lang.Error
	// EntityPage is what an agent knows of an entity.
	EntityPage = query.EntityPage
	// Opinion is a belief of the agent with what speaks for and against it.
	Opinion = query.Opinion
	// PromptItem is one record to show.
	PromptItem = prompt.Item
	// Prompt says how to write a context.
	Prompt = prompt.Options
	// Context is a text for a model, and an account of it.
	Context = prompt.Context
)
