//! The bytes of a file as text: encodings and Jupyter notebooks. The code cells of a notebook are the text. The rest (prose,
//! outputs, pictures) is not the author's program. The JSON reader refuses more than 128 levels, so deep nesting is
//! harmless. Pure functions.

mod decode;
pub(crate) mod document;
mod encodings;

use chaffinch_submission::Notebook;
use serde::Deserialize;
use serde::de::IgnoredAny;

use decode::few_nuls;

pub use decode::encoding;
pub use encodings::{
    BadRule, EncodingRule, MAX_HANDED_OUT, MAX_PATTERN_BYTES, MAX_RULE_BYTES, MAX_RULES, hex,
};

pub(crate) use decode::{Seen, Text, decode};
pub(crate) use encodings::{Encodings, check_size, digest};

/// A notebook. Format 4 has cells. Earlier formats have worksheets with cells.
#[derive(Deserialize)]
struct Document {
    cells: Option<Vec<Cell>>,
    worksheets: Option<Vec<Worksheet>>,
    metadata: Option<Metadata>,
    /// Present in every notebook. A document without it is other JSON.
    #[serde(rename = "nbformat")]
    _format: IgnoredAny,
}

#[derive(Deserialize)]
struct Worksheet {
    cells: Vec<Cell>,
}

#[derive(Deserialize)]
struct Cell {
    cell_type: String,
    /// Named `input` in format 3.
    #[serde(alias = "input")]
    source: Option<Source>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Source {
    Whole(String),
    Lines(Vec<String>),
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(default)]
    kernelspec: serde_json::Value,
    #[serde(default)]
    language_info: serde_json::Value,
}

/// Returns whether a file with this name is a notebook.
pub(crate) fn is_notebook(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("ipynb"))
}

/// Returns the code cells of a notebook, joined by line feeds. A file that is not a notebook keeps its text and gets a
/// note.
pub(crate) fn read_notebook(mut text: Text) -> Result<Text, String> {
    match serde_json::from_str::<Document>(&text.file.text) {
        Ok(document) => {
            let language = document.language();
            let (mut decoded, cells) = document.code();
            // JSON can escape them.
            let nuls = few_nuls(&decoded, decoded.chars().count());
            if nuls.ok_or("not text (its cells contain NUL characters)")? > 0 {
                decoded = decoded.replace('\0', " ");
                text.file.notes.push("NUL characters in its cells were read as spaces".to_owned());
            }
            text.file.text = decoded;
            text.file.notebook = Some(Notebook { cells, language });
        }
        Err(error) => {
            let place = format!("line {}, column {}", error.line(), error.column());
            text.file.notes.push(format!("not a valid notebook (error at {place}); read as text"));
        }
    }
    Ok(text)
}

impl Document {
    fn language(&self) -> Option<String> {
        let metadata = self.metadata.as_ref()?;
        let named = metadata.kernelspec.get("language").or_else(|| metadata.language_info.get("name"));
        Some(named?.as_str()?.to_owned())
    }

    /// Returns the code, and the position at which each cell begins.
    fn code(self) -> (String, Vec<u32>) {
        let sheets = self.worksheets.into_iter().flatten().flat_map(|sheet| sheet.cells);
        let cells = self.cells.into_iter().flatten().chain(sheets);
        let mut code = String::new();
        let mut starts = Vec::new();
        for cell in cells.filter(|cell| cell.cell_type == "code") {
            if !starts.is_empty() {
                code.push('\n');
            }
            starts.push(code.len() as u32);
            match cell.source {
                Some(Source::Whole(source)) => code.push_str(&source),
                Some(Source::Lines(lines)) => lines.iter().for_each(|line| code.push_str(line)),
                None => {}
            }
        }
        (code, starts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::decode;

    fn of(json: &str) -> Text {
        read_notebook(decode(json.as_bytes().to_vec(), None).unwrap()).unwrap()
    }

    #[test]
    fn the_code_cells_are_the_text() {
        let text = of(r##"{"cells": [
            {"cell_type": "markdown", "source": ["# Task"], "metadata": {}},
            {"cell_type": "code", "source": ["import os\n", "x = \"é\""], "outputs": [{"data": {"png": "AA"}}]},
            {"cell_type": "code", "source": ""},
            {"cell_type": "code", "source": "print(x)\n"}
        ], "metadata": {"kernelspec": {"language": "julia"}, "language_info": {"name": "python"}}, "nbformat": 4}"##);
        assert_eq!(text.file.text, "import os\nx = \"é\"\n\nprint(x)\n");
        let notebook = text.file.notebook.unwrap();
        assert_eq!((notebook.cells, notebook.language.as_deref()), (vec![0, 19, 20], Some("julia")));
        assert!(text.file.notes.is_empty());
    }

    #[test]
    fn formats_before_the_fourth_have_worksheets() {
        let text = of(
            r#"{"worksheets": [{"cells": [{"cell_type": "code", "input": ["a = 1"], "language": "python"},
            {"cell_type": "heading", "source": ["b"]}]}], "metadata": {"name": ""}, "nbformat": 3}"#,
        );
        assert_eq!(text.file.text, "a = 1");
        assert_eq!(text.file.notebook, Some(Notebook { cells: vec![0], language: None }));
    }

    #[test]
    fn what_is_no_notebook_stays_text_and_says_so() {
        let deep = format!("{{\"cells\": {}", "[".repeat(100_000));
        for json in ["", "{\"cells\": [", "[1]", "{}", "{\"nbformat\": 4, \"cells\": 7}", &deep] {
            let text = of(json);
            assert_eq!((text.file.text.as_str(), text.file.notebook), (json, None));
            let note = &text.file.notes[0];
            assert!(note.starts_with("not a valid notebook (error at line "), "{note}");
            assert!(note.ends_with("); read as text"), "{note}");
        }
    }

    #[test]
    fn a_notebook_without_code_is_an_empty_text() {
        let text = of(r#"{"cells": [], "nbformat": 4}"#);
        assert_eq!((text.file.text.as_str(), text.file.notebook.unwrap().cells.len()), ("", 0));
        assert!(
            read_notebook(
                decode(
                    br#"{"cells": [{"cell_type": "code", "source": "\u0000"}], "nbformat": 4}"#.to_vec(),
                    None
                )
                .unwrap()
            )
            .is_err()
        );
    }
}
