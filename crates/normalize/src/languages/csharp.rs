//! C#.
//!
//! Decisions, all in the definition below:
//! - Numeric types are one kind, `char` and `bool` among them; `string`, `object` and `var` are types' names.
//! - `true` and `false` are one kind, `null` stays. A string is one token, including what it computes inside.
//! - Access and change modifiers (`public`, `static`, `readonly` and the like), attributes and `this.` are ignored,
//!   because a copier can exchange, add or remove them without effect. `#region` and `#endregion` are ignored too.
//!   `using` stays.
//! - Words that are keywords only in some places (`get`, `select`, `when`) are keywords where the grammar recognises
//!   them. Many statements contain them, so none is scanned as a whole.
//! - `>>` is two tokens: it closes lists of type arguments as well.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["c#", "cs"],
    endings: &["cs", "csx"],
    keywords: "\
        abstract as base break case catch checked class const continue default delegate do else enum event \
        explicit extern finally fixed for foreach goto if implicit in interface is lock namespace new null \
        operator out override params ref return sizeof stackalloc struct switch this throw try typeof unchecked \
        unsafe using virtual void volatile while",
    soft_keywords: "\
        add alias and ascending async await by descending equals file from get global group init into join let \
        managed not notnull on or orderby partial record remove required scoped select set unmanaged when where \
        with yield",
    folds: &[
        (BOOLEAN, "true false"),
        (
            PRIMITIVE_TYPE,
            "bool byte char decimal double float int long nint nuint sbyte short uint ulong ushort",
        ),
    ],
    ignored_words: "internal private protected public readonly sealed static",
    annotations: AnnotationSyntax::Brackets,
    receiver: "this",
    operators: "\
        ! != % %= & && &= ( ) * *= + ++ += , - -- -= -> . .. / /= : :: ; < << <<= <= = == => > >= >>= >>>= ? ?? \
        ??= [ ] ^ ^= { | |= || } ~",
    quotes: &[Quote::block("\"\"\""), Quote::line("\""), Quote::character("'")],
    prefixes: "$ @ $@ @$ $$",
    directives: "\
        #define #elif #else #endif #endregion #error #if #line #nullable #pragma #region #undef #warning",
    word_characters: "$@",
    grammar: Some(Grammar {
        // It has more symbols and states than the others.
        costs: ParseCosts { recovery: 110_000, ..PARSE_COSTS },
        numbers: "integer_literal real_literal",
        strings: "interpolated_string_expression raw_string_literal string_literal verbatim_string_literal",
        characters: "character_literal",
        comments: "comment preproc_endregion preproc_region shebang_directive",
        statements: "\
            accessor_declaration break_statement catch_clause checked_statement class_declaration \
            constructor_declaration continue_statement conversion_operator_declaration delegate_declaration \
            destructor_declaration do_statement else enum_declaration event_declaration event_field_declaration \
            expression_statement extern_alias_directive field_declaration file_scoped_namespace_declaration \
            finally_clause fixed_statement for_statement foreach_statement goto_statement if_statement \
            indexer_declaration interface_declaration labeled_statement local_declaration_statement \
            local_function_statement lock_statement method_declaration namespace_declaration operator_declaration \
            property_declaration record_declaration return_statement struct_declaration switch_expression_arm \
            switch_section switch_statement throw_statement try_statement unsafe_statement using_directive \
            using_statement while_statement yield_statement preproc_if preproc_elif preproc_else #endif",
        ..Grammar::new(tree_sitter_c_sharp::LANGUAGE)
    }),
    ..LanguageDefinition::LIKE_C
};
