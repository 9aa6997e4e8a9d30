//! Services that live as long as the process: password hashing, rates and quotas, mail, the identity provider, prepared
//! downloads, and parsed reports.

use std::net::IpAddr;
use std::sync::Arc;

use chaffinch_storage::throttle::Quota;
use chaffinch_storage::{AccountId, CourseId};

use crate::error::{Result, WebError};
use crate::exports::Exports;
use crate::http::caching::Constants;
use crate::limits::fair_queue::{Caller, FairQueue, PageTurn, QueueFull, QueueKey, QueueLimits, QueueTurn};
use crate::limits::rates::{RateKey, Rates, Ticks};
use crate::services::reports::ReportCache;
use crate::settings::{AppSettings, QuestionLimits};
use crate::sign_in::guesses::Guesses;
use crate::sign_in::mail::{MailRefused, Mailer};
use crate::sign_in::password::Passwords;
use crate::sign_in::provider::{Provider, ProviderRefused};

/// Uploads that are examined at the same time. Each may use as much memory as a job but usually takes far less time.
/// With four, slow uploads of two accounts do not delay the uploads of others.
const MAX_EXAMINED_UPLOADS: usize = 4;
/// Drafts that are examined at the same time.
const MAX_EXAMINED_DRAFTS: usize = 3;
/// Previews that one account may request at the same time. One is read and sent, the others wait.
const MAX_PREVIEWS: usize = 10;

/// Checks of submissions that run at the same time, each in a process. Those of one course run one after the other.
const MAX_CHECKS: usize = 2;

/// Report pages that are built at the same time. Each holds a report and the texts that it shows.
const MAX_PAGES: usize = 8;
/// Of these, pages of one caller.
const MAX_PAGES_OF_CALLER: usize = 2;
/// Report pages that one caller may request at the same time, built or waiting.
const MAX_REQUESTED_PAGES: usize = 32;

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AuthServicesError {
    /// The mail settings are not valid.
    #[error(transparent)]
    Mail(#[from] MailRefused),
    /// The settings of the identity provider are not valid.
    #[error(transparent)]
    Provider(#[from] ProviderRefused),
}

/// Services for sign-in and limits. They are created once, from the settings.
pub struct AuthServices {
    pub(crate) passwords: Passwords,
    pub(crate) rates: Rates,
    pub(crate) guesses: Guesses,
    /// Uploads of an account that are arriving.
    pub(crate) arriving: Quota<AccountId>,
    /// Queue for examining uploads before they are accepted.
    pub(crate) uploads: FairQueue<AccountId>,
    /// Queue for examining drafts. It is separate, so that no upload waits for a draft.
    pub(crate) drafts: FairQueue<AccountId>,
    /// Queue for reading and sending previews. Each may take 100 MB of memory.
    previews: FairQueue<AccountId>,
    /// Queue for report pages and other work that holds a report in memory.
    pages: FairQueue<Caller>,
    pub(crate) mailer: Option<Mailer>,
    pub(crate) provider: Option<Provider>,
    pub(crate) exports: Arc<Exports>,
    /// Reports that pages have parsed.
    pub(crate) reports: Arc<ReportCache>,
    pub(crate) constants: Constants,
    /// Concurrent requests of one address behind a trusted proxy.
    pub(crate) requests: Quota<IpAddr>,
    /// Queue for searches.
    questions: FairQueue<AccountId>,
    question_limits: QuestionLimits,
    /// Queue for checks of submissions. Rates limit how many wait.
    pub(crate) checks: FairQueue<CourseId>,
    /// Checks that are being sent, by token or account.
    pub(crate) checking: Quota<RateKey>,
    /// Event streams of an account.
    pub(crate) streams: Quota<AccountId>,
}

impl AuthServices {
    /// Creates the services for these settings.
    ///
    /// # Errors
    /// The settings of mail or of the identity provider are not valid.
    pub fn new(settings: &AppSettings, ticks: Ticks) -> Result<Self, AuthServicesError> {
        let provider = settings.provider.as_ref();
        Ok(Self {
            provider: provider.map(|provider| Provider::new(provider, &settings.public_url)).transpose()?,
            passwords: Passwords::new(),
            exports: Exports::new(settings.exports),
            reports: Arc::default(),
            constants: Constants::new(),
            requests: Quota::new(settings.connections.of_address as u64),
            questions: FairQueue::new(QueueLimits {
                of_one: settings.questions.answered.min(settings.questions.asked),
                waiting_of_one: settings.questions.asked.saturating_sub(settings.questions.answered),
                ..QueueLimits::NONE
            }),
            question_limits: settings.questions,
            checks: FairQueue::new(one_of_each(MAX_CHECKS)),
            checking: Quota::new(1),
            streams: Quota::new(settings.event_streams as u64),
            rates: Rates::new(&settings.rates, ticks.clone()),
            guesses: Guesses::new(ticks),
            arriving: Quota::new(settings.upload.of_account as u64),
            uploads: FairQueue::new(one_of_each(MAX_EXAMINED_UPLOADS)),
            drafts: FairQueue::new(one_of_each(MAX_EXAMINED_DRAFTS)),
            previews: FairQueue::new(QueueLimits {
                of_one: 1,
                waiting_of_one: MAX_PREVIEWS - 1,
                ..QueueLimits::NONE
            }),
            pages: FairQueue::new(QueueLimits {
                at_once: MAX_PAGES,
                of_one: MAX_PAGES_OF_CALLER,
                waiting_of_one: MAX_REQUESTED_PAGES - MAX_PAGES_OF_CALLER,
                ..QueueLimits::NONE
            }),
            mailer: settings.mail.as_ref().map(Mailer::new).transpose()?,
        })
    }

    /// Waits for a turn of this account to read a preview. Dropping the turn lets the next one begin.
    pub(crate) async fn preview(&self, account: AccountId) -> Result<QueueTurn<AccountId>> {
        turn(&self.previews, account, "previews at the same time", MAX_PREVIEWS).await
    }

    /// Waits for a turn of this caller to hold a report and its texts in memory.
    pub(crate) async fn page(&self, caller: Caller) -> Result<PageTurn> {
        let turn = turn(&self.pages, caller, "report pages at the same time", MAX_REQUESTED_PAGES).await?;
        Ok(PageTurn(Arc::new(turn)))
    }

    /// Waits for a turn of this account to run a search. Dropping the turn lets the next one begin.
    pub(crate) async fn question(&self, account: AccountId) -> Result<QueueTurn<AccountId>> {
        turn(&self.questions, account, "queries at the same time", self.question_limits.asked).await
    }
}

async fn turn<K: QueueKey>(
    queue: &FairQueue<K>,
    key: K,
    what: &'static str,
    limit: usize,
) -> Result<QueueTurn<K>> {
    let turn = queue.take(key, 0).await;
    turn.map_err(|QueueFull| WebError::TooMany { what, limit: limit as u32, seconds: 5 })
}

/// Returns limits that allow `at_once` turns in total and one for each account.
const fn one_of_each(at_once: usize) -> QueueLimits {
    QueueLimits { at_once, of_one: 1, ..QueueLimits::NONE }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use chaffinch_storage::{AccountId, BatchId};
    use futures_util::poll;
    use tokio::sync::oneshot;
    use uuid::Uuid;

    use super::*;

    const ADA: Caller = Caller::Account(AccountId(Uuid::from_u128(1)));
    const OTHERS: [Caller; 3] = [
        Caller::Account(AccountId(Uuid::from_u128(2))),
        Caller::Moss(BatchId(Uuid::from_u128(1))),
        Caller::Moss(BatchId(Uuid::from_u128(2))),
    ];

    fn gate() -> AuthServices {
        AuthServices::new(&AppSettings::new("http://chaffinch.test", Vec::new()), Ticks::system()).unwrap()
    }

    #[tokio::test]
    async fn one_caller_keeps_no_other_from_reading() {
        let gate = gate();
        let turns = [gate.page(ADA).await.unwrap(), gate.page(ADA).await.unwrap()];
        let mut waiting: Vec<_> = (0..30).map(|_| Box::pin(gate.page(ADA))).collect();
        for page in &mut waiting {
            assert!(poll!(page.as_mut()).is_pending());
        }
        assert!(matches!(gate.page(ADA).await, Err(WebError::TooMany { limit: 32, .. })));
        for other in OTHERS {
            drop(gate.page(other).await.unwrap());
        }
        drop(turns);
        for page in waiting {
            drop(page.await.unwrap());
        }
    }

    #[tokio::test]
    async fn a_caller_that_hangs_up_keeps_its_turn_while_the_work_runs() {
        let gate = gate();
        let (started, has_started) = oneshot::channel();
        let (end, ended) = mpsc::channel();
        let turn = gate.page(ADA).await.unwrap();
        let request = tokio::spawn(async move {
            let work = move || {
                started.send(()).map_err(|()| WebError::internal("nobody waits"))?;
                ended.recv().map_err(WebError::internal)
            };
            turn.run(work).await
        });
        has_started.await.unwrap();
        request.abort();
        assert!(request.await.unwrap_err().is_cancelled());
        let second = gate.page(ADA).await.unwrap();
        let mut third = Box::pin(gate.page(ADA));
        assert!(poll!(third.as_mut()).is_pending());
        end.send(()).unwrap();
        drop(third.await.unwrap());
        drop(second);
    }
}
