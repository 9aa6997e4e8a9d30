//! Counts by client: what limits guesses, connections, requests and bytes, on HTTP and on the socket of MOSS alike. In
//! memory, so each process counts for itself.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
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

/// Number of network sizes.
pub const NETWORK_SIZES: usize = 3;

/// Prefix lengths in IPv4 and IPv6, the narrowest network first: one client, its neighbourhood, a site. One customer gets
/// an IPv6 /64. A site has no usual size in IPv4.
const PREFIXES: [(Option<u32>, u32); NETWORK_SIZES] = [(Some(32), 64), (Some(24), 56), (None, 48)];

/// Returns the networks around an address, the narrowest first. `None`: the size does not apply to the address family.
pub fn networks_around(address: IpAddr) -> [Option<IpAddr>; NETWORK_SIZES] {
    PREFIXES.map(|(v4, v6)| match address.to_canonical() {
        IpAddr::V4(address) => {
            let bits = address.to_bits() & (!0 << (32 - v4?));
            Some(Ipv4Addr::from_bits(bits).into())
        }
        IpAddr::V6(address) => {
            let bits = address.to_bits() & (!0 << (128 - v6));
            Some(Ipv6Addr::from_bits(bits).into())
        }
    })
}

/// Returns the network that counts as one client: an IPv4 address, or the IPv6 /64 from which a host can choose.
pub fn client_network(address: IpAddr) -> IpAddr {
    networks_around(address)[0].unwrap_or(address)
}

/// Returns the widest network around an address.
pub fn widest_network(address: IpAddr) -> IpAddr {
    networks_around(address).into_iter().flatten().last().unwrap_or(address)
}

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
    use super::*;

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

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_customer_is_one_client() {
        let client = |text| client_network(address(text));
        assert_eq!(client("2001:db8:1:2:3:4:5:6"), client("2001:db8:1:2::9"));
        assert_ne!(client("2001:db8:1:2::"), client("2001:db8:1:3::"));
        assert_eq!(client("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_eq!(widest_network(address("2001:db8:1:2::9")), address("2001:db8:1::"));
        assert_eq!(widest_network(address("::ffff:192.0.2.1")), address("192.0.2.0"));
    }

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
