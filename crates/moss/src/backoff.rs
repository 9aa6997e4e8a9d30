//! Wrong numbers, and how long whoever said them has to wait. Pure: time comes from outside.
//!
//! A number is one of some two thousand million. Whoever may try five and then one every five minutes needs ten thousand
//! years for half of them.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

/// Wrong numbers that have no consequence: a script with an old number, a slip.
const FREE: u32 = 5;
/// The first wait; each further one is twice as long.
const FIRST: Duration = Duration::from_secs(1);
/// The longest.
const LONGEST: Duration = Duration::from_mins(5);
/// After so long without another one, all is forgotten.
const FORGOTTEN: Duration = Duration::from_hours(1);
/// Places remembered. Attack: wrong numbers from everywhere, to fill the memory.
const PLACES: usize = 1 << 16;

/// Wrong numbers by where they came from.
#[derive(Debug, Default)]
pub(crate) struct BackOff {
    places: HashMap<IpAddr, Wrong>,
}

#[derive(Debug, Clone, Copy)]
struct Wrong {
    count: u32,
    last: Instant,
}

impl Wrong {
    fn wait(&self) -> Duration {
        match self.count.checked_sub(FREE) {
            None | Some(0) => Duration::ZERO,
            Some(more) => FIRST.saturating_mul(1 << (more - 1).min(16)).min(LONGEST),
        }
    }
}

/// What counts as one place: an address, of IPv6 the network that one customer gets.
pub(crate) fn place(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

impl BackOff {
    /// Whether nothing that comes from there is heard now.
    pub(crate) fn blocks(&self, place: IpAddr, now: Instant) -> bool {
        self.places.get(&place).is_some_and(|wrong| now.saturating_duration_since(wrong.last) < wrong.wait())
    }

    /// Notes a wrong number.
    pub(crate) fn wrong(&mut self, place: IpAddr, now: Instant) {
        let forgotten = |wrong: &Wrong| now.saturating_duration_since(wrong.last) >= FORGOTTEN;
        if self.places.len() >= PLACES && !self.places.contains_key(&place) {
            self.places.retain(|_, wrong| !forgotten(wrong));
            if self.places.len() >= PLACES
                && let Some(oldest) = self.oldest()
            {
                self.places.remove(&oldest);
            }
        }
        let wrong = self.places.entry(place).or_insert(Wrong { count: 0, last: now });
        if forgotten(wrong) {
            wrong.count = 0;
        }
        *wrong = Wrong { count: wrong.count.saturating_add(1), last: now };
    }

    fn oldest(&self) -> Option<IpAddr> {
        self.places.iter().min_by_key(|(_, wrong)| wrong.last).map(|(&place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// How long somebody waits after so many wrong numbers, a second each.
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
        backoff.wrong(place, start + FORGOTTEN);
        assert!(!backoff.blocks(place, start + FORGOTTEN));
    }

    #[test]
    fn memory_is_bounded() {
        let start = Instant::now();
        let mut backoff = BackOff::default();
        for number in 0..PLACES as u32 + 10 {
            backoff.wrong(IpAddr::V4(number.into()), start + Duration::from_millis(number.into()));
        }
        assert_eq!(backoff.places.len(), PLACES);
    }

    #[test]
    fn one_customer_is_one_place() {
        assert_eq!(place(address("2001:db8:1:2:3:4:5:6")), place(address("2001:db8:1:2::9")));
        assert_ne!(place(address("2001:db8:1:2::")), place(address("2001:db8:1:3::")));
        assert_eq!(place(address("::ffff:192.0.2.1")), address("192.0.2.1"));
    }
}
