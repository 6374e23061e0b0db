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
// over relations that hold now. At most limit, 1 to 10,000; 0 means 20.
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
	// EntityType says what an entity is.
	EntityType = schema.EntityType
	// Ontology is the graph of types that a set of rules makes.
	Ontology = ontology.Ontology
	// OntologyError lists all that is wrong with a file, in the order of its lines.
	OntologyError = ontology.FileError
	// PathBounds limits a search for paths.
	PathBounds = ontology.Bounds
	// TypePath leads from a type to another: each step begins where the one before it
	// ends.
	TypePath = ontology.Path
	// TypeStep is a rule taken in one of its directions.
	TypeStep = ontology.Step
	// TypePaths is how one type of entity leads to another, with the Cypher that finds
	// it.
	TypePaths = query.TypePaths
	// Instances is what lies on a path of types, with the Cypher that finds it.
	Instances = query.Instances
	// Instance is a chain of entities on a path of types: Relations[i] joins Entities[i] and
	// Entities[i+1].
	Instance = query.Instance
	// RulesLoaded counts what became of an agent's rules.
	RulesLoaded = knowledge.RulesLoaded

	// Database fetches rows of a domain database.
	Database = grounding.Database
	// SQLDatabase is a Database over database/sql.
	SQLDatabase = grounding.SQL
	// SQLOptions says what of a database may be asked.
	SQLOptions = grounding.Options
	// DatabaseTable is a table that may be asked.
	DatabaseTable = grounding.Table
	// DatabaseRows is what a database holds, as of when it was asked.
	DatabaseRows = grounding.Rows
	// Grounded is what the domain database holds on an entity: fresh as of Answer.At,
	// and authoritative.
	Grounded = query.Grounded
	// Discrepancy is a live statement that says otherwise than the domain database.
	Discrepancy = query.Discrepancy
)

// The dialects of [NewSQLDatabase].
const (
	SQLite   = grounding.SQLite
	Postgres = grounding.Postgres
	MySQL    = grounding.MySQL
)
