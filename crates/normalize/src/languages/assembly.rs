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
    endings: &["asm", "inc", "s"],
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
