package reflect

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// When what sessions told of an entity or a topic is summed up (004-20): this
// many records that its summary does not cover, of more than one session in all.
const (
	entityRecords = 12
	topicSessions = 3
)

// SummariseAcross sums up, across sessions, every entity and every topic of
// which enough was said since its last summary (004-09, 004-20): an entity from
// the records that mention it, a topic from the summaries of the sessions that
// were about it. The new summary takes the place of the one of before. Each is
// one transaction, so it can be cut short and called again; a second run in a
// row changes nothing. It may run in the background beside anything else.
func (k *Keeper) SummariseAcross(ctx context.Context, agent string, dryRun bool) ([]Summarised, error) {
	return k.summariseAcross(ctx, agent, dryRun, time.Time{})
}

// summariseAcross leaves alone the entities and topics of which nothing was said
// since a moment.
func (k *Keeper) summariseAcross(ctx context.Context, agent string, dryRun bool, since time.Time) ([]Summarised, error) {
	out, err := k.summariseEntities(ctx, agent, dryRun, since)
	if err != nil {
		return out, err
	}
	topics, err := k.summariseTopics(ctx, agent, dryRun, since)
	return append(out, topics...), err
}

func (k *Keeper) summariseEntities(ctx context.Context, agent string, dry bool, since time.Time) ([]Summarised, error) {
	keys, err := k.busyEntities(ctx, agent, since)
	if err != nil {
		return nil, err
	}
	var out []Summarised
	for _, key := range keys {
		done, err := k.summariseScope(ctx, agent, scopeEntity, string(key), dry, entityRecords, func(r *ledger.Reader) ([]schema.Experience, error) {
			return k.mentioning(r, agent, key)
		})
		if err != nil {
			return out, err
		}
		out = append(out, done...)
	}
	return out, nil
}

// busyEntities lists the entities that are mentioned often enough to be looked
// at, and since a moment, by key.
func (k *Keeper) busyEntities(ctx context.Context, agent string, since time.Time) ([]schema.EntityKey, error) {
	var keys []schema.EntityKey
	err := k.store.View(ctx, func(r *ledger.Reader) error {
		for obj, err := range r.Objects(schema.TypeEntity, schema.KeyPrefix(agent)) {
			if err != nil {
				return err
			}
			e, ok := obj.(*schema.Entity)
			if !ok {
				continue
			}
			busy, err := busySince(r, agent, e.Key, since)
			if err != nil {
				return err
			}
			if busy {
				keys = append(keys, e.Key)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		return nil
	})
	slices.Sort(keys)
	return keys, err
}

func busySince(r *ledger.Reader, agent string, key schema.EntityKey, since time.Time) (bool, error) {
	n, err := r.Count(agent, ledger.Mentioning(key), ledger.Scan{}, entityRecords)
	if err != nil || n < entityRecords || since.IsZero() {
		return n >= entityRecords, err
	}
	n, err = r.Count(agent, ledger.Mentioning(key), ledger.Scan{From: since}, 1)
	return n > 0, err
}

// mentioning returns the records that mention an entity, oldest first: live
// ones, and messages put away under a summary, but no summaries.
func (k *Keeper) mentioning(r *ledger.Reader, agent string, key schema.EntityKey) ([]schema.Experience, error) {
	now := k.store.Now()
	var out []schema.Experience
	for e, err := range r.Records(agent, ledger.Mentioning(key), ledger.Scan{OldestFirst: true}) {
		if err != nil {
			return nil, err
		}
		there := e.Status.Live() || e.Status == schema.StatusArchived && e.Kind == schema.KindMessage
		if e.Kind != schema.KindSummary && there && !e.Expired(now) {
			out = append(out, *e)
		}
	}
	return out, nil
}

func (k *Keeper) summariseTopics(ctx context.Context, agent string, dry bool, since time.Time) ([]Summarised, error) {
	byTopic := map[string][]schema.Experience{}
	var topics []string
	filter := query.Filter{Agents: []string{agent}, Kinds: []schema.Kind{schema.KindSummary}, OldestFirst: true}
	for e, err := range k.reader.All(ctx, filter) {
		if err != nil {
			return nil, err
		}
		if e.Digest == nil || e.Digest.Scope != scopeSession {
			continue
		}
		for _, topic := range e.Tags {
			if byTopic[topic] == nil {
				topics = append(topics, topic)
			}
			byTopic[topic] = append(byTopic[topic], e)
		}
	}
	topics = slices.DeleteFunc(topics, func(topic string) bool {
		told := byTopic[topic]
		return told[len(told)-1].Time.Before(since)
	})
	slices.Sort(topics)
	var out []Summarised
	for _, topic := range topics {
		done, err := k.summariseScope(ctx, agent, scopeTopic, topic, dry, topicSessions, func(*ledger.Reader) ([]schema.Experience, error) {
			return byTopic[topic], nil
		})
		if err != nil {
			return out, err
		}
		out = append(out, done...)
	}
	return out, nil
}

// summariseScope sums up one entity or topic if enough is new about it.
func (k *Keeper) summariseScope(
	ctx context.Context, agent, scope, identifier string, dry bool, least int, read func(*ledger.Reader) ([]schema.Experience, error),
) ([]Summarised, error) {
	if err := k.store.StepAside(ctx); err != nil {
		return nil, err
	}
	defer k.users.lock(agent, scope, identifier)()
	for try := 1; ; try++ {
		work := summing{agent: agent, scope: scope, identifier: identifier}
		err := k.store.View(ctx, func(r *ledger.Reader) (err error) {
			if work.earlier, err = k.current(r, agent, scope, identifier); err != nil {
				return err
			}
			work.records, err = read(r)
			return err
		})
		if err != nil {
			return nil, err
		}
		several := sessionsOf(work.records) > 1
		work.records = uncovered(work.earlier, work.records)
		if len(work.records) < least || !several {
			return nil, nil
		}
		work.records = work.records[max(0, len(work.records)-mostRecords):]
		out, err := k.write(ctx, work, dry)
		if try < attempts && (errors.Is(err, ledger.ErrVersion) || errors.Is(err, experience.ErrNotFound)) {
			continue
		}
		if err != nil || out.Text == "" {
			return nil, err
		}
		return []Summarised{out}, nil
	}
}

// sessionsOf counts the sessions that records come from.
func sessionsOf(records []schema.Experience) int {
	seen := map[string]bool{}
	for i := range records {
		e := &records[i]
		if e.Digest != nil {
			for _, s := range e.Digest.Sessions {
				seen[s] = true
			}
		} else if e.Session != "" {
			seen[e.Session] = true
		}
	}
	return len(seen)
}
