package lukasa

import (
	"context"

	"github.com/lukasadb/lukasa/experience"
)

// Merge brings what only another memory changed since the two parted, such as a
// fork of this one or what was restored of its backup, into m, for the agents that
// how names, none meaning m's own: new records, changed ones and other objects, and
// what was forgotten there is forgotten here. What both changed to different ends is
// a conflict: it is reported and left as it is, unless the other side is preferred. Content that m
// holds under another id is not written twice, lives as long and is as sure as
// either side said, and statements find their place among m's, the same in whatever
// order memories are merged: the user is asked about two of one moment. Where each learned
// what took the place of one that both had, every value gets its time. Usage stays behind.
//
// Nothing of the other memory is changed. Joining twice changes nothing the second
// time; a merge that was cut short is finished by merging again. What was purged
// here does not come back, whichever side is preferred, under whatever id it is known
// there. For that the id of a purged record stays, unless it was made of the content,
// as those of a workspace are: what such a record says may come again from a copy that
// learned it after the two parted.
//
// A memory that is missing or m itself, and a preference that there is not, is an
// [*InvalidError].
func (m *Memory) Merge(ctx context.Context, from *Memory, how Joining) (Joined, error) {
	if len(how.Agents) == 0 {
		how.Agents = m.self()
	}
	return m.merge(ctx, from, how)
}

// MergeAll is Merge of every agent of both memories: for their owner.
func (m *Memory) MergeAll(ctx context.Context, from *Memory, how Joining) (Joined, error) {
	how.Agents = nil
	return m.merge(ctx, from, how)
}

func (m *Memory) merge(ctx context.Context, from *Memory, how Joining) (Joined, error) {
	if from == nil {
		return Joined{}, noMemory("from")
	}
	return m.writer.Merge(ctx, from.store, how)
}

// What a merge of memories takes and gives. See package experience.
type (
	// Joining says how to merge.
	Joining = experience.Joining
	// Joined tells what a merge did, or on a dry run would do.
	Joined = experience.Joined
	// Clash is an object that was not merged.
	Clash = experience.Clash
	// Preference says what becomes of objects that both sides changed.
	Preference = experience.Preference
)

// What becomes of what both memories changed.
const (
	PreferNeither = experience.PreferNeither
	PreferTheirs  = experience.PreferTheirs
)
