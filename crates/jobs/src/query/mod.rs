//! Answers questions at once, in child processes: which stored submissions share code with a text, and what an upload
//! contains. Limits how many run at the same time. Only checks, which nobody waits for, store anything.

pub(crate) mod check;
pub(crate) mod text;

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use chaffinch_extract::{Refusal, Survey};
use chaffinch_normalize::guess_language;
use chaffinch_query::{
    Finder, FoundPassage, FoundSubmission, QueryError, SurveyError, SurveyPart, SurveyUpload, Surveyor,
    TextAnswer, TextQuestion,
};
use chaffinch_report::{Match, Region, Report, is_named};
use chaffinch_storage::{HolderId, Storage};
use tokio::sync::Semaphore;

use crate::child::child_runner::{ChildError, QueryFolders};
use crate::child::process::ChildSettings;
use crate::child::scratch::WorkDirError;
use crate::query::text::{QueryHit, TextQueryAnswer, TextSearcher};
use crate::task_folder::{self, TaskPart, UploadTask, Work};

/// Number of queries at the same time. Further queries wait.
const MAX_CONCURRENT: usize = 4;

/// File name of a text that was typed.
const TYPED_NAME: &str = "text";

/// Finds what is stored about texts.
pub struct TextFinder {
    storage: Arc<dyn Storage>,
    searcher: TextSearcher,
    permits: Semaphore,
}

impl TextFinder {
    /// Creates a folder for the queries of this process.
    ///
    /// # Errors
    /// [`WorkDirError`].
    pub fn new(
        storage: Arc<dyn Storage>,
        settings: ChildSettings,
        holder: HolderId,
    ) -> Result<Self, WorkDirError> {
        let searcher = TextSearcher::new(settings, holder)?;
        Ok(Self { storage, searcher, permits: Semaphore::new(MAX_CONCURRENT) })
    }
}

#[async_trait]
impl Finder for TextFinder {
    async fn find(&self, mut question: TextQuestion) -> Result<TextAnswer, QueryError> {
        if question.name.is_empty() {
            let typed = String::from_utf8_lossy(&question.content);
            let guess = || guess_language(&typed).map(|language| language.name().to_owned());
            question.language = question.language.or_else(guess);
            TYPED_NAME.clone_into(&mut question.name);
        }
        let _permit = self.permits.acquire().await.map_err(|closed| QueryError::Failed(closed.into()))?;
        Ok(describe_answer(&self.searcher.search(self.storage.as_ref(), question).await?))
    }
}

/// Describes a text that a child has read. It is the first submission of the report.
pub(super) fn describe_answer(answer: &TextQueryAnswer) -> TextAnswer {
    let text = answer.report.submissions.first();
    let languages: BTreeSet<&String> =
        text.iter().flat_map(|text| &text.files).map(|file| &file.language).collect();
    TextAnswer {
        languages: languages.into_iter().cloned().collect(),
        tokens: text.map_or(0, |text| text.tokens),
        fingerprints: answer.fingerprints,
        found: answer.hits.iter().filter_map(|hit| found_submission(hit, &answer.report)).collect(),
    }
}

/// Returns a submission that was found. The text is on the left of every pair of the report.
fn found_submission(hit: &QueryHit, report: &Report) -> Option<FoundSubmission> {
    let pair = report.pairs.iter().find(|pair| pair.id.right == hit.number)?;
    let files = report.submission(hit.number).map_or(&[][..], |submission| &submission.files);
    let mut digests: Vec<String> = files.iter().map(|file| file.digest.clone()).collect();
    // The digest of an erased file is not kept.
    if digests.iter().any(String::is_empty) {
        digests.clear();
    }
    digests.sort();
    Some(FoundSubmission {
        owner: hit.owner,
        number: hit.submission,
        name: hit.name.clone(),
        resemblance: pair.resemblance,
        text_containment: pair.left_containment,
        submission_containment: pair.right_containment,
        fingerprints: hit.fingerprints,
        shared: hit.shared,
        digests,
        is_named: is_named(report, pair),
        passages: pair.matches.iter().flatten().map(passage).collect(),
    })
}

fn passage(found: &Match) -> FoundPassage {
    let lines = |region: &Region| (region.start_line, region.end_line);
    let bytes = |region: &Region| (region.start_byte, region.end_byte);
    FoundPassage {
        tokens: found.tokens,
        text_lines: lines(&found.left),
        path: found.right.path.clone(),
        lines: lines(&found.right),
        text_bytes: bytes(&found.left),
        file: found.right.file,
        bytes: bytes(&found.right),
        literal: found.literal.clone(),
    }
}

impl From<ChildError> for SurveyError {
    fn from(error: ChildError) -> Self {
        match error {
            ChildError::Refused { reason } | ChildError::Crashed { reason } => Self::Ended(reason),
            error => Self::Failed(error.into()),
        }
    }
}

/// Surveys uploads in child processes.
#[derive(Debug)]
pub struct ChildSurveyor(QueryFolders);

impl ChildSurveyor {
    /// Creates a folder for the surveys of this process.
    ///
    /// # Errors
    /// [`WorkDirError`].
    pub fn new(settings: ChildSettings, holder: HolderId) -> Result<Self, WorkDirError> {
        Ok(Self(QueryFolders::new(settings, holder)?))
    }
}

#[async_trait]
impl Surveyor for ChildSurveyor {
    async fn survey(&self, upload: SurveyUpload) -> Result<Survey, SurveyError> {
        let SurveyUpload { parts, options, least, limits, parse } = upload;
        let query_folder = self.0.create()?;
        let child = query_folder.child();
        let named = parts.iter().map(|part| TaskPart { kind: part.kind, name: part.name.clone() }).collect();
        child.in_folder(move |folder| link_parts(folder, &parts)).await?;
        let upload = UploadTask { options, parts: named, least, limits };
        let work = Work::Survey { upload, parse };
        Ok(child.run::<Result<Survey, Refusal>>(work).await??)
    }
}

/// Links files into the folder of a child, or copies them if they are on another disk.
fn link_parts(folder: &Path, parts: &[SurveyPart]) -> io::Result<()> {
    for (number, part) in parts.iter().enumerate() {
        let path = task_folder::part_path(folder, number);
        if std::fs::hard_link(&part.path, &path).is_err() {
            std::fs::copy(&part.path, &path)?;
        }
    }
    Ok(())
}
