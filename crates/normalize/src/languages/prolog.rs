//! Prolog, read by the scanner.
//!
//! Decisions: variables, atoms and predicates of the program are all `identifier`, quoted atoms are strings; the
//! predicates every Prolog has keep their names; the head of a clause and each goal outside parentheses is a statement.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["swipl"],
    endings: &["pro", "plg", "prolog"],
    keywords: "\
        append arg assert asserta assertz atom atom_chars atom_codes atom_length atom_number atomic bagof between \
        call catch char_code clause compound concat_atom consult copy_term discontiguous dynamic exclude fail \
        false findall foldl forall format functor ground halt include initialization is last length maplist \
        member memberchk mod module msort nb_getval nb_setval nl nonvar not nth0 nth1 number number_codes once \
        permutation print read rem repeat retract retractall reverse see seen select setof sort sub_atom \
        succ sum_list tab table tell throw told true use_module var write writeln xor",
    operators: "\
        ! # $ ( ) * ** + , - --> -> . / // /\\ : :- ; < << = =.. =:= =< == =\\= > >= >> >>  ?- @ @< @=< @> @>= [ \\ \\+ \\/ \
        \\= \\== ] ^ { | } ~ & *-> #= #\\= #< #> #=< #>=",
    line_comments: &["%"],
    block_comments: &[("/*", "*/")],
    quotes: &[Quote::line("\""), Quote::line("'"), Quote::line("`")],
    character_prefixes: "0'",
    dot_before_digit: true,
    division: StatementDivision::Boundaries(StatementBoundaries {
        after: ", . :- --> -> ;",
        never: ", . ; ->",
        brackets: "([{",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
