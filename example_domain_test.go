package lukasa_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite"

	"github.com/lukasadb/lukasa"
)

const domainTables = `
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE sales_orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER, item TEXT);
CREATE TABLE work_orders (work_order_id INTEGER PRIMARY KEY, order_id INTEGER, status TEXT);
CREATE TABLE invoices (invoice_id INTEGER PRIMARY KEY, work_order_id INTEGER, amount INTEGER, state TEXT);
INSERT INTO customers VALUES (7, 'Gai Media');
INSERT INTO sales_orders VALUES (100, 7, 'posters');
INSERT INTO work_orders VALUES (500, 100, 'done');
INSERT INTO invoices VALUES (1009, 500, 1250, 'open');`

// The running example of source design 004, from the first message to the
// answer: a customer's wish is remembered and corrected, and the open invoice is
// read from the company's own database along the ontology (004-11).
func ExampleMemory_Recall_domain() {
	ctx := context.Background()
	dir := must(os.MkdirTemp("", "domain"))
	defer os.RemoveAll(dir)
	pool := must(sql.Open("sqlite", filepath.Join(dir, "domain.db")))
	defer pool.Close()
	_ = must(pool.Exec(domainTables))
	db := must(lukasa.NewSQLDatabase(pool, lukasa.SQLOptions{Tables: map[string]lukasa.DatabaseTable{
		"customers": {Key: "customer_id"}, "sales_orders": {Key: "order_id"},
		"work_orders": {Key: "work_order_id"}, "invoices": {Key: "invoice_id", Columns: []string{"amount", "state"}},
	}}))
	mem := must(lukasa.Open(ctx, filepath.Join(dir, "mem"), lukasa.WithDatabase(db)))
	defer mem.Close()

	// Who the domain's types are, and which customer this is.
	rules := must(os.Open("knowledge/ontology/testdata/domain.yaml"))
	defer rules.Close()
	fmt.Printf("rules: %+v\n", must(mem.LoadOntology(ctx, rules, false)))
	customer := lukasa.Entity{Key: "customer:gai-media", Name: "Gai Media"}
	customer.Ref.Table, customer.Ref.ID = "customers", "7"
	if err := mem.PutEntity(ctx, customer); err != nil {
		fmt.Println(err)
	}
	if err := mem.PutAlias(ctx, lukasa.Alias{Text: "Gai", Entity: customer.Key}); err != nil {
		fmt.Println(err)
	}

	// A wish, and its correction a week later.
	wish := func(day string) lukasa.Experience {
		return lukasa.Experience{
			Kind: "fact", Content: "Gai Media wants deliveries on " + day + ".",
			Statement: &lukasa.Statement{Subject: customer.Key, Predicate: "delivery_day", Value: []byte(`"` + day + `"`)},
		}
	}
	first := must(mem.Retain(ctx, wish("Thursday")))
	_ = must(mem.Supersede(ctx, first.ID, wish("Friday")))
	_ = must(mem.Retain(ctx, lukasa.Experience{
		Kind: "message", Speaker: "ana", Content: "Remind Gai Media of the invoice before the next delivery.",
		Mentions: []lukasa.Mention{{Entity: customer.Key}},
	}))

	answer := must(mem.Recall(ctx, lukasa.Query{Text: "On which day does Gai want deliveries, and what of the invoices?"}))
	for _, hit := range answer.Hits {
		fmt.Println("memory:", hit.Record.Content)
	}
	for _, g := range answer.Grounded {
		for _, row := range g.Rows.Rows {
			fmt.Println("database:", g.Type, strings.Join(g.Columns, ","), row)
		}
	}
	// Output:
	// rules: {Added:7 Changed:0 Removed:0 Unchanged:0}
	// memory: Gai Media wants deliveries on Friday.
	// memory: Remind Gai Media of the invoice before the next delivery.
	// database: customer customer_id,name [7 Gai Media]
	// database: invoice invoice_id,amount,state [1009 1250 open]
}
