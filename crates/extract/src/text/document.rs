//! Reads the text of office documents, which are zips with the text as XML in one of their entries. Pictures, tables of
//! contents and formats are no text. Also says what other files of office programs and of Scratch are, which are not read.

use std::io::{Cursor, Read};

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::Event;
use zip::ZipArchive;

use super::Text;
use crate::limits::{Budget, Metered, Refusal};
use crate::names::ends_with;
use chaffinch_submission::SourceFile;

/// A format of documents.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DocumentFormat {
    ending: &'static str,
    /// The entry with the text.
    part: &'static str,
    /// Elements whose content is text.
    texts: &'static [&'static str],
}

const FORMATS: &[DocumentFormat] = &[
    DocumentFormat { ending: ".docx", part: "word/document.xml", texts: &["t"] },
    DocumentFormat { ending: ".odt", part: "content.xml", texts: &["p", "h"] },
];

/// Elements whose content is no text of the author: formats, deleted text, the same text again for older programs.
const LEFT_OUT: &[&str] =
    &["pPr", "rPr", "del", "Fallback", "tracked-changes", "annotation", "note-citation"];
/// Elements that end a line.
const LINES: &[&str] = &["p", "h", "br", "cr", "line-break"];

/// Files that are not read, by their extensions, with what they are.
const NOT_READ: &[(&[&str], &str)] = &[
    (&[".xlsx", ".xlsm", ".xls", ".ods", ".numbers"], "a spreadsheet; not compared"),
    (&[".pptx", ".ppt", ".odp", ".key"], "a presentation; not compared"),
    (&[".sb3", ".sb2", ".sb"], "a Scratch project; not compared"),
    (
        &[".doc", ".pages"],
        "a document in a format that is not read; not compared (save it as .docx to compare it)",
    ),
];

/// Returns the reason not to read a file with this name, if it has none of the formats that are read.
pub(crate) fn not_read(name: &str) -> Option<&'static str> {
    let known = NOT_READ.iter().find(|(endings, _)| endings.iter().any(|ending| ends_with(name, ending)));
    known.map(|(_, reason)| *reason)
}

/// Returns the format of a document with this name.
pub(crate) fn format(name: &str) -> Option<DocumentFormat> {
    FORMATS.iter().copied().find(|format| ends_with(name, format.ending))
}

/// Reads the text of a document of at most `most` bytes of text and formats. `Err` inside holds the reason for the list of
/// skipped files.
pub(crate) fn read(
    bytes: &[u8],
    format: DocumentFormat,
    most: u64,
    budget: &Budget<'_>,
    at: &str,
) -> Result<Result<Text, String>, Refusal> {
    let damaged = || Ok(Err("a damaged document".to_owned()));
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else { return damaged() };
    let Ok(part) = archive.by_name(format.part) else { return damaged() };
    let mut xml = Vec::new();
    // Attack: a document that unpacks to gigabytes.
    if let Err(error) = Metered::new(part, budget, at).take(most + 1).read_to_end(&mut xml) {
        crate::limits::Trouble::new(error, at).flaw()?;
        return damaged();
    }
    if xml.len() as u64 > most {
        return Ok(Err(format!("more than {most} bytes, the limit for one file")));
    }
    let Some(text) = text_of(&String::from_utf8_lossy(&xml), format) else { return damaged() };
    let file = SourceFile {
        digest: *blake3::hash(bytes).as_bytes(),
        notes: vec!["the text of a document; its pictures and formats are not compared".to_owned()],
        ..SourceFile::plain("", text)
    };
    Ok(Ok(Text { file, seen: None, prose: None }))
}

/// Returns the text in an XML document, one paragraph a line; `None` if it is damaged.
fn text_of(xml: &str, format: DocumentFormat) -> Option<String> {
    let mut reader = Reader::from_str(xml);
    let (mut text, mut depth, mut left_out) = (String::new(), 0_usize, 0_usize);
    loop {
        match reader.read_event().ok()? {
            Event::Start(element) => {
                let name = element.local_name();
                left_out += usize::from(LEFT_OUT.contains(&name.as_ref()));
                depth += usize::from(format.texts.contains(&name.as_ref()));
            }
            Event::End(element) => {
                let name = element.local_name();
                if LINES.contains(&name.as_ref()) && left_out == 0 {
                    text.push('\n');
                }
                left_out = left_out.saturating_sub(usize::from(LEFT_OUT.contains(&name.as_ref())));
                depth = depth.saturating_sub(usize::from(format.texts.contains(&name.as_ref())));
            }
            Event::Empty(element) if left_out == 0 => match element.local_name().as_ref() {
                "tab" => text.push('\t'),
                "s" => text.push(' '),
                name if LINES.contains(&name) => text.push('\n'),
                _ => {}
            },
            Event::Text(part) if depth > 0 && left_out == 0 => text.push_str(&part),
            Event::CData(part) if depth > 0 && left_out == 0 => text.push_str(&part),
            Event::GeneralRef(reference) if depth > 0 && left_out == 0 => {
                match reference.resolve_char_ref().ok()? {
                    Some(character) => text.push(character),
                    None => text.push_str(resolve_predefined_entity(&reference)?),
                }
            }
            Event::Eof => return Some(text),
            _ => {}
        }
    }
}
