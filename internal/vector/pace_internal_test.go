package vector

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The more vectors wait to be linked, the less others go first: linking is slowed and never left behind.
func TestPace(t *testing.T) {
	opt, err := Options{Model: "m", Dim: 64, ExactLimit: 100, Workers: 3, Between: func() {}}.withDefaults()
	require.NoError(t, err)
	p := newPartition("", opt)
	p.graph = newGraph(opt)
	p.graph.linked.Store(1_000)
	for _, c := range []struct{ waiting, workers, slice int }{
		{0, 1, 1}, {100, 1, 1}, {101, 3, 2}, {150, 3, 3}, {1_000, 3, 20}, {100_000, 3, batch},
	} {
		p.count.Store(uint32(1_000 + c.waiting))
		now := p.paced()
		require.NotNil(t, now.between)
		require.Equal(t, []int{c.workers, c.slice}, []int{now.workers, now.slice}, "%d wait", c.waiting)
	}
	p.opt.Between = nil
	p.count.Store(1_001)
	require.Nil(t, p.paced().between)
	require.Equal(t, 3, p.paced().workers)
}
