// Package peers carries the scripts that measure other libraries beside Lukasa. They are Python, and install
// pinned versions of what they measure into a virtual environment of their own.
package peers

import "embed"

// Files are the scripts and their requirements.
//
//go:embed vector.py requirements.txt
var Files embed.FS
