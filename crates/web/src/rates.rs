//! How often somebody may do something: a rate for each kind of operation, and longer and longer waits after wrong
//! passwords. In memory: each process counts for itself.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chaffinch_storage::AccountId;
use governor::clock::{Clock, Reference as _};
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::error::WebError;

/// A kind of operation that has a rate of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    /// Signing in, by whatever means. By address.
    SignIn,
    /// A token or session that opens nothing. By address.
    Failure,
    /// An upload.
    Upload,
    /// A question about a text.
    Query,
    /// Everything else: pages, files, calls of the API.
    Request,
}

impl Operation {
    /// For the refusal.
    const fn what(self) -> &'static str {
        match self {
            Self::SignIn => "sign-ins",
            Self::Failure => "requests with a wrong token",
            Self::Upload => "uploads",
            Self::Query => "queries",
            Self::Request => "requests",
        }
    }
}

/// Operations a minute that one account, or where nobody is signed in one address, may go on with for ever. `None`:
/// any number. As many as [`RateSettings::BURST`] minutes have may come at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateSettings {
    /// Sign-ins from one address.
    pub sign_ins: Option<NonZeroU32>,
    /// Requests with a wrong token or session from one address.
    pub failures: Option<NonZeroU32>,
    /// Uploads.
    pub uploads: Option<NonZeroU32>,
    /// Questions about a text.
    pub queries: Option<NonZeroU32>,
    /// Everything else.
    pub requests: Option<NonZeroU32>,
}

impl RateSettings {
    /// Minutes of which the operations may come at once.
    pub const BURST: u32 = 5;
}

impl Default for RateSettings {
    fn default() -> Self {
        Self {
            sign_ins: NonZeroU32::new(20),
            failures: NonZeroU32::new(60),
            uploads: NonZeroU32::new(100),
            queries: NonZeroU32::new(600),
            requests: NonZeroU32::new(6000),
        }
    }
}

/// Tells how much time has passed since some moment; a test gives its own.
#[derive(Clone)]
pub struct Ticks(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Ticks {
    /// Ticks that say what this returns.
    pub fn new(passed: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(passed))
    }

    /// The machine's, which nobody sets back.
    pub fn system() -> Self {
        let start = Instant::now();
        Self::new(move || start.elapsed())
    }
}

impl Clock for Ticks {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Nanos::from((self.0)())
    }
}

/// Who is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Counted {
    Account(AccountId),
    /// `None`: of unknown address, all together.
    Address(Option<IpAddr>),
}

type Limiter = RateLimiter<Counted, HashMapStateStore<Counted>, Ticks, NoOpMiddleware<Nanos>>;

/// Accounts and addresses remembered for one operation; those that could do everything again are forgotten first.
const REMEMBERED: usize = 100_000;

/// All rates.
pub(crate) struct Rates {
    ticks: Ticks,
    limiters: [(Option<NonZeroU32>, Option<Limiter>); 5],
    refused: Mutex<HashMap<[u8; 32], Refused>>,
}

/// Wrong passwords one after the other.
struct Refused {
    times: u32,
    /// No further one is looked at before.
    until: Duration,
}

/// Wrong passwords for one account from one address that cost no waiting.
const FORGIVEN: u32 = 3;
/// The longest wait after one.
const LONGEST_WAIT: Duration = Duration::from_mins(15);
/// Pairs of account and address whose wrong passwords are remembered.
const REFUSALS: usize = 10_000;

impl Rates {
    pub(crate) fn new(settings: &RateSettings, ticks: Ticks) -> Self {
        let limiters =
            [settings.sign_ins, settings.failures, settings.uploads, settings.queries, settings.requests]
                .map(|rate| {
                    let limiter = rate.map(|rate| {
                        let burst = rate
                            .saturating_mul(NonZeroU32::new(RateSettings::BURST).unwrap_or(NonZeroU32::MIN));
                        let quota = Quota::per_minute(rate).allow_burst(burst);
                        RateLimiter::new(quota, HashMapStateStore::default(), ticks.clone())
                    });
                    (rate, limiter)
                });
        Self { ticks, limiters, refused: Mutex::default() }
    }

    /// Counts one more.
    pub(crate) fn count(&self, operation: Operation, who: Counted) -> Result<(), WebError> {
        let (Some(rate), Some(limiter)) = &self.limiters[operation as usize] else { return Ok(()) };
        let checked = limiter.check_key(&who).map_err(|refused| {
            let seconds = refused.wait_time_from(self.ticks.now()).as_secs_f64().ceil() as u32;
            WebError::TooMany { what: operation.what(), limit: rate.get(), seconds: seconds.max(1) }
        });
        // Attack: requests from ever new addresses fill the memory.
        if REMEMBERED < limiter.len() {
            limiter.retain_recent();
        }
        checked
    }

    /// Before a password is looked at: counts it as wrong until [`Rates::forgive`], so that guesses sent at the same
    /// moment count, too.
    pub(crate) fn guess(&self, name: &str, from: Option<IpAddr>) -> Result<(), WebError> {
        let now = self.now();
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if REFUSALS <= refused.len() {
            refused.retain(|_, refused| now < refused.until + LONGEST_WAIT);
        }
        if REFUSALS <= refused.len() {
            // Attack: many accounts from many addresses. To forget would help the attacker.
            return Err(WebError::TooMany { what: "wrong passwords", limit: REFUSALS as u32, seconds: 60 });
        }
        let entry = refused.entry(key(name, from)).or_insert(Refused { times: 0, until: Duration::ZERO });
        if now < entry.until {
            let seconds = entry.until.saturating_sub(now).as_secs_f64().ceil() as u32;
            return Err(WebError::TooMany { what: "wrong passwords", limit: FORGIVEN, seconds });
        }
        if entry.until + LONGEST_WAIT < now {
            entry.times = 0;
        }
        entry.times += 1;
        // 2 s, 4 s, 8 s, ...
        let over = entry.times.saturating_sub(FORGIVEN);
        let wait = if over == 0 { Duration::ZERO } else { Duration::from_secs(1 << over.min(16)) };
        entry.until = now + wait.min(LONGEST_WAIT);
        Ok(())
    }

    /// The password was right.
    pub(crate) fn forgive(&self, name: &str, from: Option<IpAddr>) {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).remove(&key(name, from));
    }

    fn now(&self) -> Duration {
        Duration::from_nanos(self.ticks.now().duration_since(Nanos::default()).as_u64())
    }
}

/// Names are not kept in memory longer than needed.
fn key(name: &str, from: Option<IpAddr>) -> [u8; 32] {
    *blake3::hash(format!("{from:?} {name}").as_bytes()).as_bytes()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    fn rates() -> (Rates, Arc<AtomicU64>) {
        let seconds = Arc::new(AtomicU64::new(0));
        let ticks = {
            let seconds = seconds.clone();
            Ticks::new(move || Duration::from_secs(seconds.load(Ordering::SeqCst)))
        };
        let settings = RateSettings { uploads: NonZeroU32::new(2), queries: None, ..RateSettings::default() };
        (Rates::new(&settings, ticks), seconds)
    }

    fn waits(result: Result<(), WebError>) -> Option<u32> {
        match result {
            Ok(()) => None,
            Err(WebError::TooMany { seconds, .. }) => Some(seconds),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn a_rate_is_kept_by_each_for_himself() {
        let (rates, seconds) = rates();
        let (one, two) =
            (Counted::Address("192.0.2.1".parse().ok()), Counted::Address("192.0.2.2".parse().ok()));
        for _ in 0..2 * RateSettings::BURST {
            assert_eq!(waits(rates.count(Operation::Upload, one)), None);
        }
        assert_eq!(waits(rates.count(Operation::Upload, one)), Some(30));
        assert_eq!(waits(rates.count(Operation::Upload, two)), None);
        assert_eq!(waits(rates.count(Operation::Request, one)), None);
        seconds.store(30, Ordering::SeqCst);
        assert_eq!(waits(rates.count(Operation::Upload, one)), None);
        assert_eq!(waits(rates.count(Operation::Upload, one)), Some(30));
        for _ in 0..100_000 {
            assert_eq!(waits(rates.count(Operation::Query, one)), None, "no rate");
        }
    }

    #[test]
    fn guessing_takes_longer_and_longer() {
        let (rates, seconds) = rates();
        let from = "192.0.2.1".parse().ok();
        for _ in 0..FORGIVEN {
            assert_eq!(waits(rates.guess("ada", from)), None);
        }
        assert_eq!(waits(rates.guess("ada", from)), None, "the first that counts");
        for wait in [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
            assert_eq!(waits(rates.guess("ada", from)), Some(wait));
            assert_eq!(waits(rates.guess("ada", "192.0.2.2".parse().ok())), None, "another address");
            rates.forgive("ada", "192.0.2.2".parse().ok());
            assert_eq!(waits(rates.guess("bob", from)), None, "another account");
            rates.forgive("bob", from);
            seconds.fetch_add(wait.into(), Ordering::SeqCst);
            assert_eq!(waits(rates.guess("ada", from)), None);
        }
        rates.forgive("ada", from);
        assert_eq!(waits(rates.guess("ada", from)), None);
    }
}
