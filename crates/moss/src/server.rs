//! Holds what all connections share: storage, settings, the lookup of user ids, and how a query becomes a batch in the
//! account's personal course and gets the URL of its results, in one transaction.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chaffinch_storage::{
    Account, Action, AnalysisOptions, BatchId, CourseId, Delivery, JobId, Layout, MossAddress, MossJob,
    MossNumber, MossSalt, NewBatch, NewMossResult, Status, Storage, StorageError, failure_lines, may,
};
use chrono::{DateTime, Utc};
use tokio::sync::{OnceCell, Semaphore};

use crate::MossSettings;
use crate::connections::{Connection, Connections};
use crate::files::Spooled;
use crate::protocol::Query;

/// The maximum number of user ids hashed at the same time. Each hash takes 19 MiB.
const HASHES: usize = 4;

/// The state that all connections of the MOSS server share.
pub struct Server {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) settings: MossSettings,
    pub(crate) connections: Arc<Connections>,
    hashes: Semaphore,
    salt: OnceCell<MossSalt>,
}

/// Why a user id has no account.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UserError {
    /// The id belongs to no account, or the client is blocked at the moment.
    #[error("unknown user id")]
    Unknown,
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("cannot compute a hash")]
    Hash(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl Server {
    /// Creates a server, to be passed to [`serve`](crate::serve) with its listeners.
    pub fn new(storage: Arc<dyn Storage>, settings: MossSettings) -> Self {
        Self {
            connections: Arc::new(Connections::new(&settings)),
            storage,
            settings,
            hashes: Semaphore::new(HASHES),
            salt: OnceCell::new(),
        }
    }

    /// Returns the account of a user id and its personal course. Takes the same steps whether or not the id exists.
    pub(crate) async fn identify(
        &self,
        connection: &Connection,
        number: Option<u32>,
    ) -> Result<(Account, CourseId), UserError> {
        let salt = *self.salt.get_or_try_init(|| self.first_salt()).await?;
        let found = {
            let _turn = self.hashes.acquire().await.map_err(|closed| UserError::Hash(closed.into()))?;
            // Checked only after the permit is acquired, so that many connections at once cannot avoid the wait.
            if connection.is_blocked(Instant::now()) {
                return Err(UserError::Unknown);
            }
            let presented = MossNumber::presented(number.unwrap_or(0));
            let hash = tokio::task::spawn_blocking(move || presented.hash(&salt))
                .await
                .map_err(|failed| UserError::Hash(failed.into()))?
                .map_err(|failed| UserError::Hash(failed.to_string().into()))?;
            let actor = self.storage.token_actor(&hash, (self.settings.now)()).await?;
            if actor.is_none() {
                connection.record_wrong_id(Instant::now());
            }
            actor
        };
        let Some(actor) = found else {
            tracing::info!(client.address = %connection.network(), "a MOSS client sent an unknown user id");
            metrics::counter!("chaffinch_moss_wrong_numbers_total").increment(1);
            return Err(UserError::Unknown);
        };
        let course = self.storage.personal_course(actor.account.id).await?.ok_or(UserError::Unknown)?;
        if !may(&actor, Action::Upload, course.id) {
            return Err(UserError::Unknown);
        }
        Ok((actor.account, course.id))
    }

    async fn first_salt(&self) -> Result<MossSalt, UserError> {
        let mut fresh = MossSalt::default();
        getrandom::fill(&mut fresh).map_err(|failed| UserError::Hash(failed.into()))?;
        Ok(self.storage.moss_salt(&fresh).await?)
    }
}

/// The maximum length of a batch's title in characters.
const TITLE_LENGTH: usize = 200;
/// The maximum length in bytes of the comment that the result pages repeat.
const COMMENT_BYTES: usize = 4 << 10;
/// The minimum and maximum number of pairs that the full report lists by its own order, in addition to those of the
/// result pages, which list pairs by matched tokens.
const PAIRS: (u32, u32) = (250, 10_000);
/// The maximum length of an error in bytes. Clients read an answer of 512 bytes or more at once.
const ERROR_BYTES: usize = 400;
/// The interval between checks of the batch. Changes by other processes may not be announced.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Why a job was not accepted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JobError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("cannot create a random URL for the results")]
    Random(#[from] getrandom::Error),
}

/// Stores the job and returns its batch and the address of its results, which are both in the database by then.
pub(crate) async fn accept(
    server: &Server,
    account: &Account,
    course: CourseId,
    query: Query,
    spooled: Spooled,
) -> Result<(BatchId, MossAddress), JobError> {
    let created = (server.settings.now)();
    // Keeps the reservation until the database has everything.
    let Spooled { parts, order, files, bytes, reservation: _reservation } = spooled;
    let pairs = query.show.clamp(PAIRS.0, PAIRS.1);
    let show = query.show.min(PAIRS.1);
    let comment = cut(&query.comment, COMMENT_BYTES);
    let batch = NewBatch {
        id: BatchId::new(created),
        job: JobId::new(created),
        course,
        creator: account.id,
        title: title(comment, created),
        options: AnalysisOptions {
            language: query.language.as_ref().map(|language| language.name.to_owned()),
            layout: Layout::Whole,
            submission_limit: query.max_matches,
            most_matched: show,
            files_named: true,
            max_pairs: pairs,
            matches: pairs + show,
            ..AnalysisOptions::default()
        },
        created,
        keep_until: None,
        idempotency: None,
        parts,
    };
    let address = MossAddress::random()?;
    let result = NewMossResult {
        hash: address.hash(),
        job: MossJob {
            language: query.language.map_or_else(|| "auto".to_owned(), |language| language.word),
            directory: query.directory,
            max_matches: query.max_matches,
            show,
            comment: comment.to_owned(),
            order,
        },
        created,
        expires: created + server.settings.results_for,
    };
    let id = server.storage.accept_for(batch, Delivery::Moss(result)).await?.batch().id;
    tracing::info!(batch.id = %id, upload.bytes = bytes, upload.files = files, "accepted a job from a MOSS client");
    metrics::counter!("chaffinch_uploads_total").increment(1);
    metrics::counter!("chaffinch_upload_bytes_total").increment(bytes);
    Ok((id, address))
}

/// Waits until the batch is no longer busy, or until `answer_within` has passed. Returns the error for the client if the
/// batch has ended without a report.
pub(crate) async fn wait(server: &Server, batch: BatchId) -> Option<String> {
    let end = tokio::time::Instant::now() + server.settings.answer_within;
    let mut changes = server.storage.changes();
    loop {
        match server.storage.batch(batch).await {
            Ok(Some(batch)) if batch.is_busy() => {}
            Ok(Some(batch)) if batch.revision.is_some() => return None,
            Ok(ended) => return Some(error(ended.as_ref().map(|batch| &batch.status))),
            // The job is stored already, so the reply is right even if the database fails now.
            Err(error) => tracing::debug!(error.cause = %error, "cannot look for a report"),
        }
        let look = (tokio::time::Instant::now() + LOOK_EVERY).min(end);
        let change = tokio::time::timeout_at(look, changes.changed()).await;
        if change.is_ok_and(|change| change.is_err()) {
            tokio::time::sleep_until(look).await;
        }
        if tokio::time::Instant::now() >= end {
            return None;
        }
    }
}

/// Returns why a batch has no report, in one line that begins with `Error: `. `None` stands for a deleted batch.
fn error(status: Option<&Status>) -> String {
    let reason = match status {
        Some(Status::Failed { reason }) => {
            failure_lines(reason).iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
        }
        Some(_) => "the comparison was stopped".to_owned(),
        None => "the comparison was deleted".to_owned(),
    };
    let line: String = reason.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("Error: {}\n", cut(line.trim(), ERROR_BYTES))
}

fn title(comment: &str, created: DateTime<Utc>) -> String {
    let title: String =
        comment.chars().map(|c| if c.is_control() { ' ' } else { c }).take(TITLE_LENGTH).collect();
    match title.trim() {
        "" => format!("MOSS, {}", created.format("%Y-%m-%d %H:%M")),
        title => title.to_owned(),
    }
}

fn cut(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}
