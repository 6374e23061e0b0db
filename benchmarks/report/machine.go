package report

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// Machine is where figures were taken. What the system does not tell is empty.
type Machine struct {
	CPU    string `json:"cpu,omitempty"`
	Cores  int    `json:"cores"` // that Go uses
	Memory string `json:"memory,omitempty"`
	Kernel string `json:"kernel,omitempty"`
	Go     string `json:"go"`
	System string `json:"system"`
	Commit string `json:"commit,omitempty"` // of Lukasa, where the build knows
}

// ThisMachine describes the machine that the process runs on.
func ThisMachine() Machine {
	m := Machine{
		CPU: line("/proc/cpuinfo", "model name"), Cores: runtime.GOMAXPROCS(0), Memory: line("/proc/meminfo", "MemTotal"),
		Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if release, err := os.ReadFile("/proc/sys/kernel/osrelease"); err == nil {
		m.Kernel = strings.TrimSpace(string(release))
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				m.Commit = s.Value
			}
		}
	}
	return m
}

// SizeOf is the bytes of all files below a folder.
func SizeOf(dir string) (size int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}

// line is the value behind a colon of the first line of a file that begins so;
// empty where there is none.
func line(file, key string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(name) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
