//! JavaScript and TypeScript, which are compared with each other.

use crate::definition::prelude::*;

const IDENTIFIERS: &str = "\
    identifier private_property_identifier property_identifier shorthand_property_identifier \
    shorthand_property_identifier_pattern statement_identifier";

const STRINGS: &str = "jsx_text regex string template_string";

const COMMENTS: &str = "comment hash_bang_line html_comment";

/// JavaScript. TypeScript's names are the same where the languages agree, so they are one family: plain JavaScript read
/// as TypeScript gives the same tokens (tested).
///
/// Decisions, all in the definition below:
/// - `const`, `let` and `var` are one keyword; `true` and `false` are one kind; `null` and `undefined` are one.
/// - A template or a regular expression is one string, including what it computes inside; a private name's `#` is part
///   of the name. Text between JSX tags is a string.
/// - `;` is ignored, because a line end does the same. The semicolons inside `for` are ignored too.
/// - `as`, `from`, `get`, `of`, `set` and the like are keywords where the grammar recognises them and identifiers
///   elsewhere.
/// - `>>` is two tokens and `>>>` three, as TypeScript's lists of type arguments have it.
/// - No statement is scanned whole: JSX may stand in it, which only the grammar can read.
pub(crate) const JAVASCRIPT: LanguageDefinition = LanguageDefinition {
    aliases: &["js", "node"],
    endings: &["js", "cjs", "mjs", "jsx"],
    family: "javascript",
    keywords: "\
        async await break case catch class continue debugger default delete do else export extends finally for \
        function if import in instanceof new null return static super switch this throw try typeof var void while \
        with yield",
    soft_keywords: "as from get meta of set target using",
    folds: &[(BOOLEAN, "true false"), ("var", "const let"), ("null", "undefined")],
    operators: "\
        ! != !== % %= & && &&= &= ( ) * ** **= *= + ++ += , - -- -= . ... / /= : ; < << <<= <= = == === => > >= \
        >>= >>>= ? ?. ?? ??= @ [ ] ^ ^= { | |= || ||= } ~",
    quotes: &[Quote::interpolated("`", "${"), Quote::line("\""), Quote::line("'")],
    word_characters: "$#",
    optional_semicolons: true,
    regular_expressions: true,
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
    ..LanguageDefinition::LIKE_C
};

/// What the kinds of both of TypeScript's grammars mean, as far as they have the same.
const TYPESCRIPT_GRAMMAR: Grammar = Grammar {
    identifiers: IDENTIFIERS,
    type_names: "predefined_type type_identifier",
    numbers: "number",
    strings: "regex string template_literal_type template_string",
    comments: COMMENTS,
    statements: "\
        abstract_class_declaration abstract_method_signature ambient_declaration break_statement catch_clause \
        class_declaration class_static_block continue_statement debugger_statement do_statement else_clause \
        enum_declaration export_statement expression_statement finally_clause for_in_statement for_statement \
        function_declaration function_signature generator_function_declaration if_statement import_alias \
        import_statement interface_declaration internal_module labeled_statement lexical_declaration method_definition \
        method_signature property_signature public_field_definition return_statement switch_case switch_default \
        switch_statement throw_statement try_statement type_alias_declaration variable_declaration while_statement \
        with_statement",
    ..Grammar::new(tree_sitter_typescript::LANGUAGE_TYPESCRIPT)
};

/// TypeScript, of one family with JavaScript, whose decisions hold here too.
///
/// Decisions beyond those, all in the definition below:
/// - Built-in types are names like other types.
/// - Access and change modifiers of members (`private`, `readonly`) are ignored; annotations of types stay.
/// - `type`, `interface`, `enum`, `namespace` and the like are keywords where the grammar recognises them and
///   identifiers elsewhere.
pub(crate) const TYPESCRIPT: LanguageDefinition = LanguageDefinition {
    aliases: &["ts"],
    endings: &["ts", "cts", "mts"],
    // TypeScript has words beyond JavaScript's, but each may be a name.
    soft_keywords: "\
        abstract accessor as assert asserts declare enum from get global implements infer interface is keyof meta \
        module namespace of override require satisfies set target type unique using",
    ignored_words: "private protected public readonly",
    grammar: Some(TYPESCRIPT_GRAMMAR),
    ..JAVASCRIPT
};

/// TypeScript with JSX is read like TypeScript. Text between tags is a string.
pub(crate) const TSX: LanguageDefinition = LanguageDefinition {
    aliases: &[],
    endings: &["tsx"],
    grammar: Some(Grammar {
        language: tree_sitter_typescript::LANGUAGE_TSX,
        only_parsed: true,
        strings: STRINGS,
        ..TYPESCRIPT_GRAMMAR
    }),
    ..TYPESCRIPT
};
