package reflect

import (
	"context"
	"time"
)

// limits are the bounds that a keeper works within.
type limits struct {
	facts, insights  int           // kept about one user (001-05)
	consolidateAt    int           // insights at which they are consolidated (001-06)
	consolidateTo    int           // and how many are left
	preserve         time.Duration // since its last use in which an insight stays (001-07)
	leastLength      int           // characters of the shortest insight (001-11)
	sameInsight      float64       // likeness from which two insights say the same (001-09)
	sameFact         float64       // and two facts
	sessionTokens    int           // at which a session is summed up (001-14)
	sessionMessages  string        // what becomes of its messages: archive, keep or forget
	expired          string        // what a sweep does: archive, forget or purge
	recentMessages   int           // shown in a context (001-15)
	scopeRecords     int           // new records of an entity or a topic at which it is summed up (004-20)
	relevantInsights float64       // likeness from which an insight is shown (001-08)
}

const dayLength = 24 * time.Hour

// limits returns the bounds of an agent.
func (k *Keeper) limits(context.Context, string) (limits, error) {
	return limits{
		facts: 50, insights: 50, consolidateAt: 40, consolidateTo: 30, preserve: 7 * dayLength, leastLength: 20,
		sameInsight: .85, sameFact: .9, sessionTokens: 4000, sessionMessages: "archive", expired: "forget",
		recentMessages: 5, scopeRecords: 12, relevantInsights: .7,
	}, nil
}
