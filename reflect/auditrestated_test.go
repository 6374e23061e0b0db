package reflect_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// TestAuditRestated tells records that say the same in other words, however short, and
// none that has the same words and says something else, nor of another user (900-09).
func TestAuditRestated(t *testing.T) {
	l := openLife(t, nil)
	var same []schema.ID
	for _, content := range []string{
		"In the repo we use pnpm, not npm", "We use pnpm, not npm, in the repo", "we use pnpm, NOT npm, in the repo!",
	} {
		same = append(same, l.tell(t, schema.Experience{Content: content}))
	}
	for _, content := range []string{
		"We use npm, not pnpm, in the repo", "Ana owes Ben fifty euros", "Ben owes Ana 50 euros", "Yes", "Yes!",
	} {
		l.tell(t, schema.Experience{Content: content})
	}
	for _, user := range []string{"minh", "nam"} {
		e := factOf("preference", "Likes it short, in "+map[string]string{"minh": "10", "nam": "ten"}[user]+" words")
		e.UserFact.User = user
		l.tell(t, e)
	}
	require.Equal(t, []reflect.Finding{{
		Kind: reflect.FindingNearDuplicate, IDs: same, Count: 3, Detail: "3 records with nearly the same words",
		Fix: "lukasa forget " + same[1].String() + " " + same[2].String(),
	}}, l.audited(t, reflect.Auditing{}))
}
