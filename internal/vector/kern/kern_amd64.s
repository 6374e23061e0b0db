//go:build !purego && !race

#include "textflag.h"

// Every kernel keeps the same registers:
//
//	SI query   DI first row   R8 row length in bytes   R9 row numbers   R10 how many   R11 results
//	R13 the row at work       R12 the row being fetched   AX, DX, BX, CX scratch
//
// Rows are fetched AHEAD4, AHEAD8 or AHEADF rows before they are multiplied. The distances are those that
// keep about two dozen cache lines on their way, which is what one core can have outstanding.

#define AHEAD4 $8
#define AHEAD8 $4
#define AHEADF $2

#define ARGS \
	MOVQ q+0(FP), SI     \
	MOVQ rows+8(FP), DI  \
	MOVQ stride+16(FP), R8 \
	MOVQ ids+24(FP), R9  \
	MOVQ n+32(FP), R10   \
	MOVQ out+40(FP), R11 \
	XORQ R13, R13        \
	XORQ R12, R12

#define ARGS_F \
	MOVQ q+0(FP), SI     \
	MOVQ rows+8(FP), DI  \
	MOVQ dim+16(FP), R8  \
	MOVQ ids+24(FP), R9  \
	MOVQ n+32(FP), R10   \
	MOVQ out+40(FP), R11 \
	XORQ R13, R13        \
	XORQ R12, R12

// ROW(number) leaves the address of that row in AX.
#define ROW(number) \
	MOVL (R9)(number*4), AX \
	IMULQ R8, AX            \
	ADDQ DI, AX

// SUM32 adds the 16 lanes of Z0 and stores the sum as result R13.
#define SUM32 \
	VEXTRACTI64X4 $1, Z0, Y1 \
	VPADDD Y1, Y0, Y0        \
	SUM32Y

#define SUM32Y \
	VEXTRACTI128 $1, Y0, X1  \
	VPADDD X1, X0, X0        \
	VPSHUFD $0x4e, X0, X1    \
	VPADDD X1, X0, X0        \
	VPSHUFD $0xb1, X0, X1    \
	VPADDD X1, X0, X0        \
	VMOVD X0, (R11)(R13*4)

#define SUMFY \
	VEXTRACTF128 $1, Y0, X1  \
	VADDPS X1, X0, X0        \
	VPSHUFD $0x4e, X0, X1    \
	VADDPS X1, X0, X0        \
	VPSHUFD $0xb1, X0, X1    \
	VADDPS X1, X0, X0        \
	VMOVSS X0, (R11)(R13*4)

// func dot4VNNI(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)
TEXT ·dot4VNNI(SB), NOSPLIT, $0-48
	ARGS
	MOVL $0x0f0f0f0f, AX
	VPBROADCASTD AX, Z31

warm:
	CMPQ R12, AHEAD4
	JGE  rows
	CMPQ R12, R10
	JGE  rows
	ROW(R12)
	MOVQ R8, CX
warmline:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  warmline
	INCQ R12
	JMP  warm

rows:
	CMPQ R13, R10
	JGE  done
	CMPQ R12, R10
	JGE  work
	ROW(R12)
	MOVQ R8, CX
ahead:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  ahead
	INCQ R12
work:
	ROW(R13)
	MOVQ SI, DX
	MOVQ R8, CX
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
block:
	VMOVDQU64 (AX), Z2
	VPANDQ Z31, Z2, Z3
	VPSRLW $4, Z2, Z2
	VPANDQ Z31, Z2, Z2
	VPDPBUSD (DX), Z3, Z0
	VPDPBUSD 64(DX), Z2, Z1
	ADDQ $64, AX
	ADDQ $128, DX
	SUBQ $64, CX
	JNZ  block
	VPADDD Z1, Z0, Z0
	SUM32
	INCQ R13
	JMP  rows
done:
	VZEROUPPER
	RET

// func dot8VNNI(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)
TEXT ·dot8VNNI(SB), NOSPLIT, $0-48
	ARGS

warm:
	CMPQ R12, AHEAD8
	JGE  rows
	CMPQ R12, R10
	JGE  rows
	ROW(R12)
	MOVQ R8, CX
warmline:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  warmline
	INCQ R12
	JMP  warm

rows:
	CMPQ R13, R10
	JGE  done
	CMPQ R12, R10
	JGE  work
	ROW(R12)
	MOVQ R8, CX
ahead:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  ahead
	INCQ R12
work:
	ROW(R13)
	MOVQ SI, DX
	MOVQ R8, CX
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
pair:
	CMPQ CX, $128
	JLT  last
	VMOVDQU64 (AX), Z2
	VMOVDQU64 64(AX), Z3
	VPDPBUSD (DX), Z2, Z0
	VPDPBUSD 64(DX), Z3, Z1
	ADDQ $128, AX
	ADDQ $128, DX
	SUBQ $128, CX
	JMP  pair
last:
	TESTQ CX, CX
	JZ   sum
	VMOVDQU64 (AX), Z2
	VPDPBUSD (DX), Z2, Z0
sum:
	VPADDD Z1, Z0, Z0
	SUM32
	INCQ R13
	JMP  rows
done:
	VZEROUPPER
	RET

// func dotFAVX512(q, rows *float32, dim int, ids *uint32, n int, out *float32)
TEXT ·dotFAVX512(SB), NOSPLIT, $0-48
	ARGS_F
	SHLQ $2, R8

warm:
	CMPQ R12, AHEADF
	JGE  rows
	CMPQ R12, R10
	JGE  rows
	ROW(R12)
	MOVQ R8, CX
warmline:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  warmline
	INCQ R12
	JMP  warm

rows:
	CMPQ R13, R10
	JGE  done
	CMPQ R12, R10
	JGE  work
	ROW(R12)
	MOVQ R8, CX
ahead:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  ahead
	INCQ R12
work:
	ROW(R13)
	MOVQ SI, DX
	MOVQ R8, CX
	VPXORQ Z0, Z0, Z0
	VPXORQ Z1, Z1, Z1
	VPXORQ Z2, Z2, Z2
	VPXORQ Z3, Z3, Z3
four:
	CMPQ CX, $256
	JLT  one
	VMOVUPS (AX), Z4
	VMOVUPS 64(AX), Z5
	VMOVUPS 128(AX), Z6
	VMOVUPS 192(AX), Z7
	VFMADD231PS (DX), Z4, Z0
	VFMADD231PS 64(DX), Z5, Z1
	VFMADD231PS 128(DX), Z6, Z2
	VFMADD231PS 192(DX), Z7, Z3
	ADDQ $256, AX
	ADDQ $256, DX
	SUBQ $256, CX
	JMP  four
one:
	TESTQ CX, CX
	JZ   sum
	VMOVUPS (AX), Z4
	VFMADD231PS (DX), Z4, Z0
	ADDQ $64, AX
	ADDQ $64, DX
	SUBQ $64, CX
	JMP  one
sum:
	VADDPS Z1, Z0, Z0
	VADDPS Z3, Z2, Z2
	VADDPS Z2, Z0, Z0
	VEXTRACTF64X4 $1, Z0, Y1
	VADDPS Y1, Y0, Y0
	SUMFY
	INCQ R13
	JMP  rows
done:
	VZEROUPPER
	RET

// func dot4AVX2(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)
//
// A 4-bit value times a signed byte fits 16 bits with room for eight such sums, so VPMADDUBSW never saturates.
TEXT ·dot4AVX2(SB), NOSPLIT, $0-48
	ARGS
	MOVL $0x0f0f0f0f, AX
	VMOVD AX, X15
	VPBROADCASTD X15, Y15
	VPCMPEQW Y14, Y14, Y14
	VPSRLW $15, Y14, Y14

warm:
	CMPQ R12, AHEAD4
	JGE  rows
	CMPQ R12, R10
	JGE  rows
	ROW(R12)
	MOVQ R8, CX
warmline:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  warmline
	INCQ R12
	JMP  warm

rows:
	CMPQ R13, R10
	JGE  done
	CMPQ R12, R10
	JGE  work
	ROW(R12)
	MOVQ R8, CX
ahead:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  ahead
	INCQ R12
work:
	ROW(R13)
	MOVQ SI, DX
	MOVQ R8, CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
block:
	VMOVDQU (AX), Y2
	VMOVDQU 32(AX), Y3
	VPAND Y15, Y2, Y4
	VPAND Y15, Y3, Y5
	VPSRLW $4, Y2, Y2
	VPSRLW $4, Y3, Y3
	VPAND Y15, Y2, Y2
	VPAND Y15, Y3, Y3
	VPMADDUBSW (DX), Y4, Y4
	VPMADDUBSW 32(DX), Y5, Y5
	VPMADDUBSW 64(DX), Y2, Y2
	VPMADDUBSW 96(DX), Y3, Y3
	VPADDW Y4, Y2, Y2
	VPADDW Y5, Y3, Y3
	VPMADDWD Y14, Y2, Y2
	VPMADDWD Y14, Y3, Y3
	VPADDD Y2, Y0, Y0
	VPADDD Y3, Y1, Y1
	ADDQ $64, AX
	ADDQ $128, DX
	SUBQ $64, CX
	JNZ  block
	VPADDD Y1, Y0, Y0
	SUM32Y
	INCQ R13
	JMP  rows
done:
	VZEROUPPER
	RET

// func dot8AVX2(q *int8, rows *uint8, stride int, ids *uint32, n int, out *int32)
//
// Bytes are widened to 16 bits first: an unsigned byte times a signed one would saturate VPMADDUBSW.
TEXT ·dot8AVX2(SB), NOSPLIT, $0-48
	ARGS

warm:
	CMPQ R12, AHEAD8
	JGE  rows
	CMPQ R12, R10
	JGE  rows
	ROW(R12)
	MOVQ R8, CX
warmline:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  warmline
	INCQ R12
	JMP  warm

rows:
	CMPQ R13, R10
	JGE  done
	CMPQ R12, R10
	JGE  work
	ROW(R12)
	MOVQ R8, CX
ahead:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  ahead
	INCQ R12
work:
	ROW(R13)
	MOVQ SI, DX
	MOVQ R8, CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
block:
	VPMOVZXBW (AX), Y2
	VPMOVSXBW (DX), Y3
	VPMADDWD Y2, Y3, Y2
	VPADDD Y2, Y0, Y0
	VPMOVZXBW 16(AX), Y4
	VPMOVSXBW 16(DX), Y5
	VPMADDWD Y4, Y5, Y4
	VPADDD Y4, Y1, Y1
	ADDQ $32, AX
	ADDQ $32, DX
	SUBQ $32, CX
	JNZ  block
	VPADDD Y1, Y0, Y0
	SUM32Y
	INCQ R13
	JMP  rows
done:
	VZEROUPPER
	RET

// func dotFAVX2(q, rows *float32, dim int, ids *uint32, n int, out *float32)
TEXT ·dotFAVX2(SB), NOSPLIT, $0-48
	ARGS_F
	SHLQ $2, R8

warm:
	CMPQ R12, AHEADF
	JGE  rows
	CMPQ R12, R10
	JGE  rows
	ROW(R12)
	MOVQ R8, CX
warmline:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  warmline
	INCQ R12
	JMP  warm

rows:
	CMPQ R13, R10
	JGE  done
	CMPQ R12, R10
	JGE  work
	ROW(R12)
	MOVQ R8, CX
ahead:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	SUBQ $64, CX
	JNZ  ahead
	INCQ R12
work:
	ROW(R13)
	MOVQ SI, DX
	MOVQ R8, CX
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1
block:
	VMOVUPS (AX), Y2
	VMOVUPS 32(AX), Y3
	VFMADD231PS (DX), Y2, Y0
	VFMADD231PS 32(DX), Y3, Y1
	ADDQ $64, AX
	ADDQ $64, DX
	SUBQ $64, CX
	JNZ  block
	VADDPS Y1, Y0, Y0
	SUMFY
	INCQ R13
	JMP  rows
done:
	VZEROUPPER
	RET

// func Prefetch(p *uint32)
TEXT ·Prefetch(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	PREFETCHT0 (AX)
	PREFETCHT0 64(AX)
	RET
