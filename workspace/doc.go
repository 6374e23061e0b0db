// Package workspace makes a folder of Markdown files the memory of an agent: the
// files are the truth, for people to read, edit and keep in git, and a store
// beside them is their index.
//
// A [Workspace] brings the store in step with the files ([Workspace.Sync],
// [Workspace.Watch]), adds to the files ([Workspace.Retain]), answers from the
// store with path and line ([Workspace.Recall]), and writes pages of entities,
// opinions and proposals into marked regions ([Workspace.Reflect]). [Follow] does the
// first without keeping the store from others.
//
// # Invariants
//
//   - W1 The files are the truth, and name which they are ([folder.PatternsFile]).
//     Everything in .memory can be deleted; the same files give the same answers, to
//     the byte, whatever was edited before (I3).
//     So a record's id follows from what it says, its time from its file.
//   - W2 A person's bytes are never rewritten: see packages markdown and folder.
//   - W3 Reflecting twice changes nothing the second time.
//   - W4 What was concluded is marked as such, in the files by its region and in
//     answers by being kept apart from what was told.
//   - W5 Every answer names path and line.
//   - W6 What Lukasa writes moves nothing in time: a page without a day of its own keeps
//     that of its last change by a person.
//
// # How files become records
//
// Each block of a page (see package markdown) is a record: W a fact, B an event,
// O an opinion, S and everything untyped an observation. A block that stands in
// several places is one record, cited where it was told first, by the pages that
// say of which day they are, but for memory.md, which takes over what others tell;
// an opinion is as sure as the last log says that tells it. What was done (B) was done
// anew on each day whose log tells it, unless it says itself when. Moving a block leaves its
// record what it is; editing one forgets the record of the old words, whose history
// stays, and makes one of the new.
//
// The package imports schema, text, experience, knowledge and query; the front
// door opens the store for it.
package workspace
