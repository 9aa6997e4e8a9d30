//! The stages of a segment, one after the other; each leaves files and a mark, and is not repeated where it is marked.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Run;
use crate::error::{Error, Result, writing};
use crate::fast;
use crate::folding::{self, Folded};
use crate::pairs::{self, Counted};
use crate::postings;
use crate::progress::Progress;
use crate::segment::{Segment, SegmentWriter, mark, marked, remove_all, write_json};
use crate::sketching;
use crate::sort::Run as Sorted;
use crate::sources::{DocumentSource, Material, mixed};

/// What the first stage leaves beside its files.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Sketched {
    pub(super) documents: u32,
    pub(super) bytes: u64,
    material: Option<(String, String)>,
    pub(super) sources: String,
}

impl Run {
    pub(super) fn check_sources(&self, segment: usize, sources: &[DocumentSource]) -> Result<()> {
        let begun = marked::<Sketched>(&self.segment_folder(segment), "sketched")?;
        match begun {
            Some((_, begun)) if begun.sources != joined(&digests(sources)?) => {
                Err(Error::OtherRun { path: self.folder.clone(), what: "sources" })
            }
            _ => Ok(()),
        }
    }

    /// All stages of the next segment, those apart that are finished.
    pub(super) fn grow(&mut self, sources: &[DocumentSource], progress: &dyn Progress) -> Result<()> {
        let at = self.state.segments.len();
        let folder = self.segment_folder(at);
        let sketched = self.sketch(at, &folder, sources, progress)?;
        self.state.material = self.state.material.take().or(sketched.material);
        let (documents, base) = (sketched.documents, self.corpus.documents());
        if u64::from(base) + u64::from(documents) > u64::from(crate::MAX_DOCUMENTS) {
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
                let rungs = self.rungs()?;
                postings::post(&self.corpus, &folds, &folder, |sketch| fast::super_shingles(sketch, rungs))?
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
            fs::write(&path, sizes.pack(base)).map_err(writing(&path))?;
            files.push("sizes".to_owned());
            mark(&folder, "paired", &files, &counted)?;
        }
        self.state.segments.push(documents);
        write_json(&self.folder.join("run.json"), &self.state)
    }

    fn sketch(
        &self,
        at: usize,
        folder: &Path,
        sources: &[DocumentSource],
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
}

/// Removes what a stage that was not finished has left of its temporary files.
fn remove_leftovers(folder: &Path) -> Result<()> {
    for (prefix, marker) in [("postings-", "posted.json"), ("pairs-", "paired.json")] {
        if !folder.join(marker).exists() {
            remove_all(folder, prefix)?;
        }
    }
    remove_all(folder, "folding-")?;
    remove_all(folder, "shared-")
}

/// What tells whether each source has changed.
pub(super) fn digests(sources: &[DocumentSource]) -> Result<Vec<blake3::Hash>> {
    sources.iter().map(DocumentSource::digest).collect()
}

pub(super) fn joined(digests: &[blake3::Hash]) -> String {
    let mut hasher = blake3::Hasher::new();
    for digest in digests {
        hasher.update(digest.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}
