use std::pin::Pin;

use futures_util::poll;

use super::*;

type PendingTurn<'a> = Pin<Box<dyn Future<Output = Result<QueueTurn<char>, QueueFull>> + 'a>>;

/// Adds an entry of this rank that has to wait.
async fn waits(turns: &FairQueue<char>, key: char, rank: u32) -> PendingTurn<'_> {
    let mut pending: PendingTurn<'_> = Box::pin(turns.take(key, rank));
    assert!(poll!(pending.as_mut()).is_pending());
    pending
}

fn is_empty(turns: &FairQueue<char>) -> bool {
    let state = turns.state();
    state.taken == 0 && state.holders.is_empty() && state.waiting.is_empty()
}

#[tokio::test]
async fn lower_ranks_come_first_and_equal_ones_in_order() {
    let turns = FairQueue::new(QueueLimits { at_once: 1, ..QueueLimits::NONE });
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
    let turns = FairQueue::new(QueueLimits { at_once: 2, of_one: 1, ..QueueLimits::NONE });
    let first = turns.take('a', 0).await.unwrap();
    let mut again = waits(&turns, 'a', 0).await;
    let other = turns.take('b', 0).await.unwrap();
    let third = waits(&turns, 'c', 0).await;
    drop(other);
    // This key came later, but it has no turn yet.
    let third = third.await.unwrap();
    assert!(poll!(again.as_mut()).is_pending());
    drop(first);
    drop((again.await.unwrap(), third));
    assert!(is_empty(&turns));
}

#[tokio::test]
async fn a_full_queue_sends_the_highest_rank_away() {
    let turns =
        FairQueue::new(QueueLimits { at_once: 1, waiting: 2, waiting_of_one: 2, ..QueueLimits::NONE });
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
    let turns = FairQueue::new(QueueLimits { of_one: 1, waiting_of_one: 1, ..QueueLimits::NONE });
    let turn = turns.take('a', 0).await.unwrap();
    let waits = waits(&turns, 'a', 0).await;
    assert!(turns.take('a', 0).await.is_err());
    drop(turns.take('b', 0).await.unwrap());
    drop(turn);
    drop(waits.await.unwrap());
    assert!(is_empty(&turns));
}

#[tokio::test]
async fn no_turn_is_lost_when_a_client_hangs_up() {
    let turns = FairQueue::new(QueueLimits { at_once: 1, ..QueueLimits::NONE });
    let turn = turns.take('a', 0).await.unwrap();
    drop(waits(&turns, 'b', 0).await);
    assert_eq!(turns.state().waiting.len(), 0);
    let (gone, stays) = (waits(&turns, 'c', 0).await, waits(&turns, 'd', 1).await);
    // The turn was handed to the first entry, which has left and does not take it.
    drop(turn);
    drop(gone);
    drop(stays.await.unwrap());
    assert!(is_empty(&turns));
}
