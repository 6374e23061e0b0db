package embedbench

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/embed/static"
)

// realText embeds all chat messages once, on all cores.
func realText(ctx context.Context, r *report.Recorder, e static.Embedder, dir string) error {
	const name = "chat messages, all cores"
	texts, err := readChat(filepath.Join(dir, "irc.jsonl.gz"))
	if dir == "" || errors.Is(err, fs.ErrNotExist) {
		r.Skip("", name, "skipped: data not present")
		return nil
	}
	if err != nil {
		return err
	}
	start := time.Now()
	if _, err := e.EmbedDocuments(ctx, texts); err != nil {
		return err
	}
	r.Note(name, float64(len(texts))/time.Since(start).Seconds(), "messages/s")
	return nil
}

func readChat(name string) (texts []string, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("embedbench: %s: %w", name, err)
	}
	for d := json.NewDecoder(unzipped); ; {
		var message struct{ Text string }
		switch err := d.Decode(&message); {
		case err == io.EOF:
			return texts, nil
		case err != nil:
			return nil, fmt.Errorf("embedbench: %s: message %d: %w", name, len(texts), err)
		}
		texts = append(texts, message.Text)
	}
}
