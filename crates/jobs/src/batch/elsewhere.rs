//! Collects the work elsewhere that somebody named for a batch: of submissions only fingerprints, and whose they are; or
//! what the current report says of them. Nothing else of other batches and archives is read.

use chaffinch_report::{Background, File, Mask, Report, SourceChange, WorkSource};
use chaffinch_storage::{
    ArchiveId, Batch, Bytes, IndexScheme, MAX_SOURCE_FILES, NewIngest, Owner, Review, SchemeId, Storage,
    StorageError,
};

use crate::analysis::elsewhere::{NamedSource, NamedWork, elsewhere};
use crate::index::postings;
use crate::job::{JobError, Result};
use crate::task_folder::{Elsewhere, Known, KnownWork, PackedFile, ReportedPassage};

/// Number of submissions that are fetched at a time.
const FETCH_SIZE: u32 = 256;

/// What the named work is compared with.
pub(super) struct Named<'a> {
    pub(super) batch: &'a Batch,
    /// The settings of the report that is made.
    pub(super) review: &'a Review,
    /// The submissions of the class.
    pub(super) class: &'a NewIngest,
    /// The current report, if there is one.
    pub(super) current: Option<&'a Report>,
    /// Whether what the current report says of the same work is repeated. Otherwise, the work is read again.
    pub(super) repeats: bool,
}

impl Named<'_> {
    /// Returns what is known of the named work. It is refused if it is too much to read.
    pub(super) async fn collect(&self, storage: &dyn Storage) -> Result<Elsewhere> {
        let options = &self.batch.options;
        let background = &self.review.background;
        let old = self.current.map(|report| &report.settings);
        let old_background = old.map_or(&[][..], |settings| &settings.background.sources);
        let old_own = old.and_then(|settings| settings.own_work.as_ref());
        let old_own = old_own.map_or(&[][..], |own_work| &own_work.sources);
        let files = files(storage, background).await?.max(files(storage, &options.own_work).await?);
        let background = match self.reported(background, old_background) {
            Some(report) => NamedWork::Reported(reported_background(report)),
            None => NamedWork::Read(read(storage, background, old_background).await?),
        };
        let own_work = match self.reported(&options.own_work, old_own) {
            Some(report) => NamedWork::Reported(reported_own_work(report)),
            None => NamedWork::Read(read(storage, &options.own_work, old_own).await?),
        };
        let is_read = |named: &NamedWork| matches!(named, NamedWork::Read(_));
        if MAX_SOURCE_FILES < files && (is_read(&background) || is_read(&own_work)) {
            let reason = format!(
                "The comparisons and archives whose passages are to be ignored have {files} files, more than the limit of \
                 {MAX_SOURCE_FILES}. Name fewer of them."
            );
            return Err(JobError::Refused { reason });
        }
        Ok(elsewhere(&self.class.submissions, background, own_work))
    }

    /// Returns the current report if what it says of this work is repeated.
    fn reported(&self, named: &[Owner], old: &[WorkSource]) -> Option<&Report> {
        let ids = named.iter().map(|owner| Some(owner.to_string()));
        let is_same = ids.eq(old.iter().map(|source| source.id.clone()));
        self.current.filter(|_| self.repeats && is_same && !old.is_empty())
    }
}

/// Returns the number of files in these sources.
async fn files(storage: &dyn Storage, named: &[Owner]) -> Result<u64, StorageError> {
    let mut files = 0;
    for &owner in named {
        files += storage
            .ingests(owner)
            .await?
            .iter()
            .map(|ingest| ingest.documents.end - ingest.documents.start)
            .sum::<u64>();
    }
    Ok(files)
}

/// Reads the named sources. `old` is what an earlier report says of some of them.
async fn read(storage: &dyn Storage, named: &[Owner], old: &[WorkSource]) -> Result<Vec<NamedSource>> {
    let mut sources = Vec::with_capacity(named.len());
    for &owner in named {
        let old = old.iter().find(|source| source.id.as_deref() == Some(&owner.to_string()));
        let mut found = source(storage, owner).await?;
        match (&mut found, old) {
            (None, _) => {
                // Of a source that was deleted, its name in an earlier report is known at most.
                let title = old.map_or_else(|| owner.to_string(), |old| old.title.clone());
                let source = WorkSource {
                    change: Some(SourceChange::Gone),
                    ..self::named(owner, title, old.and_then(|old| old.state))
                };
                found = Some(NamedSource { source, submissions: Vec::new() });
            }
            (Some(found), Some(old)) => {
                let submissions = found.submissions.len() as u32;
                let is_same = (old.state, old.submissions) == (found.source.state, submissions);
                found.source.change = (!is_same).then_some(SourceChange::Changed);
            }
            (Some(_), None) => {}
        }
        sources.extend(found);
    }
    Ok(sources)
}

fn named(owner: Owner, title: String, state: Option<u32>) -> WorkSource {
    WorkSource { id: Some(owner.to_string()), title, state, ..WorkSource::default() }
}

/// Reads a source; `None` if it was deleted.
async fn source(storage: &dyn Storage, owner: Owner) -> Result<Option<NamedSource>> {
    let ingests = storage.ingests(owner).await?;
    let described = match owner {
        Owner::Batch(id) => storage.batch(id).await?.map(|batch| (batch.title, ingests.len() as u32)),
        Owner::Archive(id) => archive(storage, id).await?,
    };
    let Some((title, state)) = described else { return Ok(None) };
    let known = storage.index_schemes().await?;
    let scheme = |id: SchemeId| known.iter().find(|(known, _)| *known == id).map(|(_, scheme)| scheme);
    let mut submissions = Vec::new();
    for ingest in &ingests {
        let mut last = 0;
        loop {
            let piece = storage.fingerprinted(ingest, last, FETCH_SIZE).await?;
            let Some(end) = piece.last() else { break };
            last = end.submission.number;
            for found in piece {
                let schemes = found.fingerprints.iter().map(|(id, _)| scheme(*id));
                let files = if schemes.flatten().any(postings::is_outdated) {
                    remade(storage, (owner, found.submission.number)).await?
                } else {
                    let file = |(id, packed)| Some((postings::batch_scheme(scheme(id)?), packed));
                    found.fingerprints.into_iter().filter_map(file).collect()
                };
                if !files.is_empty() {
                    submissions.push((found.submission, files));
                }
            }
        }
    }
    Ok(Some(NamedSource { source: named(owner, title, Some(state)), submissions }))
}

/// Returns name, year and state of an archive.
async fn archive(storage: &dyn Storage, id: ArchiveId) -> Result<Option<(String, u32)>, StorageError> {
    let archive = storage.archive(id).await?;
    Ok(archive.map(|archive| {
        let year = archive.year.map_or_else(String::new, |year| format!(", {year}"));
        (archive.name + &year, archive.state)
    }))
}

/// Makes the fingerprints of a submission again from its tokens, because an older version made those that are stored.
async fn remade(storage: &dyn Storage, wanted: (Owner, u32)) -> Result<Vec<PackedFile>> {
    let mut files = Vec::new();
    for document in storage.stored(&[wanted]).await?.into_iter().flat_map(|stored| stored.documents) {
        let Some((scheme, _)) = &document.fingerprints else { continue };
        let scheme: IndexScheme = postings::current_scheme(&postings::batch_scheme(scheme));
        let fingerprints = postings::fingerprints_of_stored(&document.stream).map_err(JobError::File)?;
        files.push((scheme, Bytes(chaffinch_index::pack(&fingerprints))));
    }
    Ok(files)
}

/// Returns the passages of a report for which `of` gives the bytes and the source.
fn passages<Passages: Iterator<Item = (u32, u32, u32)>>(
    report: &Report,
    of: impl Fn(&File) -> Passages,
) -> Vec<ReportedPassage> {
    let mut passages = Vec::new();
    for submission in &report.submissions {
        for (file, at) in submission.files.iter().zip(0..) {
            passages.extend(of(file).map(|(start, end, source)| ReportedPassage {
                submission: submission.id,
                file: at,
                start,
                end,
                source,
            }));
        }
    }
    passages
}

fn reported_background(report: &Report) -> KnownWork {
    let Background { submissions, sources, .. } = report.settings.background.clone();
    let common = |file: &File| {
        let masked = file.masked.clone().into_iter();
        masked.filter(|(_, _, mask)| *mask == Mask::Elsewhere).map(|(start, end, _)| (start, end, 0))
    };
    KnownWork { sources, known: Known::Reported { submissions, passages: passages(report, common) } }
}

fn reported_own_work(report: &Report) -> KnownWork {
    let sources = report.settings.own_work.clone().unwrap_or_default().sources;
    let own = |file: &File| file.handed_in_before.clone().into_iter();
    KnownWork { sources, known: Known::Reported { submissions: 0, passages: passages(report, own) } }
}
