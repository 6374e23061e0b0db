package command

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSweepTakesNoForAnAnswer sweeps at a terminal where what has expired would be forgotten.
func TestSweepTakesNoForAnAnswer(t *testing.T) {
	t.Parallel()
	store := storeWithRecord(t)
	run := func(answer string, args ...string) (Code, string) {
		b := newBundle(answer)
		b.factory.streams.InTTY, b.factory.streams.ErrTTY = true, true
		code := b.run(t.Context(), append([]string{"--store", store}, args...)...)
		return code, b.errs.String()
	}
	code, _ := run("", "remember", "a parcel came", "--ttl", "session", "--session", "s1")
	require.Equal(t, OK, code)
	code, told := run("n\n", "sweep", "--ended", "s1", "--expired", "forget")
	require.Equal(t, No, code)
	require.Contains(t, told, "nothing was changed")
	code, _ = run("y\n", "sweep", "--expired", "forget")
	require.Equal(t, OK, code)
}
