package lexical

import "fmt"

// FieldParams weighs one field: Weight is w_f, B is the share of length normalisation, 0 (none) to 1 (full).
type FieldParams struct{ Weight, B float64 }

// Params are the constants of the score; the formula is in the package comment.
type Params struct {
	// K1 is how soon further occurrences of a word stop to count.
	K1 float64
	// Fields weighs a record's own fields.
	Fields [NumFields]FieldParams
	// Previous and Next weigh the bodies of the neighbours in the sequence.
	Previous, Next FieldParams
	// Session weighs the session's addend.
	Session FieldParams
	// Stop multiplies the weight of a stop word in a query that has other words.
	Stop float64
}

// DefaultParams returns the constants used when Options.Params is nil.
func DefaultParams() Params {
	return Params{
		K1: 1.2,
		Fields: [NumFields]FieldParams{
			Body:    {1, 0.75},
			Title:   {1.5, 0.5},
			Caption: {0.8, 0.5},
			Speaker: {0.8, 0},
			Tags:    {1.2, 0},
			Date:    {0.6, 0},
		},
		Previous: FieldParams{0.4, 0.75},
		Next:     FieldParams{0.3, 0.75},
		Session:  FieldParams{0.2, 0.5},
		Stop:     0.1,
	}
}

func (p *Params) validate() error {
	if !(p.K1 > 0 && p.K1 <= 100) {
		return fmt.Errorf("%w: Params.K1 %v is not in (0, 100]", ErrInvalid, p.K1)
	}
	if !(p.Stop >= 0 && p.Stop <= 1) {
		return fmt.Errorf("%w: Params.Stop %v is not in [0, 1]", ErrInvalid, p.Stop)
	}
	check := func(name string, f FieldParams) error {
		if !(f.Weight >= 0 && f.Weight <= 100) || !(f.B >= 0 && f.B <= 1) {
			return fmt.Errorf("%w: Params.%s wants a weight in [0, 100] and b in [0, 1], has %v", ErrInvalid, name, f)
		}
		return nil
	}
	for f, fp := range p.Fields {
		if err := check("Fields["+Field(f).String()+"]", fp); err != nil {
			return err
		}
	}
	for _, x := range []struct {
		name string
		f    FieldParams
	}{{"Previous", p.Previous}, {"Next", p.Next}, {"Session", p.Session}} {
		if err := check(x.name, x.f); err != nil {
			return err
		}
	}
	return nil
}
