package workspacebench

import (
	"runtime/metrics"
	"time"
)

// memory is what a process has resident, in MB; goes is the part that Go manages,
// objects what of that is in use or not yet collected.
type memory struct{ resident, files, goes, objects float64 }

// memoryWatch looks at the memory of this process ten times a second.
type memoryWatch struct {
	end chan struct{}
	top chan memory
}

// watchMemory begins a peak anew and watches it until stop is called.
func watchMemory() *memoryWatch {
	forgetPeak()
	w := &memoryWatch{make(chan struct{}), make(chan memory)}
	go func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		var top memory
		for {
			if m := memoryNow(); m.resident > top.resident {
				top = m
			}
			select {
			case <-tick.C:
			case <-w.end:
				w.top <- top
				return
			}
		}
	}()
	return w
}

// stop returns the memory at the moment when most was resident.
func (w *memoryWatch) stop() memory {
	close(w.end)
	return <-w.top
}

func memoryNow() memory {
	m := memory{}
	m.resident, m.files = resident()
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}, {Name: "/memory/classes/heap/objects:bytes"},
	}
	metrics.Read(sample)
	m.goes = float64(sample[0].Value.Uint64()-sample[1].Value.Uint64()) / 1e6
	m.objects = float64(sample[2].Value.Uint64()) / 1e6
	return m
}
