package faulttest

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// older is empty: this machine never had those calls.
var older map[int]form
