//! A run in its work directory: stages that are marked when they are finished, so that a killed run goes on from the
//! last of them; segments, so that documents can be added.
//!
//! Layout: `run.json` (format, settings, segments), `lock`, what [`crate::kept`] keeps, and a folder for each segment (`0` of the first run, `1` of the
//! first addition, ...) with `documents`, `names`, `sketches`, `folded`, sorted runs of `postings`, `sizes`, sorted `pairs`,
//! and a marker for every finished stage.

use std::fs::{self, File, TryLockError};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use chaffinch_fingerprint::{Key, Parameters, Sample};
use serde::{Deserialize, Serialize};

use crate::canonical::WORDS_VERSION;
use crate::corpus::Corpus;
use crate::error::{Error, Result, reading, writing};
use crate::fast;
use crate::folding::{self, Folded, Folds};
use crate::memory::Resources;
use crate::pairs::{self, Counted};
use crate::postings;
use crate::progress::Progress;
use crate::segment::{Segment, SegmentWriter, mark, marked, read_json, write_json};
use crate::sketching;
use crate::sort::Run as Sorted;
use crate::sources::{Material, Source, mixed};

/// Version of the work directory's layout.
const FORMAT: u32 = 2;

/// One shingle in so many is kept, where nothing else is said.
pub const MODULUS: NonZeroU64 = NonZeroU64::new(8).expect("not zero");

/// What decides a run's pairs. The policy by which pairs link is not part of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How documents are sketched: `MOD_m` of plain shingle sets, as only these estimate containment.
    pub sketch: chaffinch_fingerprint::Parameters,
    /// Representatives that may share a shingle before it counts as common.
    pub common_limit: u32,
    /// Pairs below this resemblance and both containments are not kept.
    pub floor: f64,
    /// By super shingles instead of pairs.
    pub fast: bool,
    /// The key that `sketch` names.
    pub key: Key,
}

impl Settings {
    /// The paper's, but for the floor, below which it kept pairs too, and the sample, of which it kept 1 in 25: three times
    /// as many values cost half as much time again, and the estimate is off by half as much.
    pub const STANDARD: Self = Self {
        sketch: chaffinch_fingerprint::Parameters {
            sample: Sample::Modulus(MODULUS),
            ..chaffinch_fingerprint::Parameters::STANDARD
        },
        common_limit: 1000,
        floor: 0.1,
        fast: false,
        key: Key::PUBLIC,
    };
}

/// As settings stand in `run.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Written {
    sketch: String,
    words: u16,
    normalizer: u16,
    common_limit: u32,
    floor: f64,
    fast: bool,
}

impl From<Settings> for Written {
    fn from(settings: Settings) -> Self {
        let text = chaffinch_normalize::language("text").map_or(0, |text| text.scheme().normalizer);
        Self {
            sketch: settings.sketch.to_string(),
            words: WORDS_VERSION,
            normalizer: text,
            common_limit: settings.common_limit,
            floor: settings.floor,
            fast: settings.fast,
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct State {
    format: u32,
    settings: Written,
    /// Documents of each finished segment.
    segments: Vec<u32>,
    /// What they are made of, and the first that says so.
    material: Option<(String, String)>,
}

/// What the first stage leaves beside its files.
#[derive(Debug, Serialize, Deserialize)]
struct Sketched {
    documents: u32,
    bytes: u64,
    material: Option<(String, String)>,
    sources: String,
}

/// What was done, in numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Documents.
    pub documents: u64,
    /// Bytes read.
    pub bytes: u64,
    /// Documents folded because their bytes are the same.
    pub identical: u64,
    /// Documents folded because their canonical form is the same.
    pub lexically_equivalent: u64,
    /// Documents folded because their sketch is the same.
    pub shingle_equivalent: u64,
    /// Values of sketches that were sorted.
    pub postings: u64,
    /// Values that more representatives share than the limit.
    pub common: u64,
    /// Pairs of representatives that were counted: they share a value, and may reach the floor.
    pub pairs: u64,
    /// Of them, those not below the floor.
    pub kept_pairs: u64,
    /// Bytes of documents' records, names and sketches.
    pub document_bytes: u64,
    /// Bytes of sorted <value, document>.
    pub posting_bytes: u64,
    /// Bytes of temporary files while pairs were counted, at the most.
    pub expanded_bytes: u64,
    /// Bytes of pairs kept.
    pub pair_bytes: u64,
}

/// A run whose pairs are counted: any policy makes clusters of it.
#[derive(Debug)]
pub struct Run {
    folder: PathBuf,
    state: State,
    /// Under which documents are sketched. It is written nowhere, so a run that is opened again has to be given it again.
    key: Key,
    pub(crate) corpus: Corpus,
    /// Nobody else works here meanwhile; others may read where this only reads.
    _lock: File,
}

/// What a run is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// Nobody else may have it open.
    Work,
    /// Others may read too.
    Read,
}

impl Run {
    /// Sketches the sources, folds, sorts and counts pairs, or goes on where an earlier attempt ended.
    pub fn cluster(
        folder: &Path,
        sources: &[Source],
        settings: Settings,
        resources: Resources,
        progress: &dyn Progress,
    ) -> Result<Self> {
        fs::create_dir_all(folder).map_err(writing(folder))?;
        let state_file = folder.join("run.json");
        let written = Written::from(settings);
        let state = match read_json::<State>(&state_file)? {
            Some(state) if state.format == FORMAT && state.settings == written => state,
            Some(_) => return Err(Error::OtherRun { path: folder.to_owned(), what: "settings" }),
            None => {
                let mut entries = fs::read_dir(folder).map_err(reading(folder))?;
                if entries.next().is_some() {
                    return Err(Error::NotEmpty { path: folder.to_owned() });
                }
                State { format: FORMAT, settings: written, segments: Vec::new(), material: None }
            }
        };
        write_json(&state_file, &state)?;
        let mut run = Self::with(folder, state, resources, lock(Use::Work, folder)?)?.under(settings.key)?;
        if run.state.segments.is_empty() {
            run.grow(sources, progress)?;
        } else {
            run.check_sources(0, sources)?;
        }
        Ok(run)
    }

    /// Opens a finished run, so that nobody else can.
    pub fn open(folder: &Path, resources: Resources) -> Result<Self> {
        Self::open_for(Use::Work, folder, resources)
    }

    pub(crate) fn open_for(purpose: Use, folder: &Path, resources: Resources) -> Result<Self> {
        let no_run = || Error::NoRun { path: folder.to_owned() };
        let path = folder.join("run.json");
        if !path.is_file() {
            return Err(no_run());
        }
        // Whoever holds the lock may be writing what is read next.
        let lock = lock(purpose, folder)?;
        let state: State = read_json(&path)?.ok_or_else(no_run)?;
        if state.format != FORMAT {
            return Err(Error::OtherRun { path: folder.to_owned(), what: "format" });
        }
        if state.segments.is_empty() {
            return Err(no_run());
        }
        Self::with(folder, state, resources, lock)
    }

    /// Takes new documents in; what was known is not read again but sequentially.
    pub fn add(&mut self, sources: &[Source], progress: &dyn Progress) -> Result<()> {
        let folder = self.segment_folder(self.state.segments.len());
        // What another addition began, and nobody finished, is no part of the run.
        if marked::<Sketched>(&folder, "sketched")?
            .is_some_and(|(_, begun)| digests(sources).is_ok_and(|digests| joined(&digests) != begun.sources))
        {
            fs::remove_dir_all(&folder).map_err(writing(&folder))?;
        }
        self.grow(sources, progress)
    }

    fn with(folder: &Path, state: State, resources: Resources, lock: File) -> Result<Self> {
        let corpus = Corpus { segments: Vec::new(), resources };
        let key = Key::PUBLIC;
        let mut run = Self { folder: folder.to_owned(), state, key, corpus, _lock: lock };
        for (at, &documents) in run.state.segments.iter().enumerate() {
            let segment = Segment::open(&run.segment_folder(at), run.corpus.documents(), documents)?;
            run.corpus.segments.push(segment);
        }
        Ok(run)
    }

    /// Sketches what is added, or asked about, under this key: the one its documents were sketched under.
    pub fn under(mut self, key: Key) -> Result<Self> {
        let named = self.sketch_parameters()?.key;
        if named != key.id() {
            return Err(Error::Key { named, given: key.id() });
        }
        self.key = key;
        Ok(self)
    }

    /// How documents are sketched, and under which key.
    pub(crate) fn sketched_under(&self) -> Result<(Parameters, &Key)> {
        Ok((self.sketch_parameters()?, &self.key))
    }

    fn segment_folder(&self, at: usize) -> PathBuf {
        self.folder.join(at.to_string())
    }

    /// What decided the pairs.
    fn settings(&self) -> &Written {
        &self.state.settings
    }

    /// Representatives that may share a shingle before it counts as common.
    pub(crate) fn common_limit(&self) -> u32 {
        self.settings().common_limit
    }

    /// Whether shingles are kept as they are, none left out by a sample: what is counted is exact.
    pub(crate) fn is_exact(&self) -> Result<bool> {
        let features = self.state.material.as_ref().is_some_and(|(material, _)| material == "features");
        Ok(features || self.sketch_parameters()?.sample == Sample::Modulus(NonZeroU64::MIN))
    }

    /// The work directory.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The floor below which no pairs were kept.
    pub fn floor(&self) -> f64 {
        self.settings().floor
    }

    /// Whether there are links by super shingles instead of pairs.
    pub fn is_fast(&self) -> bool {
        self.settings().fast
    }

    /// How documents were sketched.
    pub fn sketch_parameters(&self) -> Result<chaffinch_fingerprint::Parameters> {
        let damaged = |_| Error::Damaged { path: self.folder.join("run.json"), what: "unknown parameters" };
        self.settings().sketch.parse().map_err(damaged)
    }

    fn check_sources(&self, segment: usize, sources: &[Source]) -> Result<()> {
        let begun = marked::<Sketched>(&self.segment_folder(segment), "sketched")?;
        match begun {
            Some((_, begun)) if begun.sources != joined(&digests(sources)?) => {
                Err(Error::OtherRun { path: self.folder.clone(), what: "sources" })
            }
            _ => Ok(()),
        }
    }

    /// All stages of the next segment, those apart that are finished.
    fn grow(&mut self, sources: &[Source], progress: &dyn Progress) -> Result<()> {
        let at = self.state.segments.len();
        let folder = self.segment_folder(at);
        let sketched = self.sketch(at, &folder, sources, progress)?;
        let (documents, base) = (sketched.documents, self.corpus.documents());
        if u64::from(base) + u64::from(documents) > u64::from(crate::MOST_DOCUMENTS) {
            return Err(Error::TooMany);
        }
        self.corpus.segments.push(Segment::open(&folder, base, documents)?);
        remove_leftovers(&folder)?;

        progress.report("folding", 0, 0);
        if marked::<Folded>(&folder, "folded")?.is_none() {
            let folds = self.folds_before(at)?;
            let found = folding::fold(&self.corpus, &folds, &folder)?;
            folding::write(&folds, base, &folder.join("folded"))?;
            mark(&folder, "folded", &["folded".to_owned()], &found)?;
        }
        let folds = self.folds()?;

        progress.report("sorting", 0, 0);
        if marked::<()>(&folder, "posted")?.is_none() {
            let runs = if self.is_fast() {
                postings::post(&self.corpus, &folds, &folder, fast::super_shingles)?
            } else {
                postings::post(&self.corpus, &folds, &folder, |_| ())?
            };
            mark(&folder, "posted", &runs.iter().map(Sorted::name).collect::<Vec<_>>(), &())?;
        }
        drop(folds);

        progress.report("pairing", 0, 0);
        if marked::<Counted>(&folder, "paired")?.is_none() {
            let postings = self.sorted("posted")?;
            let sizes = self.sizes_before(at)?;
            let (mut files, counted) = if self.is_fast() {
                pairs::link(&self.corpus, &postings, &folder)?
            } else {
                let limits = (self.settings().common_limit, self.floor());
                pairs::count(&self.corpus, &postings, &sizes, limits, &folder)?
            };
            let path = folder.join("sizes");
            let bytes: Vec<u8> = sizes[base as usize..]
                .iter()
                .flat_map(|size| size.load(Ordering::Relaxed).to_le_bytes())
                .collect();
            fs::write(&path, bytes).map_err(writing(&path))?;
            files.push("sizes".to_owned());
            mark(&folder, "paired", &files, &counted)?;
        }
        self.state.segments.push(documents);
        self.state.material = self.state.material.take().or(sketched.material);
        write_json(&self.folder.join("run.json"), &self.state)
    }

    fn sketch(
        &self,
        at: usize,
        folder: &Path,
        sources: &[Source],
        progress: &dyn Progress,
    ) -> Result<Sketched> {
        if let Some((_, sketched)) = marked::<Sketched>(folder, "sketched")? {
            self.check_sources(at, sources)?;
            return Ok(sketched);
        }
        let before = digests(sources)?;
        let mut writer = SegmentWriter::create(folder)?;
        let (threads, under) = (self.corpus.resources.threads, self.sketched_under()?);
        let read =
            sketching::sketch(sources, under, threads, progress, &mut |harvest| writer.push(&harvest))?;
        writer.finish()?;
        let after = digests(sources)?;
        if let Some(changed) = (0..sources.len()).find(|&at| before[at] != after[at]) {
            return Err(Error::Changed { path: sources[changed].path().to_owned() });
        }
        self.check_material(read.material.as_ref())?;
        let material = read.material.map(|(material, first)| (material.word().to_owned(), first));
        let sketched = Sketched {
            documents: read.documents as u32,
            bytes: read.bytes,
            material,
            sources: joined(&before),
        };
        let files = ["documents", "names", "sketches"].map(str::to_owned);
        mark(folder, "sketched", &files, &sketched)?;
        Ok(sketched)
    }

    /// Refuses what does not compare with the documents that are there: a document, and what it is made of.
    pub(crate) fn check_material(&self, new: Option<&(Material, String)>) -> Result<()> {
        if let (Some((ours, first)), Some((theirs, name))) = (&self.state.material, new)
            && ours != theirs.word()
        {
            let ours = Material::from_word(ours).unwrap_or(Material::Texts);
            return Err(mixed(name, *theirs, first, ours));
        }
        Ok(())
    }

    /// Folds of all segments.
    pub(crate) fn folds(&self) -> Result<Folds> {
        self.folds_before(self.corpus.segments.len())
    }

    /// Folds of the segments before one; those of its own documents are still to be found.
    fn folds_before(&self, segment: usize) -> Result<Folds> {
        let mut folds = Folds::none(self.corpus.documents());
        for segment in &self.corpus.segments[..segment] {
            let path = segment.folder.join("folded");
            let bytes = fs::read(&path).map_err(reading(&path))?;
            if bytes.len() != segment.documents as usize * 5 {
                return Err(Error::Damaged { path, what: "it has another length" });
            }
            for (number, fold) in (segment.base as usize..).zip(bytes.as_chunks::<5>().0) {
                let [a, b, c, d, how] = *fold;
                let like = u32::from_le_bytes([a, b, c, d]);
                if number < like as usize {
                    return Err(Error::Damaged { path, what: "it leads to no earlier document" });
                }
                *folds.like[number].get_mut() = like;
                *folds.how[number].get_mut() = how;
            }
        }
        Ok(folds)
    }

    /// How many values each document has, common ones apart.
    pub(crate) fn sizes(&self) -> Result<Vec<AtomicU32>> {
        self.sizes_before(self.corpus.segments.len())
    }

    /// The same of the segments before one; of its own documents, how many their sketches hold.
    fn sizes_before(&self, segment: usize) -> Result<Vec<AtomicU32>> {
        let mut sizes = Vec::with_capacity(self.corpus.documents() as usize);
        for (at, one) in self.corpus.segments.iter().enumerate() {
            if segment <= at {
                one.each_document(0..one.documents, |_, document| {
                    sizes.push(AtomicU32::new(document.size));
                    Ok(())
                })?;
                continue;
            }
            let path = one.folder.join("sizes");
            let bytes = fs::read(&path).map_err(reading(&path))?;
            if bytes.len() != one.documents as usize * 4 {
                return Err(Error::Damaged { path, what: "it has another length" });
            }
            sizes.extend(
                bytes.as_chunks::<4>().0.iter().map(|size| AtomicU32::new(u32::from_le_bytes(*size))),
            );
        }
        Ok(sizes)
    }

    /// Sorted runs of all segments: `posted`, or `paired`.
    pub(crate) fn sorted(&self, stage: &str) -> Result<Vec<Sorted>> {
        let mut runs = Vec::new();
        for segment in &self.corpus.segments {
            let (files, _) = marked::<serde_json::Value>(&segment.folder, stage)?.ok_or_else(|| {
                Error::Damaged { path: segment.folder.clone(), what: "a stage is not finished" }
            })?;
            for file in files.iter().filter(|file| *file != "sizes") {
                runs.push(Sorted::open(&segment.folder.join(file))?);
            }
        }
        Ok(runs)
    }

    /// What was done so far, in numbers.
    pub fn figures(&self) -> Result<Figures> {
        let mut figures = Figures { documents: self.corpus.documents().into(), ..Figures::default() };
        let size = |segment: &Segment, name: &str| {
            let path = segment.folder.join(name);
            Ok(fs::metadata(&path).map_err(reading(&path))?.len())
        };
        for segment in &self.corpus.segments {
            let folder = &segment.folder;
            if let Some((files, sketched)) = marked::<Sketched>(folder, "sketched")? {
                figures.bytes += sketched.bytes;
                for file in files {
                    figures.document_bytes += size(segment, &file)?;
                }
            }
            if let Some((_, folded)) = marked::<Folded>(folder, "folded")? {
                figures.identical += folded.identical;
                figures.lexically_equivalent += folded.lexically_equivalent;
                figures.shingle_equivalent += folded.shingle_equivalent;
            }
            if let Some((files, counted)) = marked::<Counted>(folder, "paired")? {
                figures.postings += counted.postings;
                figures.common += counted.common;
                figures.pairs += counted.pairs;
                figures.kept_pairs += counted.kept;
                figures.expanded_bytes = figures.expanded_bytes.max(counted.peak);
                for file in files {
                    figures.pair_bytes += size(segment, &file)?;
                }
            }
        }
        figures.posting_bytes = self.sorted("posted")?.iter().map(Sorted::bytes).sum();
        Ok(figures)
    }
}

fn lock(purpose: Use, folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let (file, locked) = match purpose {
        Use::Work => {
            let file = File::create(&path).map_err(writing(&path))?;
            let locked = file.try_lock();
            (file, locked)
        }
        Use::Read => {
            let file = File::open(&path).map_err(reading(&path))?;
            let locked = file.try_lock_shared();
            (file, locked)
        }
    };
    match locked {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Busy { path: folder.to_owned() }),
        Err(TryLockError::Error(source)) => Err(Error::Read { path, source }),
    }
}

/// Removes what a stage that was not finished has left of its temporary files.
fn remove_leftovers(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(reading(folder))? {
        let entry = entry.map_err(reading(folder))?;
        let name = entry.file_name();
        let is_left = |prefix: &str| name.as_encoded_bytes().starts_with(prefix.as_bytes());
        let is_posting = is_left("postings-") && !folder.join("posted.json").exists();
        let is_pair = is_left("pairs-") && !folder.join("paired.json").exists();
        if is_posting || is_pair || is_left("folding-") || is_left("shared-") {
            fs::remove_file(entry.path()).map_err(writing(&entry.path()))?;
        }
    }
    Ok(())
}

/// What tells whether each source has changed.
fn digests(sources: &[Source]) -> Result<Vec<blake3::Hash>> {
    sources.iter().map(Source::digest).collect()
}

fn joined(digests: &[blake3::Hash]) -> String {
    let mut hasher = blake3::Hasher::new();
    for digest in digests {
        hasher.update(digest.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}
