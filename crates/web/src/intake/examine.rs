//! Examines an upload before it is accepted.

use chaffinch_extract as extract;
use chaffinch_query::SurveyUpload;
use chaffinch_storage::{AccountId, AnalysisOptions};

use super::upload::{File, Received};
use crate::app::App;
use crate::error::WebError;
use crate::limits::fair_queue::{FairQueue, QueueFull, QueueTurn};

/// Why an upload is examined.
#[derive(Debug, Clone, Copy)]
pub(super) enum Purpose {
    /// To show a preview. Too few submissions are not an error then.
    Preview,
    /// To accept the upload.
    Accept {
        /// The minimum number of submissions in the upload.
        least: usize,
    },
}

/// Examines an upload in a child process. It finds every problem of the upload while the client still waits for the
/// response.
pub(super) async fn survey(
    app: &App,
    _turn: &QueueTurn<AccountId>,
    options: &AnalysisOptions,
    purpose: Purpose,
    received: &Received,
) -> Result<extract::Survey, WebError> {
    let (least, parse) = match purpose {
        Purpose::Preview => (0, true),
        Purpose::Accept { least } => (least, false),
    };
    let upload = SurveyUpload {
        parts: received.files.iter().map(File::to_survey).collect(),
        options: options.clone(),
        least,
        limits: app.settings.extract.clone(),
        parse,
    };
    Ok(app.surveyor.survey(upload).await?)
}

/// Waits for a turn to examine an upload. Options that can be checked without the upload are checked before.
pub(super) async fn turn(
    account: AccountId,
    turns: &FairQueue<AccountId>,
    options: &AnalysisOptions,
) -> Result<QueueTurn<AccountId>, WebError> {
    extract::check_said(&options.encodings, &options.handed_out)?;
    let turn = turns.take(account, 0).await;
    turn.map_err(|QueueFull| WebError::internal("the queue of uploads is full, although it has no limit"))
}
