package query

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/knowledge/grounding"
	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/schema"
)

// Grounded is what the domain database holds on an entity: fresh as of
// [Answer.At], and authoritative (004-11).
type Grounded struct {
	Agent  string             `json:"agent"`
	Entity schema.EntityKey   `json:"entity"`
	Name   string             `json:"name"`
	Ref    schema.ExternalRef `json:"external_ref"`
	// Type of what the rows are, and Path how the rules lead there: empty for
	// the entity's own row.
	Type schema.EntityType `json:"type"`
	Path ontology.Path     `json:"path,omitempty"`
	grounding.Rows
	Took   time.Duration `json:"-"` // not part of the answer: it differs each time
	Err    error         `json:"-"`
	Failed string        `json:"failed,omitempty"` // why, when it did
}

// Discrepancy is a live statement that says otherwise than the domain database
// (004-13, memory_vs_db).
type Discrepancy struct {
	Agent      string             `json:"agent"`
	Record     schema.ID          `json:"record"`
	Subject    schema.EntityKey   `json:"subject"`
	Predicate  string             `json:"predicate"`
	Remembered string             `json:"remembered"` // the statement's object, an entity's key or JSON
	Database   any                `json:"database"`
	Ref        schema.ExternalRef `json:"external_ref"` // the row that says so
}

// Bounds of asking the domain database.
const (
	groundedEntities   = 4  // entities of an answer that are asked about
	groundedQuestions  = 12 // questions of an answer
	groundedPaths      = 2  // paths from an entity to a type that the question names
	comparedColumns    = 64 // columns of a row that statements are held against
	comparedStatements = 16 // statements of one subject and predicate
)

// WithDatabase returns the same reader with a domain database, which recall asks
// about the entities of a question and of its hits.
func (q *Reader) WithDatabase(db grounding.Database) *Reader {
	other := *q
	other.database = grounding.NewAsker(db)
	return &other
}

// subject is an entity that an answer is about.
type subject struct {
	agent string
	key   schema.EntityKey
	asked bool // the question names it
}

// about notes the entities that the question names.
func (a *Answer) about(agent string, keys []schema.EntityKey) {
	for _, key := range keys {
		a.subjects = append(a.subjects, subject{agent, key, true})
	}
}

// ground adds to an answer what the domain database holds. A database that is
// late or fails is told of in the answer: recall goes on without it. A question
// about another time than now is not grounded, for the database knows only now.
func (q *Reader) ground(ctx context.Context, a *Answer) error {
	deadline := a.Asked.DatabaseDeadline
	if q.database == nil || deadline < 0 || !a.Asked.KnownAt.IsZero() || !a.Asked.TrueAt.IsZero() {
		return nil
	}
	plan, err := q.planGrounding(ctx, a)
	if err != nil || len(plan) == 0 {
		return err
	}
	if deadline == 0 {
		config, err := q.store.Config(ctx, a.Asked.Agents[0])
		if err != nil {
			return err
		}
		deadline = time.Duration(config.Grounding.DeadlineMS) * time.Millisecond
	}
	within, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	for _, g := range plan {
		g.Rows, g.Took, g.Err = q.database.Ask(within, g.Ref, g.Path)
		if g.Err != nil {
			g.Failed = g.Err.Error()
		}
		a.Grounded = append(a.Grounded, g)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return q.store.View(ctx, func(r *ledger.Reader) error { return a.compare(r) })
}

// planGrounding lists what to ask: the row of each entity and, along the rules,
// rows of the types that the question names or, if it names none, those next to
// an entity that it names.
func (q *Reader) planGrounding(ctx context.Context, a *Answer) ([]Grounded, error) {
	subjects := a.subjects
	for i := range a.Hits {
		for _, m := range a.Hits[i].Record.Mentions {
			subjects = append(subjects, subject{agent: a.Hits[i].Record.Agent, key: m.Entity})
		}
	}
	p := planner{text: a.Asked.Text, rules: map[string]*ontology.Ontology{}, seen: map[string]bool{}}
	err := q.store.View(ctx, func(r *ledger.Reader) error {
		for _, s := range subjects {
			if len(p.seen) == groundedEntities {
				break
			}
			if err := p.add(r, s); err != nil {
				return err
			}
		}
		return nil
	})
	return p.plan[:min(len(p.plan), groundedQuestions)], err
}

// planner gathers the questions to the database.
type planner struct {
	text  string
	rules map[string]*ontology.Ontology // of each agent
	seen  map[string]bool               // entities, by object key
	plan  []Grounded
}

func (p *planner) add(r *ledger.Reader, s subject) error {
	e, err := survivor(r, s.agent, s.key)
	if err != nil || e == nil || e.Ref.Table == "" || e.Ref.ID == "" || p.seen[e.ObjectKey()] {
		return err
	}
	p.seen[e.ObjectKey()] = true
	rules := p.rules[s.agent]
	if rules == nil {
		if rules, err = knowledge.Ontology(r, s.agent); err != nil {
			return err
		}
		p.rules[s.agent] = rules
	}
	p.ask(e, nil)
	paths := p.toNamed(rules, e.Type)
	if len(paths) == 0 && s.asked {
		for _, step := range rules.Steps(e.Type) {
			paths = append(paths, ontology.Path{step})
		}
	}
	for _, path := range paths {
		if joined(path) {
			p.ask(e, path)
		}
	}
	return nil
}

func (p *planner) ask(e *schema.Entity, path ontology.Path) {
	g := Grounded{Agent: e.Agent, Entity: e.Key, Name: e.Name, Ref: e.Ref, Type: e.Type, Path: path}
	if len(path) > 0 {
		_, g.Type = path[len(path)-1].Ends()
	}
	p.plan = append(p.plan, g)
}

// toNamed returns the shortest paths from a type to each type that the question
// names.
func (p *planner) toNamed(rules *ontology.Ontology, from schema.EntityType) (paths []ontology.Path) {
	for _, to := range rules.Types() {
		if to == from || !namesType(p.text, to) {
			continue
		}
		found, _, err := rules.Shortest(from, to, ontology.Bounds{Limit: groundedPaths})
		if err == nil {
			paths = append(paths, found...)
		}
	}
	return paths
}

// joined reports whether every rule of a path says how its rows join.
func joined(path ontology.Path) bool {
	return !slices.ContainsFunc(path, func(s ontology.Step) bool { return s.Rule.Join.JoinOn == "" })
}

// namesType reports whether a question has the words of a type, in the singular
// or the plural.
func namesType(question string, t schema.EntityType) bool {
	words := " " + strings.Join(strings.FieldsFunc(strings.ToLower(question), func(r rune) bool { return !text.InWord(r) }), " ") + " "
	name := strings.ReplaceAll(string(t), "_", " ")
	forms := []string{name, name + "s", name + "es"}
	if stem, ok := strings.CutSuffix(name, "y"); ok {
		forms = append(forms, stem+"ies")
	}
	return slices.ContainsFunc(forms, func(f string) bool { return strings.Contains(words, " "+f+" ") })
}

// survivor returns the entity that stands for one, itself if it was merged into
// no other; nil if there is none.
func survivor(r *ledger.Reader, agent string, key schema.EntityKey) (*schema.Entity, error) {
	key, err := r.Survivor(agent, key)
	if err != nil {
		return nil, err
	}
	return knownEntity(r, agent, key)
}

// describe writes the path of rows for a person, as in "Gai Media has
// sales_order requires work_order".
func (g *Grounded) describe() string {
	var b strings.Builder
	b.WriteString(g.Name)
	for _, step := range g.Path {
		_, to := step.Ends()
		if step.Reverse {
			fmt.Fprintf(&b, " (%s of) %s", step.Rule.Relation, to)
		} else {
			fmt.Fprintf(&b, " %s %s", step.Rule.Relation, to)
		}
	}
	return b.String()
}
