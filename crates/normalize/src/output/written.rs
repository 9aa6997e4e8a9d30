//! What a part of a text contains besides comments and layout, including what matching ignores: modifiers, annotations,
//! commands of a notebook, signs in prose. Only this shows whether equal tokens are equal code.

use std::ops::Range;

use chaffinch_submission::TokenStream;

use crate::passes::is_command;
use crate::scan::{is_layout, scan};
use crate::selection::language;

/// Returns the words and signs in a part of a text, in order, without comments and layout. `stream` is what the whole
/// text was read as. What lies outside of the text, or cuts a character, is left out.
pub fn written<'t>(stream: &TokenStream, text: &'t str, part: Range<u32>) -> Vec<&'t str> {
    let Some(language) = language(stream.language) else { return Vec::new() };
    let (rules, table) = (language.lexical_rules(), language.token_table());
    let mut lexemes = Vec::new();
    let mut read = |piece: Range<u32>| {
        let piece = piece.start as usize..piece.end as usize;
        // Most pieces are layout. In a language of fixed form, the scanner would read all of the text before a piece.
        // Nothing is ignored in these languages.
        if text.get(piece.clone()).is_some_and(|piece| !piece.chars().all(is_layout)) {
            scan(rules, table, text, piece, &mut lexemes);
        }
    };
    let mut at = part.start;
    let comments = &stream.comments[stream.comments.partition_point(|comment| comment.end <= at)..];
    for comment in comments.iter().take_while(|comment| comment.start < part.end) {
        let of_comment = text.get(comment.start as usize..comment.end as usize);
        if !of_comment.is_some_and(|comment| is_command(rules, comment)) {
            read(at..comment.start.max(at));
            at = comment.end.min(part.end);
        }
    }
    read(at..part.end);
    lexemes.iter().map(|lexeme| &text[lexeme.start as usize..lexeme.end as usize]).collect()
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::{Notebook, SourceFile};

    use super::*;
    use crate::{Choice, tokenize};

    fn check(file: &SourceFile, expected: &str) {
        let stream = tokenize(file, Choice::Auto);
        let whole = written(&stream, &file.text, 0..file.text.len() as u32);
        assert_eq!(whole.join("·"), expected);
    }

    #[test]
    fn ignored_words_and_signs_are_written_and_comments_are_not() {
        check(
            &SourceFile::plain("A.java", "@A(\"b  c\") /* d */ public // e\nfinal int f = this . g;"),
            "@·A·(·\"b  c\"·)·public·final·int·f·=·this·.·g·;",
        );
        check(&SourceFile::plain("a.txt", "x = -4,\n(y)\u{200b}"), "x·=·-·4·,·(·y·)");
        check(&SourceFile::plain("a.rs", "\n#![allow( x )] fn f() {}"), "#·!·[·allow·(·x·)·]·fn·f·(·)·{·}");
        let mut notebook = SourceFile::plain("a.ipynb", "%matplotlib inline\n# x\n'''y'''\nz = 1");
        notebook.notebook = Some(Notebook { cells: vec![0], language: Some("python".into()) });
        check(&notebook, "%·matplotlib·inline·z·=·1");
    }

    #[test]
    fn what_no_text_has_is_left_out() {
        let file = SourceFile::plain("a.txt", "é, é");
        let stream = tokenize(&file, Choice::Auto);
        assert_eq!(written(&stream, &file.text, 1..9), Vec::<&str>::new());
    }
}
