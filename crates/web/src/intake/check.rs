//! Checks one submission against what a course has stored, before the deadline.
//!
//! The submission arrives in the folder of unfinished uploads and is searched for as a text is. Unless something is found
//! and the check keeps it, nothing of it is stored. If it is kept, a job compares it as usual and opens a case: in a
//! comparison of its own with the archives in which something was found, or as late work in the comparison that was named.
//! If the answer does not wait for the outcome, a job does the same.

use chaffinch_query::{
    CheckOutcome, FoundSubmission, KeptCheck, TextQuestion, checked_among, last_part, note_check, stem,
    title_from,
};
use chaffinch_storage::{Accepted, Action, Batch, CheckRequest, Course, Ingest, JobId, Owner, may};

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::intake::additions::{Joins, add_received};
use crate::intake::batch::{BatchRequest, accept_request};
use crate::intake::fields::{CHECK, Fields};
use crate::intake::receive::{Incoming, receive};
use crate::intake::upload::{Received, RequestKey};

/// Keys of kept submissions begin with this. The same submission that finds the same is kept once.
const KEY_PREFIX: &str = "check-";

/// A check that has arrived.
pub(crate) struct Check {
    request: CheckRequest,
    /// Whether the sender may see the course.
    is_staff: bool,
    /// The stored submissions with which it is compared.
    among: Vec<Ingest>,
    /// The finished comparison that was named.
    batch: Option<Batch>,
    /// One file or archive.
    received: Received,
}

/// Reads a check of a caller who may check in this course.
pub(crate) async fn receive_check(who: &Admitted, course: Course, incoming: Incoming) -> Result<Check> {
    let account = who.actor.account.id;
    let mut fields = Fields::new(&CHECK);
    let received = receive(who, incoming, &mut fields).await?;
    match &received.files[..] {
        [] => return Err(WebError::NoSubmissions),
        [_] => {}
        [..] => {
            let problem = "has several files, and a check takes one submission; pack them into one archive";
            return Err(WebError::field("submissions", problem));
        }
    }
    let keep = match fields.get("keep") {
        None => false,
        Some("case") => true,
        Some(_) => return Err(WebError::field("keep", "must be case, or left out")),
    };
    if keep && !course.checks_open_cases && !may(&who.actor, Action::Upload, course.id) {
        return Err(WebError::Forbidden);
    }
    let batch = match fields.get("batch") {
        None => None,
        Some(id) => Some(finished_batch(&who.app, &course, id).await?),
    };
    let named = batch.as_ref().map(|batch| batch.id);
    let among = checked_among(who.app.storage.as_ref(), course.id, named).await?;
    if among.is_empty() {
        return Err(WebError::field(
            "batch",
            "must name a finished comparison, because the course has no archive to search",
        ));
    }
    let request = CheckRequest {
        course: course.id,
        account,
        language: fields.language(&who.app.settings.languages)?,
        batch: named,
        keep: keep || course.checks_open_cases,
    };
    Ok(Check { request, is_staff: may(&who.actor, Action::See, course.id), among, batch, received })
}

/// Returns the comparison of the course with this id, if it has a report.
async fn finished_batch(app: &App, course: &Course, id: &str) -> Result<Batch> {
    let found = match id.parse() {
        Ok(id) => app.storage.batch(id).await?,
        Err(_) => None,
    };
    found
        .filter(|batch| batch.course == course.id && batch.revision.is_some())
        .ok_or_else(|| WebError::field("batch", "is not the id of a finished comparison of this course"))
}

impl Check {
    /// Leaves the check to a job. It runs even if this process ends.
    pub(crate) async fn queue(self, app: &App) -> Result<()> {
        let submission = self.received.parts().pop().ok_or(WebError::NoSubmissions)?;
        let at = app.clock.now();
        Ok(app.storage.queue_check(self.request, submission, JobId::new(at), at).await?)
    }

    /// Compares the submission, keeps it if something is found and the check keeps it, and logs the outcome without
    /// names.
    pub(crate) async fn run(self, who: &Admitted) -> Result<CheckOutcome> {
        let outcome = self.compare(who).await;
        let by = (self.request.account, who.app.clock.now());
        let noted = outcome.as_ref().ok().copied();
        note_check(who.app.storage.as_ref(), self.request.course, noted, by).await?;
        outcome
    }

    async fn compare(&self, who: &Admitted) -> Result<CheckOutcome> {
        let turn = who.app.auth.checks.take(self.request.course, 0).await;
        let _turn =
            turn.map_err(|_| WebError::internal("the queue of checks is full, although it has no limit"))?;
        let file = self.received.files.first().ok_or(WebError::NoSubmissions)?;
        let question = TextQuestion {
            name: last_part(&file.name).unwrap_or_default().to_owned(),
            content: tokio::fs::read(&file.path).await.map_err(WebError::internal)?,
            language: self.request.language.clone(),
            among: self.among.clone(),
            ..TextQuestion::default()
        };
        let mut found = who.app.finder.find(question).await?.found;
        found.retain(|found| found.is_named && !self.is_own(found, &file.name));
        if found.is_empty() {
            return Ok(CheckOutcome::Nothing);
        }
        if !self.request.keep {
            return Ok(CheckOutcome::Found(None));
        }
        match self.keep_found(who, &found).await {
            Ok(accepted) => Ok(CheckOutcome::Found(Some(accepted.batch().id))),
            Err(error) if self.is_staff => Err(error),
            // The reason may say more about the comparison than the sender may know.
            Err(error) => {
                tracing::warn!(%error, course.id = %self.request.course, "cannot keep a checked submission");
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

    async fn keep_found(&self, who: &Admitted, found: &[FoundSubmission]) -> Result<Accepted> {
        let key = RequestKey::Derived(KEY_PREFIX);
        match (KeptCheck::new(&self.request, found), &self.batch) {
            (KeptCheck::Comparison(options), _) => {
                let request = BatchRequest {
                    title: title_from(self.received.files.first().map_or("", |file| &file.name)),
                    course: self.request.course,
                    options: *options,
                    keep_until: None,
                    notify_url: None,
                    least: 1,
                };
                accept_request(who, key, request, &self.received).await
            }
            (KeptCheck::Late(_), Some(batch)) => {
                add_received(who, key, batch, &self.received, Joins::Found).await
            }
            (KeptCheck::Late(_), None) => Err(WebError::internal("no comparison was named")),
        }
    }
}
