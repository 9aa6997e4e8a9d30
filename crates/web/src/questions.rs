//! Questions about texts and clusters that one account asks at the same time, all kinds together: a few are answered,
//! further ones wait for them, and beyond that they are refused. Knows accounts and nothing of what is asked.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use chaffinch_storage::AccountId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::WebError;
use crate::held::{Held, Places};

/// How many questions one account may ask at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuestionLimits {
    /// Answered at the same time. Each takes a process.
    pub answered: usize,
    /// Answered or waiting.
    pub asked: usize,
}

impl Default for QuestionLimits {
    fn default() -> Self {
        Self { answered: 2, asked: 32 }
    }
}

/// Counts the questions of each account.
pub(crate) struct Questions {
    limits: QuestionLimits,
    asked: Places<AccountId>,
    answered: Mutex<HashMap<AccountId, Weak<Semaphore>>>,
}

/// A question that may be answered now. The account's next one may begin when this is dropped.
pub(crate) struct Asked {
    _turn: OwnedSemaphorePermit,
    _place: Held<AccountId>,
}

impl Questions {
    pub(crate) fn new(limits: QuestionLimits) -> Self {
        Self { limits, asked: Places::new(limits.asked), answered: Mutex::default() }
    }

    /// Waits until a question of this account may be answered.
    pub(crate) async fn ask(&self, account: AccountId) -> Result<Asked, WebError> {
        let place = self.asked.take(account).ok_or(WebError::TooMany {
            what: "questions at the same time",
            limit: self.limits.asked as u32,
            seconds: 5,
        })?;
        let turn = self.turns(account).acquire_owned().await.map_err(WebError::internal)?;
        Ok(Asked { _turn: turn, _place: place })
    }

    fn turns(&self, account: AccountId) -> Arc<Semaphore> {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turns) = answered.get(&account).and_then(Weak::upgrade) {
            return turns;
        }
        // Accounts that ask nothing now.
        answered.retain(|_, turns| 0 < turns.strong_count());
        let turns = Arc::new(Semaphore::new(self.limits.answered));
        answered.insert(account, Arc::downgrade(&turns));
        turns
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use chrono::Utc;
    use futures_util::poll;

    use super::*;

    #[tokio::test]
    async fn further_questions_wait_and_then_are_refused() {
        let questions = Questions::new(QuestionLimits { answered: 1, asked: 2 });
        let [one, other] = [AccountId::new(Utc::now()), AccountId::new(Utc::now())];
        let first = questions.ask(one).await.unwrap();
        let mut second = pin!(questions.ask(one));
        assert!(poll!(second.as_mut()).is_pending());
        assert!(matches!(questions.ask(one).await, Err(WebError::TooMany { limit: 2, .. })));
        drop(questions.ask(other).await.unwrap());
        drop(first);
        drop(second.await.unwrap());
        drop(questions.ask(other).await.unwrap());
        assert_eq!(questions.answered.lock().unwrap().len(), 1, "accounts that ask nothing are forgotten");
    }
}
