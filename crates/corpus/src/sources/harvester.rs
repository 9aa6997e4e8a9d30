//! Reads the documents of a piece.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use chaffinch_fingerprint::hash_kgram;
use chaffinch_sketch::Parameters;
use chaffinch_submission::Named as _;

use super::archive::Archive;
use super::harvest::{Harvest, Material};
use super::names::{changed_at, date, numbered, shown, within};
use super::piece::Piece;
use super::record::{self, parsed};
use super::{lines, stored};
use crate::canonical::{Format, Reader, feature};
use crate::document::{Document, NO_DATE, State};
use crate::error::{Error, Result, reading};

/// Reads pieces and reuses its buffers.
pub(crate) struct Harvester {
    reader: Reader,
    parameters: Parameters,
    features: Vec<u64>,
    /// Format of texts that do not name one; `None` if their names decide.
    format: Option<Format>,
}

impl Harvester {
    pub(crate) fn new(reader: Reader, parameters: Parameters) -> Self {
        Self { reader, parameters, features: Vec::new(), format: None }
    }

    /// Reads a piece of a source; `format` is the source's.
    pub(crate) fn read(&mut self, format: Option<Format>, work: Piece) -> Result<Harvest> {
        self.format = format;
        let mut harvest = Harvest::default();
        match work {
            Piece::Input => self.input(&mut harvest)?,
            Piece::Files(paths) => {
                for path in paths {
                    self.file(&path, &mut harvest)?;
                }
            }
            Piece::Entries { path, archive, entries } => self.entries(&path, &archive, entries, &mut harvest),
            Piece::Lines { source, line, bytes } => self.lines(&source, line, &bytes, &mut harvest)?,
            Piece::LongLine { source, line } => {
                let document = Document { state: State::TooLarge, ..Document::SKIPPED };
                harvest.push(&numbered(&source, line), document);
            }
        }
        Ok(harvest)
    }

    /// Returns the format for a document with this name.
    fn format(&self, name: &str) -> Format {
        self.format.unwrap_or_else(|| Format::from_name(name))
    }

    fn input(&mut self, harvest: &mut Harvest) -> Result<()> {
        let name = "-";
        let format = self.format(name);
        let mut counted = CountingReader { from: &mut io::stdin().lock(), read: 0 };
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
            let mut counted = CountingReader { from: &mut &file, read: 0 };
            let mut document = {
                let mut text = lines::decompressed(path, &mut counted)?;
                let read = self.reader.document(format, &name, &mut text, &mut harvest.sketches);
                drop(text);
                // A broken archive is read as plain bytes.
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
            // The file was there when the folder was listed.
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
            let Ok(mut entry) = archive.by_index(at) else {
                let inner = archive.name_for_index(at).and_then(std::result::Result::ok).unwrap_or_default();
                harvest.push(&within(path, inner.as_bytes()), Document::SKIPPED);
                continue;
            };
            if entry.is_dir() {
                continue;
            }
            let name = within(path, entry.name_raw());
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
        let mut name = record.name(|| numbered(source, line));
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
            let features = features.iter().map(|one| feature(one.text().as_bytes()));
            (Some(self.features(features, harvest)), Material::Features)
        } else if let Some(fingerprints) = &record.fingerprints {
            let document = record::exported(text).ok().map(|exported| {
                name = exported.name(&name).into();
                let scheme = feature(exported.scheme.as_bytes());
                self.features(fingerprints.iter().map(|&one| hash_kgram(&[scheme, one])), harvest)
            });
            (document, Material::Features)
        } else {
            let material = record.of.as_deref().and_then(Material::from_name).unwrap_or(Material::Texts);
            let filter = stored::filter(&name, &record, material, &self.parameters)?;
            (stored::sketch(&record, filter, &mut harvest.sketches), material)
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

    /// Makes a document of a set that is compared as it is.
    fn features(&mut self, features: impl Iterator<Item = u64>, harvest: &mut Harvest) -> Document {
        self.features.clear();
        self.features.extend(features);
        let document = self.reader.features(&mut self.features, &mut harvest.sketches);
        Document { raw: document.canonical, ..document }
    }
}

/// Converts an archive's time. It is taken as universal time, as the archive does not tell its time zone.
fn zip_date(time: zip::DateTime) -> Option<i64> {
    let day = chrono::NaiveDate::from_ymd_opt(time.year().into(), time.month().into(), time.day().into())?;
    let moment = day.and_hms_opt(time.hour().into(), time.minute().into(), time.second().into())?;
    Some(moment.and_utc().timestamp())
}

/// Counts the bytes that are read.
struct CountingReader<'a> {
    from: &'a mut dyn Read,
    read: u64,
}

impl Read for CountingReader<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        self.read += read as u64;
        Ok(read)
    }
}
