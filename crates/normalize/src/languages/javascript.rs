//! JavaScript. TypeScript's names are the same where the languages agree, so they are one family: plain JavaScript read
//! as TypeScript gives the same tokens (tested).
//!
//! Decisions, all in the definition below:
//! - `const`, `let` and `var` are one keyword; `true` and `false` are one kind; `null` and `undefined` are one.
//! - A template or a regular expression is one string, including what it computes inside; a private name's `#` is part
//!   of the name. Text between JSX tags is a string.
//! - `;` is ignored, because a line end does the same. The semicolons inside `for` are ignored too.
//! - `as`, `from`, `get`, `of`, `set` and the like are keywords where the grammar recognises them and identifiers
//!   elsewhere.
//! - `>>` is two tokens and `>>>` three, as TypeScript's lists of type arguments have it.
//! - No statement is scanned whole: JSX may stand in it, which only the grammar can read.

use crate::definition::prelude::*;

/// JavaScript and TypeScript are compared with each other.
pub(super) const SCHEME: Scheme = Scheme { family: "javascript", normalizer: NORMALIZER, k: 5, w: 4 };

/// TypeScript has words beyond JavaScript's, but each may be a name.
pub(super) const LEXICAL_RULES: LexicalRules = LexicalRules {
    keywords: "\
        async await break case catch class continue debugger default delete do else export extends finally for \
        function if import in instanceof new null return static super switch this throw try typeof var void while \
        with yield",
    soft_keywords: "as from get meta of set target using",
    folds: &[(BOOLEAN, "true false"), ("var", "const let"), ("null", "undefined")],
    operators: "\
        ! != !== % %= & && &&= &= ( ) * ** **= *= + ++ += , - -- -= . ... / /= : ; < << <<= <= = == === => > >= \
        >>= >>>= ? ?. ?? ??= @ [ ] ^ ^= { | |= || ||= } ~",
    quotes: &[Quote::block("`"), Quote::line("\""), Quote::line("'")],
    word_characters: "$#",
    optional_semicolons: true,
    regular_expressions: true,
    ..LexicalRules::LIKE_C
};

pub(super) const IDENTIFIERS: &str = "\
    identifier private_property_identifier property_identifier shorthand_property_identifier \
    shorthand_property_identifier_pattern statement_identifier";

pub(super) const STRINGS: &str = "jsx_text regex string template_string";

pub(super) const COMMENTS: &str = "comment hash_bang_line html_comment";

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "javascript",
    title: "JavaScript",
    aliases: &["js", "node"],
    endings: &["js", "cjs", "mjs", "jsx"],
    scheme: SCHEME,
    lexical_rules: LEXICAL_RULES,
    grammar: Some(Grammar {
        identifiers: IDENTIFIERS,
        numbers: "number",
        strings: STRINGS,
        comments: COMMENTS,
        statements: "\
            break_statement catch_clause class_declaration class_static_block continue_statement debugger_statement \
            do_statement else_clause export_statement expression_statement field_definition finally_clause \
            for_in_statement for_statement function_declaration generator_function_declaration if_statement \
            import_statement labeled_statement lexical_declaration method_definition return_statement switch_case \
            switch_default switch_statement throw_statement try_statement using_declaration variable_declaration \
            while_statement with_statement",
        ..Grammar::new(tree_sitter_javascript::LANGUAGE)
    }),
};
