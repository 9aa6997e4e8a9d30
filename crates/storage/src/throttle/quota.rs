//! Counting semaphores by key: how many downloads, connections, streams or bytes each key holds at the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts what is held, by key. It is cheap to clone.
#[derive(Debug)]
pub struct Quota<K>(Arc<QuotaState<K>>);

#[derive(Debug)]
struct QuotaState<K> {
    limit: u64,
    /// Holds no entry with the amount 0.
    held: Mutex<HashMap<K, u64>>,
}

/// An amount that one key holds. Dropping it gives the amount back.
#[derive(Debug)]
pub struct QuotaPermit<K: Hash + Eq> {
    places: Arc<QuotaState<K>>,
    key: K,
    amount: u64,
}

impl<K> Clone for Quota<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Hash + Eq + Copy> Quota<K> {
    /// Creates a quota of `limit` for each key.
    pub fn new(limit: u64) -> Self {
        Self(Arc::new(QuotaState { limit, held: Mutex::default() }))
    }

    /// Returns the limit of each key.
    pub fn limit(&self) -> u64 {
        self.0.limit
    }

    /// Returns the amount that a key holds now.
    pub fn held_by(&self, key: K) -> u64 {
        self.0.held().get(&key).copied().unwrap_or_default()
    }

    /// Returns a permit of this key for the amount 0.
    pub fn nothing(&self, key: K) -> QuotaPermit<K> {
        QuotaPermit { places: Arc::clone(&self.0), key, amount: 0 }
    }

    /// Takes a permit for the amount 1. Returns `None` if the limit is reached.
    pub fn take(&self, key: K) -> Option<QuotaPermit<K>> {
        let mut held = self.nothing(key);
        held.more(1).then_some(held)
    }
}

impl<K: Hash + Eq + Copy> QuotaPermit<K> {
    /// Adds to the amount. Returns false, and changes nothing, if the limit does not allow it.
    pub fn more(&mut self, amount: u64) -> bool {
        let mut held = self.places.held();
        let now = held.get(&self.key).copied().unwrap_or_default();
        if self.places.limit - now.min(self.places.limit) < amount {
            return false;
        }
        if amount > 0 {
            held.insert(self.key, now + amount);
            self.amount += amount;
        }
        true
    }
}

impl<K> QuotaState<K> {
    fn held(&self) -> MutexGuard<'_, HashMap<K, u64>> {
        // The counts are right even after a panic elsewhere.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Hash + Eq> QuotaPermit<K> {
    /// Gives a part of the amount back.
    pub fn less(&mut self, amount: u64) {
        let amount = amount.min(self.amount);
        let mut held = self.places.held();
        if let Some(now) = held.get_mut(&self.key) {
            *now -= amount;
            if *now == 0 {
                held.remove(&self.key);
            }
        }
        self.amount -= amount;
    }
}

impl<K: Hash + Eq> Drop for QuotaPermit<K> {
    fn drop(&mut self) {
        self.less(self.amount);
    }
}

#[cfg(test)]
mod tests {
    use super::Quota;

    #[test]
    fn each_holds_up_to_the_limit_and_gives_back() {
        let places = Quota::new(3);
        let mut first = places.take("ada").unwrap();
        assert!(first.more(2) && !first.more(1));
        assert!(places.take("ada").is_none());
        let others = places.take("bob").unwrap();
        drop(first);
        assert_eq!(places.0.held().len(), 1, "nobody is counted who holds nothing");
        let mut again = places.take("ada").unwrap();
        assert!(!again.more(u64::MAX) && again.more(2));
        drop(others);
        assert_eq!(places.0.held().keys().copied().collect::<Vec<_>>(), ["ada"]);
    }
}
