//! Haskell. Layout separates declarations. The grammar reads it; tokens do not show it.
//!
//! Decisions, all in the definition below:
//! - A statement is a declaration, an equation, a line of `do`, an alternative of `case`, or a guard.
//! - Types, constructors and variables are identifiers; `Int`, `Integer`, `Float`, `Double` and `Word` are one kind,
//!   and so are `True` and `False`; `otherwise` and `_` keep their names.
//! - Files larger than 32 KiB are scanned: the grammar's own code looks at every open layout for every token.
//! - An author's own operator is read as the known operators in it. Pragmas are comments.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["hs"],
    endings: &["hs"],
    keywords: "\
        _ case class data default deriving do else family forall foreign if import in infix infixl infixr instance \
        let mdo module newtype of otherwise pattern proc qualified rec then type where",
    soft_keywords: "as hiding via",
    folds: &[(BOOLEAN, "True False"), (PRIMITIVE_TYPE, "Double Float Int Integer Word")],
    operators: "\
        ! !! # $ $! % & && ( ) * ** *> + ++ , - -> . .. / /= : :: ; < <$ <$> <* <*> <- <= <> <|> = == => =<< > >= \
        >> >>= ? @ [ \\ \\\\ ] ^ ^^ ` { | || } ~",
    line_comments: &["--"],
    block_comments: &[("{-", "-}")],
    nested_comments: true,
    quotes: &[Quote::line("\""), Quote::character("'")],
    word_characters: "'",
    #[cfg(feature = "rare-grammars")]
    grammar: Some(Grammar {
        max_bytes: 32 << 10,
        // Its scanner looks far ahead.
        costs: ParseCosts { read: 8_000, ..PARSE_COSTS },
        identifiers: "variable constructor name module_id implicit_variable label",
        numbers: "integer float",
        strings: "string quasiquote",
        characters: "char",
        comments: "comment haddock pragma",
        statements: "\
            imports/ declarations/ class_declarations/ instance_declarations/ local_binds/ alternatives/ do/ guards \
            then: else",
        ..Grammar::new(tree_sitter_haskell::LANGUAGE)
    }),
    ..LanguageDefinition::EMPTY
};
