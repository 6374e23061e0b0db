package tour

import (
	"bytes"
	_ "embed" // the data
	"io"
)

var (
	//go:embed ubuntu.jsonl
	chat []byte
	//go:embed runs.jsonl
	runs []byte
)

// Attribution is the line that the licence of the chat asks for.
const Attribution = "#ubuntu chat: Kummerfeld et al. 2019, irc-disentanglement, CC BY 4.0 (excerpt)"

// Chat returns the messages of #ubuntu, one {"time", "nick", "text"} a line.
func Chat() io.Reader { return bytes.NewReader(chat) }

// Runs returns the records of the agent "ops", one JSON object a line, in the
// form of the export.
func Runs() io.Reader { return bytes.NewReader(runs) }
