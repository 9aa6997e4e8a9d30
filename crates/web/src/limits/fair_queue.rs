//! A fair queue for work that takes a processor or a process for a while, and the threads on which such work runs. It
//! limits the turns in total and of each key.
//!
//! Waiting entries are served by rank, then by arrival. A key that has all its turns is passed over. If too many wait, the
//! entry with the highest rank is refused.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chaffinch_storage::{AccountId, BatchId, ShareId};
use tokio::sync::oneshot;

use crate::error::{Result, WebError};

/// Limits of a queue.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QueueLimits {
    /// Maximum number of turns at the same time.
    pub(crate) at_once: usize,
    /// Of these, turns of one key.
    pub(crate) of_one: usize,
    /// Maximum number of waiting entries.
    pub(crate) waiting: usize,
    /// Of these, entries of one key.
    pub(crate) waiting_of_one: usize,
}

impl QueueLimits {
    /// No limits. It serves as the base of struct updates.
    pub(crate) const NONE: Self =
        Self { at_once: usize::MAX, of_one: usize::MAX, waiting: usize::MAX, waiting_of_one: usize::MAX };
}

/// A key of the queue, such as an account.
pub(crate) trait QueueKey: Copy + Eq + Hash {}

impl<K: Copy + Eq + Hash> QueueKey for K {}

/// A queue for one kind of work. It is cheap to clone.
pub(crate) struct FairQueue<K: QueueKey>(Arc<FairQueueInner<K>>);

struct FairQueueInner<K: QueueKey> {
    limits: QueueLimits,
    state: Mutex<QueueState<K>>,
}

struct QueueState<K: QueueKey> {
    taken: usize,
    /// Holds no entry of a key that has no turn and waits for none.
    holders: HashMap<K, Holder>,
    waiting: BTreeMap<QueuePosition, Waiter<K>>,
    next: u64,
}

#[derive(Default)]
struct Holder {
    taken: usize,
    waiting: usize,
}

/// Rank, and the order of arrival.
type QueuePosition = (u32, u64);

struct Waiter<K: QueueKey> {
    key: K,
    sender: oneshot::Sender<QueueTurn<K>>,
}

/// A turn. Dropping it lets the next one begin.
pub(crate) struct QueueTurn<K: QueueKey> {
    turns: FairQueue<K>,
    key: K,
}

/// The queue is full of entries that come first.
#[derive(Debug)]
pub(crate) struct QueueFull;

/// A waiting entry. Dropping it leaves the queue.
struct QueueEntry<'a, K: QueueKey> {
    turns: &'a FairQueue<K>,
    place: QueuePosition,
}

impl<K: QueueKey> Clone for FairQueue<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: QueueKey> FairQueue<K> {
    pub(crate) fn new(limits: QueueLimits) -> Self {
        let state = QueueState { taken: 0, holders: HashMap::new(), waiting: BTreeMap::new(), next: 0 };
        Self(Arc::new(FairQueueInner { limits, state: Mutex::new(state) }))
    }

    /// Waits for a turn of this key. A lower rank is served first.
    pub(crate) async fn take(&self, key: K, rank: u32) -> Result<QueueTurn<K>, QueueFull> {
        let (_waiting, turn) = {
            let limits = &self.0.limits;
            let mut state = self.state();
            if state.has_turn_for(key, limits) {
                state.begin(key);
                return Ok(self.turn(key));
            }
            let place = (rank, state.next);
            state.next += 1;
            if limits.waiting_of_one <= state.holders.get(&key).map_or(0, |holder| holder.waiting) {
                return Err(QueueFull);
            }
            if limits.waiting <= state.waiting.len() {
                match state.waiting.last_key_value() {
                    Some((&last, _)) if place < last => drop(state.leave(last)),
                    _ => return Err(QueueFull),
                }
            }
            let (sender, turn) = oneshot::channel();
            state.waiting.insert(place, Waiter { key, sender });
            state.holders.entry(key).or_default().waiting += 1;
            (QueueEntry { turns: self, place }, turn)
        };
        turn.await.map_err(|_| QueueFull)
    }

    fn turn(&self, key: K) -> QueueTurn<K> {
        QueueTurn { turns: self.clone(), key }
    }

    fn state(&self) -> MutexGuard<'_, QueueState<K>> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: QueueKey> QueueState<K> {
    fn has_turn_for(&self, key: K, limits: &QueueLimits) -> bool {
        let own = self.holders.get(&key).map_or(0, |holder| holder.taken);
        self.taken < limits.at_once && own < limits.of_one
    }

    fn begin(&mut self, key: K) {
        self.taken += 1;
        self.holders.entry(key).or_default().taken += 1;
    }

    fn end(&mut self, key: K) {
        self.taken -= 1;
        self.change(key, |holder| holder.taken -= 1);
    }

    /// Removes a waiting entry, if it is still in the queue.
    fn leave(&mut self, place: QueuePosition) -> Option<Waiter<K>> {
        let waiter = self.waiting.remove(&place)?;
        self.change(waiter.key, |holder| holder.waiting -= 1);
        Some(waiter)
    }

    fn change(&mut self, key: K, change: impl FnOnce(&mut Holder)) {
        if let Some(holder) = self.holders.get_mut(&key) {
            change(holder);
            if holder.taken == 0 && holder.waiting == 0 {
                self.holders.remove(&key);
            }
        }
    }
}

impl<K: QueueKey> Drop for QueueEntry<'_, K> {
    fn drop(&mut self) {
        self.turns.state().leave(self.place);
    }
}

impl<K: QueueKey> Drop for QueueTurn<K> {
    fn drop(&mut self) {
        let next = {
            let mut state = self.turns.state();
            state.end(self.key);
            let mut waiting = state.waiting.iter();
            let next = waiting.find(|(_, waiter)| state.has_turn_for(waiter.key, &self.turns.0.limits));
            let next = next.map(|(&place, _)| place).and_then(|place| state.leave(place));
            if let Some(waiter) = &next {
                state.begin(waiter.key);
            }
            next
        };
        // If the receiver is gone, the turn is dropped here and goes to the next entry.
        if let Some(Waiter { key, sender }) = next {
            drop(sender.send(self.turns.turn(key)));
        }
    }
}

/// A caller that requests a page or a file of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Caller {
    Account(AccountId),
    /// A visitor with a share link. `None` means that the network address is unknown.
    Share(ShareId, Option<IpAddr>),
    /// A visitor with the URL of this batch's results in MOSS's format.
    Moss(BatchId),
}

/// A turn to hold a report and its texts in memory. `AuthServices::page` returns it. Take it before reading them from
/// storage.
pub(crate) struct PageTurn(pub(crate) Arc<QueueTurn<Caller>>);

impl PageTurn {
    /// Runs work as [`blocking`] does. The turn lasts until the work ends, so a caller who hangs up frees nothing
    /// before.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let turn = Arc::clone(&self.0);
        blocking(move || {
            let _turn = turn;
            work()
        })
        .await
    }
}

/// Runs work on a thread that may block, inside the current tracing span. A panic becomes an error.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let span = tracing::Span::current();
    match tokio::task::spawn_blocking(move || span.in_scope(work)).await {
        Ok(result) => result,
        Err(failed) => Err(match failed.try_into_panic() {
            Ok(cause) => WebError::panic(&*cause),
            Err(cancelled) => WebError::internal(cancelled),
        }),
    }
}

#[cfg(test)]
mod tests;
