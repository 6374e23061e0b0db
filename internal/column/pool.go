package column

// pool numbers distinct strings from zero; the empty string is always zero.
type pool struct {
	numbers map[string]uint32
	names   []string
	size    int64
}

func newPool() pool {
	return pool{numbers: map[string]uint32{"": 0}, names: []string{""}}
}

func (p *pool) number(s string) uint32 {
	n, ok := p.numbers[s]
	if !ok {
		n = uint32(len(p.names))
		p.names = append(p.names, s)
		p.numbers[s] = n
		p.size += int64(len(s))
	}
	return n
}

func (p *pool) name(n uint32) string {
	if int(n) >= len(p.names) {
		return ""
	}
	return p.names[n]
}

func (p *pool) bytes() int64 { return int64(len(p.names))*64 + p.size }
