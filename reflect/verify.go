package reflect

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/schema"
)

// Verdict is what somebody found when they looked at a record.
type Verdict string

// The verdicts, and what they do (000-14, 000-10):
//
//	             verified  quality             confidence            status
//	confirmed    yes, +1   one level up        half of what missed,   -
//	                                           at most .99
//	contradicted no        one level down      × .6, at least .05     -
//	rejected     no        reject              × .2, at least .05     invalidated
//
// Who confirms again what they confirmed last changes only the day and the
// count: one voice does not grow by repetition. Every move is written into the
// record's quality_reasoning, and the record's history has each version.
const (
	Confirmed    Verdict = "confirmed"
	Contradicted Verdict = "contradicted"
	Rejected     Verdict = "rejected"
)

// How confidence moves with a verdict.
const (
	mostVerified    = 0.99
	leastDoubted    = 0.05
	contradictedBy  = 0.6
	rejectedBy      = 0.2
	confirmedLeaves = 0.5
)

// Review is the verdict on one record.
type Review struct {
	// Agent whose record it is, its ID, and its version: where that is another
	// by now, the review fails with [ledger.ErrVersion]. Version 0 skips that.
	Agent   string
	ID      schema.ID
	Version int
	// Verdict. Default Confirmed.
	Verdict Verdict
	// By names who looked. Required.
	By string
	// Reason in a sentence.
	Reason string
	// Evidence is a record that speaks for the verdict, if there is one.
	Evidence schema.ID
}

// Verify records a verdict and moves the record's quality and confidence by the
// rules of [Verdict] (000-14). It returns the record as it then is.
func (k *Keeper) Verify(ctx context.Context, v Review) (schema.Experience, error) {
	if v.Verdict == "" {
		v.Verdict = Confirmed
	}
	if err := v.check(); err != nil {
		return schema.Experience{}, err
	}
	e, err := k.reader.Get(ctx, []string{v.Agent}, v.ID)
	if err != nil {
		return schema.Experience{}, err
	}
	if v.Version == 0 {
		v.Version = e.Version // the patch was thought out for this one
	}
	return k.writer.Update(ctx, v.Agent, v.ID, v.Version, v.patch(&e, k.store.Now()))
}

func (v *Review) check() error {
	var fields []schema.FieldError
	if v.By == "" {
		fields = append(fields, schema.FieldError{Field: "verified_by", Problem: "empty"})
	}
	if !slices.Contains([]Verdict{Confirmed, Contradicted, Rejected}, v.Verdict) {
		fields = append(fields, schema.FieldError{
			Field: "verdict", Value: string(v.Verdict), Problem: "want confirmed, contradicted or rejected",
		})
	}
	if fields == nil {
		return nil
	}
	return &schema.InvalidError{Type: schema.TypeExperience, Fields: fields}
}

// patch is what a verdict changes of a record.
func (v *Review) patch(e *schema.Experience, now time.Time) schema.Patch {
	quality, confidence := v.move(e)
	p := schema.Patch{
		Quality: &quality, Confidence: &confidence,
		Verification: &schema.Verification{Verified: v.Verdict == Confirmed, By: v.By, At: now, Count: e.Verification.Count},
	}
	stance := schema.StanceContradicts
	switch v.Verdict {
	case Confirmed:
		p.Verification.Count++
		stance = schema.StanceSupports
		if e.Statement != nil {
			s := *e.Statement
			s.ValidatedAt = now
			p.Statement = &s
		}
	case Rejected:
		p.Status = new(schema.StatusInvalidated)
	}
	if v.Evidence != uuid.Nil && !slices.ContainsFunc(e.Evidence, func(x schema.Evidence) bool { return x.ID == v.Evidence }) {
		p.Evidence = new(append(slices.Clone(e.Evidence), schema.Evidence{ID: v.Evidence, Stance: stance}))
	}
	p.QualityReason = new(reasoned(e.QualityReason, v.line(e, quality, confidence, now)))
	return p
}

// move is the table of [Verdict].
func (v *Review) move(e *schema.Experience) (schema.Quality, float64) {
	switch v.Verdict {
	case Contradicted:
		return max(e.Quality-1, schema.QualityReject), doubted(e.Confidence, contradictedBy)
	case Rejected:
		return schema.QualityReject, doubted(e.Confidence, rejectedBy)
	}
	if e.Verification.Verified && e.Verification.By == v.By {
		return e.Quality, e.Confidence
	}
	return min(e.Quality+1, schema.QualityExcellent), max(e.Confidence, min(mostVerified, 1-(1-e.Confidence)*confirmedLeaves))
}

// doubted lowers a confidence, and never to nothing.
func doubted(c, factor float64) float64 { return min(c, max(leastDoubted, c*factor)) }

func (v *Review) line(e *schema.Experience, quality schema.Quality, confidence float64, now time.Time) string {
	line := fmt.Sprintf("%s: %s by %s, quality %s to %s, confidence %.2f to %.2f",
		day(now), v.Verdict, v.By, e.Quality, quality, e.Confidence, confidence)
	if v.Reason != "" {
		line += ": " + v.Reason
	}
	return line
}
