//! Turns for work that takes a processor for a while: few at the same time. Those who wait come in the order of their rank,
//! and where too many wait, the highest rank is sent away.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Turns of one kind of work.
#[derive(Clone)]
pub(crate) struct Turns {
    state: Arc<Mutex<State>>,
    max_waiting: usize,
}

struct State {
    free: usize,
    waiting: BTreeMap<Place, oneshot::Sender<Turn>>,
    next: u64,
}

/// Rank, and the order of arrival.
type Place = (u32, u64);

/// A turn. The next one begins when it is dropped.
pub(crate) struct Turn(Turns);

/// Too many wait who come first.
#[derive(Debug)]
pub(crate) struct Full;

/// Somebody who waits. Whoever hangs up leaves the queue.
struct Waiting<'a> {
    turns: &'a Turns,
    place: Place,
}

impl Turns {
    pub(crate) fn new(at_once: usize, max_waiting: usize) -> Self {
        let state = State { free: at_once, waiting: BTreeMap::new(), next: 0 };
        Self { state: Arc::new(Mutex::new(state)), max_waiting }
    }

    /// Waits for a turn.
    pub(crate) async fn take(&self, rank: u32) -> Result<Turn, Full> {
        let (_waiting, turn) = {
            let mut state = self.state();
            if 0 < state.free {
                state.free -= 1;
                return Ok(Turn(self.clone()));
            }
            let place = (rank, state.next);
            state.next += 1;
            if self.max_waiting <= state.waiting.len() {
                match state.waiting.last_key_value() {
                    Some((&last, _)) if place < last => drop(state.waiting.pop_last()),
                    _ => return Err(Full),
                }
            }
            let (sender, turn) = oneshot::channel();
            state.waiting.insert(place, sender);
            (Waiting { turns: self, place }, turn)
        };
        turn.await.map_err(|_| Full)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.turns.state().waiting.remove(&self.place);
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let next = {
            let mut state = self.0.state();
            let next = state.waiting.pop_first();
            if next.is_none() {
                state.free += 1;
            }
            next
        };
        // Where nobody takes it any more, it is dropped here and goes to the one after.
        if let Some((_, sender)) = next {
            drop(sender.send(Turn(self.0.clone())));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use futures_util::poll;

    use super::*;

    type Asked<'a> = Pin<Box<dyn Future<Output = Result<Turn, Full>> + 'a>>;

    /// Somebody of this rank who has to wait.
    async fn waits(turns: &Turns, rank: u32) -> Asked<'_> {
        let mut asked: Asked<'_> = Box::pin(turns.take(rank));
        assert!(poll!(asked.as_mut()).is_pending());
        asked
    }

    #[tokio::test]
    async fn lower_ranks_come_first_and_equal_ones_in_order() {
        let turns = Turns::new(1, 10);
        let mut turn = turns.take(0).await.unwrap();
        let [late, first, last, next] =
            [waits(&turns, 7).await, waits(&turns, 0).await, waits(&turns, 7).await, waits(&turns, 3).await];
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
        turns.take(9).await.unwrap();
    }

    #[tokio::test]
    async fn a_full_queue_sends_the_highest_rank_away() {
        let turns = Turns::new(1, 2);
        let turn = turns.take(0).await.unwrap();
        let (worst, mut bad) = (waits(&turns, 9).await, waits(&turns, 5).await);
        assert!(turns.take(9).await.is_err(), "as high as the highest, and later");
        let good = waits(&turns, 0).await;
        assert!(worst.await.is_err());
        assert!(poll!(bad.as_mut()).is_pending());
        drop(turn);
        drop(good.await.unwrap());
        drop(bad.await.unwrap());
    }

    #[tokio::test]
    async fn no_turn_is_lost_with_whoever_hangs_up() {
        let turns = Turns::new(1, 10);
        let turn = turns.take(0).await.unwrap();
        drop(waits(&turns, 0).await);
        assert_eq!(turns.state().waiting.len(), 0);
        let (gone, stays) = (waits(&turns, 0).await, waits(&turns, 1).await);
        // It has been handed to the first, who does not take it any more.
        drop(turn);
        drop(gone);
        drop(stays.await.unwrap());
        assert_eq!(turns.state().free, 1);
    }
}
