package rank

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAsksBefore(t *testing.T) {
	for question, want := range map[string]bool{
		"What was my previous address?":                        true,
		"Where did I work before I became a joiner?":           true,
		"What was the band called originally?":                 true,
		"Who played the drums before Mira?":                    true,
		"what was my FTP before the February retest":           true,
		"Which nights did the grandchildren use to sleep over": true,
		"Which gym did I used to go to?":                       true,
		"How has the price of the room changed?":               true,
		"What did my old phone contract cost?":                 true,
		"What dose did I begin with?":                          true,
		"Where did we want to spend the summer at first?":      true,
		"who was my earlier supplier":                          true,
		"Was war meine frühere Adresse?":                       true,
		"Trước đây tôi sống ở đâu?":                            true,

		"What must I do before the exam?":         false,
		"What was due before Friday?":             false,
		"What did we ship before 3pm?":            false,
		"How old is the house?":                   false,
		"What did she say earlier today?":         false,
		"Where do I live?":                        false,
		"Is he used to the cold?":                 false,
		"Which of the old houses did we look at?": false,
		"What do I need to change the tyre?":      false,
		"":                                        false,
	} {
		require.Equal(t, want, AsksBefore(question), question)
	}
}
