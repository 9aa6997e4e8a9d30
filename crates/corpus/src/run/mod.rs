//! A run in its work directory: stages that are marked when they are finished, so that a killed run goes on from the
//! last of them; segments, so that documents can be added.
//!
//! Layout: `run.json` (format, settings, segments), `lock`, what [`crate::kept`] keeps, and a folder for each segment (`0`
//! of the first run, `1` of the first addition, ...) with `documents`, `names`, `sketches`, `folded`, sorted runs of
//! `postings`, `sizes`, sorted `pairs`, and a marker for every finished stage.

mod settings;
mod stages;
mod tables;

use std::fs::{self, File, TryLockError};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use chaffinch_fingerprint::{Key, Parameters, Rungs};
use serde::{Deserialize, Serialize};

use self::settings::Written;
pub use self::settings::{ClusterSettings, LEAST, MODULUS};
use self::stages::{Sketched, digests, joined};
pub use self::tables::Figures;
use crate::corpus::Corpus;
use crate::error::{Error, Result, reading, writing};
use crate::memory::Resources;
use crate::progress::Progress;
use crate::segment::{Segment, marked, read_json, write_json};
use crate::sizes;
use crate::sources::{DocumentSource, Material};

/// Version of the work directory's layout.
const FORMAT: u32 = 3;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct State {
    format: u32,
    settings: Written,
    /// Documents of each finished segment.
    segments: Vec<u32>,
    /// What they are made of, and the first that says so.
    material: Option<(String, String)>,
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
        sources: &[DocumentSource],
        settings: ClusterSettings,
        resources: Resources,
        progress: &dyn Progress,
    ) -> Result<Self> {
        sizes::rungs(settings.sketch.sample)?;
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
    pub fn add(&mut self, sources: &[DocumentSource], progress: &dyn Progress) -> Result<()> {
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

    /// The first rung of the ladder, if any, from which on shingles are left out: what is counted before is exact.
    pub(crate) fn samples_from(&self) -> Result<Option<u32>> {
        let rungs = self.rungs()?;
        Ok(if rungs.finest() > NonZeroU64::MIN { Some(0) } else { (rungs.top() > 0).then_some(1) })
    }

    /// The rungs on which documents stand.
    pub(crate) fn rungs(&self) -> Result<Rungs> {
        let material = self.state.material.as_ref().and_then(|(material, _)| Material::from_word(material));
        let material = material.unwrap_or(Material::Texts);
        sizes::rungs(material.parameters(self.sketch_parameters()?).sample)
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
    pub fn sketch_parameters(&self) -> Result<Parameters> {
        let damaged = |_| Error::Damaged { path: self.folder.join("run.json"), what: "unknown parameters" };
        self.settings().sketch.parse().map_err(damaged)
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
