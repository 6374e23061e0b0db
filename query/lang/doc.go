// Package lang is the text syntax of recall: words to look for, and between
// them conditions on the records that may answer.
//
//	from:@ana tag:deploy since:30d "disk full" -staging kind:fact
//
// [Parse] reads a text into a [Query], a list of small nodes that must all
// hold; each prints itself back. [Query.Compile] turns it into [Conditions]: the
// free text, and plain fields for a reader to filter by.
//
// # Syntax
//
// A query is cut at white space. Each piece is one term:
//
//	disk                a word of the free text
//	"disk full"         a phrase: these words in this order; \" and \\ inside
//	disk*               a prefix, of at least two letters or digits
//	@ana                a record that mentions ana; the name counts as a word too
//	-staging            none of the above or below: a minus before a word of three
//	                    bytes or more that begins with a letter, a phrase, a prefix,
//	                    an @name or a condition on a label or a state
//	tag:deploy          a condition on a field (see [Field])
//	tag:a,b tag:"x y"   any of several values; a value in quotes
//	importance:>=7      a comparison: > >= < <= or nothing for "exactly", or 5..8
//	since:30d           a time: ISO, or words in five languages (package dates)
//	\tag:deploy         a backslash makes a term a word like any other
//
// The fields are from (or speaker), entity, tag, session, kind, category,
// persona, status, scope, agent, path; since, until, on, around; importance,
// quality, confidence; is. Their case does not matter. Several conditions on one
// label are satisfied by any of their values, but several tag or entity terms
// must all hold.
//
// # Plain questions
//
// A question asked without thought of any syntax is words. A piece is a
// condition only if a known field name stands directly before a colon and a
// value directly after it, so `note: call Bob`, `10:30`, `https://x.org`,
// `don't`, `-5`, `ls -l` and a quote that nothing closes are words. One mistake
// is reported rather than searched for: a name that is not a field but nearly
// one (`tags:deploy`, see [nearest]), because it would silently match nothing.
// [Plain] makes a query of a text without reading any syntax in it.
//
// # Invariants
//
//   - Q1 Parse(q.String()) equals q, but for the positions of its terms.
//   - Q2 No input panics, and work is linear in its length.
//   - Q3 Every error is an [*Error] that matches [ErrSyntax] and points at a
//     column of the text.
//
// The package is pure: no store, no clock, no files. It imports schema, text and
// dates; any package of the read path may import it.
package lang
