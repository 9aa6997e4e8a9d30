//! Bash and other shells of its family.
//!
//! Decisions, all in the definition below:
//! - Words are identifiers: file names, options, functions. The usual commands (`grep`, `cut`, `echo`) keep their
//!   names, since a script consists of them. So do the operators of tests (`-eq`, `-f`).
//! - A double-quoted string is one token, including what it computes inside; so is a here-document's text.
//! - A statement is a command, a pipeline, a list (`a && b`), or the head of a compound command.
//! - The scanner takes every `#` for a comment, so `${#x}` hides the rest of its line.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["sh", "shell", "ksh", "zsh"],
    endings: &["sh", "bash", "ksh", "zsh"],
    keywords: "\
        alias awk basename bc break builtin case cat cd chmod chown command continue cp curl cut date declare diff \
        dirname do done du echo elif else esac eval exec exit export expr fi find for function getopts grep head \
        if in join kill let ln local ls mkdir mktemp mv paste popd printf ps pushd pwd read readonly return rm \
        rmdir sed select seq set shift sleep sort source tail tar tee test then touch tr trap type typeset umask \
        uniq unset until wait wc wget while xargs",
    folds: &[(BOOLEAN, "true false"), ("source", ".")],
    operators: "\
        ! != # ## $ $( $(( ${ % %% %= & && &= &> &>> ( (( ) )) * ** *= + ++ += , ,, - -- -= -a -b -c -d -e -ef -eq -f \
        -ge -gt -h -k -le -lt -n -ne -nt -o -ot -p -r -s -t -u -w -x -z . .. / // /= : :+ :- := :? ; ;& ;; ;;& < \
        <& <( << <<- <<< <<= <= = == =~ > >& >( >= >> >>= >| ? @ [ [[ \\ ] ]] ^ ^= ^^ { | |& |= || } ~",
    line_comments: &["#"],
    quotes: &[Quote::block("\""), Quote::block("'"), Quote::block("`")],
    grammar: Some(Grammar {
        ascii: true,
        identifiers: "word variable_name extglob_pattern",
        numbers: "number",
        scanned: "special_variable_name",
        strings: "string regex raw_string ansi_c_string translated_string heredoc_start heredoc_body heredoc_end",
        statements: "\
            program/ do_group/ compound_statement/ subshell/ if_statement/ elif_clause/ else_clause/ case_item/ \
            -condition: -value: -binary_expression -postfix_expression -unary_expression -parenthesized_expression -test_command \
            case_item elif_clause else_clause",
        ..Grammar::new(tree_sitter_bash::LANGUAGE)
    }),
    ..LanguageDefinition::EMPTY
};
