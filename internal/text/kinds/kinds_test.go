package kinds

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/hostile"
)

func TestKinds(t *testing.T) {
	t.Parallel()
	for thing, kind := range map[string]string{
		"hamster": "pets", "tortoises": "animals", "robin": "animal", "cello": "instruments", "dentist": "doctor",
		"mackerel": "fish", "lisbon": "cities", "daisies": "plants", "gran": "relatives", "tomatoes": "food",
		"flat": "apartment", "apartments": "flat", "skoda": "drive", "beers": "drink", "address": "live", "birthday": "age",
	} {
		require.True(t, namedBy(kind).meets(kindsOf(thing)), "%s is a %s", thing, kind)
	}
	for thing, kind := range map[string]string{
		"hamster": "instrument", "cello": "pet", "animal": "robin", "meeting": "animal", "cities": "towns", "us": "country", "ties": "pet", "": "",
	} {
		require.False(t, namedBy(kind).meets(kindsOf(thing)), "%s is no %s", thing, kind)
	}
}

// The table is in lower case, in single words, has room in a set, and no kind is without a thing.
func TestTable(t *testing.T) {
	t.Parallel()
	l := read(source)
	require.LessOrEqual(t, l.kinds, 64*len(set{}))
	for line := range strings.Lines(source) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		names, list, ok := strings.Cut(line, ": ")
		require.True(t, ok, line)
		require.Equal(t, strings.ToLower(line), line)
		require.NotEmpty(t, strings.Fields(list), line)
		for name := range strings.SplitSeq(names, ", ") {
			require.Len(t, strings.Fields(name), 1, line)
		}
	}
}

// A circle of kinds ends, and nothing is known of what the table does not have.
func TestRead(t *testing.T) {
	t.Parallel()
	l := read("# remark\na, x: b c\nb: a d\n")
	require.Equal(t, 2, l.kinds)
	require.True(t, l.names["x"].meets(l.things["d"]), "a thing of a kind of it")
	require.True(t, l.names["b"].meets(l.things["c"]))
	require.False(t, l.names["remark"].meets(l.names["a"]))
	for _, s := range hostile.Strings() {
		require.False(t, namedBy(s).meets(kindsOf(s)) && strings.ContainsAny(s, " \n\x00"), "%q", s)
	}
}
