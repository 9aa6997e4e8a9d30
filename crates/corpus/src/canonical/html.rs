//! Extracts the text of an HTML page that a reader sees. It is streamed through the tokenizer of a browser's parser
//! (html5ever), which handles entities, comments and the ends of scripts as the standard requires.
//!
//! Markup, comments, scripts and style sheets are dropped. A tag that begins or ends a block separates words; a tag
//! within a line (`<b>`) does not. No tree is built, so deep nesting costs nothing.

use std::cell::{Cell, RefCell};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// Elements that do not break a line, sorted.
const INLINE: [&str; 33] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
    "i", "ins", "kbd", "mark", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
    "time", "tt", "u", "var", "wbr",
];

/// Converts the pieces of a page into text.
pub(crate) struct Page {
    tokenizer: Tokenizer<Text>,
    queue: BufferQueue,
}

impl Default for Page {
    fn default() -> Self {
        Self {
            tokenizer: Tokenizer::new(Text::default(), TokenizerOpts::default()),
            queue: BufferQueue::default(),
        }
    }
}

impl Page {
    /// Takes the page's next characters, and passes the text they complete to `each`.
    pub(crate) fn feed(&mut self, html: &str, each: impl FnMut(&str)) {
        self.queue.push_back(StrTendril::from(html));
        // The sink never pauses, so everything is processed at once.
        let _ = self.tokenizer.feed(&self.queue);
        self.give(each);
    }

    /// Ends the page.
    pub(crate) fn end(self, each: impl FnMut(&str)) {
        self.tokenizer.end();
        self.give(each);
    }

    /// Returns whether the next characters belong to a script or a style sheet.
    pub(crate) fn is_silent(&self) -> bool {
        self.tokenizer.sink.silent.get()
    }

    fn give(&self, mut each: impl FnMut(&str)) {
        let mut text = self.tokenizer.sink.text.borrow_mut();
        each(&text);
        text.clear();
    }
}

#[derive(Default)]
struct Text {
    text: RefCell<String>,
    silent: Cell<bool>,
}

impl TokenSink for Text {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(characters) if !self.silent.get() => {
                self.text.borrow_mut().push_str(&characters);
            }
            Token::TagToken(tag) => return self.tag(&tag),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl Text {
    fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        self.silent.set(false);
        if INLINE.binary_search(&name).is_err() {
            self.text.borrow_mut().push(' ');
        }
        if tag.kind == TagKind::EndTag {
            return TokenSinkResult::Continue;
        }
        // The content of these elements has no tags before their own end tag.
        match name {
            "script" => {
                self.silent.set(true);
                TokenSinkResult::RawData(RawKind::ScriptData)
            }
            "style" => {
                self.silent.set(true);
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            "iframe" | "noembed" | "noframes" | "xmp" => TokenSinkResult::RawData(RawKind::Rawtext),
            "plaintext" => TokenSinkResult::Plaintext,
            _ => TokenSinkResult::Continue,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(pieces: &[&str]) -> String {
        let (mut page, mut text) = (Page::default(), String::new());
        for piece in pieces {
            page.feed(piece, |some| text.push_str(some));
        }
        page.end(|some| text.push_str(some));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn markup_scripts_and_comments_are_dropped() {
        assert!(INLINE.is_sorted());
        let page = "<!doctype html><title>A &amp; B</title><style>p {color: red}</style>\
            <p class=\"lead\">A <b>ro</b>se<br>is<!-- not --><script>if (a < b) { \"</p>\" }</script> a r&ouml;se";
        assert_eq!(text(&[page]), "A & B A rose is a r\u{f6}se");
        assert_eq!(text(&["<p>a <scr", "ipt>x</scri", "pt>ro<", "i>se &am", "p; b"]), "a rose & b");
        assert_eq!(text(&["<script>never ends"]), "");
        assert_eq!(text(&["plain text"]), "plain text");
    }

    #[test]
    fn depth_costs_nothing() {
        assert_eq!(text(&[&"<div>".repeat(100_000), "deep"]), "deep");
    }
}
