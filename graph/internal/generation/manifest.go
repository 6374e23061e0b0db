package generation

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// formatVersion is the version of the manifest's own form.
const formatVersion = 1

// Manifest describes a clean generation.
type Manifest struct {
	Number    uint64 // of the generation, rising
	Size      int64  // of its file, in bytes
	Sum       uint64 // xxHash64 of its file
	Schema    int    // schema version of its contents
	Watermark uint64 // what its contents say they have reached
}

func (m Manifest) folder() string { return fmt.Sprintf("gen-%010d", m.Number) }

// encode renders the manifest as lines, the last of which is a checksum of the
// others.
func (m Manifest) encode() []byte {
	body := fmt.Sprintf("format %d\nnumber %d\nsize %d\nsum %016x\nschema %d\nwatermark %d\n",
		formatVersion, m.Number, m.Size, m.Sum, m.Schema, m.Watermark)
	return fmt.Appendf(nil, "%scheck %016x\n", body, xxhash.Sum64String(body))
}

// decode reads a manifest and refuses anything that encode did not write.
func decode(data []byte) (Manifest, error) {
	var m Manifest
	values := []any{new(int), &m.Number, &m.Size, &m.Sum, &m.Schema, &m.Watermark}
	verbs := []string{"format %d", "number %d", "size %d", "sum %x", "schema %d", "watermark %d"}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for i, verb := range verbs {
		if !lines.Scan() {
			return m, fmt.Errorf("generation: manifest ends before its %s", strings.Fields(verb)[0])
		}
		if _, err := fmt.Sscanf(lines.Text(), verb, values[i]); err != nil {
			return m, fmt.Errorf("generation: manifest: %q: %w", lines.Text(), err)
		}
	}
	if !bytes.Equal(m.encode(), data) {
		return m, fmt.Errorf("generation: manifest does not match its checksum")
	}
	return m, nil
}
