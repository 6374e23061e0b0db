package lukasa_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/lukasadb/lukasa"
)

// The smallest useful memory of an agent: pages of entities, a Retain section in
// the log of the day, and answers that cite path and line (003-05, 003-08, 003-13).
func ExampleOpenWorkspace() {
	ctx := context.Background()
	dir := must(os.MkdirTemp("", "workspace"))
	defer os.RemoveAll(dir)
	must(lukasa.InitWorkspace(dir))
	log := "# Thursday\n\nA day of small repairs.\n\n## Retain\n" +
		"- W @Peter: Currently in Marrakech (Nov 27–Dec 1, 2025) for Andy’s birthday.\n" +
		"- B @warelay: I fixed the Baileys WS crash by wrapping connection.update handlers in try/catch.\n" +
		"- O(c=0.95) @Peter: Prefers concise replies (&lt;1500 chars) on WhatsApp; long content goes into files.\n"
	if err := os.WriteFile(filepath.Join(dir, "memory", "2025-11-27.md"), []byte(log), 0o600); err != nil {
		panic(err)
	}

	now := time.Date(2025, 11, 28, 9, 0, 0, 0, time.UTC)
	ws := must(lukasa.OpenWorkspace(ctx, dir, lukasa.WithClock(func() time.Time { return now })))
	defer ws.Close()
	must(ws.Sync(ctx))
	for _, question := range []string{"Where is Peter? Marrakech", "Baileys crash", "concise replies on WhatsApp"} {
		answer := must(ws.Recall(ctx, lukasa.WorkspaceQuery{Text: question, K: 1}))
		r := answer.Facts[0]
		fmt.Println(r.Kind, r.Timestamp, r.Entities, r.Source)
	}
	for _, page := range must(ws.Reflect(ctx, lukasa.PageReflection{})).Pages {
		fmt.Println("wrote", page.Path)
	}
	fmt.Println("again:", len(must(ws.Reflect(ctx, lukasa.PageReflection{})).Pages))
	// Output:
	// world 2025-11-27/2025-12-01 [Peter] memory/2025-11-27.md#L6
	// experience 2025-11-27 [warelay] memory/2025-11-27.md#L7
	// opinion 2025-11-27 [Peter] memory/2025-11-27.md#L8
	// wrote bank/entities/Peter.md
	// wrote bank/entities/warelay.md
	// again: 0
}
