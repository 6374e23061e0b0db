package workspace_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// lantern is the workspace of a small shop: sixty days of logs in English and
// Vietnamese, with bank pages. Some days have no Retain section, some are in CRLF,
// hold code, or begin with front matter.
func lantern(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, pattern := range []string{"*.md", "*/*.md", "*/*/*.md"} {
		names, err := filepath.Glob(filepath.Join("testdata/lantern", pattern))
		require.NoError(t, err)
		for _, at := range names {
			name, err := filepath.Rel("testdata/lantern", at)
			require.NoError(t, err)
			text, err := os.ReadFile(at)
			require.NoError(t, err)
			files[filepath.ToSlash(name)] = string(text)
		}
	}
	return files
}

// lanternQuestions are asked in both languages; each has its answer on one line.
var lanternQuestions = []struct{ text, source string }{
	{"customs code for silk lanterns", "memory/2025-11-03.md#L6"},
	{"what did we decide about paper lanterns in the spring catalogue?", "memory/2025-10-10.md#L11"},
	{"how was the webhook relay crash fixed?", "memory/2025-10-13.md#L6"},
	{"new host of the relay tern-2", "memory/2025-11-11.md#L6"},
	{"Linh dị ứng với gì? đậu phộng", "memory/2025-10-21.md#L6"},
	{"giá khung tre tăng", "memory/2025-10-31.md#L11"},
	{"em trai của Linh tên là gì", "memory/2025-11-18.md#L9"},
	{"quận Hải Châu Đà Nẵng", "memory/2025-10-06.md#L7"},
}

// TestLantern follows a workspace as people have one: what it tells is found in
// both languages with path and line (003-09, 003-13), reflecting twice changes
// nothing, what people wrote stays to the byte, and without .memory the answers
// are the same to the byte (I3, 003-02).
func TestLantern(t *testing.T) {
	files := lantern(t)
	d := newDesk(t, files)
	done := d.sync()
	require.Equal(t, len(files), done.Files)
	require.GreaterOrEqual(t, done.Files, 60)
	require.Greater(t, done.Records, 150)
	require.Empty(t, done.Refused)
	require.Zero(t, done.Problems)
	for _, q := range lanternQuestions {
		require.Contains(t, d.sources(q.text), q.source, q.text)
	}

	first := d.reflect(workspace.Reflection{})
	require.NotEmpty(t, first.Pages)
	require.Positive(t, first.Inferred)
	require.Positive(t, first.Opinions)
	require.Empty(t, d.reflect(workspace.Reflection{}).Pages)
	for name, text := range files {
		require.Contains(t, d.read(name), text, "%s: a person's bytes", name)
	}
	opinion, err := d.Recall(ctx, workspace.Query{
		Text: "short written summaries of the meetings", Kinds: []markdown.Kind{markdown.Opinion}, Floor: new(float64),
	})
	require.NoError(t, err)
	require.Equal(t, []string{"memory/2025-10-18.md#L7"}, opinion.Facts[0].For)
	require.Equal(t, []string{"memory/2025-11-06.md#L6"}, opinion.Facts[0].Against)

	d.sync()
	before := d.answers()
	d.reopen(true)
	d.sync()
	require.Equal(t, before, d.answers())
}

// sources are the places that answer a question.
func (d *desk) sources(question string) (out []string) {
	d.t.Helper()
	answer, err := d.Recall(ctx, workspace.Query{Text: question, K: 5, Floor: new(float64)})
	require.NoError(d.t, err)
	for _, r := range answer.Facts {
		out = append(out, r.Source)
	}
	return out
}

// answers is what the workspace says to all questions.
func (d *desk) answers() (out string) {
	d.t.Helper()
	for _, q := range lanternQuestions {
		answer, err := d.Recall(ctx, workspace.Query{Text: q.text, K: 25, Floor: new(float64)})
		require.NoError(d.t, err)
		out += asJSON(d.t, answer)
	}
	return out
}
