//! Assembly for the 8086 and its successors, as MASM, TASM, EMU8086 and NASM write it, read by the scanner.
//!
//! Decisions: words mean the same in any case; the general registers are one kind, so that exchanging them changes
//! nothing, the others keep their names; instructions and directives are keywords, labels and macros are `identifier`;
//! a line is a statement, and so is what follows a label.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "a8086",
    title: "8086 assembly",
    aliases: &["8086", "masm", "nasm", "x86"],
    endings: &["asm", "inc", "s"],
    // An instruction is some four tokens, of which one tells much.
    scheme: Scheme { family: "a8086", normalizer: NORMALIZER, k: 8, w: 4 },
    lexical_rules: LexicalRules {
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
        division: StatementDivision::Boundaries(StatementBoundaries {
            lines: true,
            after: ":",
            ..StatementBoundaries::NONE
        }),
        ..LexicalRules::EMPTY
    },
    grammar: None,
};
