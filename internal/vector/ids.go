package vector

import (
	"bytes"
	"slices"
)

func compareIDs(a, b ID) int { return bytes.Compare(a[:], b[:]) }

// insertID returns the ordered list with id in it.
func insertID(list []ID, id ID) []ID {
	at, found := slices.BinarySearchFunc(list, id, compareIDs)
	if found {
		return list
	}
	return slices.Insert(list, at, id)
}

// removeID returns the ordered list without id.
func removeID(list []ID, id ID) []ID {
	at, found := slices.BinarySearchFunc(list, id, compareIDs)
	if !found {
		return list
	}
	return slices.Delete(list, at, at+1)
}

// CompareHits orders answers: best first, ties by id.
func CompareHits(a, b Hit) int {
	switch {
	case a.Score > b.Score:
		return -1
	case a.Score < b.Score:
		return 1
	default:
		return compareIDs(a.ID, b.ID)
	}
}

func equalBits(a, b []float32) bool { return bytes.Equal(bytesOf(a), bytesOf(b)) }
