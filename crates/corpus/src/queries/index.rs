//! A finished run as questions see it: every segment with its tables, and the clusters that were kept. Reads; makes tables
//! that are missing.

use std::path::Path;

use chaffinch_fingerprint::Key;

use crate::document::Document;
use crate::document::Fold;
use crate::document::Size;
use crate::document::likeness;
use crate::error::{Error, Result};
use crate::queries::look_up::{Cursor, LookUp, bytes_key, copy_key, name_key, text_key};
use crate::queries::measures::Intervals;
use crate::resources::Resources;
use crate::results::kept_clusters::{ClusteringMethod, KeptClusters};
use crate::run::{Run, RunAccess};
use chaffinch_submission::Progress;

/// A finished run that is asked. Any number of processes may ask it at once, while none works on it.
#[derive(Debug)]
pub struct Index {
    pub(crate) run: Run,
    /// Of each segment.
    pub(crate) tables: Vec<LookUp>,
    pub(crate) kept: Option<KeptClusters>,
    /// The first level from which on counts are of a sample, not of all shingles.
    pub(crate) samples_from: Option<u32>,
    pub(crate) intervals: Intervals,
}

impl Index {
    /// Opens a finished run; tables that are missing are made first, which reads all of its postings once.
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

    /// Sketches the texts that are asked about under this key: the one the corpus was sketched under.
    pub fn under(mut self, key: Key) -> Result<Self> {
        self.run = self.run.under(key)?;
        Ok(self)
    }

    /// How many documents there are.
    pub fn documents(&self) -> u32 {
        self.run.corpus.documents()
    }

    /// Bytes of the tables that questions need beside the run's own files.
    pub fn table_bytes(&self) -> u64 {
        self.run.corpus.segments.iter().map(|segment| crate::queries::look_up::bytes(&segment.folder)).sum()
    }

    /// How the clusters that are kept were made.
    pub fn clusters_made(&self) -> Result<ClusteringMethod> {
        Ok(self.kept()?.made())
    }

    /// Clusters that were kept of all documents there are.
    pub(crate) fn kept(&self) -> Result<&KeptClusters> {
        self.kept.as_ref().ok_or_else(|| Error::NoClusters { path: self.run.folder().to_owned() })
    }

    /// How many values a document has, common ones apart.
    pub(crate) fn size(&self, number: u32) -> Result<Size> {
        let (segment, at) = self.run.corpus.place(number);
        self.tables[self.run.corpus.segment_of(number)].size(segment, at)
    }

    /// The document that stands for another one where pairs are counted; itself where it does.
    pub(crate) fn root(&self, number: u32) -> Result<u32> {
        self.run.corpus.root(number, |table, segment, at| self.tables[table].fold(segment, at))
    }

    /// The documents of a name, in the order they came.
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

    /// Documents that are identical or else lexically equivalent to one, so many at most, each in the order they came.
    pub(crate) fn equal(&self, document: &Document, most: usize) -> Result<Vec<u32>> {
        let mut equal = Vec::new();
        for (key, how) in [
            (bytes_key(document), Fold::Identical),
            // Those that are identical as well stand here too: fewer than are wanted.
            (text_key(document), Fold::LexicallyEquivalent),
        ] {
            let Some(key) = key.filter(|_| equal.len() < most) else { continue };
            self.known(key, |number| {
                // Another one may have the same hash.
                if likeness(document, &self.run.corpus.document(number)?) == how {
                    equal.push(number);
                }
                Ok(equal.len() < most)
            })?;
        }
        Ok(equal)
    }

    /// Documents that were folded to a representative, in the order they came; `each` says when it has enough.
    pub(crate) fn copies(&self, root: u32, each: impl FnMut(u32) -> Result<bool>) -> Result<()> {
        self.known(copy_key(root), each)
    }

    /// Documents that stand under a key, in the order they came.
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
