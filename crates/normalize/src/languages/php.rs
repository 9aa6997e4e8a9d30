//! PHP. Text outside `<?php ... ?>` is a string.
//!
//! Decisions, all in the definition below:
//! - Keywords mean the same in any case; a variable's `$` belongs to its name.
//! - `and` and `or` are operators, `elseif` is a word of its own, `array(` stays.
//! - Arithmetic types and `string` and `bool` are one kind; `true` and `false` are one, `null` stays.
//! - A string is one token, including what it computes inside; a here-document as well.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["php8"],
    endings: &["php", "php5", "phtml"],
    keywords: "\
        abstract array as break callable case catch class clone const continue declare default die do echo else \
        elseif empty enddeclare endfor endforeach endif endswitch endwhile enum exit extends final finally fn for \
        foreach from function global goto if implements include include_once instanceof insteadof interface isset \
        list match mixed namespace new null object parent print private protected public readonly require \
        require_once return self static switch throw trait try unset use var void while xor yield",
    folds: &[
        (BOOLEAN, "true false"),
        (PRIMITIVE_TYPE, "bool float int string"),
        ("&&", "and"),
        ("||", "or"),
        ("!=", "<>"),
    ],
    case_insensitive: true,
    case_sensitive_names: true,
    operators: "\
        ! != !== # #[ $ % %= & && &= ( ) * ** **= *= + ++ += , - -- -= -> . ... .= / /= : :: ; < << <<= <= <=> <? <?= <?php = \
        == === => > >= >> >>= ? ?-> ?? ??= ?> @ [ \\ ] ^ ^= { | |= |> || } ~",
    quotes: &[Quote::interpolated("\"", "{$ ${"), Quote::block("'"), Quote::block("`")],
    here_documents: &[("<<<", true)],
    code_marks: Some(("<?", "?>")),
    line_comments: &["//", "# ", "#\t", "##", "#-", "#="],
    word_characters: "$",
    grammar: Some(Grammar {
        costs: ParseCosts { recovery: 70_000, ..PARSE_COSTS },
        identifiers: "name variable_name",
        numbers: "integer float",
        scanned: "php_tag php_end_tag",
        strings: "string encapsed_string heredoc nowdoc shell_command_expression text",
        statements: "\
            break_statement case_statement catch_clause class_declaration const_declaration continue_statement \
            declare_statement default_statement do_statement echo_statement else_clause else_if_clause enum_case \
            enum_declaration exit_statement expression_statement finally_clause for_statement foreach_statement \
            function_definition function_static_declaration global_declaration goto_statement if_statement \
            interface_declaration match_conditional_expression match_default_expression method_declaration \
            named_label_statement namespace_definition namespace_use_declaration property_declaration \
            return_statement switch_statement trait_declaration try_statement unset_statement use_declaration \
            while_statement",
        ..Grammar::new(tree_sitter_php::LANGUAGE_PHP)
    }),
    ..LanguageDefinition::LIKE_C
};
