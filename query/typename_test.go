package query

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// TestNamesType finds a type's words in a question, in either number (004-11).
func TestNamesType(t *testing.T) {
	for _, tt := range []struct {
		question string
		named    schema.EntityType
		want     bool
	}{
		{"Which Invoices are open?", "invoice", true},
		{"the sales-order of Gai", "sales_order", true},
		{"their sales\torders, please", "sales_order", true},
		{"which companies?", "company", true},
		{"which boxes?", "box", true},
		{"invoicing", "invoice", false},
		{"an order of sales", "sales_order", false},
		{"", "invoice", false},
	} {
		require.Equal(t, tt.want, namesType(tt.question, tt.named), tt.question)
	}
}
