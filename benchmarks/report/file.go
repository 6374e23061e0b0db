package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Report is one suite at one scale.
type Report struct {
	Suite   string    `json:"suite"`
	Scale   int       `json:"scale"`
	Taken   time.Time `json:"taken"`
	Command string    `json:"command"` // that takes these figures again
	Machine Machine   `json:"machine"`
	Figures []Figure  `json:"figures"`
}

// Write keeps the report in dir, in place of an earlier one of that suite and
// scale.
func (r Report) Write(dir string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d.json", r.Suite, r.Scale)), append(text, '\n'), 0o644)
}

// Read returns the reports kept in dir, by suite and scale.
func Read(dir string) ([]Report, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	var all []Report
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var r Report
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if r.Suite == "" || r.Scale < 1 {
			return nil, fmt.Errorf("%s: not a report of a suite", name)
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b Report) int {
		return cmp.Or(cmp.Compare(a.Suite, b.Suite), cmp.Compare(a.Scale, b.Scale))
	})
	return all, nil
}
