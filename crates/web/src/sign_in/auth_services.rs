//! What stands before the doors and lasts as long as the process: turns for hashing passwords, counts of who tried
//! what, the way to send mail, reports that are made into files.

use std::net::IpAddr;
use std::sync::Arc;

use chaffinch_storage::AccountId;

use crate::error::WebError;
use crate::exports::Exports;
use crate::http::constant::Constants;
use crate::limits::caller::Caller;
use crate::limits::fair_queue::{Full, Turn, TurnLimits, Turns};
use crate::limits::page_turn::PageTurn;
use crate::limits::quota::Places;
use crate::limits::rates::{Rates, Ticks};
use crate::settings::{AppSettings, QuestionLimits};
use crate::sign_in::guesses::Guesses;
use crate::sign_in::mail::{MailRefused, Mailer};
use crate::sign_in::password::Passwords;
use crate::sign_in::provider::{Provider, ProviderRefused};

/// Uploads looked through at the same time; more wait. Each may use as much memory as a job and takes far less: with four,
/// those of two accounts that take minutes keep nobody waiting.
const UPLOADS: usize = 4;
/// Drafts looked through at the same time.
const DRAFTS: usize = 3;
/// Previews that an account may ask for at the same time. One is read and sent, the others wait.
const PREVIEWS: usize = 10;

/// Pages of reports made at the same time. Each holds a report and the texts that it shows.
const PAGES: usize = 8;
/// Of these, pages of one caller.
const PAGES_OF_ONE: usize = 2;
/// Pages that one caller may ask for at the same time, made or waiting.
const PAGES_ASKED: usize = 32;

/// What is wrong with the settings.
#[derive(Debug, thiserror::Error)]
pub enum GateRefused {
    /// Of mail.
    #[error(transparent)]
    Mail(#[from] MailRefused),
    /// Of the identity provider.
    #[error(transparent)]
    Provider(#[from] ProviderRefused),
}

/// Made once from the settings.
pub struct AuthServices {
    pub(crate) passwords: Passwords,
    pub(crate) rates: Rates,
    pub(crate) guesses: Guesses,
    /// Uploads of an account that arrive.
    pub(crate) arriving: Places<AccountId>,
    /// For uploads that are looked through before they are accepted.
    pub(crate) uploads: Turns<AccountId>,
    /// For drafts that are looked through: no upload waits for one.
    pub(crate) drafts: Turns<AccountId>,
    /// For previews that are read and sent: each may take a hundred megabytes.
    previews: Turns<AccountId>,
    /// For pages of reports, and for what else holds a report in memory.
    pages: Turns<Caller>,
    pub(crate) mailer: Option<Mailer>,
    pub(crate) provider: Option<Provider>,
    pub(crate) exports: Arc<Exports>,
    pub(crate) constants: Constants,
    /// Requests at the same time for one address behind a trusted proxy.
    pub(crate) requests: Places<IpAddr>,
    /// For questions about texts and clusters, all kinds together.
    questions: Turns<AccountId>,
    question_limits: QuestionLimits,
    /// Streams of events of an account.
    pub(crate) streams: Places<AccountId>,
}

impl AuthServices {
    /// The gate of a service with these settings.
    ///
    /// # Errors
    /// Mail cannot be sent, or the provider not be asked, as it is configured.
    pub fn new(settings: &AppSettings, ticks: Ticks) -> Result<Self, GateRefused> {
        let provider = settings.provider.as_ref();
        Ok(Self {
            provider: provider.map(|provider| Provider::new(provider, &settings.public_url)).transpose()?,
            passwords: Passwords::new(),
            exports: Exports::new(settings.exports),
            constants: Constants::new(),
            requests: Places::new(settings.connections.of_address),
            questions: Turns::new(TurnLimits {
                of_one: settings.questions.answered.min(settings.questions.asked),
                waiting_of_one: settings.questions.asked.saturating_sub(settings.questions.answered),
                ..TurnLimits::NONE
            }),
            question_limits: settings.questions,
            streams: Places::new(settings.event_streams),
            rates: Rates::new(&settings.rates, ticks.clone()),
            guesses: Guesses::new(ticks),
            arriving: Places::new(settings.upload.of_account),
            uploads: Turns::new(looked_through(UPLOADS)),
            drafts: Turns::new(looked_through(DRAFTS)),
            previews: Turns::new(TurnLimits { of_one: 1, waiting_of_one: PREVIEWS - 1, ..TurnLimits::NONE }),
            pages: Turns::new(TurnLimits {
                at_once: PAGES,
                of_one: PAGES_OF_ONE,
                waiting_of_one: PAGES_ASKED - PAGES_OF_ONE,
                ..TurnLimits::NONE
            }),
            mailer: settings.mail.as_ref().map(Mailer::new).transpose()?,
        })
    }

    /// Waits until a preview of this account may be read. Its next one may when this is dropped.
    pub(crate) async fn preview(&self, account: AccountId) -> Result<Turn<AccountId>, WebError> {
        self.previews.take(account, 0).await.map_err(|Full| WebError::TooMany {
            what: "previews at the same time",
            limit: PREVIEWS as u32,
            seconds: 5,
        })
    }

    /// Waits until this caller may hold a report and its texts in memory.
    pub(crate) async fn page(&self, caller: Caller) -> Result<PageTurn, WebError> {
        let turn = self.pages.take(caller, 0).await;
        turn.map(PageTurn::new).map_err(|Full| WebError::TooMany {
            what: "report pages at the same time",
            limit: PAGES_ASKED as u32,
            seconds: 5,
        })
    }

    /// Waits until a question of this account may be answered. Its next one may begin when this is dropped.
    pub(crate) async fn question(&self, account: AccountId) -> Result<Turn<AccountId>, WebError> {
        self.questions.take(account, 0).await.map_err(|Full| WebError::TooMany {
            what: "queries at the same time",
            limit: self.question_limits.asked as u32,
            seconds: 5,
        })
    }
}

/// So many in all, of each account one: nobody waits for two of somebody else.
const fn looked_through(at_once: usize) -> TurnLimits {
    TurnLimits { at_once, of_one: 1, ..TurnLimits::NONE }
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
