//go:build !amd64

package static

func addRow(sum *[Dim]float32, row *[Dim]byte, scale float32) { addRowGo(sum, row, scale) }

func dotRows(a, b *[Dim]byte) int32 { return dotRowsGo(a, b) }

func dotFours(with *[4]wide, table []byte, numbers []int32, sums [][4]int32) {
	dotFoursGo(with, table, numbers, sums)
}

func raise(best, row []float32) { raiseGo(best, row) }
