//! The intermediate representation of LLVM as text, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Instructions, types and the usual attributes keep their names; integers and floating point of any size are one kind;
//!   values, functions, labels and metadata are identifiers or numbers.
//! - `;` opens a comment, which is mostly written by a compiler.
//! - A line is a statement. Nearly all of them look alike, so k is large.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["llvm-ir", "llvmir"],
    endings: &["ll"],
    k: 10,
    keywords: "\
        add addrspacecast align alloca and any ashr asm atomicrmw attributes available_externally bitcast br byval c call \
        catch cmpxchg comdat common constant datalayout declare default define dso_local eq exact extractelement \
        extractvalue fadd fast fcmp fdiv fence fmul fneg fptosi fptoui fptrunc fpext frem freeze fsub gc getelementptr global \
        icmp inbounds indirectbr insertelement insertvalue inttoptr internal invoke label landingpad linkonce_odr load \
        local_unnamed_addr lshr metadata module mul musttail ne noalias nocapture noinline nounwind nsw null nuw oeq oge ogt \
        ole olt one opaque or ord personality phi poison private ptr ptrtoint readnone readonly resume ret sdiv select sext \
        sge sgt shl shufflevector sitofp sle slt source_filename srem store sub switch tail target to triple trunc type udiv \
        ueq uge ugt uitofp ule ult undef une unnamed_addr unreachable unwind urem va_arg void volatile weak x xor zeroext \
        zeroinitializer zext",
    folds: &[
        (NUMBER, "true false"),
        (PRIMITIVE_TYPE, "double float half i1 i8 i16 i32 i64 i128 fp128 x86_fp80"),
    ],
    operators: "! # ( ) * , ... : < = > [ ] { | } -",
    line_comments: &[";"],
    quotes: &[Quote { escape: QuoteEscape::None, ..Quote::line("\"") }],
    prefixes: "c",
    word_characters: "%@$.",
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        never: "}",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
