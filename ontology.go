package lukasa

import (
	"context"
	"database/sql"
	"io"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/knowledge/grounding"
	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// WithDatabase lets recall ask a domain database for what is true now about the
// entities of a question and of its hits, by their external references and the
// rules of the ontology: see Answer.Grounded. [NewSQLDatabase] makes one.
//
// The database is the host's: whoever asks this memory as any agent may be shown
// what the database shows. Default: none.
func WithDatabase(db Database) Option { return func(c *config) { c.database = db } }

// LoadOntology reads rules from a YAML or JSON file (see docs/ontology.md) and
// makes them m's agent's, as one transaction. Rules that the file does not have
// stay, unless replace is set. A file that is wrong changes nothing; the error,
// an [*OntologyError], names every problem with its line.
func (m *Memory) LoadOntology(ctx context.Context, r io.Reader, replace bool) (RulesLoaded, error) {
	if r == nil {
		return RulesLoaded{}, missing("ontology", "r")
	}
	rules, err := ontology.Read(r)
	if err != nil {
		return RulesLoaded{}, err
	}
	return knowledge.NewRulebook(m.store).Load(ctx, m.agent, rules, replace)
}

// Ontology returns the rules of the agent's domain.
func (m *Memory) Ontology(ctx context.Context) (*Ontology, error) {
	return m.reader.Ontology(ctx, m.agent)
}

// WriteOntology writes rules as a YAML file that LoadOntology takes.
func WriteOntology(w io.Writer, rules []Rule) error {
	if w == nil {
		return missing("ontology", "w")
	}
	return ontology.Write(w, rules)
}

// TypePaths returns the ways from one type of entity to another, by the rules of
// the agent's ontology in either direction, shortest first.
func (m *Memory) TypePaths(ctx context.Context, from, to EntityType, b PathBounds) (TypePaths, error) {
	return m.reader.TypePaths(ctx, m.agent, from, to, b, false)
}

// ShortestTypePaths returns the shortest of the ways from one type of entity to
// another, all that have that length.
func (m *Memory) ShortestTypePaths(ctx context.Context, from, to EntityType, b PathBounds) (TypePaths, error) {
	return m.reader.TypePaths(ctx, m.agent, from, to, b, true)
}

// Along returns the chains of entities that lead from one along a path of types,
// over relations that hold now. At most limit; 0 means 20.
func (m *Memory) Along(ctx context.Context, start EntityKey, path TypePath, limit int) (Instances, error) {
	return m.reader.Along(ctx, m.agent, start, path, limit)
}

// NewSQLDatabase returns a domain database over a pool of connections, which
// stays the caller's to close. Only the tables that the options list are asked.
func NewSQLDatabase(pool *sql.DB, o SQLOptions) (*SQLDatabase, error) {
	return grounding.NewSQL(pool, o)
}

// The ontology and the domain database. See packages ontology, grounding and
// query.
type (
	EntityType    = schema.EntityType
	Ontology      = ontology.Ontology
	OntologyError = ontology.FileError
	PathBounds    = ontology.Bounds
	TypePath      = ontology.Path
	TypeStep      = ontology.Step
	TypePaths     = query.TypePaths
	Instances     = query.Instances
	Instance      = query.Instance
	RulesLoaded   = knowledge.RulesLoaded

	Database      = grounding.Database
	SQLDatabase   = grounding.SQL
	SQLOptions    = grounding.Options
	DatabaseTable = grounding.Table
	DatabaseRows  = grounding.Rows
	Grounded      = query.Grounded
	Discrepancy   = query.Discrepancy
)

// The dialects of [NewSQLDatabase].
const (
	SQLite   = grounding.SQLite
	Postgres = grounding.Postgres
	MySQL    = grounding.MySQL
)
