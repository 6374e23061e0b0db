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

func dotFours(with *[4]wide, table []byte, numbers []int32, sums [][4]int32) {
	if !hasAVX2 {
		dotFoursGo(with, table, numbers, sums)
		return
	}
	for _, number := range numbers {
		_ = table[int(number)*Dim : (int(number)+1)*Dim] // what the loop below reads lies within
	}
	dotFoursAVX2(with, table, numbers, sums[:len(numbers)])
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
func dotFoursAVX2(with *[4]wide, table []byte, numbers []int32, sums [][4]int32)
