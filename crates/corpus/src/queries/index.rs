//! A finished run opened for queries: its segments with their tables, and the stored clusters. Builds missing tables.

use std::path::Path;

use chaffinch_sketch::Key;

use crate::document::{Document, Fold, Size, likeness};
use crate::error::{Error, Result};
use crate::queries::look_up::{Cursor, LookUp, bytes_key, copy_key, name_key, text_key};
use crate::queries::measures::Intervals;
use crate::resources::Resources;
use crate::results::kept_clusters::{ClusteringMethod, KeptClusters};
use crate::run::{Run, RunAccess};
use chaffinch_submission::Progress;

/// A finished run that can be queried. Several processes may query it at once, as long as none changes it.
#[derive(Debug)]
pub struct Index {
    pub(crate) run: Run,
    /// The tables of each segment.
    pub(crate) tables: Vec<LookUp>,
    pub(crate) kept: Option<KeptClusters>,
    /// The first level from which on counts are of a sample; `None` if all counts are exact.
    pub(crate) samples_from: Option<u32>,
    pub(crate) intervals: Intervals,
}

impl Index {
    /// Opens a finished run. Builds missing tables first, which reads all of its postings once.
    pub fn open(folder: &Path, resources: Resources, progress: &dyn Progress) -> Result<Self> {
        let run = Run::open_for(RunAccess::Shared, folder, resources)?;
        if run.is_fast() {
            return Err(Error::Fast { what: "questions" });
        }
        let tables = LookUp::all(&run.corpus, progress)?;
        let kept = KeptClusters::open(&run)?;
        let samples_from = run.samples_from()?;
        Ok(Self { run, tables, kept, samples_from, intervals: Intervals::default() })
    }

    /// Sets the key for sketching query texts. It must be the key that the corpus was sketched with.
    pub fn under(mut self, key: Key) -> Result<Self> {
        self.run = self.run.under(key)?;
        Ok(self)
    }

    /// Returns the number of documents.
    pub fn documents(&self) -> u32 {
        self.run.corpus.documents()
    }

    /// Returns the size of the tables that queries need beside the run's own files, in bytes.
    pub fn table_bytes(&self) -> u64 {
        self.run.corpus.segments.iter().map(|segment| crate::queries::look_up::bytes(&segment.folder)).sum()
    }

    /// Returns how the stored clusters were made.
    pub fn clusters_made(&self) -> Result<ClusteringMethod> {
        Ok(self.kept()?.made())
    }

    /// Returns the stored clusters. Fails if there are none, or documents were added since.
    pub(crate) fn kept(&self) -> Result<&KeptClusters> {
        self.kept.as_ref().ok_or_else(|| Error::NoClusters { path: self.run.folder().to_owned() })
    }

    /// Returns how many values a document has, without common ones.
    pub(crate) fn size(&self, number: u32) -> Result<Size> {
        let (segment, at) = self.run.corpus.place(number);
        self.tables[self.run.corpus.segment_of(number)].size(segment, at)
    }

    /// Returns the representative of a document, which may be the document itself.
    pub(crate) fn root(&self, number: u32) -> Result<u32> {
        self.run.corpus.root(number, |table, segment, at| self.tables[table].fold(segment, at))
    }

    /// Returns the documents with this name, in the order of the corpus.
    pub(crate) fn named(&self, name: &str) -> Result<Vec<u32>> {
        let mut named = Vec::new();
        self.known(name_key(name), |number| {
            if self.run.corpus.name(number)? == name {
                named.push(number);
            }
            Ok(true)
        })?;
        Ok(named)
    }

    /// Returns at most `most` documents that are identical to this one, then lexically equivalent ones, each in the
    /// order of the corpus.
    pub(crate) fn equal(&self, document: &Document, most: usize) -> Result<Vec<u32>> {
        let mut equal = Vec::new();
        for (key, how) in [
            (bytes_key(document), Fold::Identical),
            // This list contains identical documents too, but there are fewer of them than are wanted.
            (text_key(document), Fold::LexicallyEquivalent),
        ] {
            let Some(key) = key.filter(|_| equal.len() < most) else { continue };
            self.known(key, |number| {
                // Other documents may have the same hash.
                if likeness(document, &self.run.corpus.document(number)?) == how {
                    equal.push(number);
                }
                Ok(equal.len() < most)
            })?;
        }
        Ok(equal)
    }

    /// Calls `each` with the documents that were folded to a representative, in the order of the corpus, until it
    /// returns `false`.
    pub(crate) fn copies(&self, root: u32, each: impl FnMut(u32) -> Result<bool>) -> Result<()> {
        self.known(copy_key(root), each)
    }

    /// Calls `each` with the documents of a key, in the order of the corpus, until it returns `false`.
    fn known(&self, key: u64, mut each: impl FnMut(u32) -> Result<bool>) -> Result<()> {
        let mut outcome = Ok(true);
        for table in &self.tables {
            Cursor::new(&table.known).each(key, |number| {
                if self.documents() <= number {
                    let path = table.known.run.path.to_path_buf();
                    outcome = Err(Error::Damaged { path, what: "it names a document that does not exist" });
                } else {
                    outcome = each(number);
                }
                matches!(outcome, Ok(true))
            })?;
            if !matches!(outcome, Ok(true)) {
                break;
            }
        }
        outcome.map(|_| ())
    }
}
