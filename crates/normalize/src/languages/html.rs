//! HTML, with the scripts and styles in it.
//!
//! Decisions, all in the definition below:
//! - Tags and attributes of the standard keep their names, in any case; others are identifiers.
//! - A run of text between tags is a string, and so are an attribute's value and a character reference.
//! - A statement is an opening tag with the text behind it.
//! - Files larger than 32 KiB are scanned: the grammar's own code looks at every open tag for every token.
//! - Templates are read like pages; what is between their marks (`<%= ... %>`, `{{ ... }}`) is text.
//! - Scripts and styles are read word by word, with JavaScript's words and operators. Names there that are also a tag's
//!   or an attribute's (`table`, `value`) keep their names too.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["xhtml"],
    endings: &[
        "html",
        "htm",
        "xhtml",
        // Templates and descriptions of user interfaces: mostly tags.
        "ascx",
        "aspx",
        "axaml",
        "cshtml",
        "ejs",
        "erb",
        "fxml",
        "handlebars",
        "hbs",
        "jsp",
        "jspx",
        "mustache",
        "njk",
        "razor",
        "twig",
        "xaml",
    ],
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
    quotes: &[Quote::line("\""), Quote::line("'"), Quote::interpolated("`", "${")],
    grammar: Some(Grammar {
        max_bytes: 32 << 10,
        only_parsed: true,
        identifiers: "tag_name attribute_name",
        scanned: "raw_text doctype",
        strings: "text entity attribute_value quoted_attribute_value",
        statements: "start_tag self_closing_tag raw_text",
        ..Grammar::new(tree_sitter_html::LANGUAGE)
    }),
    ..LanguageDefinition::EMPTY
};

/// Components of Vue and Svelte, read by the scanner: a script, a template and a style in one file.
///
/// Decisions: JavaScript's and TypeScript's words keep their names; so do tags that are no names of variables (`div`, not
/// `a`); the words of a text between tags are identifiers; a directive (`v-if`, `@click`) is read as its words and signs.
pub(crate) const VUE: LanguageDefinition = LanguageDefinition {
    aliases: &["svelte"],
    endings: &["vue", "svelte"],
    k: 6,
    keywords: "\
        article aside async await body br break button canvas case catch class computed const continue debugger \
        default defineEmits defineProps delete div do each else emit emits enum export extends finally footer for form \
        from function h1 h2 h3 h4 h5 h6 header hr html if implements img import in input instanceof interface key let \
        li main mounted namespace nav new null of ol onMount onMounted option p private props protected public \
        reactive readonly ref return script section select setup slot span static strong style super switch table \
        tbody td template textarea tfoot th thead then this throw tr transition try type typeof ul undefined var void \
        watch watchEffect while with yield",
    folds: &[
        (BOOLEAN, "true false"),
        (PRIMITIVE_TYPE, "any bigint boolean never number string unknown"),
        ("var", "const let"),
    ],
    operators: "\
        ! != !== # $ % & && &&= ( ) * ** *= + ++ += , - -- -= . ... / /= /> : ; < <! </ <= = == === => > >= ? ?. ?? @ \
        [ ] ^ { | || } ~",
    line_comments: &["//"],
    block_comments: &[("<!--", "-->"), ("/*", "*/")],
    quotes: &[Quote::line("\""), Quote::line("'"), Quote::interpolated("`", "${")],
    word_characters: "$",
    optional_semicolons: true,
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        after: "; {",
        never: "; { }",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
