package mcp

import (
	"context"

	"github.com/lukasadb/lukasa"
)

// addCore offers core memory to read, and addCoreEdits to write: what is in it opens
// every context (003-24).
func (s *server) addCore() {
	add(s, tool{
		name: "core", title: "Core memory", hints: reading(),
		text: `Show core memory: small named blocks of text that open every context, such as who you are and whom you work for.
Call it at the start of a session, and before you edit a block.`,
	}, s.core)
}

func (s *server) addCoreEdits() {
	add(s, tool{
		name: "edit_core", title: "Edit core memory", hints: writing(false),
		text: `Change a block of core memory, or make one. Call it for the few things that you must know in every conversation,
whatever it is about; retain is for all else. A block has a limit in bytes, and an edit that does not fit is refused:
shorten what is there first. What a block said before stays in its history.`,
		bounds: []bound{{field: "how", choice: []string{"append", "replace", "insert", "set"}}},
	}, s.editCore)
}

type coreIn struct{}

type coreOut struct {
	Blocks []block `json:"blocks" jsonschema:"by name"`
}

type block struct {
	Name    string `json:"name"`
	Text    string `json:"text"`
	Limit   int    `json:"limit" jsonschema:"bytes that the text may have"`
	Version int    `json:"version" jsonschema:"for edit_core"`
}

func blockOf(b lukasa.Block) block { return block{b.Name, b.Text, b.Limit, b.Version} }

func (s *server) core(ctx context.Context, _ coreIn) (out coreOut, said []string, err error) {
	list, err := s.Memory.Blocks(ctx)
	out.Blocks = make([]block, len(list))
	for i, b := range list {
		out.Blocks[i] = blockOf(b)
	}
	return out, nil, err
}

type editCoreIn struct {
	Block   string `json:"block" jsonschema:"its name, such as persona or human"`
	How     string `json:"how" jsonschema:"append adds text as a line at the end; replace puts it in the place of old; insert makes it a line before line; set makes it the whole block"`
	Text    string `json:"text" jsonschema:"what is written"`
	Old     string `json:"old,omitempty" jsonschema:"for replace: a part of the block that occurs once"`
	Line    int    `json:"line,omitempty" jsonschema:"for insert: the line before which text goes, the first being 1"`
	Version int    `json:"version,omitempty" jsonschema:"the version that you saw; where the block has changed since, the edit is refused"`
}

func (s *server) editCore(ctx context.Context, in editCoreIn) (out block, said []string, err error) {
	edit := lukasa.BlockEdit{Block: in.Block, Text: in.Text, Append: in.How == "append", Old: in.Old, Line: in.Line, Version: in.Version}
	switch {
	case in.Block == "":
		return out, nil, wrong("block", "empty")
	case (in.How == "replace") != (in.Old != ""):
		return out, nil, wrong("old", "want a part of the block with replace, and with nothing else")
	case (in.How == "insert") != (in.Line != 0):
		return out, nil, wrong("line", "want a number from 1 with insert, and with nothing else")
	}
	b, err := s.Memory.EditBlock(ctx, edit)
	return blockOf(b), nil, err
}
