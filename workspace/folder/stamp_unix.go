//go:build linux || openbsd || dragonfly || solaris || darwin || freebsd || netbsd

package folder

import (
	"io/fs"
	"syscall"
)

func stampOf(info fs.FileInfo) Stamp {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return Stamp{}
	}
	return Stamp{Changed: changeTime(stat), Inode: stat.Ino}
}
