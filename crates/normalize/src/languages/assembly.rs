//! Assembly languages, read by the scanner.

use crate::definition::prelude::*;

/// A line is a statement, and so is what follows a label.
const LINES_AND_LABELS: StatementDivision = StatementDivision::Boundaries(StatementBoundaries {
    lines: true,
    after: ":",
    ..StatementBoundaries::NONE
});

/// Assembly for the 8086 and its successors, as MASM, TASM, EMU8086 and NASM write it, read by the scanner.
///
/// Decisions: words mean the same in any case; the general registers are one kind, so that exchanging them changes
/// nothing, the others keep their names; instructions and directives are keywords, labels and macros are `identifier`;
/// a line is a statement, and so is what follows a label.
pub(crate) const A8086: LanguageDefinition = LanguageDefinition {
    aliases: &["8086", "masm", "nasm", "x86"],
    endings: &["asm", "inc"],
    // An instruction is some four tokens, of which one tells much.
    k: 8,
    keywords: "\
        .code .data .data? .exit .model .stack .startup aaa aad aam aas adc add and assume at bits bp bsf bsr bswap \
        bt byte call cbw cdq clc cld cli cmc cmovz cmp cmps cmpsb cmpsw cs cwd cwde daa das db dd dec div dq ds dt dup \
        dw dword ebp end endm endp ends enter equ es esp even extern extrn far fadd fdiv fild fistp fld fmul fs fst \
        fstp fsub ge global group gs gt hlt idiv imul in include inc ins int into iret ja jae jb jbe jc jcxz je jg jge \
        jl jle jmp jna jnae jnb jnbe jnc jne jng jnge jnl jnle jno jnp jns jnz jo jp jpe jpo js jz label lahf lds lea \
        leave les local lock lods lodsb lodsw loop loope loopne loopnz loopz macro mod mov movs movsb movsw movsx \
        movzx mul near neg nop not offset or org out outs page pop popa popf proc ptr public purge push pusha pushf \
        qword rbp rcl rcr rep repe repne repnz repz resb resd resq resw ret retf rol ror rsp sahf sal sar sbb scas \
        scasb scasw section seg segment set shl short shr size small sp ss stc std sti stos stosb stosw sub test \
        times title type use16 use32 word xchg xlat xor",
    folds: &[(
        REGISTER,
        "\
        ah al ax bh bl bx ch cl cx dh di dl dx eax ebx ecx edi edx esi r10 r11 r12 r13 r14 r15 r8 r9 rax rbx rcx rdi \
        rdx rsi si",
    )],
    operators: "! $ % & ( ) * + , - / : < = > ? [ ] ^ | ~ << >> == <> .",
    line_comments: &[";"],
    quotes: &[Quote::raw("\""), Quote::raw("'")],
    case_insensitive: true,
    word_characters: "$.@?",
    division: LINES_AND_LABELS,
    ..LanguageDefinition::EMPTY
};

/// MIPS assembly, read by the scanner.
///
/// Decisions: registers that any other would do for are one kind, so that exchanging them changes nothing; `$sp`,
/// `$fp`, `$ra` and `$zero` keep their names; instructions and directives are keywords, labels and macros are
/// `identifier`; a line is a statement, and so is what follows a label.
pub(crate) const MIPS: LanguageDefinition = LanguageDefinition {
    aliases: &["mipsasm", "spim"],
    endings: &["mips"],
    // An instruction is some six tokens, of which one tells much.
    k: 8,
    keywords: "\
        $fp $ra $sp $zero .align .ascii .asciiz .byte .data .double .end_macro .ent .end .eqv .extern .float .frame \
        .globl .half .include .kdata .ktext .macro .set .space .text .word abs abs.d abs.s add add.d add.s addi \
        addiu addu and andi b bc1f bc1t beq beqz bge bgeu bgez bgt bgtu bgtz ble bleu blez blt bltu bltz bne bnez \
        break c.eq.d c.eq.s c.le.d c.le.s c.lt.d c.lt.s cvt.d.s cvt.d.w cvt.s.d cvt.s.w cvt.w.d cvt.w.s div div.d \
        div.s divu eret j jal jalr jr l.d l.s la lb lbu lh lhu li ll lui lw lwc1 mfc0 mfc1 mfhi mflo mov.d mov.s \
        move movn movz mtc0 mtc1 mthi mtlo mul mul.d mul.s mulo mulou mult multu neg neg.d neg.s negu nop nor not or \
        ori rem remu rol ror s.d s.s sb sc seq sge sgeu sgt sgtu sh sle sleu sll sllv slt slti sltiu sltu sne \
        sqrt.d sqrt.s sra srav srl srlv sub sub.d sub.s subi subu sw swc1 syscall teq trap ulw usw xor xori",
    folds: &[
        (
            REGISTER,
            "\
            $1 $2 $3 $4 $5 $6 $7 $8 $9 $10 $11 $12 $13 $14 $15 $16 $17 $18 $19 $20 $21 $22 $23 $24 $25 $26 $27 $28 \
            $a0 $a1 $a2 $a3 $at $f0 $f1 $f10 $f11 $f12 $f13 $f14 $f15 $f16 $f17 $f18 $f19 $f2 $f20 $f21 $f22 $f23 \
            $f24 $f25 $f26 $f27 $f28 $f29 $f3 $f30 $f31 $f4 $f5 $f6 $f7 $f8 $f9 $gp $k0 $k1 $s0 $s1 $s2 $s3 $s4 \
            $s5 $s6 $s7 $t0 $t1 $t2 $t3 $t4 $t5 $t6 $t7 $t8 $t9 $v0 $v1",
        ),
        ("$zero", "$0"),
        ("$sp", "$29"),
        ("$fp", "$30 $s8"),
        ("$ra", "$31"),
    ],
    operators: "% & ( ) * + , - / : = ^ | ~ << >>",
    line_comments: &["#"],
    quotes: &[Quote::line("\""), Quote::character("'")],
    case_insensitive: true,
    case_sensitive_names: true,
    word_characters: "$.%",
    division: LINES_AND_LABELS,
    ..LanguageDefinition::EMPTY
};

/// Assembly in the other usual dialects, read by the scanner: x86 as GNU writes it (AT&T), ARM of 32 and 64 bits, RISC-V, AVR,
/// 6502 and Z80.
///
/// Decisions: words mean the same in any case; the general registers are one kind, those for the stack and for returning
/// keep their names; the usual instructions and directives are keywords, the others are `identifier`, and so are labels,
/// macros and registers of one letter; `#` opens a comment before a blank or in the first column (`#1` is an operand of
/// ARM), and so does `@`; `;` always opens one; a line is a statement, and so is what follows a label.
pub(crate) const GENERIC: LanguageDefinition = LanguageDefinition {
    aliases: &["6502", "aarch64", "arm", "asm", "att", "avr", "gas", "riscv", "z80"],
    endings: &["s", "a65", "gas", "sx", "z80"],
    k: 8,
    keywords: "\
        %ebp %esp %rbp %rip %rsp %hi %lo .2byte .4byte .8byte .align .arch .arm .ascii .asciz .balign .bss .byte .comm .cpu \
        .cseg .data .db .def .double .dseg .dw .else .end .endif .endm .ent .equ .equiv .extern .fill .float .fnend .fnstart \
        .func .global .globl .half .hword .if .ifdef .include .int .local .long .macro .org .p2align .quad .rept .section \
        .set .short .size .skip .space .string .syntax .text .thumb .thumb_func .type .word .zero adc adcq add addb addi addiw \
        addl addq adds addsd addss addw adiw adr adrp amoadd.w and andb andi andl andq andw asr asrs auipc b b.eq b.ge b.gt \
        b.hi b.le b.lo b.lt b.ne bal bcc bcs beq beqz bge bgeu bgez bgt bgtz bhi bic bit bl ble blez blo blr bls blt bltu bltz \
        blx bmi bne bnez bpl br brcc brcs breq brge brk brlo brlt brne brsh bvc bvs bx call callq cbi cbnz cbz clc cld cli clr \
        cltd cltq cmn cmp cmpb cmpl cmpq cmpw cp cpc cpi cpl cpse cpx cpy cqto csel cset csrr csrw cvtsi2sd cvttsd2si dec decl \
        decq dex dey djnz div divl divq divsd divu ebreak ecall ei eor equ eret ex exx fadd fadd.d fadd.s fcmp fcvt.d.w fdiv \
        fdiv.d fence fld flw fmov fmul fmul.d fmul.s fp fsd fsub fsub.d fsw halt hlt idiv idivl idivq ijmp imul imull imulq in \
        inc incl incq int inx iny j ja jae jal jalr jb jbe je jg jge jl jle jmp jne jnz jr js jz la lb lbu ld ldaa lda ldd ldi \
        ldir ldm ldmfd ldmia ldp ldr ldrb ldrh ldrsb ldrsh ldrsw lds ldx ldy lea leal leaq leave leaveq lh lhu li lpm lr lsl \
        lsls lsr lsrs lui lw lwu madd mla mneg mov movabsq movb moveq movk movl movn movne movq movs movsbl movsd movslq movss \
        movsx movt movw movz movzbl movzwl mrs msr msub mul mulhu mull mulq muls mulsd mulw mv mvn mvns neg negl negq nop nor \
        not notl notq or ora orb ori orl orn orq orr org out pc pha php pla plp pop popl popq pull push pushl pushq ra rcall \
        rem remu remw ret reti retq rjmp rol ror rorl rsb rst rti rts sal sall salq sar sarl sarq sb sbb sbc sbci sbcs sbi sbic \
        sbis sbiw sc.w scf sd sdiv sec sei seqz setb sete setg setl setne setz sh shl shll shlq shr shrl shrq sll slli slliw slt \
        slti sltiu sltu smull snez sp sra srai sraiw srl srli st sta std stm stmfd stmia stp str strb strh sts stx sty sub subb \
        subi subl subq subs subsd subw sw swi svc swap sxtw syscall tax tay test testb testl testq tpa tst tsx txa txs tya \
        ubfx udiv umull uxtb uxth wfi wzr xor xorb xori xorl xorps xorq xzr zero",
    folds: &[(
        REGISTER,
        "\
        %ah %al %ax %bh %bl %bx %ch %cl %cx %dh %di %dl %dil %dx %eax %ebx %ecx %edi %edx %esi %r10 %r10d %r11 %r11d %r12 \
        %r12d %r13 %r13d %r14 %r14d %r15 %r15d %r8 %r8d %r9 %r9d %rax %rbx %rcx %rdi %rdx %rsi %si %sil %xmm0 %xmm1 %xmm2 \
        %xmm3 %xmm4 %xmm5 %xmm6 %xmm7 a0 a1 a2 a3 a4 a5 a6 a7 d0 d1 d2 d3 d4 d5 d6 d7 fa0 fa1 fa2 fa3 fa4 fa5 fs0 fs1 fs2 ft0 \
        ft1 ft2 ft3 ft4 ft5 gp ip q0 q1 q2 q3 r0 r1 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r2 r20 r21 r22 r23 r24 r25 r26 r27 \
        r28 r29 r3 r30 r31 r4 r5 r6 r7 r8 r9 s0 s1 s10 s11 s2 s3 s4 s5 s6 s7 s8 s9 t0 t1 t2 t3 t4 t5 t6 tp v0 v1 v2 v3 v4 v5 v6 \
        v7 w0 w1 w10 w11 w12 w13 w14 w15 w16 w17 w19 w2 w20 w21 w22 w23 w24 w3 w4 w5 w6 w7 w8 w9 x0 x1 x10 x11 x12 x13 x14 x15 \
        x16 x17 x18 x19 x2 x20 x21 x22 x23 x24 x25 x26 x27 x28 x29 x3 x30 x31 x4 x5 x6 x7 x8 x9",
    )],
    operators: "! # $ % & ( ) * + , - / : < = > [ ] ^ { | } ~ << >> == @ \\",
    line_comments: &["# ", "#\t", "#\n", "#\r", "##", "#=", "#*", "@ ", "@\t", "//", ";"],
    block_comments: &[("/*", "*/")],
    column_comments: &[("#", ""), ("*", "")],
    quotes: &[Quote::line("\""), Quote::character("'")],
    lifetimes: true,
    case_insensitive: true,
    number_prefixes: "#$ #%",
    word_characters: ".%",
    division: LINES_AND_LABELS,
    ..LanguageDefinition::EMPTY
};
