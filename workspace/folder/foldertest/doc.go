// Package foldertest runs writers of a folder one step at a time, in an order
// that a seed decides, for tests of what several of them do to each other.
package foldertest
