package query

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/query/lang"
)

// TestSaysWhat holds the words of a record against conditions on them.
func TestSaysWhat(t *testing.T) {
	for _, c := range []struct {
		question, words string
		want            bool
	}{
		{`"disk full"`, "the disk full again", true},
		{`"disk full"`, "a full disk", false},
		{"-disk", "disks", true},
		{"-disk", "the Disk", false},
		{"dis*", "disks", true},
		{"dis*", "undisclosed", false},
		{`-"?!"`, "what", true},
		{`"数据"`, "大数据库", true},
		{`-数据`, "大数据库", false},
		{`"猫"`, "小猫咪在睡觉", true},
		{`"猫"`, "小狗在睡觉", false},
		{`-猫`, "小猫咪在睡觉", false},
		{`-猫`, "小狗在睡觉", true},
		{`-"big 猫"`, "a big 猫咪", false},
		{"-phở", "một tô Phở bò", false},
	} {
		q, err := lang.Parse(c.question)
		require.NoError(t, err)
		where, err := q.Compile(time.Now())
		require.NoError(t, err)
		r := Request{where: where}
		require.Equal(t, c.want, r.saysWhat(c.words), "%s: %s", c.question, c.words)
	}
}
