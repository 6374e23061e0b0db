// Package markdown reads the Markdown of a workspace and splices text into it.
// It is pure: bytes in, values out; no file is touched.
//
// [Parse] turns a page into blocks: the bullets of its "## Retain" sections,
// each with a type (W, B, O, S), its @entities and its confidence, and what is
// told around them, paragraphs and list items, each under its path of headings.
// Every block knows the lines and bytes it stands on.
//
// [Set] replaces the body of a marked region, [Append] adds bullets to the Retain
// section, [Rejoin] saves lines that another writer's text would lose. What they
// do not write stays as it was, byte for byte.
//
// # Regions
//
// What Lukasa writes by itself stands between two comments on lines of their own:
//
//	<!-- lukasa:begin NAME SUM -->
//	<!-- lukasa:end NAME -->
//
// SUM is the fingerprint of the body as written. A region whose body has another
// fingerprint was edited by a person, and is the person's from then on: Set keeps
// it and begins a new one after it.
//
// # Invariants
//
//   - M1 Blocks come in the order of the text, do not overlap, and the text of
//     each lies within its lines.
//   - M2 No input panics; time and memory are linear in the size of the page.
//   - M3 Code, comments and other HTML are never read as memories.
//   - M4 A bullet that breaks the grammar is reported with its position and read
//     as an observation: nothing told is lost.
//   - M5 Outside the region or section named, every byte stays.
//
// The package imports goldmark for the structure of the page and nothing of
// Lukasa. Package workspace imports it.
package markdown
