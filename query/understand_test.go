package query

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAsking finds the parts of a long question that ask.
func TestAsking(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"It rained. Remind me what discount we promised, because they call.", []string{"what discount we promised,"}},
		{"Es regnet, und ich will wissen, wann das Lager öffnet. Danke!", []string{"wann das Lager öffnet."}},
		{"Version 3.12 is out; which one do we run?", []string{"which one do we run?"}},
		{"I slept badly. Does the backup run?", []string{"Does the backup run?"}},
		{"The disk is full. Any ideas?", nil},
		{"", nil},
		{"Where is it\xff", []string{"Where is it\ufffd"}},
		{"Where is it? \xe4\xb8", []string{"Where is it?"}},
		{"who " + strings.Repeat("x ", 100), []string{"who" + strings.Repeat(" x", longestFocus-1)}},
	} {
		require.Equal(t, c.want, asking(c.text), c.text)
	}
}

// TestReplaceWord replaces whole words only.
func TestReplaceWord(t *testing.T) {
	require.Equal(t, "call Gai Media now", replaceWord("call GM now", "GM", "Gai Media"))
	require.Equal(t, "GMX and Gai Media", replaceWord("GMX and GM", "GM", "Gai Media"))
	require.Equal(t, "Gai Media's pallets", replaceWord("GM's pallets", "GM", "Gai Media"))
	require.Equal(t, "GMX", replaceWord("GMX", "GM", "Gai Media"))
	require.Equal(t, "öGM", replaceWord("öGM", "GM", "Gai Media"))
}

// TestIndexFold finds whole words only, in any case.
func TestIndexFold(t *testing.T) {
	require.Equal(t, 13, indexFold("Does Grafana grafan?", "grafan"))
	require.Equal(t, 5, indexFold("Does Grafan work?", "grafan"))
	require.Equal(t, -1, indexFold("Does Grafana work?", "grafan"))
	require.Equal(t, -1, indexFold("İstanbul grafan", "grafan"), "of another length when folded")
}
