//! Rate limits for each kind of operation, by account or address. They are in memory, so each process counts for
//! itself.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chaffinch_storage::throttle::BoundedMap;
use chaffinch_storage::{AccountId, CourseId, SecretHash};
use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};

use crate::error::{Result, WebError};

/// A kind of operation that has a rate of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RatedOperation {
    /// A sign-in by any method, counted by address.
    SignIn,
    /// A request with an invalid token or session, counted by address.
    Failure,
    /// An upload.
    Upload,
    /// A search for a text.
    Query,
    /// Everything else: pages, files, calls of the API.
    Request,
    /// A check of a submission, counted by token.
    Check,
    /// A check of a submission, counted by course.
    CourseCheck,
}

impl RatedOperation {
    /// Returns the unit of the limit for the error text.
    const fn what(self) -> &'static str {
        match self {
            Self::SignIn => "sign-ins per minute",
            Self::Failure => "requests with a wrong token per minute",
            Self::Upload => "uploads per minute",
            Self::Query => "queries per minute",
            Self::Request => "requests per minute",
            Self::Check => "checks with this token per hour",
            Self::CourseCheck => "checks in this course per hour",
        }
    }
}

/// Sustained operations per minute of one account, or of one address without a sign-in. `None` means no limit. The
/// operations of [`RateSettings::BURST`] minutes may come at once. Checks are counted per hour, and those of an hour may
/// come at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateSettings {
    /// Sign-ins from one address.
    pub sign_ins: Option<NonZeroU32>,
    /// Requests with a wrong token or session from one address.
    pub failures: Option<NonZeroU32>,
    /// Uploads.
    pub uploads: Option<NonZeroU32>,
    /// Searches for a text.
    pub queries: Option<NonZeroU32>,
    /// Everything else.
    pub requests: Option<NonZeroU32>,
    /// Checks with one token per hour. It bounds how often a student can change a submission until a check finds nothing.
    pub checks: Option<NonZeroU32>,
    /// Checks in one course per hour.
    pub course_checks: Option<NonZeroU32>,
}

impl RateSettings {
    /// Number of minutes whose operations may come at once.
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
            checks: NonZeroU32::new(120),
            course_checks: NonZeroU32::new(240),
        }
    }
}

/// A monotonic clock: the time since some moment. Tests pass one of their own.
#[derive(Clone)]
pub struct Ticks(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Ticks {
    /// Creates a clock that returns the result of `passed`.
    pub fn new(passed: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(passed))
    }

    /// Creates the monotonic clock of the machine.
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

/// The account or address whose operations are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum RateKey {
    Account(AccountId),
    /// The network of an address. `None` stands for all callers without a known address together.
    Address(Option<IpAddr>),
    Token(SecretHash),
    Course(CourseId),
}

type Limiter = RateLimiter<RateKey, RateStore, Ticks, NoOpMiddleware<Nanos>>;

/// The state of the accounts and addresses for one operation. Attack: requests from ever new addresses fill the memory,
/// or evict a key that has used up its rate. The key that is nearest to its full rate is evicted first.
struct RateStore(Mutex<BoundedMap<RateKey, Nanos>>);

const MAX_RATE_KEYS: usize = 100_000;

impl StateStore for RateStore {
    type Key = RateKey;

    fn measure_and_replace<T, F, E>(&self, who: &RateKey, decide: F) -> Result<T, E>
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
    limiters: [(Option<NonZeroU32>, Option<Limiter>); 7],
}

impl Rates {
    pub(crate) fn new(settings: &RateSettings, ticks: Ticks) -> Self {
        let per_minute = |rate: NonZeroU32| {
            let burst = NonZeroU32::new(RateSettings::BURST).unwrap_or(NonZeroU32::MIN);
            Quota::per_minute(rate).allow_burst(rate.saturating_mul(burst))
        };
        let limiter = |rate: Option<NonZeroU32>, quota: &dyn Fn(NonZeroU32) -> Quota| {
            let remembered = || RateStore(Mutex::new(BoundedMap::new(MAX_RATE_KEYS)));
            let limiter = rate.map(|rate| RateLimiter::new(quota(rate), remembered(), ticks.clone()));
            (rate, limiter)
        };
        let limiters = [
            limiter(settings.sign_ins, &per_minute),
            limiter(settings.failures, &per_minute),
            limiter(settings.uploads, &per_minute),
            limiter(settings.queries, &per_minute),
            limiter(settings.requests, &per_minute),
            limiter(settings.checks, &Quota::per_hour),
            limiter(settings.course_checks, &Quota::per_hour),
        ];
        Self { ticks, limiters }
    }

    /// Counts one operation.
    ///
    /// # Errors
    ///
    /// The rate is used up.
    pub(crate) fn count(&self, operation: RatedOperation, who: RateKey) -> Result<()> {
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

    fn waits(result: Result<()>) -> Option<u32> {
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
            (RateKey::Address("192.0.2.1".parse().ok()), RateKey::Address("192.0.2.2".parse().ok()));
        for _ in 0..2 * RateSettings::BURST {
            assert_eq!(waits(rates.count(RatedOperation::Upload, one)), None);
        }
        assert_eq!(waits(rates.count(RatedOperation::Upload, one)), Some(30));
        assert_eq!(waits(rates.count(RatedOperation::Upload, two)), None);
        assert_eq!(waits(rates.count(RatedOperation::Request, one)), None);
        seconds.store(30, Ordering::SeqCst);
        assert_eq!(waits(rates.count(RatedOperation::Upload, one)), None);
        assert_eq!(waits(rates.count(RatedOperation::Upload, one)), Some(30));
        for _ in 0..100_000 {
            assert_eq!(waits(rates.count(RatedOperation::Query, one)), None, "no rate");
        }
    }
}
