//! Scheme and Racket, read by the scanner.
//!
//! Decisions: special forms and the predicates and operators of lists and numbers keep their names, all other words are
//! `identifier`; `#t`, `#true` and their opposites are one kind; a statement is a form at the top level or one that
//! begins with a special form; brackets stay different from parentheses.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "scheme",
    title: "Scheme",
    aliases: &["racket", "schema"],
    endings: &["scm", "rkt", "sch", "sld", "ss"],
    // Half of the tokens are parentheses.
    scheme: Scheme { family: "scheme", normalizer: NORMALIZER, k: 7, w: 4 },
    lexical_rules: LexicalRules {
        keywords: "\
            * + - / < <= = > >= abs and append apply assoc assq assv begin boolean? caar cadr call-with-current-continuation \
            call/cc car case case-lambda cddr cdr char? cond cons define define-record-type define-struct \
            define-syntax delay display do else => eq? equal? eqv? error even? expt filter fold for-each force if integer? \
            lambda length let let* let*-values let-values letrec letrec* list list-ref list? map max member memq min \
            modulo negative? newline not null? number? odd? or pair? parameterize positive? procedure? provide \
            quasiquote quote quotient read reduce remainder require reverse set! set-car! set-cdr! sqrt string-append \
            string? struct symbol? syntax-rules unless unquote values vector vector-ref vector-set! vector? when \
            while write zero?",
        folds: &[
            (BOOLEAN, "#f #false #t #true"),
            ("car", "first"),
            ("cdr", "rest"),
            ("cadr", "second"),
            ("null?", "empty?"),
            ("lambda", "λ"),
        ],
        operators: "# ' ( ) , ,@ . ... [ ] ` { } #; |",
        line_comments: &[";"],
        block_comments: &[("#|", "|#")],
        nested_comments: true,
        quotes: &[Quote::block("\"")],
        word_characters: "!$%&*+-/:<=>?^~#",
        number_prefixes: "#x #b #o #d #e #i",
        character_prefixes: "#\\",
        division: StatementDivision::SExpressions(
            "\
                begin case cond define define-record-type define-struct define-syntax do for-each if let let* letrec \
                letrec* provide require set! struct unless when while",
        ),
        ..LexicalRules::EMPTY
    },
    grammar: None,
};
