//! HTML, with the scripts and styles in it.
//!
//! Decisions, all in the definition below:
//! - Tags and attributes of the standard keep their names, in any case; others are identifiers.
//! - A run of text between tags is a string, and so are an attribute's value and a character reference.
//! - A statement is an opening tag with the text behind it.
//! - Files larger than 32 KiB are scanned: the grammar's own code looks at every open tag for every token.
//! - Scripts and styles are read word by word, with JavaScript's words and operators. Names there that are also a tag's
//!   or an attribute's (`table`, `value`) keep their names too.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["xhtml"],
    endings: &["html", "htm", "xhtml"],
    k: 6,
    keywords: "\
        a abbr accept accesskey action address alt area article aside async audio autocomplete autofocus autoplay b \
        base blockquote body border br break button canvas caption case catch center charset checked cite class \
        code col colgroup colspan cols const content contenteditable continue controls coords data datalist datetime \
        dd default defer del details dfn dialog dir disabled div dl do doctype download draggable dt else em embed \
        enctype export fieldset figcaption figure finally font footer for form frame frameset function h1 h2 h3 h4 \
        h5 h6 head header height hidden high href hr html http-equiv i id iframe if img import in input ins integrity \
        kbd kind label lang legend let li link list loop low main map mark max maxlength media menu meta meter \
        method min multiple muted name nav new noscript null object ol onchange onclick onload onsubmit open \
        optgroup optimum option output p param pattern picture placeholder poster pre preload progress q readonly \
        rel required return reversed rows rowspan s samp sandbox scope script section select selected shape size \
        sizes small source span spellcheck src srcdoc srcset start step strong style sub summary sup svg switch \
        tabindex table target tbody td template textarea tfoot th thead this throw time title tr track try type \
        typeof u ul usemap value var video void wbr while width wrap",
    folds: &[(BOOLEAN, "true false")],
    case_insensitive: true,
    case_sensitive_names: true,
    operators: "\
        ! != !== # % & && ( ) * + ++ += , - -- -= . / /= /> : ; < <! </ <= = == === => > >= ? @ [ ] ^ { | || } ~",
    line_comments: &["//"],
    block_comments: &[("<!--", "-->"), ("/*", "*/")],
    quotes: &[Quote::line("\""), Quote::line("'"), Quote::block("`")],
    grammar: Some(Grammar {
        max_bytes: 32 << 10,
        identifiers: "tag_name attribute_name",
        scanned: "raw_text doctype",
        strings: "text entity attribute_value quoted_attribute_value",
        statements: "start_tag self_closing_tag raw_text",
        ..Grammar::new(tree_sitter_html::LANGUAGE)
    }),
    ..LanguageDefinition::EMPTY
};
