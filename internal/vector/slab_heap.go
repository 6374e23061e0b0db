//go:build !linux || race

package vector

// A region is memory outside the Go heap; there is none here. (The race detector watches the heap alone.)
type region struct{ bytes []byte }

func reserve(int) (region, bool) { return region{}, false }

func (region) release() {}
