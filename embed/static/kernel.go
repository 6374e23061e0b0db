package static

import "math"

// The loops over a row's components. Each has an AVX2 form and this one,
// which give the same bits: products and sums are rounded apart, never fused.

// addRowGo adds row times scale to sum.
func addRowGo(sum *[Dim]float32, row *[Dim]byte, scale float32) {
	for i := 0; i < Dim; i += 4 {
		sum[i] += float32(float32(int8(row[i])) * scale)
		sum[i+1] += float32(float32(int8(row[i+1])) * scale)
		sum[i+2] += float32(float32(int8(row[i+2])) * scale)
		sum[i+3] += float32(float32(int8(row[i+3])) * scale)
	}
}

// dotRowsGo returns the dot product of two rows before their scales.
func dotRowsGo(a, b *[Dim]byte) (sum int32) {
	for i := 0; i < Dim; i += 4 {
		sum += int32(int8(a[i]))*int32(int8(b[i])) +
			int32(int8(a[i+1]))*int32(int8(b[i+1])) +
			int32(int8(a[i+2]))*int32(int8(b[i+2])) +
			int32(int8(a[i+3]))*int32(int8(b[i+3]))
	}
	return sum
}

// raiseGo sets each value of best, none of which is below 0, to that of row where that is more. It compares bits, which of
// floats order as integers do: most are below 0 or noise, and which of them are more no branch would foresee.
func raiseGo(best, row []float32) {
	best = best[:len(row)]
	for i, x := range row {
		best[i] = math.Float32frombits(uint32(max(int32(math.Float32bits(best[i])), int32(math.Float32bits(x)))))
	}
}

// A wide is a row of 16-bit components: what others are compared with again and again is widened once.
type wide [Dim]int16

func widen(row *[Dim]byte) (w wide) {
	for i, c := range row {
		w[i] = int16(int8(c))
	}
	return w
}

// dotFoursGo writes the dot products of rows of a table and four wide ones, before their scales.
func dotFoursGo(with *[4]wide, table []byte, numbers []int32, sums [][4]int32) {
	for i, number := range numbers {
		row := (*[Dim]byte)(table[int(number)*Dim:])
		sums[i] = [4]int32{}
		for q := range with {
			for j, c := range row {
				sums[i][q] += int32(with[q][j]) * int32(int8(c))
			}
		}
	}
}
