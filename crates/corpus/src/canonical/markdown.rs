//! Extracts the text of a Markdown document that a reader of the rendered document sees.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::html::Page;

/// Passes the text to `each`, in order. HTML in the document is read as HTML.
pub(crate) fn text(markdown: &str, mut each: impl FnMut(&str)) {
    let mut page = Page::default();
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => page.feed(&html, &mut each),
            Event::Text(text) | Event::Code(text) if !page.is_silent() => each(&text),
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {}
            _ => each(" "),
        }
    }
    page.end(each);
}

#[cfg(test)]
mod tests {
    fn check(markdown: &str, expected: &str) {
        let mut text = String::new();
        super::text(markdown, |some| text.push_str(some));
        assert_eq!(text.split_whitespace().collect::<Vec<_>>().join(" "), expected);
    }

    #[test]
    fn only_what_a_reader_sees_remains() {
        check("# A *ro*se\n\n- is\n- [a](http://example.org/x) rose\n", "A rose is a rose");
        check("`code` and\n\n```c\nint a;\n```\n", "code and int a;");
        check("a <b>ro</b>se\n\n<script>\nvar x;\n</script>\n\nis", "a rose is");
        check("| a | b |\n|---|---|\n| c | d |\n", "a b c d");
    }
}
