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

use crate::error::{Result, WebError};
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
    pub(crate) fn guess(&self, name: &str, from: Option<IpAddr>) -> Result<Guess> {
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
mod tests;
