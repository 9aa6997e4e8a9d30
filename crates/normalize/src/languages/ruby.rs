//! Ruby.
//!
//! Decisions, all in the definition below:
//! - A variable's sign (`@x`, `$x`) belongs to its name; a symbol is a colon and a name.
//! - `and`, `or` and `not` are operators; `true` and `false` are one kind, `nil` stays.
//! - Methods that read like words of the language (`puts` does not, `raise`, `attr_reader`, `private` do) keep their
//!   name.
//! - A here-document is one string at its beginning and one at its text; a string is one token, including what it
//!   computes inside; a list of words or symbols (`%w[...]`) is one as well.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["rb"],
    endings: &["rb", "rake", "gemspec", "ru"],
    keywords: "\
        BEGIN END __ENCODING__ __FILE__ __LINE__ alias attr_accessor attr_reader attr_writer begin \
        block_given? break case class def defined? do else elsif end ensure extend for if in include \
        lambda loop module next nil prepend private proc protected public raise redo require \
        require_relative rescue retry return self super then undef unless until when while yield",
    folds: &[(BOOLEAN, "true false"), ("&&", "and"), ("||", "or"), ("!", "not")],
    operators: "\
        ! != !~ % %= & && &&= &. &= ( ) * ** **= *= + += , - -= -> . .. ... / /= : :: ; < << <<= <= <=> = == === \
        => =~ > >= >> >>= ? [ ] ^ ^= { | |= || ||= } ~",
    line_comments: &["#"],
    block_comments: &[("=begin", "=end")],
    quotes: &[Quote::interpolated("\"", "#{"), Quote::block("'"), Quote::interpolated("`", "#{")],
    here_documents: &[("<<~", false), ("<<-", false), ("<<", false)],
    sigils: "%",
    character_prefixes: "?\\",
    word_endings: "?!",
    word_characters: "@$",
    regular_expressions: true,
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        after: ";",
        never: ";",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    heads: HeadStyle::Bare,
    grammar: Some(Grammar {
        costs: ParseCosts { recovery: 70_000, ..PARSE_COSTS },
        identifiers: "\
            identifier constant instance_variable class_variable global_variable hash_key_symbol",
        numbers: "integer float complex rational",
        scanned: "simple_symbol",
        strings: "\
            string string_array symbol_array delimited_symbol subshell regex heredoc_beginning heredoc_body",
        characters: "character",
        comments: "comment uninterpreted",
        statements: "\
            program/ body_statement/ then/ do/ block_body/ begin/ begin_block/ end_block/ else/ ensure/ \
            parenthesized_statements/ when in_clause elsif else rescue ensure",
        ..Grammar::new(tree_sitter_ruby::LANGUAGE)
    }),
    ..LanguageDefinition::EMPTY
};
