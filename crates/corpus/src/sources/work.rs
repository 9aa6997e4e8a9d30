//! A piece of a source, and what reading it gives. Reads files.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chaffinch_fingerprint::Parameters;

use super::record::{self, Record};
use super::zipped::Archive;
use super::{changed_at, date, lines, shown};
use crate::canonical::{Format, Reader, feature};
use crate::document::{Document, NO_DATE, Sequence, State};
use crate::error::{Error, Result, reading};

/// A piece of a source.
pub(crate) enum Work {
    /// One document from standard input.
    Input,
    /// Files on disk.
    Files(Vec<PathBuf>),
    /// Entries of a zip.
    Entries { path: Arc<Path>, archive: Arc<Archive>, entries: Range<usize> },
    /// Whole lines, the first of which has this number.
    Lines { source: Arc<Path>, line: u64, bytes: Vec<u8> },
    /// A line beyond [`lines::LONGEST_LINE`].
    LongLine { source: Arc<Path>, line: u64 },
}

/// What documents are made of. Different kinds do not compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Material {
    /// Texts, from whatever format.
    Texts,
    /// Ready-made sets.
    Features,
}

impl Material {
    /// The word for it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Texts => "text",
            Self::Features => "features",
        }
    }

    /// The material of this word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        [Self::Texts, Self::Features].into_iter().find(|material| material.word() == word)
    }
}

/// Documents that were read, in order.
#[derive(Default)]
pub(crate) struct Harvest {
    /// Without their places in the files they will be written to.
    pub(crate) documents: Vec<Document>,
    /// All names, one after the other.
    pub(crate) names: String,
    /// Where each name ends.
    pub(crate) name_ends: Vec<usize>,
    /// All sketches, one after the other.
    pub(crate) sketches: Vec<u64>,
    /// What the documents are made of, and the first that is.
    pub(crate) material: Option<(Material, u32)>,
    /// Bytes read.
    pub(crate) bytes: u64,
}

impl Harvest {
    fn push(&mut self, name: &str, document: Document) {
        self.names.push_str(name);
        self.name_ends.push(self.names.len());
        self.documents.push(document);
    }

    /// The name of the document at this place.
    pub(crate) fn name(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.name_ends[before]);
        &self.names[start..self.name_ends[at]]
    }
}

/// Reads pieces of work, in buffers it keeps.
pub(crate) struct Harvester {
    reader: Reader,
    parameters: Parameters,
    features: Vec<u64>,
    /// How texts are read of which nothing else is said; by their names where there is none.
    format: Option<Format>,
}

impl Harvester {
    pub(crate) fn new(reader: Reader, parameters: Parameters) -> Self {
        Self { reader, parameters, features: Vec::new(), format: None }
    }

    /// Reads a piece of a source; `format` is the source's.
    pub(crate) fn read(&mut self, format: Option<Format>, work: Work) -> Result<Harvest> {
        self.format = format;
        let mut harvest = Harvest::default();
        match work {
            Work::Input => self.input(&mut harvest)?,
            Work::Files(paths) => {
                for path in paths {
                    self.file(&path, &mut harvest)?;
                }
            }
            Work::Entries { path, archive, entries } => self.entries(&path, &archive, entries, &mut harvest),
            Work::Lines { source, line, bytes } => self.lines(&source, line, &bytes, &mut harvest)?,
            Work::LongLine { source, line } => {
                let document = Document { state: State::TooLarge, ..Document::SKIPPED };
                harvest.push(&numbered(&source, line), document);
            }
        }
        Ok(harvest)
    }

    /// How the document of a name is read.
    fn format(&self, name: &str) -> Format {
        self.format.unwrap_or_else(|| Format::of_name(name))
    }

    fn input(&mut self, harvest: &mut Harvest) -> Result<()> {
        let name = "-";
        let format = self.format(name);
        let mut counted = Counted { from: &mut io::stdin().lock(), read: 0 };
        let document = self.reader.document(format, name, &mut counted, &mut harvest.sketches);
        harvest.bytes += counted.read;
        harvest.push_text(name, document.map_err(reading(Path::new(name)))?);
        Ok(())
    }

    fn file(&mut self, path: &Path, harvest: &mut Harvest) -> Result<()> {
        let name = shown(path.as_os_str().as_encoded_bytes());
        let format = self.format(&name);
        let changed = || Error::Changed { path: path.to_owned() };
        let mut read = |harvest: &mut Harvest| -> io::Result<Option<Document>> {
            let file = File::open(path)?;
            let before = file.metadata()?;
            let mut counted = Counted { from: &mut &file, read: 0 };
            let mut document = {
                let mut text = lines::decompressed(path, &mut counted)?;
                let read = self.reader.document(format, &name, &mut text, &mut harvest.sketches);
                drop(text);
                // A broken archive is what it is: bytes.
                read?
            };
            harvest.bytes += counted.read;
            document.date = date(&before);
            let after = file.metadata()?;
            let same = (before.len(), changed_at(&before)) == (after.len(), changed_at(&after));
            let read_all = counted.read == before.len() || document.state == State::TooLarge;
            Ok((same && read_all).then_some(document))
        };
        let kept = harvest.sketches.len();
        match read(harvest) {
            Ok(Some(document)) => harvest.push_text(&name, document),
            Ok(None) => return Err(changed()),
            // It was there when the folder was listed.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(changed()),
            Err(_) => {
                harvest.sketches.truncate(kept);
                harvest.push(&name, Document::SKIPPED);
            }
        }
        Ok(())
    }

    fn entries(&mut self, path: &Path, archive: &Archive, entries: Range<usize>, harvest: &mut Harvest) {
        let mut archive = archive.clone();
        for at in entries {
            let before = shown(path.as_os_str().as_encoded_bytes());
            let Ok(mut entry) = archive.by_index(at) else {
                let inner = archive.name_for_index(at).and_then(std::result::Result::ok).unwrap_or_default();
                harvest.push(&format!("{before}/{inner}"), Document::SKIPPED);
                continue;
            };
            if entry.is_dir() {
                continue;
            }
            let name = format!("{before}/{}", shown(entry.name_raw()));
            let date = entry.last_modified().and_then(zip_date).unwrap_or(NO_DATE);
            let kept = harvest.sketches.len();
            harvest.bytes += entry.size();
            let format = self.format(&name);
            let read = self.reader.document(format, &name, &mut entry, &mut harvest.sketches);
            if let Ok(document) = read {
                harvest.push_text(&name, Document { date, ..document });
            } else {
                harvest.sketches.truncate(kept);
                harvest.push(&name, Document::SKIPPED);
            }
        }
    }

    fn lines(&mut self, source: &Path, first: u64, bytes: &[u8], harvest: &mut Harvest) -> Result<()> {
        harvest.bytes += bytes.len() as u64;
        let mut begin = 0;
        let mut line = first;
        while begin < bytes.len() {
            let end = memchr::memchr(b'\n', &bytes[begin..]).map_or(bytes.len(), |at| begin + at);
            let text = &bytes[begin..end];
            if !text.trim_ascii().is_empty() {
                self.line(source, line, text, harvest)?;
            }
            (begin, line) = (end + 1, line + 1);
        }
        Ok(())
    }

    fn line(&mut self, source: &Path, line: u64, text: &[u8], harvest: &mut Harvest) -> Result<()> {
        let unusable = Document { state: State::NoRecord, ..Document::SKIPPED };
        let Ok(record) = parsed(text) else {
            harvest.push(&numbered(source, line), unusable);
            return Ok(());
        };
        let name = record.document.as_ref().map_or_else(|| numbered(source, line).into(), record::Name::text);
        let date = record.date.as_ref().map_or(NO_DATE, record::date);
        let kept = harvest.sketches.len();
        let (document, material) = if let Some(text) = &record.text {
            let format = match &record.format {
                Some(word) => Format::from_word(word),
                None => Some(self.format(&name)),
            };
            let Some(format) = format else {
                harvest.push(&name, unusable);
                return Ok(());
            };
            let read = self.reader.document(format, &name, &mut text.as_bytes(), &mut harvest.sketches);
            (read.ok(), Material::Texts)
        } else if let Some(features) = &record.features {
            self.features.clear();
            self.features.extend(features.iter().map(|one| feature(one.text().as_bytes())));
            let mut document = self.reader.features(&mut self.features, &mut harvest.sketches);
            document.raw = document.canonical;
            (Some(document), Material::Features)
        } else {
            let material = record.of.as_deref().and_then(Material::from_word);
            self.check(&name, &record, material)?;
            (sketched(&record, &mut harvest.sketches), material.unwrap_or(Material::Texts))
        };
        let Some(document) = document else {
            harvest.sketches.truncate(kept);
            harvest.push(&name, unusable);
            return Ok(());
        };
        harvest.material(&name, material)?;
        harvest.push(&name, Document { date, ..document });
        Ok(())
    }

    /// Sketches must have been made as this run makes them.
    fn check(&self, name: &str, record: &Record, material: Option<Material>) -> Result<()> {
        let ours = self.parameters.to_string();
        match &record.parameters {
            Some(theirs) if material != Some(Material::Features) && **theirs != *ours => Err(Error::Mixed {
                document: name.to_owned(),
                found: format!("a sketch with {theirs}"),
                first: "this run".to_owned(),
                expected: ours,
            }),
            _ => Ok(()),
        }
    }
}

impl Harvest {
    fn push_text(&mut self, name: &str, document: Document) {
        if self.material.is_none() {
            self.material = Some((Material::Texts, self.documents.len() as u32));
        }
        self.push(name, document);
    }

    /// Notes what the next document is made of.
    fn material(&mut self, name: &str, material: Material) -> Result<()> {
        match self.material {
            Some((other, first)) if other != material => {
                Err(mixed(name, material, self.name(first as usize), other))
            }
            Some(_) => Ok(()),
            None => {
                self.material = Some((material, self.documents.len() as u32));
                Ok(())
            }
        }
    }
}

/// Two documents that do not compare.
pub(crate) fn mixed(document: &str, material: Material, first: &str, other: Material) -> Error {
    Error::Mixed {
        document: document.to_owned(),
        found: material.word().to_owned(),
        first: first.to_owned(),
        expected: other.word().to_owned(),
    }
}

pub(super) fn parsed(line: &[u8]) -> serde_json::Result<Record<'_>> {
    serde_json::from_slice(line)
}

/// A sketch that was made before; `None` where the line holds none.
fn sketched(record: &Record, out: &mut Vec<u64>) -> Option<Document> {
    let before = out.len();
    for value in record.sketch.as_ref()? {
        out.push(u64::from_str_radix(value, 16).ok()?);
    }
    let values = &out[before..];
    if !values.is_sorted_by(|left, right| left < right) {
        return None;
    }
    let mut sequence = Sequence::default();
    sequence.feed(values);
    let number = |digits: &Option<std::borrow::Cow<str>>| {
        u128::from_str_radix(digits.as_deref().unwrap_or("0"), 16).ok()
    };
    Some(Document {
        raw: number(&record.identical)?,
        canonical: number(&record.lexical)?,
        sketched: sequence.end(),
        size: values.len() as u32,
        state: match record.state {
            Some(state) => State::from_number(state)?,
            None if values.is_empty() => State::Unsampled,
            None => State::Sketched,
        },
        ..Document::SKIPPED
    })
}

/// The name of a line that has none.
pub(super) fn numbered(source: &Path, line: u64) -> String {
    format!("{}:{line}", shown(source.as_os_str().as_encoded_bytes()))
}

/// The archive's local time taken for universal time, as nothing says which it is.
fn zip_date(time: zip::DateTime) -> Option<i64> {
    let day = chrono::NaiveDate::from_ymd_opt(time.year().into(), time.month().into(), time.day().into())?;
    let moment = day.and_hms_opt(time.hour().into(), time.minute().into(), time.second().into())?;
    Some(moment.and_utc().timestamp())
}

/// Counts what is read.
struct Counted<'a> {
    from: &'a mut dyn Read,
    read: u64,
}

impl Read for Counted<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        self.read += read as u64;
        Ok(read)
    }
}
