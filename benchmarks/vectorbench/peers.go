package vectorbench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/lukasadb/lukasa/benchmarks/peers"
)

// A peerLine is one line of the peers' script.
type peerLine struct {
	Engine  string
	BuildS  float64 `json:"build_s"`
	BuildUS float64 `json:"build_cpu_us"`
	Ef      int
	Recall  float64
	P50     float64 `json:"p50_us"`
	P99     float64 `json:"p99_us"`
	QPS     float64
	CPU     float64 `json:"cpu_us"`
}

// runPeers adds the peers' rows to the open table, and their builds after it.
func (c Config) runPeers(ctx context.Context, w io.Writer, s *set) error {
	if c.Python == "" {
		return nil
	}
	python, lookErr := exec.LookPath(c.Python)
	if lookErr != nil {
		_, err := fmt.Fprintf(w, "\nPeers skipped: there is no %s on this machine.\n", c.Python)
		return err
	}
	script, err := c.unpackPeers()
	if err != nil {
		return err
	}
	m, ef := c.M, c.EfConstruction
	if m == 0 {
		m = 16
	}
	if ef == 0 {
		ef = 100
	}
	efs := make([]string, len(c.Efs))
	for i, ef := range c.Efs {
		efs[i] = strconv.Itoa(ef)
	}
	cmd := exec.CommandContext(ctx, python, script, "--venv", filepath.Join(c.Dir, "venv"), "--base", s.base,
		"--dim", strconv.Itoa(s.dim), "--efs", strings.Join(efs, ","), "--m", strconv.Itoa(m),
		"--ef-construction", strconv.Itoa(ef), "--engines", strings.Join(c.Peers, ","))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("vectorbench: peers: %w", err)
	}
	builds := peerRows(w, out)
	if stopped := cmd.Wait(); stopped != nil {
		_, err := fmt.Fprintf(w, "\nPeers stopped: %v.\n", stopped)
		return err
	}
	for _, b := range builds {
		fmt.Fprintf(w, "\n%s: build %.1f s wall, %.0f us of CPU an add.\n", b.Engine, b.BuildS, b.BuildUS)
	}
	return nil
}

// peerRows copies measurements to the table and returns the lines about building.
func peerRows(w io.Writer, r io.Reader) (builds []peerLine) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		var l peerLine
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue
		}
		if l.Ef == 0 {
			builds = append(builds, l)
			continue
		}
		fmt.Fprintf(w, "| %s | %d | %.4f | %.0f | %.0f | %.0f | %.1f |\n",
			l.Engine, l.Ef, l.Recall, l.P50, l.P99, l.QPS, l.CPU)
	}
	return builds
}

// unpackPeers writes the scripts beside the data and returns the path of the one for vectors.
func (c Config) unpackPeers() (string, error) {
	for _, name := range []string{"vector.py", "requirements.txt"} {
		b, err := peers.Files.ReadFile(name)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(c.Dir, name), b, 0o600); err != nil {
			return "", err
		}
	}
	return filepath.Join(c.Dir, "vector.py"), nil
}
