package graph

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/lukasadb/lukasa/schema"
)

// The statements on the graph's own tables.
const (
	setMeta  = "MERGE (m:" + metaTable + " {name: $name}) SET m.value = $value"
	getMeta  = "MATCH (m:" + metaTable + " {name: $name}) RETURN m.value"
	getOwner = "MATCH (o:" + ownerTable + " {id: $id}) RETURN o.links"
	setOwner = "CREATE (:" + ownerTable + " {id: $id, links: $links})"
	delOwner = "MATCH (o:" + ownerTable + " {id: $id}) DELETE o"
)

// The rows of the meta table.
const (
	metaWatermark = "watermark"
	metaSchema    = "schema"
	metaFilled    = "filled" // the schema version whose every property is filled in
)

// linkParts is how many strings of an owner's record make a link: the edge
// table and the keys of its ends.
const linkParts = 3

// writer applies changes through one connection, one statement a change. Its
// methods are called inside a transaction.
type writer struct {
	*tables
	c       *conn
	between func(context.Context) // called after every few changes
	thinned thinned               // takes note of the edges that are deleted
	applied Applied
}

// forEach calls fn for every index below n, until ctx ends.
func forEach(ctx context.Context, n int, fn func(i int) error) error {
	for i := range n {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := fn(i); err != nil {
			return err
		}
	}
	return nil
}

// atOnce is how many changes are written before others may go first: some
// milliseconds of work.
const atOnce = 4

// inSteps is forEach that lets others go first after every few calls.
func (w *writer) inSteps(ctx context.Context, n int, fn func(i int) error) error {
	return forEach(ctx, n, func(i int) error {
		if i%atOnce == 0 {
			w.between(ctx)
		}
		return fn(i)
	})
}

// exec runs a statement whose parameters are bound and returns its row count.
func (w *writer) exec(text string) (int, error) {
	r, err := w.c.run(text)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return r.Rows(), nil
}

// rows runs a statement whose parameters are bound and returns its rows.
func (w *writer) rows(text string) ([]Row, error) {
	r, err := w.c.run(text)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return decodeAll(r)
}

// each runs several deletions with the same parameters.
func (w *writer) each(deletions []deletion) error {
	for _, d := range deletions {
		if err := w.delete(d.edge, d.text); err != nil {
			return err
		}
	}
	return nil
}

// delete deletes edges of a table and notes where.
func (w *writer) delete(edge *edgeTable, text string) error {
	rows, err := w.rows(text)
	for _, row := range rows {
		w.thinned.add(edge, row[0].(int64), row[1].(int64))
	}
	return err
}

// with binds pairs of names and values, which check has validated.
func (w *writer) with(pairs ...any) error {
	w.c.params.Reset()
	for i := 0; i < len(pairs); i += 2 {
		if err := w.c.params.Bind(pairs[i].(string), pairs[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// bindColumns adds the values of columns under their positional names.
func (w *writer) bindColumns(columns []schema.GraphColumn, values Values) error {
	for i, c := range columns {
		name := positions[i]
		var err error
		if list, ok := values[c.Name].([]string); ok {
			err = w.c.params.BindStrings(name, list)
		} else {
			err = w.c.params.Bind(name, present(c, values))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// present is the value of a column, and of a text that is not there the empty one (K5).
func present(c schema.GraphColumn, values Values) any {
	v := values[c.Name]
	if v == nil && c.Type == schema.GraphString {
		return ""
	}
	return v
}

// positions are the names of positional parameters.
var positions = func() (names [64]string) {
	for i := range names {
		names[i] = fmt.Sprintf("p%d", i)
	}
	return names
}()

// apply applies a batch, whose puts are distinct.
func (w *writer) apply(ctx context.Context, b Batch) error {
	if err := w.removeAll(ctx, b.Remove); err != nil {
		return err
	}
	for _, step := range []func(*Element) error{w.putNode, w.putLinks} {
		err := w.inSteps(ctx, len(b.Put), func(i int) error {
			if err := step(&b.Put[i]); err != nil {
				return fmt.Errorf("put %s %s: %w", b.Put[i].Table, b.Put[i].ID, err)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return w.meta(metaWatermark, b.Watermark)
}

func (w *writer) removeAll(ctx context.Context, keys []Key) error {
	return w.inSteps(ctx, len(keys), func(i int) error {
		if err := w.remove(keys[i]); err != nil {
			return fmt.Errorf("remove %s %s: %w", keys[i].Table, keys[i].ID, err)
		}
		return nil
	})
}

func (w *writer) meta(name string, value uint64) error {
	if err := w.with("name", name, "value", int64(value)); err != nil {
		return err
	}
	_, err := w.exec(setMeta)
	return err
}

func (w *writer) remove(k Key) error {
	existed, err := w.disown(k)
	if err != nil {
		return err
	}
	if node := w.nodes[k.Table]; node != nil {
		if err := w.with("id", k.ID); err != nil {
			return err
		}
		n, err := w.exec(node.exists)
		if err != nil {
			return err
		}
		if n > 0 {
			existed = true
			if err := w.each(node.detach); err != nil {
				return err
			}
			if _, err := w.exec(node.remove); err != nil {
				return err
			}
		}
	}
	if existed {
		w.applied.Removed++
	}
	return nil
}

// putNode writes an element's node and removes the edges that it owned.
func (w *writer) putNode(e *Element) error {
	node := w.nodes[e.Table]
	if node == nil {
		_, err := w.disown(e.Key)
		return err
	}
	created, err := w.setNode(node, e)
	if err != nil || created {
		return err
	}
	return w.dropOwned(node, e.Key)
}

// setNode writes an element's node and tells whether it is a new one.
func (w *writer) setNode(node *nodeTable, e *Element) (created bool, err error) {
	w.applied.Nodes++
	if err := w.with("id", e.ID); err != nil {
		return false, err
	}
	changed, err := w.change(node, e)
	if err != nil || changed {
		return false, err
	}
	if err := w.bindColumns(node.Columns, e.Values); err != nil {
		return false, err
	}
	_, err = w.exec(node.create)
	return true, err
}

// change writes the values of a node whose id is bound, if it is there.
func (w *writer) change(node *nodeTable, e *Element) (there bool, err error) {
	if node.update != "" {
		if err := w.bindColumns(node.Columns, e.Values); err != nil {
			return false, err
		}
		n, err := w.exec(node.update)
		return n > 0, err
	}
	rows, err := w.rows(node.values)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	return true, w.setValues(node, e, stored(node.Columns, rows[0][1:]))
}

// setValues writes those values of a node that are not what it has. The others are to
// be left alone (K5).
func (w *writer) setValues(node *nodeTable, e *Element, has Values) error {
	for i, c := range node.Columns {
		if sameValue(has[c.Name], e.Values[c.Name]) {
			continue
		}
		if err := w.with("id", e.ID); err != nil {
			return err
		}
		if err := w.bindColumns(node.Columns[i:i+1], e.Values); err != nil {
			return err
		}
		if _, err := w.exec(node.set[i]); err != nil {
			return fmt.Errorf("set %s: %w", c.Name, err)
		}
	}
	return nil
}

// sameValue tells whether a column has a value already.
func sameValue(has, value any) bool {
	switch value := value.(type) {
	case string:
		return has == value || has == nil && value == ""
	case int:
		return has == int64(value)
	case time.Time:
		t, ok := has.(time.Time)
		return ok && t.Equal(value.Truncate(time.Microsecond))
	case []string:
		list, ok := has.([]string)
		return ok && slices.Equal(list, value)
	}
	if _, list := has.([]string); list {
		return false
	}
	return has == value
}

// dropOwned removes the edges that a node owns.
func (w *writer) dropOwned(node *nodeTable, k Key) error {
	if err := w.with("id", k.ID); err != nil {
		return err
	}
	if err := w.each(node.owned); err != nil {
		return err
	}
	_, err := w.disown(k)
	return err
}

// disown removes the OwnedByOther edges of an object and reports whether it had
// any on record.
func (w *writer) disown(k Key) (bool, error) {
	if err := w.with("id", ownerID(k)); err != nil {
		return false, err
	}
	rows, err := w.rows(getOwner)
	if err != nil || len(rows) == 0 {
		return false, err
	}
	if _, err := w.exec(delOwner); err != nil {
		return false, err
	}
	links, _ := rows[0][0].([]any)
	for i := 0; i+linkParts <= len(links); i += linkParts {
		name, _ := links[i].(string)
		edge := w.edges[name]
		if edge == nil || edge.drop == "" {
			return false, fmt.Errorf("graph: owner record of %s %s names %q", k.Table, k.ID, name)
		}
		if err := w.with("from", links[i+1], "to", links[i+2], "origin", origin(k)); err != nil {
			return false, err
		}
		if err := w.delete(edge, edge.drop); err != nil {
			return false, err
		}
	}
	return true, nil
}

// putLinks writes an element's edges, whose ends must be there by now.
func (w *writer) putLinks(e *Element) error {
	var owned []string
	for i := range e.Links {
		l := &e.Links[i]
		edge := w.edges[l.Edge]
		if err := w.with("from", l.From, "to", l.To); err != nil {
			return err
		}
		if err := w.bindColumns(edge.columns, edge.stored(e.Key, l)); err != nil {
			return err
		}
		n, err := w.exec(edge.create)
		if err != nil {
			return err
		}
		if n == 0 {
			w.applied.Dangling++
			continue
		}
		w.applied.Edges++
		if edge.Owner == schema.OwnedByOther {
			owned = append(owned, l.Edge, l.From, l.To)
		}
	}
	return w.own(e.Key, owned)
}

// own records which OwnedByOther edges an object has.
func (w *writer) own(k Key, links []string) error {
	if len(links) == 0 {
		return nil
	}
	if err := w.with("id", ownerID(k), "links", links); err != nil {
		return err
	}
	_, err := w.exec(setOwner)
	return err
}

// stored returns a link's values with those that the graph fills in.
func (e *edgeTable) stored(owner Key, l *Link) Values {
	if len(e.columns) == len(e.Columns) {
		return l.Values
	}
	values := make(Values, len(l.Values)+1)
	for name, v := range l.Values {
		values[name] = v
	}
	if e.SourceID != "" {
		values[e.SourceID] = l.From
	}
	if e.Owner == schema.OwnedByOther {
		values[originColumn] = origin(owner)
	}
	return values
}

// ownerID is an object's key in the owner table.
func ownerID(k Key) string { return k.Table + "/" + k.ID }

// origin is a fixed-width name of an object.
func origin(k Key) int64 { return int64(xxhash.Sum64String(ownerID(k))) }

// transact runs fn between BEGIN and COMMIT on a connection that does not outlive
// an error (K2). fn watches ctx between statements; none is interrupted, because
// an interrupted write can leave rows locked behind it.
func transact(ctx context.Context, c *conn, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if err := c.Exec("BEGIN TRANSACTION"); err != nil {
		return err
	}
	err := fn()
	if err == nil {
		return c.Exec("COMMIT")
	}
	// The library may have ended the transaction already; then this says so.
	_ = c.Exec("ROLLBACK")
	return err
}
