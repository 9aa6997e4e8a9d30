//! Code as HTML: passages, columns of files, their division into parts of a page's size, and differences of lines. This file
//! makes columns for pages that show no report: the text of a search, and the submission it was found in.

mod column;
pub(crate) mod diff;
mod html;
mod parts;
mod passage;

use chaffinch_report::{File, FileText};

pub(crate) use column::{Column, ShownFile, class_markup_cost, text_cost};
pub(crate) use diff::{DifferingWords, differing_words, outside_comments};
#[cfg(test)]
pub(crate) use html::CodeView;
pub(crate) use parts::{ChainLink, SlotCosts, divide, heaviest_chain};
pub(crate) use passage::{Layer, Passage, Stretch, colour};

/// A file to show.
#[derive(Debug)]
pub struct CodeFile<'a> {
    /// Path in its submission.
    pub path: String,
    /// Name of its language, for highlighting.
    pub language: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Its passages, in any order.
    pub passages: Vec<CodePassage>,
}

/// A numbered passage of a file.
#[derive(Debug)]
pub struct CodePassage {
    /// Number that is shown.
    pub number: u32,
    /// First byte, and one past the last byte.
    pub bytes: (u32, u32),
    /// Fragment for links to it.
    pub id: String,
    /// Target of the link at its number.
    pub href: String,
    /// Text of the link for screen readers.
    pub label: String,
    /// Match type, as in a report.
    pub literal: Option<String>,
}

/// Returns the code of each file as HTML, with highlighted passages. The text of the files is escaped.
pub fn code_column(files: Vec<CodeFile>) -> Vec<(String, String)> {
    let texts: Vec<FileText> = files.iter().map(|file| FileText::new(file.text)).collect();
    let (mut records, mut passages) = (Vec::new(), Vec::new());
    for (file, number) in files.into_iter().zip(0..) {
        records.push(File {
            file: number,
            path: file.path,
            language: file.language.to_owned(),
            ..File::default()
        });
        passages.push(disjoint(file.passages));
    }
    let columns =
        records.iter().zip(passages).zip(&texts).map(|((file, found), text)| (file, found, Ok(text)));
    let column = Column::new(columns, |_| 0);
    let slots = 0..column.slots();
    let shown = column.shown(&slots);
    shown.map(|shown| (shown.column_file.file.path.clone(), shown.html().unwrap_or_default())).collect()
}

/// Returns passages in the order of the text. One that begins in another is cut, because the renderer needs disjoint
/// ones.
fn disjoint(mut found: Vec<CodePassage>) -> Vec<Passage> {
    found.sort_by_key(|passage| passage.bytes);
    let mut passages: Vec<Passage> = Vec::with_capacity(found.len());
    for CodePassage { number, bytes: (start, end), id, href, label, literal } in found {
        let start = start.max(passages.last().map_or(0, |last| last.end));
        if start < end {
            let layer = Layer::from_literal(literal.as_deref());
            passages.push(Passage { start, end, number, id, href, label, layer, ..Passage::default() });
        }
    }
    passages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(number: u32, bytes: (u32, u32)) -> CodePassage {
        let (id, href) = (format!("t-{number}"), format!("#s-{number}"));
        CodePassage { number, bytes, id, href, label: "Go".to_owned(), literal: None }
    }

    #[test]
    fn text_is_escaped_and_passages_are_marked() {
        let text = "int <b>;\nreturn 1;\n";
        let files = vec![CodeFile {
            path: "a.c".to_owned(),
            language: "c",
            text,
            passages: vec![passage(2, (9, 16)), passage(1, (0, 12)), passage(3, (900, 905))],
        }];
        let column = code_column(files);
        assert_eq!(column.len(), 1);
        let html = &column[0].1;
        assert!(html.contains("&lt;b&gt;") && !html.contains("<b>"), "{html}");
        assert!(html.contains("id=\"t-1\"") && html.contains("href=\"#s-2\""), "{html}");
        assert!(html.contains("data-match=\"2\" data-start=\"12\""), "the second one is cut: {html}");
        assert!(!html.contains("data-match=\"3\" data-start"), "{html}");
    }
}
