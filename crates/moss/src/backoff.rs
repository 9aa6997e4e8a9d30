//! Counts wrong user ids by network and computes how long clients of that network have to wait. It does no I/O: the
//! caller passes the time.
//!
//! A user id is one of about two thousand million numbers. An address may try five and then one every five minutes:
//! trying half of all numbers takes it ten thousand years. Attack: guesses from all addresses of a network. Wrong ids
//! therefore also count for the wider networks around an address. Wider networks may send more wrong ids before they
//! have to wait, because many people share them. Guessing takes such a network a thousand years.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use chaffinch_storage::throttle::{BoundedMap, NETWORK_SIZES, networks_around};

/// The first wait. Each further wrong id doubles it.
const FIRST: Duration = Duration::from_secs(1);
/// The longest wait.
const MAX_BACKOFF: Duration = Duration::from_mins(5);
/// The number of networks remembered, for each network size. Attack: wrong ids from everywhere, to fill the memory.
const NETWORKS: usize = 1 << 16;

/// The rules for networks of one size.
struct Level {
    /// The number of wrong ids without a wait. It covers a script with an old id, or a typing mistake.
    free: u32,
    /// How many wrong ids are forgotten each time this duration passes without another wrong id.
    forgets: (u32, Duration),
}

/// How fast wide networks forget. This is faster than one waiting address can send wrong ids, so that one address
/// cannot make its neighbours wait.
const SLOWLY: (u32, Duration) = (1, Duration::from_secs(30));

const LEVELS: [Level; NETWORK_SIZES] = [
    Level { free: 5, forgets: (u32::MAX, Duration::from_hours(1)) },
    Level { free: 128, forgets: SLOWLY },
    Level { free: 512, forgets: SLOWLY },
];

impl Level {
    fn wait(&self, wrong: Wrong) -> Duration {
        match wrong.count.checked_sub(self.free) {
            None | Some(0) => Duration::ZERO,
            Some(more) => FIRST.saturating_mul(1 << (more - 1).min(16)).min(MAX_BACKOFF),
        }
    }

    /// Returns how many wrong ids are not forgotten yet.
    fn left(&self, wrong: Wrong, now: Instant) -> u32 {
        let (forgotten, every) = self.forgets;
        let times = now.saturating_duration_since(wrong.last).as_secs() / every.as_secs();
        wrong.count.saturating_sub(forgotten.saturating_mul(times.try_into().unwrap_or(u32::MAX)))
    }
}

/// Counts wrong ids for each level, by network.
#[derive(Debug)]
pub(crate) struct BackOff {
    levels: [BoundedMap<IpAddr, Wrong>; NETWORK_SIZES],
}

/// Wrong ids of one network. The oldest are forgotten first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Wrong {
    last: Instant,
    count: u32,
}

impl Default for BackOff {
    fn default() -> Self {
        Self { levels: LEVELS.map(|_| BoundedMap::new(NETWORKS)) }
    }
}

impl BackOff {
    /// Returns whether connections from this address must be refused now.
    pub(crate) fn blocks(&self, address: IpAddr, now: Instant) -> bool {
        LEVELS.iter().zip(&self.levels).zip(networks_around(address)).any(|((level, networks), network)| {
            let wrong = network.and_then(|network| networks.get(&network));
            wrong.is_some_and(|wrong| now.saturating_duration_since(wrong.last) < level.wait(wrong))
        })
    }

    /// Records a wrong id.
    pub(crate) fn wrong(&mut self, address: IpAddr, now: Instant) {
        for ((level, networks), network) in LEVELS.iter().zip(&mut self.levels).zip(networks_around(address))
        {
            let Some(network) = network else { continue };
            let known = networks.get(&network);
            if networks.is_full() && known.is_none() {
                networks.retain(|wrong| level.left(wrong, now) > 0);
            }
            let left = known.map_or(0, |wrong| level.left(wrong, now));
            networks.set(network, Wrong { count: left.saturating_add(1), last: now });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Returns how long a client waits after `count` wrong ids.
    fn wait_after(count: u32) -> Duration {
        let (start, place) = (Instant::now(), address("192.0.2.1"));
        let mut backoff = BackOff::default();
        (0..count).for_each(|_| backoff.wrong(place, start));
        let mut wait = Duration::ZERO;
        while backoff.blocks(place, start + wait) {
            wait += Duration::from_secs(1);
        }
        wait
    }

    #[test]
    fn waits_grow_to_an_end() {
        let waits: Vec<u64> = (0..20).map(|count| wait_after(count).as_secs()).collect();
        assert_eq!(waits[..9], [0, 0, 0, 0, 0, 0, 1, 2, 4]);
        assert_eq!(waits[19], 300);
        assert!(waits.is_sorted());
    }

    #[test]
    fn others_do_not_wait_and_all_is_forgotten() {
        let (start, place) = (Instant::now(), address("192.0.2.1"));
        let mut backoff = BackOff::default();
        (0..100).for_each(|_| backoff.wrong(place, start));
        assert!(!backoff.blocks(address("192.0.2.2"), start));
        let later = start + Duration::from_hours(1);
        backoff.wrong(place, later);
        assert!(!backoff.blocks(place, later));
    }

    #[test]
    fn memory_is_bounded() {
        let start = Instant::now();
        let mut backoff = BackOff::default();
        for number in 0..NETWORKS as u32 + 10 {
            let address = Ipv6Addr::from_bits(u128::from(number) << 80);
            backoff.wrong(address.into(), start + Duration::from_micros(number.into()));
        }
        assert!(backoff.levels.iter().all(BoundedMap::is_full));
    }

    #[test]
    fn a_network_of_many_addresses_waits_as_one() {
        for (shape, free) in [("2001:db8:1:{}::1", 128), ("2001:db8:2:{}00::1", 512), ("192.0.2.{}", 128)] {
            let from = |number: u64| {
                let is_hex = shape.contains(':');
                let number = if is_hex { format!("{number:x}") } else { number.to_string() };
                address(&shape.replace("{}", &number))
            };
            let (start, mut backoff) = (Instant::now(), BackOff::default());
            let mut is_heard = |number: u64, now: Instant| {
                let from = from(number % 250);
                let is_heard = !backoff.blocks(from, now);
                if is_heard {
                    backoff.wrong(from, now);
                }
                is_heard
            };
            // Each address sends four wrong ids at most, so no address waits because of its own.
            let at_once = (0..1000).filter(|&number| is_heard(number, start)).count();
            assert_eq!(at_once, free + 1, "{shape}");
            let hour = (1..=3600).filter(|&second| is_heard(second, start + Duration::from_secs(second)));
            let hour = hour.count();
            assert!((100..130).contains(&hour), "{shape}: {hour} in an hour");
            for elsewhere in ["2001:db8:3::1", "198.51.100.1"] {
                assert!(!backoff.blocks(address(elsewhere), start), "{elsewhere}");
            }
        }
    }

    #[test]
    fn one_address_does_not_make_its_neighbours_wait() {
        let start = Instant::now();
        for (own, neighbour) in [("192.0.2.1", "192.0.2.2"), ("2001:db8::1", "2001:db8:0:1::1")] {
            let (own, neighbour) = (address(own), address(neighbour));
            let mut backoff = BackOff::default();
            // One address sends wrong ids for a day, whenever it is not blocked.
            for second in 0..24 * 60 * 60 {
                let now = start + Duration::from_secs(second);
                if !backoff.blocks(own, now) {
                    backoff.wrong(own, now);
                }
                assert!(!backoff.blocks(neighbour, now), "after {second} s");
            }
        }
    }
}
