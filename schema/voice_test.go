package schema

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A message that names no speaker is said by its role.
func TestVoice(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]Experience{
		"Ana":  {Speaker: "Ana", Message: &Message{Role: "user"}},
		"user": {Message: &Message{Role: "user"}},
		"":     {Context: "a disk is full"},
	} {
		require.Equal(t, want, e.Voice())
	}
}
