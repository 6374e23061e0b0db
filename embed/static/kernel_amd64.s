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

// Rows are fetched this many rows before they are multiplied: they are far apart.
#define AHEAD 4

// func dotFoursAVX2(with *[4]wide, table []byte, numbers []int32, sums [][4]int32)
TEXT ·dotFoursAVX2(SB), NOSPLIT, $0-80
	MOVQ  with+0(FP), SI
	MOVQ  table_base+8(FP), R8
	MOVQ  numbers_base+32(FP), R9
	MOVQ  numbers_len+40(FP), R10
	MOVQ  sums_base+56(FP), DX
	XORQ  R11, R11

row:
	CMPQ    R11, R10
	JGE     end
	LEAQ    AHEAD(R11), R12
	CMPQ    R12, R10
	JGE     multiply
	MOVLQSX (R9)(R12*4), AX
	SHLQ    $8, AX
	PREFETCHT0 (R8)(AX*1)
	PREFETCHT0 64(R8)(AX*1)
	PREFETCHT0 128(R8)(AX*1)
	PREFETCHT0 192(R8)(AX*1)

multiply:
	MOVLQSX (R9)(R11*4), DI
	SHLQ    $8, DI
	ADDQ    R8, DI
	VPXOR   Y0, Y0, Y0
	VPXOR   Y1, Y1, Y1
	VPXOR   Y2, Y2, Y2
	VPXOR   Y3, Y3, Y3
	XORQ    CX, CX

sixteen:
	VPMOVSXBW (DI)(CX*1), Y4
	VPMADDWD  (SI)(CX*2), Y4, Y5
	VPMADDWD  512(SI)(CX*2), Y4, Y6
	VPMADDWD  1024(SI)(CX*2), Y4, Y7
	VPMADDWD  1536(SI)(CX*2), Y4, Y8
	VPADDD    Y5, Y0, Y0
	VPADDD    Y6, Y1, Y1
	VPADDD    Y7, Y2, Y2
	VPADDD    Y8, Y3, Y3
	ADDQ      $16, CX
	CMPQ      CX, $256
	JLT       sixteen

	VPHADDD      Y1, Y0, Y0
	VPHADDD      Y3, Y2, Y2
	VPHADDD      Y2, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VMOVDQU      X0, (DX)
	ADDQ         $16, DX
	INCQ         R11
	JMP          row

end:
	VZEROUPPER
	RET

// func raiseAVX2(best, row []float32)
TEXT ·raiseAVX2(SB), NOSPLIT, $0-48
	MOVQ best_base+0(FP), DI
	MOVQ row_base+24(FP), SI
	MOVQ row_len+32(FP), CX
	CMPQ CX, $8
	JLT  few

eight:
	VMOVUPS (SI), Y0
	VMAXPS  (DI), Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $8, CX
	CMPQ    CX, $8
	JGE     eight

few:
	TESTQ CX, CX
	JZ    done

one:
	VMOVSS (SI), X0
	VMAXSS (DI), X0, X0
	VMOVSS X0, (DI)
	ADDQ   $4, SI
	ADDQ   $4, DI
	DECQ   CX
	JNZ    one

done:
	VZEROUPPER
	RET
