package workspace_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
)

// TestOneAgentAFolder: a folder that is kept as one agent's is not taken in as another's, which
// the error names (003-02, I5).
func TestOneAgentAFolder(t *testing.T) {
	d := newDesk(t, map[string]string{"memory/2025-11-20.md": "## Retain\n- W @Peter: Moved to Bristol.\n"})
	d.sync()
	other := d.memory
	other.Agent = "other"
	w, err := workspace.Open(d.dir, other, workspace.Options{})
	require.NoError(t, err)
	_, err = w.Sync(ctx)
	require.ErrorIs(t, err, schema.ErrInvalid)
	require.ErrorContains(t, err, `agent: "other", want "`+d.memory.Agent+`"`)
	_, err = w.Retain(ctx, workspace.Note{Text: "Said by another."})
	require.ErrorIs(t, err, schema.ErrInvalid)
	require.NoFileExists(t, filepath.Join(d.dir, "memory/2025-12-03.md"), "what failed has written nothing")
	require.NoError(t, w.Close())
	d.sync()
	require.NotEmpty(t, d.find("Moved to Bristol").ID)
}
