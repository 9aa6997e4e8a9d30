//! Opens a run in its work directory, and locks it against changes by other processes. Reads `run.json`.

use std::fs::{File, TryLockError};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use chaffinch_sketch::{Key, Levels, Parameters};
use chaffinch_submission::Named as _;
use serde::{Deserialize, Serialize};

use super::settings::StoredSettings;
use crate::document::sizes;
use crate::error::{Error, Result, reading, writing};
use crate::resources::Resources;
use crate::segments::corpus::Corpus;
use crate::segments::marker::read_json;
use crate::segments::segment::Segment;
use crate::sources::Material;

/// Version of the work directory's layout.
pub(super) const FORMAT: u32 = 3;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RunState {
    pub(super) format: u32,
    pub(super) settings: StoredSettings,
    /// Number of documents in each finished segment.
    pub(super) segments: Vec<u32>,
    /// What the documents are made of, and the name of the first document that shows it.
    pub(super) material: Option<(String, String)>,
}

/// A run whose pairs are counted. Any policy can make clusters of it.
#[derive(Debug)]
pub struct Run {
    pub(super) folder: PathBuf,
    pub(super) state: RunState,
    /// The key for sketching documents. It is not stored, so it must be given again when the run is opened again.
    key: Key,
    pub(crate) corpus: Corpus,
    /// Lock on the work directory: exclusive to change the run, shared to read it.
    _lock: File,
}

/// How a run is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunAccess {
    /// No other process may have it open.
    Exclusive,
    /// Other processes may read too.
    Shared,
}

impl Run {
    /// Opens a finished run and locks it exclusively.
    pub fn open(folder: &Path, resources: Resources) -> Result<Self> {
        Self::open_for(RunAccess::Exclusive, folder, resources)
    }

    pub(crate) fn open_for(access: RunAccess, folder: &Path, resources: Resources) -> Result<Self> {
        let no_run = || Error::NoRun { path: folder.to_owned() };
        let path = folder.join("run.json");
        if !path.is_file() {
            return Err(no_run());
        }
        // Take the lock before reading, as another process that holds it may be writing the file.
        let lock = lock(access, folder)?;
        let state: RunState = read_json(&path)?.ok_or_else(no_run)?;
        if state.format != FORMAT {
            return Err(Error::OtherRun { path: folder.to_owned(), what: "format" });
        }
        if state.segments.is_empty() {
            return Err(no_run());
        }
        Self::with(folder, state, resources, lock)
    }

    pub(super) fn with(folder: &Path, state: RunState, resources: Resources, lock: File) -> Result<Self> {
        let corpus = Corpus { segments: Vec::new(), resources };
        let key = Key::PUBLIC;
        let mut run = Self { folder: folder.to_owned(), state, key, corpus, _lock: lock };
        for (at, &documents) in run.state.segments.iter().enumerate() {
            let segment = Segment::open(&run.segment_folder(at), run.corpus.documents(), documents)?;
            run.corpus.segments.push(segment);
        }
        Ok(run)
    }

    /// Sets the key for sketching added documents and queries. It must be the key that the run's documents were
    /// sketched with.
    pub fn under(mut self, key: Key) -> Result<Self> {
        let named = self.sketch_parameters()?.key;
        if named != key.id() {
            return Err(Error::Key { named, given: key.id() });
        }
        self.key = key;
        Ok(self)
    }

    /// Returns how documents are sketched, and with which key.
    pub(crate) fn sketched_under(&self) -> Result<(Parameters, &Key)> {
        Ok((self.sketch_parameters()?, &self.key))
    }

    pub(super) fn segment_folder(&self, at: usize) -> PathBuf {
        self.folder.join(at.to_string())
    }

    /// Returns the settings that determine the pairs.
    pub(super) fn settings(&self) -> &StoredSettings {
        &self.state.settings
    }

    /// Returns how many representatives may share a shingle before it counts as common.
    pub(crate) fn common_limit(&self) -> u32 {
        self.settings().common_limit
    }

    /// Returns the first level of the ladder from which on shingles are left out; counts on earlier levels are exact.
    /// `None` if all levels are exact.
    pub(crate) fn samples_from(&self) -> Result<Option<u32>> {
        let levels = self.levels()?;
        Ok(if levels.finest() > NonZeroU64::MIN { Some(0) } else { (levels.top() > 0).then_some(1) })
    }

    /// Returns the levels of the documents' sample.
    pub(crate) fn levels(&self) -> Result<Levels> {
        let material = self.state.material.as_ref().and_then(|(material, _)| Material::from_name(material));
        let material = material.unwrap_or(Material::Texts);
        sizes::levels(material.parameters(self.sketch_parameters()?).sample)
    }

    /// Returns the path of the work directory.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the floor. Pairs below it were not kept.
    pub fn floor(&self) -> f64 {
        self.settings().floor
    }

    /// Returns whether documents are linked by super shingles instead of pairs.
    pub fn is_fast(&self) -> bool {
        self.settings().fast
    }

    /// Returns how documents were sketched.
    pub fn sketch_parameters(&self) -> Result<Parameters> {
        let damaged = |_| Error::Damaged { path: self.folder.join("run.json"), what: "unknown parameters" };
        self.settings().sketch.parse().map_err(damaged)
    }
}

pub(super) fn lock(access: RunAccess, folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let (file, locked) = match access {
        RunAccess::Exclusive => {
            let file = File::create(&path).map_err(writing(&path))?;
            let locked = file.try_lock();
            (file, locked)
        }
        RunAccess::Shared => {
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
