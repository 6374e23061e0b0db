package static

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

func addRow(sum *[Dim]float32, row *[Dim]byte, scale float32) {
	if hasAVX2 {
		addRowAVX2(sum, row, scale)
		return
	}
	addRowGo(sum, row, scale)
}

func dotRows(a, b *[Dim]byte) int32 {
	if hasAVX2 {
		return dotRowsAVX2(a, b)
	}
	return dotRowsGo(a, b)
}

func dotFour(with *[4]wide, row *[Dim]byte) (sums [4]int32) {
	if hasAVX2 {
		dotFourAVX2(with, row, &sums)
		return sums
	}
	return dotFourGo(with, row)
}

func raise(best, row []float32) {
	if hasAVX2 {
		raiseAVX2(best[:len(row)], row)
		return
	}
	raiseGo(best, row)
}

//go:noescape
func raiseAVX2(best, row []float32)

//go:noescape
func addRowAVX2(sum *[Dim]float32, row *[Dim]byte, scale float32)

//go:noescape
func dotRowsAVX2(a, b *[Dim]byte) int32

//go:noescape
func dotFourAVX2(with *[4]wide, row *[Dim]byte, sums *[4]int32)
