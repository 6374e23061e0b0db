package store

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
)

func isNotFound(err error) bool { return errors.Is(err, ledger.ErrNotFound) }

func ignoreNotFound(err error) error {
	if isNotFound(err) {
		return nil
	}
	return err
}

// newID makes a UUID of version 7: ids of later records sort later.
func newID() recordID { return uuid.Must(uuid.NewV7()) }

func compareRefs(a, b objectRef) int {
	return cmp.Or(cmp.Compare(a.typ, b.typ), cmp.Compare(a.key, b.key))
}

func parseID(s string) (recordID, error) {
	id, err := uuid.Parse(s)
	if err != nil {
		return id, fmt.Errorf("store: record id %q: %w", s, err)
	}
	return id, nil
}

// printable turns an object's key, which separates its parts by NUL, into text
// that the graph can hold.
func printable(key string) string { return hex.EncodeToString([]byte(key)) }
