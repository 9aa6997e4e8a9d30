//! How often somebody may do something: a rate for each kind of operation. In memory: each process counts for itself.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chaffinch_storage::AccountId;
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};

use crate::error::WebError;
use crate::limits::bounded_map::Bounded;

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
            Self::SignIn => "sign-ins per minute",
            Self::Failure => "requests with a wrong token per minute",
            Self::Upload => "uploads per minute",
            Self::Query => "queries per minute",
            Self::Request => "requests per minute",
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Counted {
    Account(AccountId),
    /// `None`: of unknown address, all together.
    Address(Option<IpAddr>),
}

type Limiter = RateLimiter<Counted, Remembered, Ticks, NoOpMiddleware<Nanos>>;

/// Accounts and addresses remembered for one operation. Attack: requests from ever new addresses fill the memory, or push
/// out who has used up his rate. Those go first who are nearest to having all of it again.
struct Remembered(Mutex<Bounded<Counted, Nanos>>);

const MAX_REMEMBERED: usize = 100_000;

impl StateStore for Remembered {
    type Key = Counted;

    fn measure_and_replace<T, F, E>(&self, who: &Counted, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (decided, used_until) = decide(known.get(who))?;
        known.set(*who, used_until);
        Ok(decided)
    }
}

/// All rates.
pub(crate) struct Rates {
    ticks: Ticks,
    limiters: [(Option<NonZeroU32>, Option<Limiter>); 5],
}

impl Rates {
    pub(crate) fn new(settings: &RateSettings, ticks: Ticks) -> Self {
        let limiters =
            [settings.sign_ins, settings.failures, settings.uploads, settings.queries, settings.requests]
                .map(|rate| {
                    let limiter = rate.map(|rate| {
                        let burst = rate
                            .saturating_mul(NonZeroU32::new(RateSettings::BURST).unwrap_or(NonZeroU32::MIN));
                        let quota = Quota::per_minute(rate).allow_burst(burst);
                        let remembered = Remembered(Mutex::new(Bounded::new(MAX_REMEMBERED)));
                        RateLimiter::new(quota, remembered, ticks.clone())
                    });
                    (rate, limiter)
                });
        Self { ticks, limiters }
    }

    /// Counts one more.
    pub(crate) fn count(&self, operation: Operation, who: Counted) -> Result<(), WebError> {
        let (Some(rate), Some(limiter)) = &self.limiters[operation as usize] else { return Ok(()) };
        limiter.check_key(&who).map_err(|refused| {
            let seconds = refused.wait_time_from(self.ticks.now()).as_secs_f64().ceil() as u32;
            WebError::TooMany { what: operation.what(), limit: rate.get(), seconds: seconds.max(1) }
        })
    }
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
}
