package lukasa

import "context"

// Retain records one memory of e.Agent; where that is empty, of m's agent. When it
// returns without an error the memory is durable, and every later read sees it.
// Content that the agent already holds is reinforced instead: then Retained.New is
// false.
//
// An experience needs Context, Action and Outcome, every other kind Content; the
// rest has defaults (see [Experience]).
func (m *Memory) Retain(ctx context.Context, e Experience) (Retained, error) {
	return m.writer.Retain(ctx, m.own(e))
}

// RetainAll records memories as one transaction: all of them or, with an error,
// none. The error of a bad record is a [*RecordError].
func (m *Memory) RetainAll(ctx context.Context, records []Experience) ([]Retained, error) {
	return m.writer.RetainAll(ctx, m.ownAll(records))
}

// RetainTranscript records what is new in a conversation that a caller holds whole and
// hands in again at each turn, oldest first: all that was said in a session so far, or the
// end of it. Messages need neither ids nor times: those that the session holds already are
// left as they are, with Retained.New false, and a "yes" that was said twice is two. All
// need a Session, and a Speaker or, in Message, a Role. The error of a bad one is a
// [*RecordError].
func (m *Memory) RetainTranscript(ctx context.Context, messages []Experience) ([]Retained, error) {
	return m.writer.RetainTranscript(ctx, m.ownAll(messages))
}

// Update changes the fields of a record that the patch names, as a new version.
// It fails with [ErrVersion] when the record is not at the given version any
// more; version 0 skips that check.
func (m *Memory) Update(ctx context.Context, id ID, version int, p Patch) (Experience, error) {
	return m.writer.Update(ctx, m.agent, id, version, p)
}

// Supersede records e in the place of an older record, which stays in history
// and out of answers. A statement needs neither kind nor content, as in
// [Memory.State]; the one that it replaces was true until the Time of the new one.
func (m *Memory) Supersede(ctx context.Context, old ID, e Experience) (Retained, error) {
	e = m.own(spelledOut(e))
	e.Supersedes = append(e.Supersedes[:len(e.Supersedes):len(e.Supersedes)], old)
	return m.writer.Retain(ctx, e)
}

// Forget removes records of m's agent, and beliefs that rest on nothing else.
// Summaries, merged insights and whatever else repeats words of theirs are made
// anew of what is left, or go too. With Purge no file of the store holds any of
// their content afterwards. [Memory.Erase] gives a receipt as well.
func (m *Memory) Forget(ctx context.Context, f Forget) (Forgotten, error) {
	if err := m.mine(&f.Agent); err != nil {
		return Forgotten{}, err
	}
	if err := m.purging(ctx, f.Purge && !f.DryRun); err != nil {
		return Forgotten{}, err
	}
	return m.steward.Drop(ctx, f)
}

// Touch counts a use of records, at the store's clock. Counters are written in
// the background: they are the one thing that a crash may cost.
func (m *Memory) Touch(ctx context.Context, ids ...ID) error {
	return m.writer.Touch(ctx, m.agent, ids...)
}

// own fills in the agent of a record.
func (m *Memory) own(e Experience) Experience {
	if e.Agent == "" {
		e.Agent = m.agent
	}
	return e
}

func (m *Memory) ownAll(records []Experience) []Experience {
	own := make([]Experience, len(records))
	for i, e := range records {
		own[i] = m.own(e)
	}
	return own
}

// PutEntity writes an entity of m's agent: a new one, or a new version.
func (m *Memory) PutEntity(ctx context.Context, e Entity) error {
	if err := m.mine(&e.Agent); err != nil {
		return err
	}
	return m.writer.Put(ctx, &e)
}

// PutAlias writes another name of an entity.
func (m *Memory) PutAlias(ctx context.Context, a Alias) error {
	if err := m.mine(&a.Agent); err != nil {
		return err
	}
	return m.writer.Put(ctx, &a)
}

// PutRelation writes an edge between two entities.
func (m *Memory) PutRelation(ctx context.Context, r Relation) error {
	if err := m.mine(&r.Agent); err != nil {
		return err
	}
	return m.writer.Put(ctx, &r)
}

// PutRule writes a line of the agent's ontology: how two types of entity are related,
// or whether a predicate has one object at a time (see [Cardinality]). It holds for
// statements from then on; those that stand stay as they are.
func (m *Memory) PutRule(ctx context.Context, r Rule) error {
	if err := m.mine(&r.Agent); err != nil {
		return err
	}
	return m.writer.Put(ctx, &r)
}
