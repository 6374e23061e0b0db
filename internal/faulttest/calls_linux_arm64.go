package faulttest

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// older are calls under the name that they have on this machine.
var older = map[int]form{unix.SYS_FSTATAT: {kind: looking, dir: 1, path: 2}}
