package command

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/tour"
)

// The Cypher that the tour shows beside a command gives what the command gives.
func TestTourCypherAgrees(t *testing.T) {
	t.Parallel()
	m, err := lukasa.Open(t.Context(), filepath.Join(t.TempDir(), "tour"), lukasa.WithAgent("ops"), lukasa.WithEmbedder(nil))
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	_, err = m.Import(t.Context(), tour.Runs(), lukasa.Import{Strict: true})
	require.NoError(t, err)
	compared := 0
	for _, s := range stops() {
		if s.cypher == "" {
			continue
		}
		args, err := s.args(t.Context(), m)
		require.NoError(t, err)
		code, out, errs := shared{m}.run(t, args...)
		require.Equal(t, OK, code, errs)
		var want, got []string
		for line := range strings.Lines(out) {
			var e lukasa.Experience
			require.NoError(t, json.Unmarshal([]byte(line), &e))
			want = append(want, e.ID.String())
		}
		rows, err := m.Cypher(t.Context(), strings.TrimSuffix(s.cypher, ";"), nil, lukasa.CypherOptions{})
		require.NoError(t, err)
		for row, err := range rows.Rows {
			require.NoError(t, err)
			got = append(got, output.Text(row[0]))
		}
		require.NotEmpty(t, want)
		require.Equal(t, want, got, s.question)
		compared++
	}
	require.Equal(t, 3, compared)
}

// The tour's answers stand below their questions, wherever it goes: no pager shows them in its own time.
func TestTourNeedsNoPager(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pager := filepath.Join(dir, "pager")
	require.NoError(t, os.WriteFile(pager, []byte("#!/bin/sh\nsleep 0.2\necho paged\ncat\n"), 0o700))
	b := newBundle("")
	b.factory.streams.Pager = pager
	require.Equal(t, OK, b.run(t.Context(), "tour"), b.errs)
	out := b.out.String()
	require.NotContains(t, out, "paged")
	require.Regexp(t, `(?s)\n1\. [^╰]*╭.*╰.*\n2\. [^╰]*╭.*╰.*\n3\. `, out)
}

func TestChannelNamesTheAgent(t *testing.T) {
	t.Parallel()
	all, err := io.ReadAll(channel(strings.NewReader("{\"nick\":\"a\"}\n{\"nick\":\"b\"}\n"), `u"b`))
	require.NoError(t, err)
	require.Equal(t, "{\"channel\":\"u\\\"b\",\"nick\":\"a\"}\n{\"channel\":\"u\\\"b\",\"nick\":\"b\"}\n", string(all))
}
