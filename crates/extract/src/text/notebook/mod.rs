//! Reads Jupyter notebooks, and R Markdown and Quarto as such (`chunks`). The code cells are one text, and the Markdown and raw cells another, which is compared as prose.
//! The rest (outputs, pictures) is not the author's work. The JSON reader refuses more than 128 levels, so deep nesting is
//! harmless; a notebook that it refuses is read cell by cell (`repair`). Pure functions.

mod cells;
mod chunks;
mod pictures;
mod repair;

use chaffinch_submission::Digest;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::Text;
use cells::{Cells, divided};
use repair::repair;

pub(crate) use cells::TEXT_CELLS;
pub(crate) use chunks::{has_chunks, read_chunks};
pub(crate) use pictures::WithoutPictures;

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
    #[serde(rename = "cell_type")]
    kind: String,
    /// Named `input` in format 3.
    #[serde(alias = "input")]
    source: Option<Source>,
    metadata: Option<CellMetadata>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Source {
    Whole(String),
    Lines(Vec<String>),
}

/// What course software writes into cells: the instructor's cells cannot be edited.
#[derive(Deserialize)]
struct CellMetadata {
    editable: Option<bool>,
    nbgrader: Option<NbgraderMetadata>,
}

#[derive(Deserialize)]
struct NbgraderMetadata {
    locked: Option<bool>,
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

/// Returns the code cells of a notebook, joined by line feeds, and its other cells as [`Text::prose`]. A file that is not a
/// notebook keeps its text and gets a note. `digest` is that of the file with its pictures.
pub(crate) fn read_notebook(mut text: Text, digest: Digest) -> Result<Text, String> {
    text.file.digest = digest;
    let notes = &mut text.file.notes;
    let cells = match serde_json::from_str::<Document>(&text.file.text) {
        Ok(document) => document.cells(notes),
        Err(error) => {
            let place = format!("line {}, column {}", error.line(), error.column());
            let Some((cells, is_merged)) = repair(&text.file.text) else {
                notes.push(format!("not a valid notebook (error at {place}); read as text"));
                return Ok(text);
            };
            notes.push(format!("damaged notebook (error at {place}); its cells were read one by one"));
            if is_merged {
                notes.push("merge conflict in the notebook; both versions were read".to_owned());
            }
            cells
        }
    };
    divided(text, cells)
}

impl Document {
    fn language(&self) -> Option<String> {
        let metadata = self.metadata.as_ref()?;
        let named = metadata.kernelspec.get("language").or_else(|| metadata.language_info.get("name"));
        Some(named?.as_str()?.to_owned())
    }

    /// Returns the cells. Locked Markdown is the text of the task, which all submissions have.
    fn cells(self, notes: &mut Vec<String>) -> Cells {
        let mut cells = Cells { language: self.language(), ..Cells::default() };
        let sheets = self.worksheets.into_iter().flatten().flat_map(|sheet| sheet.cells);
        let mut locked = 0;
        for cell in self.cells.into_iter().flatten().chain(sheets) {
            if cell.kind != "code" && cell.is_locked() {
                locked += 1;
                continue;
            }
            match cell.source {
                Some(Source::Whole(source)) => cells.add(&cell.kind, &source),
                Some(Source::Lines(lines)) => cells.add(&cell.kind, &lines.concat()),
                None => cells.add(&cell.kind, ""),
            }
        }
        match locked {
            0 => {}
            1 => notes.push("1 locked text cell was not compared".to_owned()),
            n => notes.push(format!("{n} locked text cells were not compared")),
        }
        cells
    }
}

impl Cell {
    fn is_locked(&self) -> bool {
        self.metadata.as_ref().is_some_and(|metadata| {
            let nbgrader = metadata.nbgrader.as_ref();
            metadata.editable == Some(false) || nbgrader.is_some_and(|of| of.locked == Some(true))
        })
    }
}

#[cfg(test)]
mod tests;
