//! Counts wrong passwords, and decides how long the next guess has to wait and which guess is checked first. The counts
//! are in memory, so each process counts for itself.
//!
//! Guesses at an account are counted for the address they come from and for the wider networks around it. A wide
//! network may send more wrong passwords, because many people share it. It is remembered longer, because one attacker
//! may own all of it. A network without wrong passwords never waits, whatever others do: there is no counter that all
//! networks share.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chaffinch_storage::throttle::{BoundedMap, NETWORK_SIZES, networks_around};
use governor::clock::{Clock as _, Reference as _};
use governor::nanos::Nanos;

use crate::error::WebError;
use crate::limits::rates::Ticks;

/// The longest wait between two guesses.
const MAX_WAIT: Duration = Duration::from_mins(15);

/// The rules for networks of one size.
struct Level {
    /// The number of wrong passwords for one account without a wait.
    free: u32,
    /// How long a count is kept after its last wait.
    memory: Duration,
}

const LEVELS: [Level; NETWORK_SIZES] = [
    Level { free: 3, memory: MAX_WAIT },
    Level { free: 128, memory: Duration::from_hours(24) },
    Level { free: 512, memory: Duration::from_hours(24) },
];

/// The maximum number of counts for each size of network. A processor checks about 100 passwords a second, and each
/// count costs one check. An attacker therefore needs hours to displace counts that stand for several wrong passwords.
const MAX_COUNTS: usize = 50_000;

/// The interval between searches for counts that have expired.
const TIDY_EVERY: Duration = Duration::from_mins(1);

/// A number of wrong passwords. Counts are ordered by how much an attacker would gain if the count were forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Count {
    times: u32,
    /// No further guess is checked before this time.
    until: Duration,
}

/// The first half of a hash of account and network, so that names are not kept in memory.
type Key = [u8; 16];

/// A guess that counts as wrong until its password is known to be right.
#[derive(Debug)]
pub(crate) struct Guess {
    /// For each level, the key of the account and the network, and the key of the network alone.
    keys: [Option<(Key, Key)>; NETWORK_SIZES],
    /// The number of earlier wrong passwords from the networks around the address. Lower ranks are checked first.
    pub(crate) rank: u32,
}

pub(crate) struct Guesses {
    ticks: Ticks,
    counts: Mutex<Counts>,
}

struct Counts {
    tidied: Duration,
    /// For each level, the counts by account and network, and the counts by network alone.
    levels: [(BoundedMap<Key, Count>, BoundedMap<Key, Count>); NETWORK_SIZES],
}

impl Guesses {
    pub(crate) fn new(ticks: Ticks) -> Self {
        let levels = LEVELS.map(|_| (BoundedMap::new(MAX_COUNTS), BoundedMap::new(MAX_COUNTS)));
        Self { ticks, counts: Mutex::new(Counts { tidied: Duration::ZERO, levels }) }
    }

    /// Registers a guess before its password is checked. It counts as wrong until [`Guesses::right`], so that guesses
    /// sent at the same moment count as well.
    pub(crate) fn guess(&self, name: &str, from: Option<IpAddr>) -> Result<Guess, WebError> {
        let (now, mut counts) = (self.now(), self.counts());
        counts.tidy(now);
        let mut guess = Guess { keys: keys(name, from), rank: 0 };
        for ((level, maps), keys) in LEVELS.iter().zip(&counts.levels).zip(&guess.keys) {
            let Some((of_account, of_network)) = keys else { continue };
            let count = level.alive(maps.0.get(of_account), now);
            if now < count.until {
                let seconds = count.until.saturating_sub(now).as_secs_f64().ceil() as u32;
                return Err(WebError::TooMany { what: "wrong passwords", limit: level.free, seconds });
            }
            guess.rank = guess.rank.saturating_add(level.alive(maps.1.get(of_network), now).times);
        }
        for ((level, maps), keys) in LEVELS.iter().zip(&mut counts.levels).zip(&guess.keys) {
            let &Some((of_account, of_network)) = keys else { continue };
            let times = level.alive(maps.0.get(&of_account), now).times + 1;
            maps.0.set(of_account, Count { times, until: now + level.wait(times) });
            let times = level.alive(maps.1.get(&of_network), now).times + 1;
            maps.1.set(of_network, Count { times, until: now });
        }
        Ok(guess)
    }

    /// Removes a guess because its password was right, and resets the count of the address.
    pub(crate) fn right(&self, guess: &Guess) {
        self.take_back(guess);
        if let Some((of_account, _)) = guess.keys[0] {
            self.counts().levels[0].0.remove(&of_account);
        }
    }

    /// Removes a guess because the password was not wrong or was not checked.
    pub(crate) fn take_back(&self, guess: &Guess) {
        let (now, mut counts) = (self.now(), self.counts());
        for (maps, keys) in counts.levels.iter_mut().zip(&guess.keys) {
            let &Some((of_account, of_network)) = keys else { continue };
            for (map, key) in [(&mut maps.0, of_account), (&mut maps.1, of_network)] {
                match map.get(&key) {
                    Some(Count { times, until }) if times > 1 => {
                        map.set(key, Count { times: times - 1, until: until.min(now) });
                    }
                    _ => map.remove(&key),
                }
            }
        }
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Duration {
        Duration::from_nanos(self.ticks.now().duration_since(Nanos::default()).as_u64())
    }
}

impl Counts {
    /// Removes expired counts when a map is full. Otherwise an old count would rank above every new one.
    fn tidy(&mut self, now: Duration) {
        let full = self.levels.iter().any(|maps| maps.0.is_full() || maps.1.is_full());
        if full && now >= self.tidied + TIDY_EVERY {
            self.tidied = now;
            for (level, maps) in LEVELS.iter().zip(&mut self.levels) {
                for map in [&mut maps.0, &mut maps.1] {
                    map.retain(|count| !level.has_lapsed(count, now));
                }
            }
        }
    }
}

impl Level {
    /// Returns the wait after this many wrong passwords: 2 s, 4 s, 8 s, ...
    fn wait(&self, times: u32) -> Duration {
        let over = times.saturating_sub(self.free);
        if over == 0 { Duration::ZERO } else { Duration::from_secs(1 << over.min(16)).min(MAX_WAIT) }
    }

    fn has_lapsed(&self, count: Count, now: Duration) -> bool {
        count.until + self.memory < now
    }

    /// Returns the count, or zero if it has expired.
    fn alive(&self, count: Option<Count>, now: Duration) -> Count {
        let nothing = Count { times: 0, until: Duration::ZERO };
        count.filter(|&count| !self.has_lapsed(count, now)).unwrap_or(nothing)
    }
}

/// Returns the keys of a guess. All callers with an unknown address count as one network.
fn keys(name: &str, from: Option<IpAddr>) -> [Option<(Key, Key)>; NETWORK_SIZES] {
    let key = |text: String| -> Key {
        let hash = *blake3::hash(text.as_bytes()).as_bytes();
        *hash.first_chunk().expect("a hash has 32 bytes")
    };
    let networks = match from {
        Some(address) => networks_around(address).map(|network| Some(network?.to_string())),
        None => [Some(String::new()), None, None],
    };
    networks.map(|network| {
        let network = network?;
        Some((key(format!("{network} {name}")), key(network)))
    })
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn guesses() -> (Guesses, Arc<AtomicU64>) {
        let seconds = Arc::new(AtomicU64::new(0));
        let ticks = {
            let seconds = seconds.clone();
            Ticks::new(move || Duration::from_secs(seconds.load(Ordering::SeqCst)))
        };
        (Guesses::new(ticks), seconds)
    }

    fn address(text: &str) -> Option<IpAddr> {
        text.parse().ok()
    }

    fn waits(result: &Result<Guess, WebError>) -> Option<u32> {
        match result {
            Ok(_) => None,
            Err(WebError::TooMany { seconds, .. }) => Some(*seconds),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn guessing_takes_longer_and_longer() {
        let (guesses, seconds) = guesses();
        let wait = |name: &str, from: &str| waits(&guesses.guess(name, address(from)));
        for _ in 0..4 {
            assert_eq!(wait("ada", "192.0.2.1"), None);
        }
        for seconds_to_wait in [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
            assert_eq!(wait("ada", "192.0.2.1"), Some(seconds_to_wait));
            for (name, from) in [("ada", "192.0.2.2"), ("bob", "192.0.2.1")] {
                let other = guesses.guess(name, address(from)).unwrap();
                guesses.right(&other);
            }
            seconds.fetch_add(seconds_to_wait.into(), Ordering::SeqCst);
            assert_eq!(wait("ada", "192.0.2.1"), None);
        }
        seconds.fetch_add(900, Ordering::SeqCst);
        guesses.right(&guesses.guess("ada", address("192.0.2.1")).unwrap());
        for _ in 0..4 {
            assert_eq!(wait("ada", "192.0.2.1"), None, "afresh after the right one");
        }
        assert_eq!(wait("ada", "192.0.2.1"), Some(2));
        seconds.fetch_add(2 + 901, Ordering::SeqCst);
        assert_eq!(wait("ada", "192.0.2.1"), None, "forgotten");
        assert_eq!(wait("ada", "192.0.2.1"), None);
    }

    #[test]
    fn a_flood_from_many_networks_locks_nobody_else_out() {
        let (guesses, _) = guesses();
        // 105 networks with 98 accounts each, in three arrangements: separate sites, one /48, one /56.
        for shape in ["2001:db8:{}::1", "2001:db8:ffff:{}00::1", "2001:db8:eeee:{}::1"] {
            for network in 0..105 {
                let from = address(&shape.replace("{}", &format!("{network:x}")));
                for name in 0..98 {
                    guesses.guess(&format!("account {name}"), from).unwrap();
                }
            }
        }
        for from in ["198.51.100.7", "2001:db8:aaaa::1", "2001:db8:eeee:fff::1"] {
            let right = guesses.guess("account 5", address(from)).unwrap();
            guesses.right(&right);
        }
        assert_eq!(guesses.guess("ada", address("198.51.100.7")).unwrap().rank, 0);
    }

    #[test]
    fn a_network_of_many_addresses_waits_as_one() {
        let (guesses, _) = guesses();
        for (shape, free) in [("2001:db8:1:{}::1", 128), ("2001:db8:2:{}00::1", 512), ("192.0.2.{}", 128)] {
            let from = |number: usize| {
                let hex = shape.contains(':');
                address(&shape.replace("{}", &if hex { format!("{number:x}") } else { number.to_string() }))
            };
            // Each address sends only a few guesses, so no address waits because of its own.
            let wide = if free == 512 { 256 } else { 100 };
            let mut checked = 0;
            for number in (0..wide).chain(0..wide).chain(0..wide) {
                checked += u32::from(guesses.guess("ada", from(number)).is_ok());
            }
            assert_eq!(checked, free + 1, "{shape}");
            assert_eq!(waits(&guesses.guess("ada", from(wide - 1))), Some(2), "{shape}");
            assert!(guesses.guess("bob", from(wide - 1)).is_ok(), "another account");
        }
        assert!(guesses.guess("ada", address("2001:db8:3::1")).is_ok(), "another network");
    }

    #[test]
    fn counts_that_slow_somebody_down_outlast_a_flood() {
        let (guesses, seconds) = guesses();
        let attacker = address("192.0.2.1");
        while guesses.guess("ada", attacker).is_ok() {}
        // More guesses than are remembered, each at another account from another network.
        for number in 0..(2 * MAX_COUNTS as u32) {
            let from = Ipv4Addr::from_bits(0x2c00_0000 + (number << 8)).into();
            guesses.guess(&format!("account {number}"), Some(from)).unwrap();
        }
        assert_eq!(waits(&guesses.guess("ada", attacker)), Some(2));
        assert_eq!(guesses.counts().levels.each_ref().map(|maps| maps.0.is_full()), [true, true, false]);
        // Expired counts make room for new ones.
        seconds.fetch_add(25 * 60 * 60, Ordering::SeqCst);
        for _ in 0..4 {
            assert!(guesses.guess("bob", attacker).is_ok());
        }
        assert_eq!(waits(&guesses.guess("bob", attacker)), Some(2));
        assert!(!guesses.counts().levels[0].0.is_full());
    }

    #[test]
    fn who_was_wrong_comes_after_who_was_not() {
        let (guesses, _) = guesses();
        let rank = |from: &str| {
            let guess = guesses.guess("ada", address(from)).unwrap();
            guesses.take_back(&guess);
            guess.rank
        };
        for number in 0..50 {
            guesses.guess(&format!("account {number}"), address("2001:db8::1")).unwrap();
        }
        let ranks = ["2001:db8::2", "2001:db8:0:1::1", "2001:db8:0:100::1", "2001:db8:1::1"].map(rank);
        assert_eq!(ranks, [150, 100, 50, 0]);
    }

    #[test]
    fn what_nobody_looked_at_costs_nothing() {
        let (guesses, _) = guesses();
        for _ in 0..10 {
            let guess = guesses.guess("ada", None).unwrap();
            assert_eq!(guess.rank, 0);
            guesses.take_back(&guess);
        }
        for _ in 0..4 {
            guesses.guess("ada", None).unwrap();
        }
        assert_eq!(waits(&guesses.guess("ada", None)), Some(2));
    }
}
