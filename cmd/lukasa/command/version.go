package command

import (
	"context"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionInfo tells what was built.
type versionInfo struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

type versionOptions struct{ factory *factory }

func newVersion(f *factory, runF func(context.Context, *versionOptions) error) *cobra.Command {
	opts := &versionOptions{factory: f}
	if runF == nil {
		runF = versionRun
	}
	return &cobra.Command{
		Use:   "version",
		Short: "Show the version",
		Args:  noWords,
		RunE:  func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
}

func versionRun(_ context.Context, opts *versionOptions) error {
	return showOne(opts.factory, view[versionInfo]{
		columns: []string{"version", "revision", "go", "platform"},
		row:     func(v versionInfo) []any { return []any{v.Version, v.Revision, v.Go, v.Platform} },
	}, readVersion(debug.ReadBuildInfo()))
}

func readVersion(info *debug.BuildInfo, ok bool) versionInfo {
	v := versionInfo{Version: "unknown", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			v.Revision = s.Value
		}
	}
	return v
}
