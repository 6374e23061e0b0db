package rank

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
)

// Errors of this package. Match them with errors.Is.
var (
	// ErrInvalidProfile: a profile that does not parse or holds a value out of bounds; the text names the field.
	ErrInvalidProfile = errors.New("rank: invalid profile")
	// ErrNotFound: no profile of that name.
	ErrNotFound = errors.New("rank: profile not found")
)

// Fusion is how a profile makes one score of many signals.
type Fusion string

// The ways to fuse.
const (
	Linear Fusion = "linear" // a weighted sum of calibrated signals
	Kinds  Fusion = "kinds"  // meaning, entities and recency weighed by class, times confidence
	RRF    Fusion = "rrf"    // reciprocal ranks of the arms, summed (Cormack et al. 2009)
)

// Profile says what counts for how much when candidates are ranked. It is data: see [ParseProfile] for its file. A profile
// is not changed once in use; it is safe for concurrent use.
type Profile struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
	// Base names a shipped profile that this one changes: what the file leaves out is as there.
	Base string `json:"base,omitempty"`
	// Fusion defaults to Linear.
	Fusion Fusion `json:"fusion,omitempty"`
	// First weighs the first pass of Linear; Weights the second, by gate. Missing features weigh 0.
	First   Weights            `json:"first,omitempty"`
	Weights map[string]Weights `json:"weights,omitempty"`
	// Kinds weighs the classes (episodic, semantic, summary) for the fusion of that name.
	Kinds map[string]Weights `json:"kinds,omitempty"`
	// Arms are the features whose ranks RRF fuses, with their weights; RRFK is its constant. Default: 60.
	Arms Weights `json:"arms,omitempty"`
	RRFK float64 `json:"rrf_k,omitempty"`
	// HalfLife is the days after which recency has halved, by class. Default: 30 for episodic, 90 otherwise.
	HalfLife map[string]float64 `json:"half_life_days,omitempty"`
	Select   Selection          `json:"select"`
	Floor    Floor              `json:"floor"`

	first   [NumFeatures]float64
	weights [NumGates][NumFeatures]float64
}

// Weights are weights by feature name.
type Weights map[string]float64

// Selection says which of the ranked candidates become hits.
type Selection struct {
	// SessionPenalty lowers a candidate, when a list is asked for, once for each hit of its session that is already
	// chosen. Default: 0, no spreading.
	SessionPenalty float64 `json:"session_penalty,omitempty"`
	// NearDuplicate is the greatest Simhash distance at which the lower of two candidates is dropped; texts of fewer than
	// ten words are never dropped. Default: -1 drops none; 0 drops equal hashes.
	NearDuplicate int `json:"near_duplicate"`
	// Cut leaves out hits that are less than this share as likely as the best one (Linear only). Default: 0, no cut.
	Cut float64 `json:"cut,omitempty"`
	// Tail is the Cut of hits beyond Options.Tail (Linear only). Default: 0, no cut.
	Tail float64 `json:"tail,omitempty"`
}

// Floor is the calibrated confidence of a hit, a logistic model, and the least confidence that an answer needs.
type Floor struct {
	Bias    float64 `json:"bias"`
	Weights Weights `json:"weights,omitempty"`
	// Least is the confidence that the best hit must reach, or nothing is returned. Default: 0, always answer.
	Least float64 `json:"least,omitempty"`
	// LeastNote is Least where the best hit is a note: of what was kept by itself more can be told. Default: Least.
	LeastNote float64 `json:"least_note,omitempty"`

	weights [NumEvidence]float64
}

//go:embed profiles/*.json
var shipped embed.FS

// Profiles lists the names of the shipped profiles, sorted.
func Profiles() []string {
	entries, _ := shipped.ReadDir("profiles") // embedded: it is there
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".json"))
	}
	return names
}

// loaded keeps the shipped profiles that were asked for, by name.
var loaded sync.Map

// Load returns a shipped profile by name; the empty name is "default". A profile is parsed once; each call returns a copy whose
// maps are shared and not to be written to. Errors: ErrNotFound.
func Load(name string) (*Profile, error) {
	if name == "" {
		name = "default"
	}
	if p, ok := loaded.Load(name); ok {
		c := *p.(*Profile)
		return &c, nil
	}
	if !slices.Contains(Profiles(), name) {
		return nil, fmt.Errorf("%w: %q, have %s", ErrNotFound, name, strings.Join(Profiles(), ", "))
	}
	data, err := shipped.ReadFile("profiles/" + name + ".json")
	if err != nil {
		return nil, fmt.Errorf("rank: profile %q: %w", name, err)
	}
	p, err := ParseProfile(data)
	if err != nil {
		return nil, fmt.Errorf("rank: profile %q: %w", name, err)
	}
	loaded.Store(name, p)
	c := *p
	return &c, nil
}

// ParseProfile reads a profile from JSON and validates it. Unknown members and features are errors. Errors:
// ErrInvalidProfile.
func ParseProfile(data []byte) (*Profile, error) {
	p := &Profile{Select: Selection{NearDuplicate: -1}}
	if err := decode(data, p); err != nil {
		return nil, err
	}
	if p.Base != "" {
		var err error
		if p, err = p.over(data); err != nil {
			return nil, err
		}
	}
	if err := p.Compile(); err != nil {
		return nil, err
	}
	return p, nil
}

// over returns the profile's base as changed by the profile's own file.
func (p *Profile) over(data []byte) (*Profile, error) {
	base, err := Load(p.Base)
	if err != nil {
		return nil, fmt.Errorf("%w: base: %w", ErrInvalidProfile, err)
	}
	if base.Base != "" {
		return nil, invalid("base", fmt.Sprintf("%q has a base itself", p.Base))
	}
	out := base.clone()
	out.Name, out.Doc = "", ""
	if err := decode(data, out); err != nil {
		return nil, err
	}
	// JSON replaces the inner maps as a whole; here they are changed weight by weight.
	out.Weights, out.Kinds = merge(base.Weights, p.Weights), merge(base.Kinds, p.Kinds)
	return out, nil
}

// merge returns the weights of both, those of over where both have one.
func merge(base, over map[string]Weights) map[string]Weights {
	out := cloneAll(base)
	for k, w := range over {
		if out == nil {
			out = map[string]Weights{}
		}
		if out[k] == nil {
			out[k] = Weights{}
		}
		maps.Copy(out[k], w)
	}
	return out
}

// clone copies a profile with its maps.
func (p *Profile) clone() *Profile {
	c := *p
	c.First, c.Arms, c.Floor.Weights = maps.Clone(p.First), maps.Clone(p.Arms), maps.Clone(p.Floor.Weights)
	c.HalfLife = maps.Clone(p.HalfLife)
	c.Weights, c.Kinds = cloneAll(p.Weights), cloneAll(p.Kinds)
	return &c
}

func cloneAll(m map[string]Weights) map[string]Weights {
	if m == nil {
		return nil
	}
	out := make(map[string]Weights, len(m))
	for k, w := range m {
		out[k] = maps.Clone(w)
	}
	return out
}

// decode reads one JSON value over p; members that it lacks stay as they are.
func decode(data []byte, p *Profile) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(p); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalidProfile, err)
	}
	if d.More() {
		return invalid("file", "holds more than one value")
	}
	return nil
}

// Compile validates the profile and prepares it for use. [ParseProfile] and [Load] have done so; a profile made or changed by
// hand needs it. Errors: ErrInvalidProfile, naming the field.
func (p *Profile) Compile() error {
	if p.Name == "" {
		return invalid("name", "is empty")
	}
	if p.Fusion == "" {
		p.Fusion = Linear
	}
	if !slices.Contains([]Fusion{Linear, Kinds, RRF}, p.Fusion) {
		return invalid("fusion", fmt.Sprintf("%q is not linear, kinds or rrf", p.Fusion))
	}
	if err := p.compileWeights(); err != nil {
		return err
	}
	for c, days := range p.HalfLife {
		if !isClass(c) || !(days > 0) || math.IsInf(days, 0) {
			return invalid("half_life_days."+c, "wants a class and a positive number of days")
		}
	}
	if p.RRFK == 0 {
		p.RRFK = 60
	}
	if !(p.RRFK > 0) {
		return invalid("rrf_k", "is not positive")
	}
	if s := p.Select; !(s.SessionPenalty >= 0) || s.NearDuplicate < -1 || s.NearDuplicate > 64 || !(s.Cut >= 0 && s.Cut <= 1) || !(s.Tail >= 0 && s.Tail <= 1) {
		return invalid("select", "wants session_penalty >= 0, near_duplicate -1 to 64, cut and tail 0 to 1")
	}
	return p.Floor.compile()
}

func (p *Profile) compileWeights() error {
	if err := compile("first", p.First, &p.first); err != nil {
		return err
	}
	for f := range NumFeatures {
		if f.ofSequence() && p.first[f] != 0 {
			return invalid("first."+f.String(), "needs a first score itself")
		}
	}
	for name, w := range p.Weights {
		g := slices.Index(gateNames[:], name)
		if g < 0 {
			return invalid("weights."+name, "is not a gate")
		}
		if err := compile("weights."+name, w, &p.weights[g]); err != nil {
			return err
		}
	}
	var unused [NumFeatures]float64
	if err := compile("arms", p.Arms, &unused); err != nil {
		return err
	}
	for name, w := range p.Kinds {
		if !isClass(name) {
			return invalid("kinds."+name, "is not a class")
		}
		for k, v := range w {
			if k != "meaning" && k != "entities" && k != "recency" || !(v >= 0 && v <= 1) {
				return invalid("kinds."+name+"."+k, "wants meaning, entities and recency, 0 to 1")
			}
		}
	}
	return nil
}

// compile turns names into places.
func compile(field string, w Weights, into *[NumFeatures]float64) error {
	*into = [NumFeatures]float64{}
	for name, v := range w {
		f, ok := ParseFeature(name)
		switch {
		case !ok:
			return invalid(field+"."+name, "is not a feature")
		case math.IsNaN(v) || math.Abs(v) > 1000:
			return invalid(field+"."+name, "is not a number from -1000 to 1000")
		}
		into[f] = v
	}
	return nil
}

func (f *Floor) compile() error {
	f.weights = [NumEvidence]float64{}
	for name, v := range f.Weights {
		e := slices.Index(evidenceNames[:], name)
		if e < 0 || math.IsNaN(v) || math.Abs(v) > 1000 {
			return invalid("floor.weights."+name, "is not a kind of evidence with a number from -1000 to 1000")
		}
		f.weights[e] = v
	}
	if math.IsNaN(f.Bias) || math.Abs(f.Bias) > 1000 || !isShare(f.Least) || !isShare(f.LeastNote) {
		return invalid("floor", "wants a bias from -1000 to 1000 and least confidences from 0 to 1")
	}
	return nil
}

func invalid(field, text string) error {
	return fmt.Errorf("%w: %s %s", ErrInvalidProfile, field, text)
}

func isShare(x float64) bool { return x >= 0 && x <= 1 }

func isClass(name string) bool { return slices.Contains(classNames[:], name) }

// Fades returns the days in which a class's recency halves.
func (p *Profile) Fades(c Class) float64 {
	if days, ok := p.HalfLife[c.String()]; ok {
		return days
	}
	if c == Episodic {
		return 30
	}
	return 90
}
