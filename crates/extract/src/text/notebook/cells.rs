//! The cells of a notebook or a text with chunks of code: the code as one text, and the prose as another.

use chaffinch_submission::{Notebook, SourceFile};

use crate::text::Text;
use crate::text::decode::few_nuls;

/// Name of the file of Markdown and raw cells, below the notebook. No other file can have this path.
pub(crate) const TEXT_CELLS: &str = "text cells";

/// What is read of a notebook.
#[derive(Default)]
pub(super) struct Cells {
    pub(super) code: String,
    /// The position in `code` at which each cell begins.
    pub(super) starts: Vec<u32>,
    pub(super) prose: String,
    pub(super) language: Option<String>,
}

impl Cells {
    /// Adds the text of a cell.
    pub(super) fn add(&mut self, kind: &str, text: &str) {
        if kind == "code" {
            if !self.starts.is_empty() {
                self.code.push('\n');
            }
            self.starts.push(self.code.len() as u32);
            self.code.push_str(text);
        } else if !text.trim().is_empty() {
            // An empty line separates paragraphs.
            let separator = if self.prose.is_empty() { "" } else { "\n\n" };
            self.prose.push_str(separator);
            self.prose.push_str(text);
        }
    }
}

/// Returns a text of which only the code is left, and the prose apart.
pub(super) fn divided(mut text: Text, mut cells: Cells) -> Result<Text, String> {
    let notes = &mut text.file.notes;
    for part in [&mut cells.code, &mut cells.prose] {
        // JSON can escape them.
        let nuls = few_nuls(part, part.chars().count());
        if nuls.ok_or("not text (its cells contain NUL characters)")? > 0 {
            *part = part.replace('\0', " ");
            notes.push("NUL characters in its cells were read as spaces".to_owned());
        }
    }
    if !cells.prose.is_empty() {
        let notebook = Notebook { cells: Vec::new(), language: Some(Notebook::PROSE.to_owned()) };
        let digest = *blake3::hash(cells.prose.as_bytes()).as_bytes();
        let encoding = text.file.encoding;
        let plain = SourceFile::plain(TEXT_CELLS, cells.prose);
        let file = SourceFile { encoding, digest, notebook: Some(notebook), ..plain };
        text.prose = Some(Box::new(Text { file, seen: None, prose: None }));
    }
    text.file.text = cells.code;
    text.file.notebook = Some(Notebook { cells: cells.starts, language: cells.language });
    Ok(text)
}
