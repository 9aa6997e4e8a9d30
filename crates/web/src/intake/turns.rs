//! Who may have an upload looked through now. Each account has one at a time, so that nobody waits for two uploads of
//! somebody else; drafts have turns of their own, so that no upload waits for a draft.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chaffinch_storage::AccountId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What is looked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Work {
    /// An upload that is accepted or refused.
    Upload,
    /// An upload that somebody looks at first.
    Draft,
}

/// Uploads looked through at the same time; more wait. Each may use as much memory as a job.
const UPLOADS: usize = 2;
/// Drafts looked through at the same time.
const DRAFTS: usize = 1;

/// Those of this process.
#[derive(Clone)]
pub(crate) struct Turns(Arc<Queues>);

struct Queues {
    uploads: Arc<Semaphore>,
    drafts: Arc<Semaphore>,
    accounts: Mutex<HashMap<(AccountId, Work), Arc<Semaphore>>>,
}

/// Kept while something is looked through.
pub(crate) struct Turn {
    queues: Arc<Queues>,
    key: (AccountId, Work),
    /// Dropped before the account's own one is given up.
    permits: Option<(OwnedSemaphorePermit, OwnedSemaphorePermit)>,
}

impl Default for Turns {
    fn default() -> Self {
        Self(Arc::new(Queues {
            uploads: Arc::new(Semaphore::new(UPLOADS)),
            drafts: Arc::new(Semaphore::new(DRAFTS)),
            accounts: Mutex::default(),
        }))
    }
}

impl Turns {
    /// Waits for a turn: first behind the account's other uploads, then behind one upload of each other account.
    pub(crate) async fn take(&self, account: AccountId, work: Work) -> Turn {
        let queues = Arc::clone(&self.0);
        let own = {
            let mut accounts = queues.accounts.lock().unwrap_or_else(PoisonError::into_inner);
            let one = || Arc::new(Semaphore::new(1));
            Arc::clone(accounts.entry((account, work)).or_insert_with(one))
        };
        // Given up together with the wait, so that nobody is left in the table.
        let mut turn = Turn { queues: Arc::clone(&queues), key: (account, work), permits: None };
        let all = match work {
            Work::Upload => &queues.uploads,
            Work::Draft => &queues.drafts,
        };
        let never_closed = "turns are never closed";
        let own = own.acquire_owned().await.expect(never_closed);
        let shared = Arc::clone(all).acquire_owned().await.expect(never_closed);
        turn.permits = Some((own, shared));
        turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        drop(self.permits.take());
        let mut accounts = self.queues.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        // The table's own, and nobody who waits or works.
        if accounts.get(&self.key).is_some_and(|own| Arc::strong_count(own) == 1) {
            accounts.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::task::{Context, Poll, Waker};

    use uuid::Uuid;

    use super::*;

    fn account(number: u128) -> AccountId {
        AccountId(Uuid::from_u128(number))
    }

    /// The turn, if it is there at once; otherwise who waits for it.
    fn asked(turns: &Turns, account: AccountId, work: Work) -> Result<Turn, impl Future<Output = Turn>> {
        let turns = turns.clone();
        let mut waiting = Box::pin(async move { turns.take(account, work).await });
        match waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => Ok(turn),
            Poll::Pending => Err(waiting),
        }
    }

    #[test]
    fn nobody_takes_two_turns_and_drafts_take_none_of_uploads() {
        let turns = Turns::default();
        let first = asked(&turns, account(1), Work::Upload).ok().expect("nobody else is there");
        let second_of_one = asked(&turns, account(1), Work::Upload).err().expect("has one");
        let draft = asked(&turns, account(1), Work::Draft).ok().expect("a turn of its own");
        let other_draft = asked(&turns, account(2), Work::Draft).err().expect("one draft at a time");
        let other = asked(&turns, account(2), Work::Upload).ok().expect("the second turn");
        let third = asked(&turns, account(3), Work::Upload).err().expect("two are under way");
        drop(first);
        // The third has waited for a turn of all; the second of the first account only for its own.
        let mut context = Context::from_waker(Waker::noop());
        let (mut third, mut second_of_one) = (Box::pin(third), Box::pin(second_of_one));
        let Poll::Ready(third) = third.as_mut().poll(&mut context) else { panic!("it is its turn") };
        assert!(second_of_one.as_mut().poll(&mut context).is_pending());
        drop((third, other, draft, other_draft, second_of_one));
        assert!(turns.0.accounts.lock().unwrap().is_empty(), "nobody is kept");
    }

    #[test]
    fn who_stops_waiting_gives_the_place_up() {
        let turns = Turns::default();
        let held = asked(&turns, account(1), Work::Upload).ok().expect("nobody else is there");
        drop(asked(&turns, account(1), Work::Upload).err().expect("has one"));
        drop(held);
        assert!(turns.0.accounts.lock().unwrap().is_empty());
        assert!(asked(&turns, account(1), Work::Upload).is_ok());
    }
}
