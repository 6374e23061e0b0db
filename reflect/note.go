package reflect

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text/claim"
	"github.com/lukasadb/lukasa/schema"
)

// Outcome says what became of an insight or a user fact that was handed in.
type Outcome string

// The outcomes.
const (
	Added    Outcome = "added"    // it was new
	Updated  Outcome = "updated"  // one that said the same was brought up to date
	Replaced Outcome = "replaced" // it took the place of one that held until now
	// Superseded: it is older than one that holds in its place, and kept as history.
	Superseded Outcome = "superseded"
)

// Noted tells what became of an insight or a user fact.
type Noted struct {
	ID      schema.ID `json:"id"`
	Outcome Outcome   `json:"outcome"`
	// Similarity of the record that was updated, 0 to 1; see [likeness].
	Similarity float64 `json:"similarity,omitempty"`
	// Evicted are the records that were archived to make room.
	Evicted []schema.ID `json:"evicted,omitempty"`
	// Due tells that the user's insights should be consolidated.
	Due bool `json:"due,omitempty"`
}

// note is one record on its way to what is known of its user.
type note struct {
	record schema.Experience
	peers  func(*schema.Experience) bool // which of the known ones can say the same
	alike  float64                       // likeness from which they do
	limit  int                           // how many are kept
	only   bool                          // there is one of its sort: a new one replaces it
	turns  bool                          // it replaces those that cannot hold where it does
	told   claim.Claim                   // what it says
}

// verdict is what a note is to a known record.
func (n *note) verdict(of *schema.Experience) claim.Verdict {
	have := claim.Read(of.Content)
	return claim.Compare(&have, &n.told)
}

// replaced are the known records whose place a note takes, or which took its own before it
// was learned.
func (n *note) replaced(known []schema.Experience) (out []schema.Experience) {
	for _, e := range known {
		if slices.Contains(n.record.Supersedes, e.ID) || n.excludes(&e) {
			out = append(out, e)
		}
	}
	return out
}

// excludes tells whether a known record cannot hold where the note does.
func (n *note) excludes(e *schema.Experience) bool {
	return n.peers(e) && (n.only || n.turns && n.verdict(e) == claim.Changed)
}

// take adds a note, or brings the record that says the same up to date.
func (k *Keeper) take(ctx context.Context, n note) (Noted, []schema.Experience, error) {
	n.told = claim.Read(n.record.Content)
	known, err := k.known(ctx, n.record.Agent, n.record.User(), n.record.Kind)
	if err != nil {
		return Noted{}, nil, err
	}
	same, score, err := k.same(ctx, n, known)
	if err != nil {
		return Noted{}, nil, err
	}
	if same != nil {
		out, err := k.refresh(ctx, same, n, known)
		out.Similarity = score
		return out, known, err
	}
	out, err := k.add(ctx, n, known)
	return out, known, err
}

// same finds the known record that says what a note says, the most alike, ties
// by id.
func (k *Keeper) same(ctx context.Context, n note, known []schema.Experience) (*schema.Experience, float64, error) {
	peers := slices.DeleteFunc(slices.Clone(known), func(e schema.Experience) bool { return !n.peers(&e) })
	alike, err := k.likeness(ctx, n.record.Agent)
	if err != nil {
		return nil, 0, err
	}
	defer alike.close()
	scores, err := alike.toText(ctx, &n.record, peers)
	if err != nil {
		return nil, 0, err
	}
	var best *schema.Experience
	most := 0.0
	for i := range peers {
		score, ok := n.saidBy(&peers[i], scores[i], alike.ofWords())
		if ok && (best == nil || cmp.Or(cmp.Compare(score, most), slices.Compare(best.ID[:], peers[i].ID[:])) > 0) {
			best, most = &peers[i], score
		}
	}
	return best, most, nil
}

// saidBy tells whether a known record says what a note says, or one of the two says it
// and more, and how alike they are; score is what the likeness says, which knows words
// alone, or sentences.
func (n *note) saidBy(e *schema.Experience, score float64, ofWords bool) (float64, bool) {
	if e.Content == n.record.Content {
		return 1, true
	}
	if n.only {
		return 0, false // "Ana" and "Hannah" are names alike, and another name is another fact
	}
	if score < embed.ScoreRelated {
		return 0, false // who says the same speaks of the same; most known records need not be read
	}
	have := claim.Read(e.Content)
	switch claim.Compare(&have, &n.told) {
	case claim.Same:
		return max(score, embed.ScoreDuplicate), true
	case claim.More, claim.Less:
		return score, score >= n.alike
	case claim.Changed:
		return 0, false
	}
	return score, !ofWords && score >= n.alike && have.Decisive() == n.told.Decisive()
}

// refresh brings a record up to date with one that says the same (001-12): its
// words become the new ones, its confidence rises, its evidence grows, it lives as
// long as that is to, if that is longer, and an insight notes the day. What the note
// takes the place of beside it is archived. One that was told before the record keeps its
// words from it, and takes nobody's place.
func (k *Keeper) refresh(ctx context.Context, old *schema.Experience, n note, known []schema.Experience) (Noted, error) {
	e, now := &n.record, k.store.Now()
	e.Time = k.toldAt(e) // who told it again is noted with when
	late, err := k.toldSince(ctx, old, e)
	if err != nil {
		return Noted{}, err
	}
	p := schema.Patch{Evidence: new(joined(old, e))}
	if !late {
		p.Content = &e.Content
	}
	p.Confidence = new(raised(old.Confidence, e.Confidence, e))
	p.QualityReason = new(reasoned(old.QualityReason,
		fmt.Sprintf("%s: said again, confidence %.2f to %.2f", day(now), old.Confidence, *p.Confidence)))
	if told := len(e.Evidence) > 0 || e.Session != ""; !told && old.Verification.By == "" && e.Time.After(old.Confirmed()) {
		p.Verification = &schema.Verification{At: e.Time, Count: old.Verification.Count} // nothing else will tell when
	}
	if old.Insight != nil && !late {
		insight := *old.Insight
		insight.SubTopic = cmp.Or(e.Insight.SubTopic, insight.SubTopic)
		insight.Notes = evolved(insight.Notes, "Updated on "+day(now)+", before: "+clip(old.Content, 200))
		p.Insight = &insight
	}
	err = k.store.View(ctx, func(r *ledger.Reader) error {
		longer, err := experience.Prolongs(k.store, r, old, e)
		if longer {
			p.ExpiresAt, p.TTL, p.Permanent = &e.ExpiresAt, &e.TTL, &e.Permanent
		}
		return err
	})
	if err != nil {
		return Noted{}, err
	}
	batch := experience.Batch{Agent: old.Agent, Update: []experience.Change{{ID: old.ID, Version: old.Version, Patch: p, Told: e}}}
	for _, o := range n.replaced(known) {
		if o.ID != old.ID && !late {
			batch.Update = append(batch.Update, archive(&o, day(now)+": not any more, see #"+shortID(old.ID)))
		}
	}
	_, err = k.writer.Write(ctx, batch)
	if err != nil {
		return Noted{}, err
	}
	err = k.store.Touch(ledger.Touch{ID: old.ID, At: now, Accessed: 1, Reinforced: 1})
	return Noted{ID: old.ID, Outcome: Updated}, err
}

// add records what is new about a user, and archives what was used longest ago
// if there is too much (001-05).
func (k *Keeper) add(ctx context.Context, n note, known []schema.Experience) (Noted, error) {
	out := Noted{Outcome: Added}
	batch := experience.Batch{Agent: n.record.Agent}
	excluded := n.replaced(known)
	older, held, err := k.place(ctx, &n, excluded)
	if err != nil {
		return Noted{}, err
	}
	batch.Update = endedAt(held, k.toldAt(&n.record))
	for _, e := range excluded {
		batch.Unchanged = append(batch.Unchanged, experience.Seen{ID: e.ID, Version: e.Version})
	}
	for _, id := range older {
		if !slices.Contains(n.record.Supersedes, id) { // as a correction names itself
			n.record.Supersedes = append(n.record.Supersedes, id)
		}
		out.Outcome = Replaced
	}
	if n.record.Status == schema.StatusSuperseded {
		out.Outcome = Superseded
	}
	if err := k.makeRoom(&n, known, &batch, &out); err != nil {
		return Noted{}, err
	}
	batch.Retain = []schema.Experience{n.record}
	done, err := k.writer.Write(ctx, batch)
	if err != nil {
		return Noted{}, err
	}
	out.ID = done.Retained[0].ID
	if !done.Retained[0].New { // word for word, or as it was just recalled
		out.Outcome = Updated
	}
	return out, nil
}

// makeRoom archives what a new record leaves no room for. What is history takes none.
func (k *Keeper) makeRoom(n *note, known []schema.Experience, batch *experience.Batch, out *Noted) error {
	if n.record.Status == schema.StatusSuperseded {
		return nil
	}
	staying := slices.DeleteFunc(slices.Clone(known), func(e schema.Experience) bool {
		return slices.Contains(n.record.Supersedes, e.ID)
	})
	surplus := max(0, len(staying)+1-n.limit)
	going := evictable(staying, surplus)
	if len(going) < surplus {
		return &RefusedError{
			Reason: RefusedFull, Field: string(n.record.Kind),
			Detail: fmt.Sprintf("%d are kept about %q, all of them permanent or pinned", len(staying), n.record.User()),
		}
	}
	for _, e := range going {
		batch.Update = append(batch.Update, archive(&e, day(k.store.Now())+": archived to make room, last used "+day(lastUsed(&e))))
		out.Evicted = append(out.Evicted, e.ID)
	}
	return nil
}

// archive takes a record out of answers, for a reason that is kept with it.
func archive(e *schema.Experience, reason string) experience.Change {
	return experience.Change{ID: e.ID, Version: e.Version, Patch: schema.Patch{
		Status: new(schema.StatusArchived), QualityReason: new(reasoned(e.QualityReason, reason)),
	}}
}

// joined is the evidence of two records that say the same.
func joined(old, e *schema.Experience) []schema.Evidence {
	out := slices.Clone(old.Evidence)
	for _, ev := range e.Evidence {
		if ev.ID != old.ID && len(out) < schema.MaxRefs && !slices.ContainsFunc(out, func(x schema.Evidence) bool { return x.ID == ev.ID }) {
			out = append(out, ev)
		}
	}
	return out
}

// maxNotes is how many evolution notes an insight keeps: its history has them
// all.
const maxNotes = 50

// evolved appends an evolution note.
func evolved(notes []string, note string) []string {
	notes = append(slices.Clone(notes), note)
	return notes[max(0, len(notes)-maxNotes):]
}

// clip shortens a text to n bytes, between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.TrimSpace(s[:n]) + "…"
}
