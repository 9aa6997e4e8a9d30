//! ML: OCaml by its grammar; Standard ML with the same words, as far as the grammar follows it.
//!
//! Decisions, all in the definition below:
//! - A statement is a definition, a `let`, an expression of a sequence, a case, or a branch.
//! - Values, types, constructors, modules, labels and methods are identifiers; `true` and `false` are one kind.
//! - `begin` and `end` are not parentheses, `fun` is not `function`: each keeps its name.
//! - An author's own operator is read as the known operators in it.
//! - An interface (`.mli`) is read with the grammar for programs: same tokens, though `val` lines are errors to it.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["ocaml", "sml"],
    endings: &["ml", "mli", "sml"],
    keywords: "\
        _ and andalso as asr assert begin case class constraint do done downto effect else end exception external \
        fn for fun function functor handle if in include inherit initializer land lazy let lor lsl lsr lxor match \
        method mod module mutable new nonrec object of open orelse private raise rec sig signature struct structure \
        then to try type val virtual when while with",
    folds: &[(BOOLEAN, "true false")],
    operators: "\
        ! != # % %% & && ' ( ) * ** *. + +. , - -. -> . .. / /. : :: := :> ; ;; < <- <= <> = == => > >= ? @ @@ [ \
        [| ] ^ ` { {< | |> |] || } ~ ~-",
    block_comments: &[("(*", "*)")],
    nested_comments: true,
    quotes: &[Quote::block("\""), Quote::between("{|", "|}"), Quote::character("'")],
    lifetimes: true,
    word_characters: "'`",
    #[cfg(feature = "rare-grammars")]
    grammar: Some(Grammar {
        costs: ParseCosts { recovery: 70_000, ..PARSE_COSTS },
        identifiers: "\
            value_name value_pattern constructor_name module_name module_type_name type_constructor type_variable \
            label_name field_name method_name class_name class_type_name instance_variable_name tag",
        numbers: "number",
        scanned: "signed_number",
        strings: "string quoted_string",
        characters: "character",
        comments: "comment shebang line_number_directive",
        statements: "\
            and class_initializer do_clause/ else_clause else_clause/ exception_definition include_module \
            inheritance_definition instance_variable_definition let_expression let_expression/ match_case \
            method_definition module_definition module_type_definition open_module sequence_expression/ then_clause/ \
            type_definition value_definition value_specification",
        ..Grammar::new(tree_sitter_ocaml::LANGUAGE_OCAML)
    }),
    ..LanguageDefinition::EMPTY
};
