//! How much each of many may hold at the same time: downloads, connections, streams, bytes on disk.

use std::collections::HashMap;
use std::hash::Hash;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use http_body::{Frame, SizeHint};

/// Counts what is held, by holder. Cheap to clone.
#[derive(Debug)]
pub(crate) struct Places<K>(Arc<Shared<K>>);

#[derive(Debug)]
struct Shared<K> {
    limit: u64,
    /// Nobody is in it with nothing.
    held: Mutex<HashMap<K, u64>>,
}

/// What one holder holds; given back when this is dropped.
#[derive(Debug)]
pub(crate) struct Held<K: Hash + Eq> {
    places: Arc<Shared<K>>,
    key: K,
    amount: u64,
}

impl<K> Clone for Places<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Hash + Eq + Copy> Places<K> {
    /// So much for each holder.
    pub(crate) fn new(limit: usize) -> Self {
        Self(Arc::new(Shared { limit: limit as u64, held: Mutex::default() }))
    }

    pub(crate) fn limit(&self) -> u64 {
        self.0.limit
    }

    /// Nothing yet for this holder.
    pub(crate) fn nothing(&self, key: K) -> Held<K> {
        Held { places: Arc::clone(&self.0), key, amount: 0 }
    }

    /// One more for this holder, or none.
    pub(crate) fn take(&self, key: K) -> Option<Held<K>> {
        let mut held = self.nothing(key);
        held.more(1).then_some(held)
    }
}

impl<K: Hash + Eq + Copy> Held<K> {
    /// Holds more, if the limit allows it.
    pub(crate) fn more(&mut self, amount: u64) -> bool {
        let mut held = self.places.held();
        let now = held.get(&self.key).copied().unwrap_or_default();
        if self.places.limit - now.min(self.places.limit) < amount {
            return false;
        }
        held.insert(self.key, now + amount);
        self.amount += amount;
        true
    }
}

impl<K> Shared<K> {
    fn held(&self) -> MutexGuard<'_, HashMap<K, u64>> {
        // Counts are right also after a panic elsewhere.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Hash + Eq> Drop for Held<K> {
    fn drop(&mut self) {
        if self.amount == 0 {
            return;
        }
        let mut held = self.places.held();
        if let Some(now) = held.get_mut(&self.key) {
            *now -= self.amount;
            if *now == 0 {
                held.remove(&self.key);
            }
        }
    }
}

/// Holds this until the answer is sent.
pub(crate) fn keep(response: Response, held: impl Send + Unpin + 'static) -> Response {
    response.map(|body| Body::new(Keeping { body, _held: held }))
}

struct Keeping<H> {
    body: Body,
    _held: H,
}

impl<H: Unpin> HttpBody for Keeping<H> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::Places;

    #[test]
    fn each_holds_up_to_the_limit_and_gives_back() {
        let places = Places::new(3);
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
