package tour

import (
	"bufio"
	"encoding/json"
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

func TestSizes(t *testing.T) {
	t.Parallel()
	require.LessOrEqual(t, len(chat), 300_000, "the excerpt stays small")
}

func TestChatIsWellFormed(t *testing.T) {
	t.Parallel()
	days := map[string]int{}
	for line := range lines(t, Chat()) {
		var m struct {
			Time       time.Time
			Nick, Text string
		}
		require.NoError(t, json.Unmarshal(line, &m))
		require.NotEmpty(t, m.Nick)
		require.NotEmpty(t, m.Text)
		days[m.Time.Format(time.DateOnly)]++
	}
	require.Equal(t, map[string]int{"2011-11-13": 1206, "2015-04-19": 1048}, days)
}

func TestRunsAreValidRecords(t *testing.T) {
	t.Parallel()
	seen := map[schema.ID]bool{}
	for line := range lines(t, Runs()) {
		e, err := schema.DecodeExperience(line, schema.Strict)
		require.NoError(t, err)
		require.False(t, seen[e.ID])
		seen[e.ID] = true
		e.SetDefaults(time.Now(), nil)
		require.NoError(t, e.Validate())
		require.NotEmpty(t, e.Session)
		require.NotEmpty(t, e.Mentions)
	}
	require.GreaterOrEqual(t, len(seen), 35)
}

func lines(t *testing.T, r io.Reader) func(func([]byte) bool) {
	return func(yield func([]byte) bool) {
		s := bufio.NewScanner(r)
		for s.Scan() {
			if !yield(s.Bytes()) {
				return
			}
		}
		require.NoError(t, s.Err())
	}
}
