//! Python. Indentation is layout: the grammar's indents have no width and are no tokens.
//!
//! Decisions, all in the definition below:
//! - A string that is a statement of its own is documentation and counts as a comment.
//! - A string is one token with any prefix. What an f-string computes inside is part of the string.
//! - `True` and `False` are numbers (they are in Python, and `while 1` is `while True`); `None` stays.
//! - `match`, `case` and `type` are keywords where the grammar recognises them and identifiers elsewhere; the scanner
//!   reads them as the identifiers they may also be. `print` and `exec` are names, as in Python 3.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["py", "python3"],
    endings: &["py", "pyi", "pyw"],
    keywords: "\
        None and as assert async await break class continue def del elif else except finally for \
        from global if import in is lambda nonlocal not or pass raise return try while with yield",
    soft_keywords: "match case type",
    folds: &[(NUMBER, "True False")],
    operators: "\
        != % %= & &= ( ) * ** **= *= + += , - -= -> . ... / // //= /= : := ; < << <<= <= <> = == > \
        >= >> >>= @ @= [ ] ^ ^= { | |= } ~",
    line_comments: &["#"],
    quotes: &[Quote::block("\"\"\""), Quote::block("'''"), Quote::line("\""), Quote::line("'")],
    prefixes: "b br f fr r rb rf rt t tr u",
    magics: "%!?",
    cell_magic: "%%",
    own_magics: "capture debug prun python python3 time timeit",
    adjacent_strings: true,
    heads: HeadStyle::Bare,
    grammar: Some(Grammar {
        numbers: "integer float",
        scanned: "import_prefix",
        strings: "string",
        statements: "\
            assert_statement break_statement case_clause class_definition continue_statement decorator \
            delete_statement elif_clause else_clause except_clause exec_statement expression_statement \
            finally_clause for_statement function_definition future_import_statement global_statement \
            if_statement import_from_statement import_statement match_statement nonlocal_statement \
            pass_statement print_statement raise_statement return_statement try_statement \
            type_alias_statement while_statement with_statement",
        flat: "\
            argument_list assert_statement assignment attribute binary_operator boolean_operator break_statement \
            call comparison_operator conditional_expression continue_statement decorator delete_statement dotted_name \
            expression_list expression_statement future_import_statement global_statement import_from_statement \
            import_statement lambda list not_operator nonlocal_statement parameters parenthesized_expression \
            pass_statement pattern_list raise_statement return_statement subscript tuple tuple_pattern \
            unary_operator",
        documentable: Some("expression_statement"),
        ..Grammar::new(tree_sitter_python::LANGUAGE)
    }),
    ..LanguageDefinition::EMPTY
};
