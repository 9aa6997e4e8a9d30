//! Counts wrong user ids by network and computes how long clients of that network have to wait. It does no I/O: the
//! caller passes the time.
//!
//! A user id is one of about two thousand million numbers. An address may try five and then one every five minutes:
//! trying half of all numbers takes it ten thousand years. Attack: guesses from all addresses of a network. Wrong ids
//! therefore also count for the wider networks around an address. Wider networks may send more wrong ids before they
//! have to wait, because many people share them. Guessing takes such a network a thousand years.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::{Duration, Instant};

/// The first wait. Each further wrong id doubles it.
const FIRST: Duration = Duration::from_secs(1);
/// The longest wait.
const MAX_BACKOFF: Duration = Duration::from_mins(5);
/// The number of networks remembered, for each network size. Attack: wrong ids from everywhere, to fill the memory.
const NETWORKS: usize = 1 << 16;

/// The rules for networks of one size.
struct Level {
    /// The prefix length of IPv4 networks at this level. `None` if the level does not apply to IPv4.
    v4: Option<u32>,
    v6: u32,
    /// The number of wrong ids without a wait. It covers a script with an old id, or a typing mistake.
    free: u32,
    /// How many wrong ids are forgotten each time this duration passes without another wrong id.
    forgets: (u32, Duration),
}

/// How fast wide networks forget. This is faster than one waiting address can send wrong ids, so that one address
/// cannot make its neighbours wait.
const SLOWLY: (u32, Duration) = (1, Duration::from_secs(30));

const LEVELS: [Level; 3] = [
    Level { v4: Some(32), v6: 64, free: 5, forgets: (u32::MAX, Duration::from_hours(1)) },
    Level { v4: Some(24), v6: 56, free: 128, forgets: SLOWLY },
    Level { v4: None, v6: 48, free: 512, forgets: SLOWLY },
];

impl Level {
    /// Returns the network around an address, or `None` if the level does not apply to the address family.
    fn network(&self, address: IpAddr) -> Option<IpAddr> {
        match address.to_canonical() {
            IpAddr::V4(address) => {
                let bits = address.to_bits() & (!0 << (32 - self.v4?));
                Some(Ipv4Addr::from_bits(bits).into())
            }
            IpAddr::V6(address) => {
                let bits = address.to_bits() & (!0 << (128 - self.v6));
                Some(Ipv6Addr::from_bits(bits).into())
            }
        }
    }

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
#[derive(Debug, Default)]
pub(crate) struct BackOff {
    levels: [HashMap<IpAddr, Wrong>; LEVELS.len()],
}

#[derive(Debug, Clone, Copy)]
struct Wrong {
    count: u32,
    last: Instant,
}

/// Returns the network that counts as one client: a single IPv4 address, or the IPv6 /64 that one customer gets.
pub(crate) fn place(address: IpAddr) -> IpAddr {
    LEVELS[0].network(address).unwrap_or(address)
}

/// Returns the widest network that counts around an address.
pub(crate) fn widest(address: IpAddr) -> IpAddr {
    LEVELS.iter().rev().find_map(|level| level.network(address)).unwrap_or(address)
}

impl BackOff {
    /// Returns whether connections from this address must be refused now.
    pub(crate) fn blocks(&self, address: IpAddr, now: Instant) -> bool {
        LEVELS.iter().zip(&self.levels).any(|(level, networks)| {
            let wrong = level.network(address).and_then(|network| networks.get(&network));
            wrong.is_some_and(|&wrong| now.saturating_duration_since(wrong.last) < level.wait(wrong))
        })
    }

    /// Records a wrong id.
    pub(crate) fn wrong(&mut self, address: IpAddr, now: Instant) {
        for (level, networks) in LEVELS.iter().zip(&mut self.levels) {
            let Some(network) = level.network(address) else { continue };
            if NETWORKS <= networks.len() && !networks.contains_key(&network) {
                networks.retain(|_, wrong| 0 < level.left(*wrong, now));
                if NETWORKS <= networks.len()
                    && let Some(oldest) = oldest(networks)
                {
                    networks.remove(&oldest);
                }
            }
            let left = networks.get(&network).map_or(0, |&wrong| level.left(wrong, now));
            networks.insert(network, Wrong { count: left.saturating_add(1), last: now });
        }
    }
}

fn oldest(networks: &HashMap<IpAddr, Wrong>) -> Option<IpAddr> {
    networks.iter().min_by_key(|(_, wrong)| wrong.last).map(|(&network, _)| network)
}

#[cfg(test)]
mod tests {
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
        assert_eq!(backoff.levels.each_ref().map(HashMap::len), [NETWORKS; 3]);
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

    #[test]
    fn one_customer_is_one_place() {
        assert_eq!(place(address("2001:db8:1:2:3:4:5:6")), place(address("2001:db8:1:2::9")));
        assert_ne!(place(address("2001:db8:1:2::")), place(address("2001:db8:1:3::")));
        assert_eq!(place(address("::ffff:192.0.2.1")), address("192.0.2.1"));
        assert_eq!(widest(address("2001:db8:1:2::9")), address("2001:db8:1::"));
        assert_eq!(widest(address("::ffff:192.0.2.1")), address("192.0.2.0"));
    }
}
