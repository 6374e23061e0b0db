//go:build !purego && !race

#include "textflag.h"

// Every kernel keeps the same registers:
//
//	R0 query   R1 first row   R2 row length in bytes   R3 row numbers   R4 rows left   R5 results
//	R6 address in the row     R7 address in the query  R8 bytes left    R9, R10 scratch
//
// The assembler has no SDOT and no pairwise float add, so their words are spelled out.

// SDOT Vd.4S, Vn.16B, Vm.16B: adds four signed byte products to each lane.
#define SDOT(m, n, d) WORD $(0x4E809400 | (m)<<16 | (n)<<5 | (d))

// FADDP Vd.4S, Vn.4S, Vm.4S
#define FADDP(m, n, d) WORD $(0x6E20D400 | (m)<<16 | (n)<<5 | (d))

#define ARGS(length) \
	MOVD q+0(FP), R0      \
	MOVD rows+8(FP), R1   \
	MOVD length+16(FP), R2 \
	MOVD ids+24(FP), R3   \
	MOVD n+32(FP), R4     \
	MOVD out+40(FP), R5

// NEXTROW leaves the address of the next row in R6, of the query in R7 and the row length in R8.
#define NEXTROW \
	MOVWU.P 4(R3), R9     \
	MADD R2, R1, R9, R6   \
	MOVD R0, R7           \
	MOVD R2, R8

// func dot4SDOT(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)
TEXT ·dot4SDOT(SB), NOSPLIT, $0-48
	ARGS(stride)
	VMOVI $15, V31.B16
row4:
	NEXTROW
	CMP $2, R4
	BLT  start4
	MOVWU (R3), R9
	MADD R2, R1, R9, R9
	PRFM (R9), PLDL1KEEP
	PRFM 64(R9), PLDL1KEEP
	PRFM 128(R9), PLDL1KEEP
start4:
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
block4:
	VLD1.P 64(R6), [V2.B16, V3.B16, V4.B16, V5.B16]
	VLD1.P 64(R7), [V16.B16, V17.B16, V18.B16, V19.B16]
	VLD1.P 64(R7), [V20.B16, V21.B16, V22.B16, V23.B16]
	VUSHR $4, V2.B16, V6.B16
	VUSHR $4, V3.B16, V7.B16
	VUSHR $4, V4.B16, V24.B16
	VUSHR $4, V5.B16, V25.B16
	VAND V31.B16, V2.B16, V2.B16
	VAND V31.B16, V3.B16, V3.B16
	VAND V31.B16, V4.B16, V4.B16
	VAND V31.B16, V5.B16, V5.B16
	SDOT(16, 2, 0)
	SDOT(17, 3, 1)
	SDOT(18, 4, 0)
	SDOT(19, 5, 1)
	SDOT(20, 6, 0)
	SDOT(21, 7, 1)
	SDOT(22, 24, 0)
	SDOT(23, 25, 1)
	SUBS $64, R8, R8
	BNE  block4
	VADD V1.S4, V0.S4, V0.S4
	VADDV V0.S4, V0
	VMOV V0.S[0], R9
	MOVW.P R9, 4(R5)
	SUBS $1, R4, R4
	BNE  row4
	RET

// func dot8SDOT(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)
//
// SDOT wants signed bytes: a code with its top bit flipped is the value itself, and 128 times the sum of the
// query, gathered in V2 and V3, makes up the difference.
TEXT ·dot8SDOT(SB), NOSPLIT, $0-48
	ARGS(stride)
	VMOVI $128, V31.B16
	VMOVI $1, V30.B16
	VEOR V2.B16, V2.B16, V2.B16
	MOVD R0, R7
	MOVD R2, R8
sum8:
	VLD1.P 64(R7), [V16.B16, V17.B16, V18.B16, V19.B16]
	SDOT(30, 16, 2)
	SDOT(30, 17, 2)
	SDOT(30, 18, 2)
	SDOT(30, 19, 2)
	SUBS $64, R8, R8
	BNE  sum8
	VADDV V2.S4, V2
	VMOV V2.S[0], R10
	LSL  $7, R10, R10
row8:
	NEXTROW
	CMP $2, R4
	BLT  start8
	MOVWU (R3), R9
	MADD R2, R1, R9, R9
	PRFM (R9), PLDL1KEEP
	PRFM 64(R9), PLDL1KEEP
	PRFM 128(R9), PLDL1KEEP
	PRFM 192(R9), PLDL1KEEP
start8:
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
block8:
	VLD1.P 64(R6), [V4.B16, V5.B16, V6.B16, V7.B16]
	VLD1.P 64(R7), [V16.B16, V17.B16, V18.B16, V19.B16]
	VEOR V31.B16, V4.B16, V4.B16
	VEOR V31.B16, V5.B16, V5.B16
	VEOR V31.B16, V6.B16, V6.B16
	VEOR V31.B16, V7.B16, V7.B16
	SDOT(16, 4, 0)
	SDOT(17, 5, 1)
	SDOT(18, 6, 0)
	SDOT(19, 7, 1)
	SUBS $64, R8, R8
	BNE  block8
	VADD V1.S4, V0.S4, V0.S4
	VADDV V0.S4, V0
	VMOV V0.S[0], R9
	ADD  R10, R9, R9
	MOVW.P R9, 4(R5)
	SUBS $1, R4, R4
	BNE  row8
	RET

// func dotFNEON(q, rows *float32, dim int, ids *uint32, n int, out *float32)
TEXT ·dotFNEON(SB), NOSPLIT, $0-48
	ARGS(dim)
	LSL $2, R2, R2
rowF:
	NEXTROW
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
blockF:
	VLD1.P 64(R6), [V4.S4, V5.S4, V6.S4, V7.S4]
	VLD1.P 64(R7), [V16.S4, V17.S4, V18.S4, V19.S4]
	VFMLA V4.S4, V16.S4, V0.S4
	VFMLA V5.S4, V17.S4, V1.S4
	VFMLA V6.S4, V18.S4, V2.S4
	VFMLA V7.S4, V19.S4, V3.S4
	SUBS $64, R8, R8
	BNE  blockF
	FADDP(1, 0, 0)
	FADDP(3, 2, 2)
	FADDP(2, 0, 0)
	FADDP(0, 0, 0)
	FADDP(0, 0, 0)
	VMOV V0.S[0], R9
	MOVW.P R9, 4(R5)
	SUBS $1, R4, R4
	BNE  rowF
	RET

// func Prefetch(p *uint32)
TEXT ·Prefetch(SB), NOSPLIT, $0-8
	MOVD p+0(FP), R0
	PRFM (R0), PLDL1KEEP
	PRFM 64(R0), PLDL1KEEP
	RET
