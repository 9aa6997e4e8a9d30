//! Tables for queries to a segment: they map a shingle, a name, a canonical form or a representative to documents. They
//! are built when a finished segment is first queried, and stored beside it. A finished segment never changes.
//!
//! Files: `known` (a sorted run, see [`known`]), `places` (positions of entries in it and in the runs of postings), and
//! the marker `look-up.json`, which is written last and says what the tables were made from. `look-up.lock` is held
//! while they are built, so only one of several querying processes builds them.

mod known;
mod places;

use std::fs::{self, File};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::document::{Fold, Size, Sizes};
use crate::error::{Error, Result, reading, writing};
use crate::parallel;
use crate::segments::corpus::Corpus;
use crate::segments::marker::{mark, marked, remove_all};
use crate::segments::segment::Segment;
use crate::sort::{RANGES, Run};
use crate::stages::folding::{self};
use chaffinch_submission::Progress;
pub(crate) use known::{NAMES, bytes_key, copy_key, name_key, text_key};
use places::Places;
pub(crate) use places::{Cursor, Indexed};

const STAGE: &str = "look-up";

/// A digest of the files the tables were made from, and one of `places`.
#[derive(Debug, Serialize, Deserialize)]
struct LookUpMarker {
    of: String,
    places: String,
}

/// A segment's tables, and its files with a number for each document.
#[derive(Debug)]
pub(crate) struct LookUp {
    pub(crate) postings: Vec<Indexed>,
    pub(crate) known: Indexed,
    sizes: File,
    folded: File,
}

impl LookUp {
    /// Opens the tables of every segment, and builds missing ones.
    pub(crate) fn all(corpus: &Corpus, progress: &dyn Progress) -> Result<Vec<Self>> {
        let mut all = Vec::new();
        for segment in &corpus.segments {
            let made_of = digest(segment)?;
            if !is_made(segment, &made_of)? {
                progress.report("tables", 0, 0);
                make(corpus, segment, &made_of)?;
            }
            all.push(Self::open(segment)?);
        }
        Ok(all)
    }

    fn open(segment: &Segment) -> Result<Self> {
        let folder = &segment.folder;
        let path = folder.join("places");
        let damaged = || Error::Damaged {
            path: path.clone(),
            what: "it has changed since it was made; delete look-up.json next to it to have it made again",
        };
        let (_, made) = marked::<LookUpMarker>(folder, STAGE)?.ok_or_else(damaged)?;
        let bytes = fs::read(&path).map_err(reading(&path))?;
        if blake3::hash(&bytes).to_hex().as_str() != made.places {
            return Err(damaged());
        }
        let mut rest = bytes.as_slice();
        let mut indexed = Vec::new();
        for run in runs(segment)? {
            let places = Places::unpack(&mut rest).ok_or_else(damaged)?;
            indexed.push(Indexed { run, places });
        }
        let known = indexed.pop().ok_or_else(damaged)?;
        let numbers = |name: &str, bytes: u64| {
            let path = folder.join(name);
            let file = File::open(&path).map_err(reading(&path))?;
            let length = file.metadata().map_err(reading(&path))?.len();
            if length != u64::from(segment.documents) * bytes {
                return Err(Error::Damaged { path, what: "its length is wrong" });
            }
            Ok(file)
        };
        Ok(Self {
            postings: indexed,
            known,
            sizes: numbers("sizes", Sizes::BYTES as u64)?,
            folded: numbers("folded", folding::BYTES as u64)?,
        })
    }

    /// Returns how many values the document at this position of the segment has, without common ones.
    pub(crate) fn size(&self, segment: &Segment, at: u32) -> Result<Size> {
        let mut bytes = [0; Sizes::BYTES];
        self.sizes
            .read_exact_at(&mut bytes, u64::from(at) * Sizes::BYTES as u64)
            .map_err(reading(&segment.folder.join("sizes")))?;
        Ok(Size::from_bits(u64::from_le_bytes(bytes)))
    }

    /// Returns the earlier document that it was folded to, and how.
    pub(crate) fn fold(&self, segment: &Segment, at: u32) -> Result<(u32, Fold)> {
        fold(&self.folded, segment, at)
    }
}

fn fold(folded: &File, segment: &Segment, at: u32) -> Result<(u32, Fold)> {
    let path = || segment.folder.join("folded");
    let mut bytes = [0; folding::BYTES];
    folded.read_exact_at(&mut bytes, u64::from(at) * folding::BYTES as u64).map_err(reading(&path()))?;
    folding::unpack(bytes, segment.base + at)
        .ok_or_else(|| Error::Damaged { path: path(), what: "it does not lead to an earlier document" })
}

/// Opens the runs of postings, and then the run `known`.
fn runs(segment: &Segment) -> Result<Vec<Run>> {
    let folder = &segment.folder;
    let unfinished = || Error::Damaged { path: folder.clone(), what: "a stage is not finished" };
    let (files, ()) = marked::<()>(folder, "posted")?.ok_or_else(unfinished)?;
    files.iter().map(String::as_str).chain([known::FILE]).map(|file| Run::open(&folder.join(file))).collect()
}

/// Returns a digest that shows whether tables belong to the segment as it is. It covers the segment's markers, which
/// contain the sizes of its files.
fn digest(segment: &Segment) -> Result<String> {
    let mut hasher = blake3::Hasher::new();
    for stage in ["sketched", "folded", "posted", "paired"] {
        let path = segment.folder.join(format!("{stage}.json"));
        let marker = fs::read(&path).map_err(reading(&path))?;
        hasher.update(&(marker.len() as u64).to_le_bytes()).update(&marker);
    }
    Ok(hasher.finalize().to_hex().to_string())
}

fn is_made(segment: &Segment, of: &str) -> Result<bool> {
    Ok(marked::<LookUpMarker>(&segment.folder, STAGE)?.is_some_and(|(_, made)| made.of == of))
}

/// Builds the tables of a segment, unless another process built them in the meantime.
fn make(corpus: &Corpus, segment: &Segment, of: &str) -> Result<()> {
    let folder = &segment.folder;
    let path = folder.join("look-up.lock");
    let lock = File::create(&path).map_err(writing(&path))?;
    lock.lock().map_err(writing(&path))?;
    if is_made(segment, of)? {
        return Ok(());
    }
    // Files of an unfinished attempt.
    remove_all(folder, "known-")?;
    let folds = corpus
        .segments
        .iter()
        .map(|segment| {
            let path = segment.folder.join("folded");
            File::open(&path).map_err(reading(&path))
        })
        .collect::<Result<Vec<_>>>()?;
    known::write(segment, corpus.resources, |number| {
        corpus.root(number, |at, segment, place| fold(&folds[at], segment, place))
    })?;
    let mut bytes = Vec::new();
    for run in runs(segment)? {
        let ranges = parallel::each(corpus.resources.threads, RANGES, |range| Places::of_range(&run, range))?;
        Places::joined(ranges).pack(&mut bytes);
    }
    fs::write(folder.join("places"), &bytes).map_err(writing(&folder.join("places")))?;
    let made = LookUpMarker { of: of.to_owned(), places: blake3::hash(&bytes).to_hex().to_string() };
    mark(folder, STAGE, &[known::FILE, "places"].map(str::to_owned), &made)
}

/// Returns the size of a segment's tables in bytes.
pub(crate) fn bytes(folder: &Path) -> u64 {
    [known::FILE, "places"]
        .iter()
        .filter_map(|name| fs::metadata(folder.join(name)).ok())
        .map(|metadata| metadata.len())
        .sum()
}
