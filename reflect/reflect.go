package reflect

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// Reflection says whose memory is looked over.
type Reflection struct {
	// Agent whose memory it is. Required here; package lukasa fills in the memory's.
	Agent string `json:"agent"`
	// Since is the earliest event time of what counts as new: what nothing new
	// was said of stays as it is. Zero: all that was not taken into account yet.
	Since time.Time `json:"since,omitzero"`
	// DryRun changes nothing and tells what would change.
	DryRun bool `json:"dry_run,omitempty"`
}

// Change is one thing that a reflection changed, or would.
type Change struct {
	// What was done: "session", "entity" or "topic" for a summary of one, "merge"
	// for insights that became one, "archive" for insights put away, "opinion" for
	// one that evidence moved.
	What string `json:"what"`
	// ID of the opinion, or of the new record; zero on a dry run of the latter, and
	// of what was archived.
	ID     schema.ID `json:"id,omitzero"`
	Text   string    `json:"text,omitempty"`
	Reason string    `json:"reason"`
}

// Proposal is an edit of core memory for somebody to accept: reflecting changes
// no block.
type Proposal struct {
	Block  string    `json:"block"`
	Append string    `json:"append"`
	Source schema.ID `json:"source"` // the record that says so
	Reason string    `json:"reason"`
}

// Reflected tells what a reflection came to.
type Reflected struct {
	Changes   []Change   `json:"changes"`
	Proposals []Proposal `json:"proposals,omitempty"`
	DryRun    bool       `json:"dry_run,omitempty"`
}

// userBlock is the block of core memory about the user.
const userBlock = "user"

// Reflect looks an agent's memory over: sessions that have grown long are summed
// up, and so are entities and topics of which enough was said since (003-16);
// opinions move by what was told for and against them (003-17); insights of users
// who have too many are merged; and what is verified about a user but not in core
// memory is proposed for it (003-18). Each change has its reason. A second run in
// a row changes nothing (R4).
func (k *Keeper) Reflect(ctx context.Context, r Reflection) (Reflected, error) {
	out := Reflected{Changes: []Change{}, DryRun: r.DryRun}
	opinions, err := k.sway(ctx, r)
	out.Changes = append(out.Changes, opinions...)
	if err != nil {
		return out, err
	}
	merged, err := k.consolidate(ctx, Consolidation{Agent: r.Agent, DryRun: r.DryRun}, r.Since)
	if err != nil {
		return out, err
	}
	for _, c := range merged {
		out.consolidated(c)
	}
	sessions, err := k.summariseSince(ctx, Session{Agent: r.Agent, DryRun: r.DryRun}, r.Since)
	if err != nil {
		return out, err
	}
	across, err := k.summariseAcross(ctx, r.Agent, r.DryRun, r.Since)
	if err != nil {
		return out, err
	}
	for _, s := range slices.Concat(sessions, across) {
		out.summarised(s)
	}
	out.Proposals, err = k.propose(ctx, r)
	return out, err
}

func (out *Reflected) consolidated(c Consolidated) {
	for _, m := range c.Merges {
		out.Changes = append(out.Changes, Change{
			What: "merge", ID: m.ID, Text: m.Content, Reason: fmt.Sprintf("%d insights about %q say it", len(m.From), c.User),
		})
	}
	if n := len(c.Archived); n > 0 {
		out.Changes = append(out.Changes, Change{
			What: "archive", Reason: fmt.Sprintf("%d insights about %q, of %d, were the oldest and least used", n, c.User, c.Before),
		})
	}
}

func (out *Reflected) summarised(s Summarised) {
	what := s.Scope
	if what == "session_window" {
		what = "session"
	}
	out.Changes = append(out.Changes, Change{
		What: what, ID: s.ID, Text: s.Text, Reason: fmt.Sprintf("%d records of %s %q were not summed up yet", s.Records, what, s.Identifier),
	})
}

// propose lists what is verified about users and stands in no block of core
// memory, oldest first.
func (k *Keeper) propose(ctx context.Context, r Reflection) (out []Proposal, err error) {
	core, err := k.coreText(ctx, r.Agent)
	if err != nil {
		return nil, err
	}
	facts := query.Filter{Agents: []string{r.Agent}, Kinds: []schema.Kind{schema.KindUserFact}, OldestFirst: true}
	for e, err := range k.reader.All(ctx, facts) {
		if err != nil {
			return nil, err
		}
		if v := e.Verification; v.Verified && !(v.At.Before(r.Since) && e.Time.Before(r.Since)) && !strings.Contains(core, e.Content) {
			out = append(out, Proposal{Block: userBlock, Append: e.Content, Source: e.ID, Reason: "verified by " + e.Verification.By})
		}
	}
	return out, nil
}

// coreText is all that an agent's core memory holds.
func (k *Keeper) coreText(ctx context.Context, agent string) (string, error) {
	var b strings.Builder
	err := k.store.View(ctx, func(r *ledger.Reader) error {
		list, err := blocks(r, agent)
		for _, block := range list {
			b.WriteString(block.Text + "\n")
		}
		return err
	})
	return b.String(), err
}
