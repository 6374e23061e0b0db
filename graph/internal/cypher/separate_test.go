package cypher

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSeparate(t *testing.T) {
	t.Parallel()
	list := []string{"x"}
	params := map[string]any{"l": list, "agents": list, "a": 1, "m": map[string]any{"k": 1}}
	for text, want := range map[string]string{
		"RETURN $agents":                                   "RETURN $agents",
		"RETURN $a, $a, $none, $none":                      "RETURN $a, $a, $none, $none",
		"RETURN $agents, '$agents' /* $agents */, $agents": "RETURN $agents, '$agents' /* $agents */, $aaaaaa",
		"RETURN $l, b, $l, `c`, $l, $m, $m, 1":             "RETURN $l, b, $d, `c`, $e, $m, $f, 1",
	} {
		got, with, refused := Separate(text, params)
		require.Nil(t, refused)
		require.Equal(t, want, got)
		for _, token := range Lex(got) {
			if token.Kind == Param && token.Name() != "none" {
				require.Contains(t, with, token.Name(), got)
			}
		}
	}
	require.Len(t, params, 4, "the caller's stay as they are")
	_, _, refused := Separate("RETURN "+strings.Repeat("$l, ", 40)+"1", params)
	require.NotNil(t, refused)
}
