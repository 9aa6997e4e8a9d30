//! Checks one submission against what a course has stored, before the deadline.
//!
//! The submission arrives in the folder of unfinished uploads and is searched for as a text is. Unless something is found
//! and the check keeps it, nothing of it is stored. If it is kept, a job compares it as usual and opens a case: in a
//! comparison of its own with the archives in which something was found, or as late work in the comparison that was named.

use chaffinch_query::{FoundSubmission, TextQuestion};
use chaffinch_storage::{
    Accepted, AccountId, Action, AnalysisOptions, AuditAction, Batch, BatchId, By, Course, Ingest, Layout,
    Note, Owner, may,
};
use serde_json::json;

use super::batch::{BatchRequest, RequestKey, accept_request, stem, title_from};
use super::fields::{CHECK, Fields};
use super::late::{Joins, add_received};
use super::receive::{Incoming, receive};
use super::upload::{Received, last_part};
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Admitted;

/// Keys of kept submissions begin with this. The same submission that finds the same is kept once.
const KEY_PREFIX: &str = "check-";

/// A check that has arrived.
pub(crate) struct Check {
    course: Course,
    account: AccountId,
    /// Whether the sender may see the course.
    is_staff: bool,
    language: Option<String>,
    /// The stored submissions with which it is compared.
    among: Vec<Ingest>,
    /// The finished comparison that was named.
    batch: Option<Batch>,
    keep: bool,
    /// One file or archive.
    received: Received,
}

/// What a check found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CheckOutcome {
    /// No pair that a report would name.
    Nothing,
    /// At least one such pair, and the comparison that keeps the submission.
    Found(Option<BatchId>),
}

/// Reads a check of a caller who may check in this course.
pub(crate) async fn receive_check(
    app: &App,
    who: &Admitted,
    course: Course,
    incoming: Incoming,
) -> Result<Check, WebError> {
    let account = who.actor.account.id;
    let mut fields = Fields::of(&CHECK);
    let received = receive(app, account, incoming, &mut fields).await?;
    match &received.files[..] {
        [] => return Err(WebError::NoSubmissions),
        [_] => {}
        [..] => {
            let problem = "has several files, and a check takes one submission; pack them into one archive";
            return Err(field("submissions", problem));
        }
    }
    let keep = match fields.get("keep") {
        None => false,
        Some("case") => true,
        Some(_) => return Err(field("keep", "must be case, or left out")),
    };
    if keep && !course.checks_open_cases && !may(&who.actor, Action::Upload, course.id) {
        return Err(WebError::Forbidden);
    }
    let batch = match fields.get("batch") {
        None => None,
        Some(id) => Some(finished_batch(app, &course, id).await?),
    };
    let among = among(app, &course, batch.as_ref()).await?;
    if among.is_empty() {
        return Err(field(
            "batch",
            "must name a finished comparison, because the course has no archive to search",
        ));
    }
    Ok(Check {
        account,
        is_staff: may(&who.actor, Action::See, course.id),
        language: fields.language(&app.settings.languages)?,
        among,
        batch,
        keep: keep || course.checks_open_cases,
        received,
        course,
    })
}

/// Returns the comparison of the course with this id, if it has a report.
async fn finished_batch(app: &App, course: &Course, id: &str) -> Result<Batch, WebError> {
    let found = match id.parse() {
        Ok(id) => app.storage.batch(id).await?,
        Err(_) => None,
    };
    found
        .filter(|batch| batch.course == course.id && batch.revision.is_some())
        .ok_or_else(|| field("batch", "is not the id of a finished comparison of this course"))
}

/// Returns the submissions of all archives of the course and of this comparison. Corpora keep no submissions.
async fn among(app: &App, course: &Course, batch: Option<&Batch>) -> Result<Vec<Ingest>, WebError> {
    let mut among = app.storage.visible_ingests(&[course.id]).await?;
    let corpora = app.storage.corpora(&[course.id]).await?;
    among.retain(|ingest| match ingest.owner {
        Owner::Archive(id) => corpora.iter().all(|(corpus, _)| *corpus != id),
        Owner::Batch(id) => batch.is_some_and(|batch| batch.id == id),
    });
    Ok(among)
}

impl Check {
    /// Compares the submission, keeps it if something is found and the check keeps it, and logs the outcome without
    /// names.
    pub(crate) async fn run(self, app: &App) -> Result<CheckOutcome, WebError> {
        let outcome = self.compare(app).await;
        let (word, kept) = match &outcome {
            Ok(CheckOutcome::Nothing) => ("nothing", false),
            Ok(CheckOutcome::Found(kept)) => ("found", kept.is_some()),
            Err(_) => ("failed", false),
        };
        let note = Note {
            action: AuditAction::SubmissionChecked,
            course: Some(self.course.id),
            subject: self.course.id.0,
            details: json!({ "outcome": word, "kept": kept }),
            once_in: None,
        };
        let by = By { account: Some(self.account), at: app.clock.now() };
        app.storage.note(&note, &by).await?;
        outcome
    }

    async fn compare(&self, app: &App) -> Result<CheckOutcome, WebError> {
        let turn = app.auth.checks.take(self.course.id, 0).await;
        let _turn =
            turn.map_err(|_| WebError::internal("the queue of checks is full, although it has no limit"))?;
        let file = self.received.files.first().ok_or(WebError::NoSubmissions)?;
        let question = TextQuestion {
            name: last_part(&file.name).unwrap_or_default().to_owned(),
            content: tokio::fs::read(&file.path).await.map_err(WebError::of_disk)?,
            language: self.language.clone(),
            among: self.among.clone(),
            ..TextQuestion::default()
        };
        let mut found = app.finder.find(question).await?.found;
        found.retain(|found| found.is_named && !self.is_own(found, &file.name));
        if found.is_empty() {
            return Ok(CheckOutcome::Nothing);
        }
        if !self.keep {
            return Ok(CheckOutcome::Found(None));
        }
        match self.keep_found(app, &found).await {
            Ok(accepted) => Ok(CheckOutcome::Found(Some(accepted.batch().id))),
            Err(error) if self.is_staff => Err(error),
            // The reason may say more about the comparison than the sender may know.
            Err(error) => {
                tracing::warn!(%error, course.id = %self.course.id, "cannot keep a checked submission");
                Ok(CheckOutcome::Found(None))
            }
        }
    }

    /// Returns whether staff sent what the comparison already has under the same name: work of the same student.
    ///
    /// Attack: a token that can only check sends a submission under one name after the other. What is found under all
    /// names except one is by this student.
    fn is_own(&self, found: &FoundSubmission, name: &str) -> bool {
        self.is_staff && matches!(found.owner, Owner::Batch(_)) && found.name == stem(name)
    }

    async fn keep_found(&self, app: &App, found: &[FoundSubmission]) -> Result<Accepted, WebError> {
        let mut archives: Vec<_> = found
            .iter()
            .filter_map(|found| match found.owner {
                Owner::Archive(id) => Some(id),
                Owner::Batch(_) => None,
            })
            .collect();
        archives.sort_unstable();
        archives.dedup();
        let key = RequestKey::Derived(KEY_PREFIX);
        if let (true, Some(batch)) = (archives.is_empty(), &self.batch) {
            return add_received(app, self.account, key, batch, &self.received, Joins::Found).await;
        }
        let request = BatchRequest {
            title: title_from(self.received.files.first().map_or("", |file| &file.name)),
            course: self.course.id,
            options: AnalysisOptions {
                language: self.language.clone(),
                layout: Layout::Whole,
                archives: Some(archives),
                opens_case: true,
                ..AnalysisOptions::default()
            },
            keep_until: None,
            notify_url: None,
            least: 1,
        };
        accept_request(app, self.account, key, request, &self.received).await
    }
}

fn field(name: &'static str, problem: &str) -> WebError {
    WebError::Field { name, problem: problem.to_owned() }
}
