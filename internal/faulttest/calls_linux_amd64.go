package faulttest

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// older are calls of this machine, most of which only libraries in C still make.
var older = map[int]form{
	unix.SYS_OPEN:     {kind: create, path: 1, flags: 2},
	unix.SYS_CREAT:    {kind: create, path: 1},
	unix.SYS_RENAME:   {kind: rename, path: 1, to: 2},
	unix.SYS_LINK:     {kind: link, path: 1, to: 2},
	unix.SYS_UNLINK:   {kind: remove, path: 1},
	unix.SYS_RMDIR:    {kind: remove, path: 1},
	unix.SYS_MKDIR:    {kind: makeDir, path: 1},
	unix.SYS_TRUNCATE: {kind: truncate, path: 1},

	unix.SYS_NEWFSTATAT: {kind: looking, dir: 1, path: 2},
	unix.SYS_STAT:       {kind: looking, path: 1},
	unix.SYS_LSTAT:      {kind: looking, path: 1},
	unix.SYS_READLINK:   {kind: reading, path: 1},
}
