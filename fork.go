package lukasa

import (
	"context"
	"fmt"
	"strings"

	"github.com/lukasadb/lukasa/schema"
)

// Fork makes a memory of its own in dir, which must not exist, as of the call:
// for a sub-agent, or to try what would come of something. It may be opened at
// once, and is quick and small at first, as it shares the files of the ledger
// that neither memory changes any more. From then on the two go their own ways:
// nothing that is written, forgotten or purged in one shows in the other.
// [Memory.Diff] tells how they differ, [Memory.Merge] brings back what is worth it.
//
// What is purged later is still in the fork, so it is noted as a backup is: see
// [Memory.Backups]. A dir that names one file (".tar.gz"), for which there is
// [Memory.Backup], or lies within m's own directory is an [*InvalidError].
func (m *Memory) Fork(ctx context.Context, dir string) error {
	problem := ""
	switch {
	case dir == "":
		problem = "empty"
	case strings.HasSuffix(dir, ".tar.gz"):
		problem = "want a directory, not one file"
	}
	if problem != "" {
		return &InvalidError{Type: "fork", Fields: []schema.FieldError{{Field: "dir", Value: dir, Problem: problem}}}
	}
	if err := m.store.Backup(ctx, dir); err != nil {
		return fmt.Errorf("lukasa: fork: %w", err)
	}
	return nil
}
