package ledger

import (
	"errors"
	"iter"
	"math/bits"
	"time"
)

// lastingClass tells about how long something lasted that did so for some
// microseconds: each class is of up to sixteen times as long as the one before. In a
// class, what was going on at a moment began within the longest time of the class
// before it: so few keys are read that are of no use, however long other things lasted.
func lastingClass(us int64) byte { return byte((bits.Len64(uint64(us)) - 1) / 4) }

// longest is more than anything of a class lasted; false where nothing can last longer.
func longest(class byte) (us int64, bounded bool) {
	shift := 4 * (int(class) + 1)
	return 1 << min(shift, 62), shift <= 62
}

// Ongoing yields the records of an agent that began before s.From and ended after it,
// in the order of a scan: they are what Scan leaves out that was going on when it
// begins. Without a From there are none.
func (r *Reader) Ongoing(agent string, s Scan) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		if s.From.IsZero() {
			return
		}
		m, err := r.openOngoing(agent, s)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		m.walk(r.ctx, yield, func() (bool, error) {
			ended, err := m.ended()
			return ended.UnixMicro() <= s.From.UnixMicro(), err
		})
	}
}

// openOngoing opens each class in which there is anything, as far back as something of
// it may reach s.From.
func (r *Reader) openOngoing(agent string, s Scan) (*merge, error) {
	m := &merge{oldestFirst: s.OldestFirst}
	prefix := append(indexPrefix(nil, agent), idxLasting)
	for class := byte(0); ; class++ {
		var known bool
		var err error
		if class, known, err = r.nextClass(prefix, class); err == nil && known {
			within := s
			within.From, within.To = time.Time{}, s.From
			if us, bounded := longest(class); bounded {
				within.From = time.UnixMicro(s.From.UnixMicro() - us)
			}
			err = m.add(r, append(prefix[:len(prefix):len(prefix)], class), within)
		}
		if err != nil {
			return nil, errors.Join(err, m.close())
		}
		if !known {
			return m, m.failed()
		}
	}
}

// nextClass returns the first class that has anything, from one on.
func (r *Reader) nextClass(prefix []byte, from byte) (class byte, known bool, err error) {
	for kv, err := range r.keys(append(prefix[:len(prefix):len(prefix)], from), keyAfter(prefix)) {
		if err != nil {
			return 0, false, err
		}
		if len(kv.key) != len(prefix)+1+positionLen {
			return 0, false, errKey
		}
		return kv.key[len(prefix)], true, nil
	}
	return 0, false, nil
}

// ended is when what was popped last ended.
func (m *merge) ended() (time.Time, error) {
	v, err := m.stepped.ValueAndErr()
	if err != nil {
		return time.Time{}, err
	}
	if len(v) != 8 {
		return time.Time{}, errKey
	}
	return decodeTime(v), nil
}
