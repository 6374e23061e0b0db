//go:build !amd64

package static

func addRow(sum *[Dim]float32, row *[Dim]byte, scale float32) { addRowGo(sum, row, scale) }

func dotRows(a, b *[Dim]byte) int32 { return dotRowsGo(a, b) }

func dotFour(with *[4]wide, row *[Dim]byte) [4]int32 { return dotFourGo(with, row) }

func raise(best, row []float32) { raiseGo(best, row) }
