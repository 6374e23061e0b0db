// Package idtable finds what its owner keeps under ids: a hash table with open addressing that holds no ids of its own, only the
// numbers under which the owner has them, which takes a fifth of what a map would. Looking an id up reads two places in memory
// that are far from others; among many ids that is all that it costs.
//
// Where the ids lie is for the owner alone, who therefore walks the table itself: see [Table.Home].
//
// internal/column and internal/lexical import it; it imports the standard library alone.
package idtable
