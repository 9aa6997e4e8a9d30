//! A map with a maximum number of entries.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// A map with a maximum number of entries. If it is full, it evicts the entry with the smallest value. Values are ordered
/// by how much would be lost with them.
#[derive(Debug)]
pub struct BoundedMap<K, V> {
    max: usize,
    values: HashMap<K, V>,
    order: BTreeSet<(V, K)>,
}

impl<K: Clone + Eq + Hash + Ord, V: Copy + Ord> BoundedMap<K, V> {
    /// Creates an empty map.
    pub fn new(max: usize) -> Self {
        Self { max, values: HashMap::new(), order: BTreeSet::new() }
    }

    /// Returns a copy of the value.
    pub fn get(&self, key: &K) -> Option<V> {
        self.values.get(key).copied()
    }

    /// Sets a value. Evicts another entry if the map is full and has no such key.
    pub fn set(&mut self, key: K, value: V) {
        self.remove(&key);
        if self.is_full()
            && let Some((_, least)) = self.order.pop_first()
        {
            self.values.remove(&least);
        }
        self.order.insert((value, key.clone()));
        self.values.insert(key, value);
    }

    /// Removes an entry, if there is one.
    pub fn remove(&mut self, key: &K) {
        if let Some(value) = self.values.remove(key) {
            self.order.remove(&(value, key.clone()));
        }
    }

    /// Returns whether the next new key evicts an entry.
    pub fn is_full(&self) -> bool {
        self.max <= self.values.len()
    }

    /// Removes the entries for whose value `keep` returns false.
    pub fn retain(&mut self, keep: impl Fn(V) -> bool) {
        self.values.retain(|_, value| keep(*value));
        self.order.retain(|(value, _)| keep(*value));
    }
}

#[cfg(test)]
mod tests {
    use super::BoundedMap;

    #[test]
    fn the_smallest_value_goes_first() {
        let mut map = BoundedMap::new(3);
        for (key, value) in [("a", 2), ("b", 1), ("c", 3), ("b", 5), ("d", 4)] {
            map.set(key, value);
        }
        assert_eq!(["a", "b", "c", "d"].map(|key| map.get(&key)), [None, Some(5), Some(3), Some(4)]);
        map.set("c", 6);
        assert_eq!((map.get(&"c"), map.get(&"d")), (Some(6), Some(4)), "a value is replaced in its place");
        map.retain(|value| value != 6);
        assert_eq!((map.get(&"c"), map.is_full()), (None, false));
        map.remove(&"b");
        map.set("e", 0);
        assert_eq!(["b", "d", "e"].map(|key| map.get(&key)), [None, Some(4), Some(0)]);
    }
}
