//! Perl, read by the scanner.
//!
//! Decisions: `$` and `@` are part of a variable's name, `%` is an operator; `q`, `qq`, `qw`, `m`, `qr`, `s`, `tr` and
//! `y` directly before a delimiter make one string; documentation between `=pod` and `=cut` is a comment; `my`, `our`
//! and `local` are one keyword; a here-document is a string where it is named and one where its lines are.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["perl5"],
    endings: &["pl", "perl", "pm", "t"],
    keywords: "\
        and bless chomp chop close cmp continue defined delete die do each else elsif eof eq eval exists exit for \
        foreach ge goto grep gt if join keys last lc le length lt map my ne next no not open or package pop print \
        printf push redo ref require return reverse say scalar shift sort splice split sprintf state sub substr \
        uc undef unless unlink unshift until use values wantarray warn while x xor",
    folds: &[("my", "local our")],
    operators: "\
        ! != !~ $ $\" $# $$ $& $' $` % %= & && &&= &= ( ) * ** **= *= + ++ += , - -- -= -> . .. ... .= / // //= /= : :: ; < << \
        <<= <= <=> = == =~ => > >= >> >>= ? @ [ \\ ] ^ ^= { | |= || ||= } ~ ~~",
    line_comments: &["#"],
    column_comments: &[
        ("=begin", "=cut"),
        ("=cut", ""),
        ("=encoding", "=cut"),
        ("=for", "=cut"),
        ("=head", "=cut"),
        ("=item", "=cut"),
        ("=over", "=cut"),
        ("=pod", "=cut"),
    ],
    quotes: &[Quote::block("\""), Quote::block("'"), Quote::line("`")],
    here_documents: &[("<<~", false), ("<<", false)],
    word_characters: "$@",
    quote_operators: &[("m", 1), ("q", 1), ("qq", 1), ("qr", 1), ("qw", 1), ("s", 2), ("tr", 2), ("y", 2)],
    regular_expressions: true,
    division: StatementDivision::Braces,
    ..LanguageDefinition::EMPTY
};
