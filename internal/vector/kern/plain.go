package kern

func dot8Go(q []int8, rows []uint8, stride int, ids []uint32, out []int32) {
	q = q[:stride]
	for i, id := range ids {
		row := rows[int(id)*stride:][:len(q)]
		var a, b, c, d int32
		for j := 0; j+4 <= len(q); j += 4 {
			x, y := q[j:j+4:j+4], row[j:j+4:j+4]
			a += int32(x[0]) * int32(y[0])
			b += int32(x[1]) * int32(y[1])
			c += int32(x[2]) * int32(y[2])
			d += int32(x[3]) * int32(y[3])
		}
		out[i] = a + b + c + d
	}
}

func dot4Go(q []int8, rows []uint8, stride int, ids []uint32, out []int32) {
	for i, id := range ids {
		row := rows[int(id)*stride:][:stride]
		var lo, hi int32
		for b := 0; b+Block4 <= stride; b += Block4 {
			x, ql, qh := row[b:b+Block4], q[2*b:2*b+Block4], q[2*b+Block4:2*b+2*Block4]
			for j, v := range x {
				lo += int32(ql[j]) * int32(v&15)
				hi += int32(qh[j]) * int32(v>>4)
			}
		}
		out[i] = lo + hi
	}
}

func dotFGo(q, rows []float32, ids []uint32, out []float32) {
	n := len(q)
	for i, id := range ids {
		row := rows[int(id)*n:][:n]
		var s [8]float32
		for j := 0; j+8 <= n; j += 8 {
			x, y := q[j:j+8:j+8], row[j:j+8:j+8]
			s[0] += x[0] * y[0]
			s[1] += x[1] * y[1]
			s[2] += x[2] * y[2]
			s[3] += x[3] * y[3]
			s[4] += x[4] * y[4]
			s[5] += x[5] * y[5]
			s[6] += x[6] * y[6]
			s[7] += x[7] * y[7]
		}
		out[i] = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
	}
}
