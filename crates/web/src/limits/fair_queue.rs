//! Turns for work that takes a processor or a process for a while: so many at the same time, and so many of one holder. Those
//! who wait come in the order of rank and arrival; who has all turns of his own is passed over. Where too many wait, the
//! highest rank is sent away.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// How many turns there are, and how many may wait for one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TurnLimits {
    /// Turns at the same time.
    pub(crate) at_once: usize,
    /// Of these, turns of one holder.
    pub(crate) of_one: usize,
    /// Who waits.
    pub(crate) waiting: usize,
    /// Of these, of one holder.
    pub(crate) waiting_of_one: usize,
}

impl TurnLimits {
    /// No limit but those that are said.
    pub(crate) const NONE: Self =
        Self { at_once: usize::MAX, of_one: usize::MAX, waiting: usize::MAX, waiting_of_one: usize::MAX };
}

/// What tells holders apart.
pub(crate) trait Key: Copy + Eq + Hash {}

impl<K: Copy + Eq + Hash> Key for K {}

/// Turns of one kind of work. Cheap to clone.
pub(crate) struct Turns<K: Key>(Arc<Shared<K>>);

struct Shared<K: Key> {
    limits: TurnLimits,
    state: Mutex<State<K>>,
}

struct State<K: Key> {
    taken: usize,
    /// Without those who have nothing and wait for nothing.
    holders: HashMap<K, Holder>,
    waiting: BTreeMap<Place, Waiter<K>>,
    next: u64,
}

#[derive(Default)]
struct Holder {
    taken: usize,
    waiting: usize,
}

/// Rank, and the order of arrival.
type Place = (u32, u64);

struct Waiter<K: Key> {
    key: K,
    sender: oneshot::Sender<Turn<K>>,
}

/// A turn. The next one begins when it is dropped.
pub(crate) struct Turn<K: Key> {
    turns: Turns<K>,
    key: K,
}

/// Too many wait who come first.
#[derive(Debug)]
pub(crate) struct Full;

/// Somebody who waits. Whoever hangs up leaves the queue.
struct Waiting<'a, K: Key> {
    turns: &'a Turns<K>,
    place: Place,
}

impl<K: Key> Clone for Turns<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Key> Turns<K> {
    pub(crate) fn new(limits: TurnLimits) -> Self {
        let state = State { taken: 0, holders: HashMap::new(), waiting: BTreeMap::new(), next: 0 };
        Self(Arc::new(Shared { limits, state: Mutex::new(state) }))
    }

    /// Waits for a turn of this holder.
    pub(crate) async fn take(&self, key: K, rank: u32) -> Result<Turn<K>, Full> {
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
                return Err(Full);
            }
            if limits.waiting <= state.waiting.len() {
                match state.waiting.last_key_value() {
                    Some((&last, _)) if place < last => drop(state.leave(last)),
                    _ => return Err(Full),
                }
            }
            let (sender, turn) = oneshot::channel();
            state.waiting.insert(place, Waiter { key, sender });
            state.holders.entry(key).or_default().waiting += 1;
            (Waiting { turns: self, place }, turn)
        };
        turn.await.map_err(|_| Full)
    }

    fn turn(&self, key: K) -> Turn<K> {
        Turn { turns: self.clone(), key }
    }

    fn state(&self) -> MutexGuard<'_, State<K>> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Key> State<K> {
    fn has_turn_for(&self, key: K, limits: &TurnLimits) -> bool {
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

    /// Takes somebody who waits out of the queue, if he is in it still.
    fn leave(&mut self, place: Place) -> Option<Waiter<K>> {
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

impl<K: Key> Drop for Waiting<'_, K> {
    fn drop(&mut self) {
        self.turns.state().leave(self.place);
    }
}

impl<K: Key> Drop for Turn<K> {
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
        // Where nobody takes it any more, it is dropped here and goes to the one after.
        if let Some(Waiter { key, sender }) = next {
            drop(sender.send(self.turns.turn(key)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use futures_util::poll;

    use super::*;

    type Asked<'a> = Pin<Box<dyn Future<Output = Result<Turn<char>, Full>> + 'a>>;

    /// Somebody of this rank who has to wait.
    async fn waits(turns: &Turns<char>, key: char, rank: u32) -> Asked<'_> {
        let mut asked: Asked<'_> = Box::pin(turns.take(key, rank));
        assert!(poll!(asked.as_mut()).is_pending());
        asked
    }

    fn is_empty(turns: &Turns<char>) -> bool {
        let state = turns.state();
        state.taken == 0 && state.holders.is_empty() && state.waiting.is_empty()
    }

    #[tokio::test]
    async fn lower_ranks_come_first_and_equal_ones_in_order() {
        let turns = Turns::new(TurnLimits { at_once: 1, ..TurnLimits::NONE });
        let mut turn = turns.take('a', 0).await.unwrap();
        let [late, first, last, next] = [
            waits(&turns, 'b', 7).await,
            waits(&turns, 'c', 0).await,
            waits(&turns, 'd', 7).await,
            waits(&turns, 'e', 3).await,
        ];
        let mut order = vec![first, next, late, last];
        while !order.is_empty() {
            let served = order.remove(0);
            drop(turn);
            for other in &mut order {
                assert!(poll!(other.as_mut()).is_pending());
            }
            turn = served.await.unwrap();
        }
        drop(turn);
        drop(turns.take('z', 9).await.unwrap());
        assert!(is_empty(&turns));
    }

    #[tokio::test]
    async fn nobody_waits_for_further_turns_of_one_holder() {
        let turns = Turns::new(TurnLimits { at_once: 2, of_one: 1, ..TurnLimits::NONE });
        let first = turns.take('a', 0).await.unwrap();
        let mut again = waits(&turns, 'a', 0).await;
        let other = turns.take('b', 0).await.unwrap();
        let third = waits(&turns, 'c', 0).await;
        drop(other);
        // He came later, and nothing of his is under way.
        let third = third.await.unwrap();
        assert!(poll!(again.as_mut()).is_pending());
        drop(first);
        drop((again.await.unwrap(), third));
        assert!(is_empty(&turns));
    }

    #[tokio::test]
    async fn a_full_queue_sends_the_highest_rank_away() {
        let turns = Turns::new(TurnLimits { at_once: 1, waiting: 2, waiting_of_one: 2, ..TurnLimits::NONE });
        let turn = turns.take('a', 0).await.unwrap();
        let (worst, mut bad) = (waits(&turns, 'b', 9).await, waits(&turns, 'c', 5).await);
        assert!(turns.take('d', 9).await.is_err(), "as high as the highest, and later");
        let good = waits(&turns, 'e', 0).await;
        assert!(worst.await.is_err());
        assert!(poll!(bad.as_mut()).is_pending());
        drop(turn);
        drop(good.await.unwrap());
        drop(bad.await.unwrap());
        assert!(is_empty(&turns));
    }

    #[tokio::test]
    async fn one_holder_fills_no_queue() {
        let turns = Turns::new(TurnLimits { of_one: 1, waiting_of_one: 1, ..TurnLimits::NONE });
        let turn = turns.take('a', 0).await.unwrap();
        let waits = waits(&turns, 'a', 0).await;
        assert!(turns.take('a', 0).await.is_err());
        drop(turns.take('b', 0).await.unwrap());
        drop(turn);
        drop(waits.await.unwrap());
        assert!(is_empty(&turns));
    }

    #[tokio::test]
    async fn no_turn_is_lost_with_whoever_hangs_up() {
        let turns = Turns::new(TurnLimits { at_once: 1, ..TurnLimits::NONE });
        let turn = turns.take('a', 0).await.unwrap();
        drop(waits(&turns, 'b', 0).await);
        assert_eq!(turns.state().waiting.len(), 0);
        let (gone, stays) = (waits(&turns, 'c', 0).await, waits(&turns, 'd', 1).await);
        // It has been handed to the first, who does not take it any more.
        drop(turn);
        drop(gone);
        drop(stays.await.unwrap());
        assert!(is_empty(&turns));
    }
}
