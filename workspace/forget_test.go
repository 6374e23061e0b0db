package workspace_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
)

// forget forgets records through the workspace.
func (d *desk) forget(dry bool, ids ...schema.ID) workspace.Struck {
	d.t.Helper()
	done, err := d.Forget(ctx, ids, dry, func() error {
		_, err := d.memory.Writer.Forget(ctx, experience.Forget{Agent: d.memory.Agent, IDs: ids, Purge: true})
		return err
	})
	require.NoError(d.t, err)
	return done
}

// TestForgetInPages: what a forgotten record left in the pages goes with it: the
// bullet of the log, the lines of entity pages and opinions that Lukasa wrote; what
// a person wrote stays as it is, and where it holds the words is told. It does not
// come back, and a line that says almost the same stays (900-07).
func TestForgetInPages(t *testing.T) {
	files := opinionDays()
	files["memory/2025-11-24.md"] = "Peter told me that he moved to Bristol in May. I was glad.\n\n## Retain\n- W @Peter: Moved to Bristol in May, by train.\n"
	files["bank/entities/Peter.md"] = "# Peter\n\nHe Moved  to Bristol in May.\n"
	d := newDesk(t, files)
	d.reflect(workspace.Reflection{})
	d.sync()
	require.Contains(t, d.read("bank/entities/Peter.md"), "W: Peter: Moved to Bristol in May. (")
	moved := d.find("Peter: Moved to Bristol in May.").ID
	before := map[string]string{}
	for name := range files {
		before[name] = d.read(name)
	}

	dry := d.forget(true, moved)
	for name := range files {
		require.Equal(t, before[name], d.read(name), "a dry run writes nothing")
	}
	require.NotEmpty(t, d.find("Peter: Moved to Bristol in May.").ID)
	done := d.forget(false, moved)
	require.Equal(t, dry.Left, done.Left)
	require.Equal(t, []string{"bank/entities/Peter.md#L3", "memory/2025-11-24.md#L1", "memory/2025-11-24.md#L4"}, done.Left)
	var changed []string
	for _, p := range done.Pages {
		changed = append(changed, p.Path)
	}
	require.Equal(t, []string{"bank/entities/Peter.md", "memory/2025-11-20.md", "memory/2025-11-21.md"}, changed)
	require.Equal(t, strings.Replace(files["memory/2025-11-20.md"], "- W @Peter: Moved to Bristol in May.\n", "", 1), d.read("memory/2025-11-20.md"))
	peter := d.read("bank/entities/Peter.md")
	require.NotContains(t, peter, "Moved to Bristol in May. (")
	require.Contains(t, peter, "W: Peter: Moved to Bristol in May, by train. (")
	require.Equal(t, strings.TrimRight(files["bank/entities/Peter.md"], "\n"), outside(peter), "a person's words are never written anew")
	for _, e := range d.records() {
		require.NotEqual(t, "Peter: Moved to Bristol in May.", e.Content)
	}

	d.reflect(workspace.Reflection{})
	d.reopen(true)
	d.sync()
	for _, e := range d.records() {
		require.NotEqual(t, "Peter: Moved to Bristol in May.", e.Content, "it does not come back")
	}
	require.NotEmpty(t, d.find("Peter: Moved to Bristol in May, by train.").ID)
}

// TestForgetEvidenceInPages: an opinion no longer leans on what was forgotten, in
// the store or on its page; an opinion that is forgotten itself leaves it (003-19,
// 900-07).
func TestForgetEvidenceInPages(t *testing.T) {
	d := newDesk(t, opinionDays())
	d.reflect(workspace.Reflection{})
	d.sync()
	ground := d.find("thanked for them").ID
	require.Contains(t, d.read("bank/opinions.md"), ground.String())
	d.forget(false, ground)
	require.NotContains(t, d.read("bank/opinions.md"), ground.String())
	opinion := d.find("Likes short replies in the chat.")
	require.InDelta(t, .8, opinion.Confidence, 1e-9)
	require.Empty(t, opinion.Evidence)
	d.forget(false, opinion.ID)
	for _, page := range []string{"bank/opinions.md", "bank/entities/Peter.md", "memory/2025-11-20.md"} {
		require.NotContains(t, d.read(page), "Likes short replies", page)
	}
	d.reflect(workspace.Reflection{}) // lines have moved up
	require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
}

// TestForgetProse: a line that a person wrote in running text is told, and stays: so
// does what it tells.
func TestForgetProse(t *testing.T) {
	d := newDesk(t, map[string]string{"memory/2025-12-01.md": "It rained on the harbour.\n"})
	d.sync()
	rain := d.find("It rained on the harbour.").ID
	done := d.forget(false, rain)
	require.Empty(t, done.Pages)
	require.Equal(t, []string{"memory/2025-12-01.md#L1"}, done.Left)
	require.Equal(t, "It rained on the harbour.\n", d.read("memory/2025-12-01.md"))
	d.write("memory/2025-12-01.md", "It was dry.\n")
	d.sync()
	for _, e := range d.records() {
		require.NotContains(t, e.Content, "rained")
	}
}

// TestForgetInTheIndex: the log of the index, which quotes malformed lines, loses those that a person
// took out of the pages before, with what they told (I9, 900-07).
func TestForgetInTheIndex(t *testing.T) {
	const log = ".memory/files.log"
	d := newDesk(t, map[string]string{"memory/2025-12-01.md": "## Retain\n- The word at the gate is marigold.\n- W @Ana: Sings.\n"})
	d.sync()
	gate := d.find("marigold").ID
	d.write("memory/2025-12-01.md", "## Retain\n- W @Ana: Sings.\n")
	d.sync()
	require.Contains(t, d.read(log), "marigold")
	require.Empty(t, d.forget(false, gate).Pages)
	require.NotContains(t, d.read(log), "marigold")
	d.reopen(false)
	require.Zero(t, d.sync().Read, "the log is of the store as it is")
}
