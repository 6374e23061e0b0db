package ledger

import "time"

// instant is a time as the ledger stores it: an integer of microseconds since
// 1970, moved up by one from 1970 on so that 0 means "no time". It holds every
// year a time.Time can name, exact to the microsecond, in at most nine bytes.
type instant int64

func instantOf(t time.Time) instant {
	if t.IsZero() {
		return 0
	}
	us := t.UnixMicro()
	if us >= 0 {
		us++
	}
	return instant(us)
}

func (i instant) time() time.Time {
	switch {
	case i == 0:
		return time.Time{}
	case i > 0:
		i--
	}
	return time.UnixMicro(int64(i)).UTC()
}
