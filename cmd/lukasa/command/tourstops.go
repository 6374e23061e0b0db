package command

import (
	"context"
	"fmt"

	"github.com/lukasadb/lukasa"
)

// stop is one question of the tour and the command that asks it.
type stop struct {
	question string
	why      string
	cypher   string // the same in Cypher, where the command does not tell it itself
	args     func(context.Context, *lukasa.Memory) ([]string, error)
}

// Runs of the tour's data: the canary of billing-api 4.2.0 hangs; the order of
// Gai Media is moved to a Friday.
const (
	hungCanary  = "019a48fc-d300-7000-8000-000000000002"
	fridayOrder = "019a5d94-6e40-7000-8000-00000000000d"
)

func stops() []stop {
	return []stop{
		{
			question: "What has ops done lately?",
			args:     line("--agent", "ops", "recent", "--limit", "3"),
			cypher: `MATCH (:Agent {agent_id: 'ops'})-[r:RECORDED]->(e:Experience)
RETURN e.id, r.ts, e.context, e.action, e.outcome ORDER BY r.ts DESC LIMIT 3;`,
		},
		{
			question: "What has mattered most since 10 November?",
			args:     line("--agent", "ops", "find", "--since", "2025-11-10", "--importance", "9"),
			cypher: `MATCH (:Agent {agent_id: 'ops'})-[r:RECORDED]->(e:Experience)
WHERE r.ts >= timestamp('2025-11-10') AND r.importance >= 9
RETURN e.id, r.ts, e.context, e.action, e.outcome ORDER BY r.ts DESC;`,
		},
		{
			question: "Which lessons has it drawn about billing?",
			args:     line("--agent", "ops", "find", "--tag", "lesson", "--tag", "billing"),
			cypher: `MATCH (e:Experience {agent_id: 'ops'})
WHERE list_contains(e.tags, 'lesson') AND list_contains(e.tags, 'billing')
RETURN e.id, e.timestamp, e.context, e.action, e.outcome ORDER BY e.timestamp DESC;`,
		},
		{
			question: "The canary of billing-api 4.2.0 hung. What followed, and how did it end?",
			why:      "FOLLOWED_BY edges keep the order of what happened in a session.",
			args:     line("--agent", "ops", "follow", hungCanary, "--steps", "3", "--cypher"),
		},
		{
			question: "What does ops know about Gai Media?",
			why:      "MENTIONED edges lead from experiences to what they speak of.",
			args:     line("--agent", "ops", "entity", "Gai Media", "--limit", "4", "--cypher"),
		},
		{
			question: "How is Ana connected to Gai Media?",
			why:      "RELATION edges join entities; each is told by an experience.",
			args:     line("--agent", "ops", "path", "person:ana", "customer:gai-media", "--cypher"),
		},
		{
			question: "In #ubuntu, greenride could not delete a folder. How did that end?",
			why:      "The messages around the one that tells it, as they followed one another.",
			args: func(ctx context.Context, m *lukasa.Memory) ([]string, error) {
				page, err := m.Find(ctx, lukasa.Filter{Agents: []string{"ubuntu"}, Contains: "fsck is your new friend"})
				if err == nil && len(page.Items) != 1 {
					err = lukasa.ErrNotFound
				}
				if err != nil {
					return nil, fmt.Errorf("the message that tells it: %w", err)
				}
				return []string{"--agent", "ubuntu", "follow", page.Items[0].ID.String(), "--before", "5", "--steps", "14", "--cypher"}, nil
			},
		},
		{
			question: "Which customer wants deliveries on Fridays?",
			why:      "Recall searches by meaning, words, time and people, and says how likely each hit is an answer.",
			args:     line("--agent", "ops", "recall", "which customer wants deliveries on Fridays?", "--k", "2", "--profile", "precise"),
		},
		{
			question: "Why is that the answer?",
			args: line("--agent", "ops", "why", fridayOrder, "which customer wants deliveries on Fridays?",
				"--profile", "precise"),
		},
		{
			question: "What would a language model be given to answer it?",
			why:      "A text within a budget of tokens, each memory quoted with its id and time.",
			args: line("--agent", "ops", "recall", "which customer wants deliveries on Fridays?", "--k", "3", "--profile", "precise",
				"--context", "300"),
		},
		{
			question: "And a question that it has no answer to?",
			args:     line("--agent", "ops", "recall", "who won the chess tournament?", "--profile", "precise"),
		},
		{
			question: "A schema migration hangs again. What was done the last times, and did it work?",
			args:     line("--agent", "ops", "similar", "a schema migration hangs and requests queue up behind it", "--k", "4"),
		},
		{
			question: "Has anyone in #ubuntu seen a disk that cannot be read?",
			args:     line("--agent", "ubuntu", "recall", "input/output error, the folder cannot be deleted", "--k", "3"),
		},
		{
			question: "Who spoke most on those two days? Any question can be put in Cypher.",
			args: line("cypher", "-c", `MATCH (e:Experience {agent_id: 'ubuntu'})
RETURN e.speaker AS who, count(*) AS messages, count(DISTINCT e.session) AS days
ORDER BY messages DESC, who LIMIT 5;`),
		},
	}
}

// line is a command line that is always the same.
func line(args ...string) func(context.Context, *lukasa.Memory) ([]string, error) {
	return func(context.Context, *lukasa.Memory) ([]string, error) { return args, nil }
}
