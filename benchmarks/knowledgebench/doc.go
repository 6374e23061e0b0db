// Package knowledgebench measures what an agent knows, on a store of its own: linking the
// entities of texts while many names are known, statements by subject and
// predicate, and following a path of types among relations.
//
// Times are taken twice, by the clock and by the processor time of the calling
// thread: the graph takes in what was loaded meanwhile, and the machine may have
// else to do.
package knowledgebench
