//! Runs the stages of a segment in order. Each writes files and a marker, and is skipped if its marker exists.

use std::fs;
use std::path::Path;

use super::folder::{FORMAT, Run, RunAccess, RunState, lock};
use super::settings::{ClusterSettings, StoredSettings};
use super::sketched::{Sketched, digests, joined};
use crate::document::sizes;
use crate::error::{Error, Result, reading, writing};
use crate::limits::MAX_DOCUMENTS;
use crate::resources::Resources;
use crate::segments::marker::{mark, marked, read_json, remove_all, write_json};
use crate::segments::segment::{Segment, SegmentWriter};
use crate::sketching::sketch_all;
use crate::sketching::super_shingles::super_shingles;
use crate::sort::Run as Sorted;
use crate::sources::{DocumentSource, Material, mixed_error};
use crate::stages::folding::{self, FoldCounts};
use crate::stages::pairs::{self, PairCounts};
use crate::stages::postings;
use chaffinch_submission::{Named as _, Progress};

impl Run {
    /// Sketches the sources, folds, sorts and counts pairs, or continues where an earlier attempt ended.
    pub fn cluster(
        folder: &Path,
        sources: &[DocumentSource],
        settings: ClusterSettings,
        resources: Resources,
        progress: &dyn Progress,
    ) -> Result<Self> {
        sizes::levels(settings.sketch.sample)?;
        fs::create_dir_all(folder).map_err(writing(folder))?;
        let state_file = folder.join("run.json");
        let written = StoredSettings::from(settings);
        let state = match read_json::<RunState>(&state_file)? {
            Some(state) if state.format == FORMAT && state.settings == written => state,
            Some(_) => return Err(Error::OtherRun { path: folder.to_owned(), what: "settings" }),
            None => {
                let mut entries = fs::read_dir(folder).map_err(reading(folder))?;
                if entries.next().is_some() {
                    return Err(Error::NotEmpty { path: folder.to_owned() });
                }
                RunState { format: FORMAT, settings: written, segments: Vec::new(), material: None }
            }
        };
        write_json(&state_file, &state)?;
        let mut run =
            Self::with(folder, state, resources, lock(RunAccess::Exclusive, folder)?)?.under(settings.key)?;
        if run.state.segments.is_empty() {
            run.grow(sources, progress)?;
        } else {
            run.check_sources(0, sources)?;
        }
        Ok(run)
    }

    /// Adds new documents. Existing data is only read sequentially.
    pub fn add(&mut self, sources: &[DocumentSource], progress: &dyn Progress) -> Result<()> {
        let folder = self.segment_folder(self.state.segments.len());
        // An unfinished addition of other sources is not part of the run.
        if marked::<Sketched>(&folder, "sketched")?
            .is_some_and(|(_, begun)| digests(sources).is_ok_and(|digests| joined(&digests) != begun.sources))
        {
            fs::remove_dir_all(&folder).map_err(writing(&folder))?;
        }
        self.grow(sources, progress)
    }

    pub(super) fn check_sources(&self, segment: usize, sources: &[DocumentSource]) -> Result<()> {
        let begun = marked::<Sketched>(&self.segment_folder(segment), "sketched")?;
        match begun {
            Some((_, begun)) if begun.sources != joined(&digests(sources)?) => {
                Err(Error::OtherRun { path: self.folder.clone(), what: "sources" })
            }
            _ => Ok(()),
        }
    }

    /// Runs the stages of the next segment that are not finished.
    pub(super) fn grow(&mut self, sources: &[DocumentSource], progress: &dyn Progress) -> Result<()> {
        let at = self.state.segments.len();
        let folder = self.segment_folder(at);
        let sketched = self.sketch(at, &folder, sources, progress)?;
        self.state.material = self.state.material.take().or(sketched.material);
        let (documents, base) = (sketched.documents, self.corpus.documents());
        if u64::from(base) + u64::from(documents) > u64::from(MAX_DOCUMENTS) {
            return Err(Error::TooMany);
        }
        self.corpus.segments.push(Segment::open(&folder, base, documents)?);
        remove_leftovers(&folder)?;

        progress.report("folding", 0, 0);
        if marked::<FoldCounts>(&folder, "folded")?.is_none() {
            let folds = self.folds_before(at)?;
            let found = folding::fold(&self.corpus, &folds, &folder)?;
            folding::write(&folds, base, &folder.join("folded"))?;
            mark(&folder, "folded", &["folded".to_owned()], &found)?;
        }
        let folds = self.folds()?;

        progress.report("sorting", 0, 0);
        if marked::<()>(&folder, "posted")?.is_none() {
            let runs = if self.is_fast() {
                let levels = self.levels()?;
                postings::post(&self.corpus, &folds, &folder, |sketch| super_shingles(sketch, levels))?
            } else {
                postings::post(&self.corpus, &folds, &folder, |_| ())?
            };
            mark(&folder, "posted", &runs.iter().map(Sorted::name).collect::<Vec<_>>(), &())?;
        }
        drop(folds);

        progress.report("pairing", 0, 0);
        if marked::<PairCounts>(&folder, "paired")?.is_none() {
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
        let read = sketch_all(sources, under, threads, progress, &mut |harvest| writer.push(&harvest))?;
        writer.finish()?;
        let after = digests(sources)?;
        if let Some(changed) = (0..sources.len()).find(|&at| before[at] != after[at]) {
            return Err(Error::Changed { path: sources[changed].path().to_owned() });
        }
        self.check_material(read.material.as_ref())?;
        let material = read.material.map(|(material, first)| (material.name().to_owned(), first));
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

    /// Rejects documents that cannot be compared with those of the run. `new` is what they are made of, and the name of
    /// one of them.
    pub(crate) fn check_material(&self, new: Option<&(Material, String)>) -> Result<()> {
        if let (Some((ours, first)), Some((theirs, name))) = (&self.state.material, new)
            && ours != theirs.name()
        {
            let ours = Material::from_name(ours).unwrap_or(Material::Texts);
            return Err(mixed_error(name, *theirs, first, ours));
        }
        Ok(())
    }
}

/// Removes the temporary files of unfinished stages.
fn remove_leftovers(folder: &Path) -> Result<()> {
    for (prefix, marker) in [("postings-", "posted.json"), ("pairs-", "paired.json")] {
        if !folder.join(marker).exists() {
            remove_all(folder, prefix)?;
        }
    }
    remove_all(folder, "folding-")?;
    remove_all(folder, "shared-")
}
