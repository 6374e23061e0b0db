#include "textflag.h"

// func addRowAVX2(sum *[256]float32, row *[256]byte, scale float32)
// Multiply and add are separate instructions, so that the result is that of
// addRowGo bit for bit.
TEXT ·addRowAVX2(SB), NOSPLIT, $0-20
	MOVQ         sum+0(FP), SI
	MOVQ         row+8(FP), DI
	VBROADCASTSS scale+16(FP), Y0
	XORQ         CX, CX

add:
	VPMOVSXBD (DI)(CX*1), Y1
	VPMOVSXBD 8(DI)(CX*1), Y2
	VCVTDQ2PS Y1, Y1
	VCVTDQ2PS Y2, Y2
	VMULPS    Y0, Y1, Y1
	VMULPS    Y0, Y2, Y2
	VADDPS    (SI)(CX*4), Y1, Y1
	VADDPS    32(SI)(CX*4), Y2, Y2
	VMOVUPS   Y1, (SI)(CX*4)
	VMOVUPS   Y2, 32(SI)(CX*4)
	ADDQ      $16, CX
	CMPQ      CX, $256
	JLT       add
	VZEROUPPER
	RET

// func dotRowsAVX2(a, b *[256]byte) int32
TEXT ·dotRowsAVX2(SB), NOSPLIT, $0-20
	MOVQ  a+0(FP), SI
	MOVQ  b+8(FP), DI
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	XORQ  CX, CX

dot:
	VPMOVSXBW (SI)(CX*1), Y2
	VPMOVSXBW (DI)(CX*1), Y3
	VPMOVSXBW 16(SI)(CX*1), Y4
	VPMOVSXBW 16(DI)(CX*1), Y5
	VPMADDWD  Y3, Y2, Y2
	VPMADDWD  Y5, Y4, Y4
	VPADDD    Y2, Y0, Y0
	VPADDD    Y4, Y1, Y1
	ADDQ      $32, CX
	CMPQ      CX, $256
	JLT       dot

	VPADDD       Y1, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0x4e, X0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0xb1, X0, X1
	VPADDD       X1, X0, X0
	VMOVD        X0, AX
	MOVL         AX, ret+16(FP)
	VZEROUPPER
	RET
