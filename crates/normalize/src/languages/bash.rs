//! Bash and other shells of its family, read by the scanner: what is quoted in a script, an expansion or a here-document
//! depends on the words around it, and a mistake about it must not reach further than its line.
//!
//! Decisions, all in the definition below:
//! - Words are identifiers: file names, options, functions. The usual commands (`grep`, `cut`, `echo`) keep their
//!   names, since a script consists of them. So do the operators of tests (`-eq`, `-f`). A path or an option is read as
//!   its parts.
//! - A double-quoted string is one token, including what it computes inside; so are the lines of a here-document.
//! - A statement is a command, a pipeline, a list (`a && b`), or the head of a compound command.
//! - `#` opens a comment at the beginning of a word only: `$#`, `${#x}` and `${x#y}` do not.

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
    quotes: &[
        Quote::interpolated("\"", "$( ${ `"),
        Quote { close: "'", ..Quote::block("$'") },
        Quote::between("'", "'"),
        Quote::interpolated("`", "$("),
    ],
    here_documents: &[("<<-", false), ("<<", false)],
    comments_begin_words: true,
    escapes_outside: true,
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        before: "",
        after: "; ;; & && || | then do else { ( $(",
        never: "then do done fi esac } ) ; ;; | && ||",
        brackets: "",
    }),
    ..LanguageDefinition::EMPTY
};
