//! Counts the bytes that unfinished uploads have reserved. It does not look at the disk.

use uuid::Uuid;

use crate::throttle::{Quota, QuotaPermit};

/// How much disk space unfinished uploads may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpoolLimits {
    /// The limit in bytes for all uploads together.
    pub all: u64,
    /// The limit in bytes for the uploads of one account.
    pub of_account: u64,
}

impl Default for SpoolLimits {
    fn default() -> Self {
        Self { all: 8 << 30, of_account: 2 << 30 }
    }
}

/// Why no more bytes can be reserved. Earlier reservations stay valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SpoolFull {
    /// All uploads together have reached their limit.
    #[error(
        "the unfinished uploads of this service have reached the limit of {limit} bytes (spool-bytes); try again later"
    )]
    All {
        /// The limit in bytes, [`SpoolLimits::all`].
        limit: u64,
    },
    /// The uploads of one account have reached their limit.
    #[error(
        "the unfinished uploads of this account have reached the limit of {limit} bytes (account-spool-bytes); wait until they have ended"
    )]
    OfAccount {
        /// The limit in bytes, [`SpoolLimits::of_account`].
        limit: u64,
    },
}

/// The bytes that are reserved now.
#[derive(Debug, Clone)]
pub(super) struct Reserved {
    limits: SpoolLimits,
    all: Quota<()>,
    of_account: Quota<Uuid>,
}

impl Reserved {
    pub(super) fn new(limits: SpoolLimits) -> Self {
        Self { limits, all: Quota::new(limits.all), of_account: Quota::new(limits.of_account) }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.all.held_by(())
    }

    pub(super) fn reserve(&self, account: Uuid) -> Reservation {
        Reservation {
            limits: self.limits,
            all: self.all.nothing(()),
            of_account: self.of_account.nothing(account),
        }
    }
}

/// The bytes that one upload has reserved. Dropping it frees them, so drop it after the files.
#[derive(Debug)]
pub struct Reservation {
    limits: SpoolLimits,
    all: QuotaPermit<()>,
    of_account: QuotaPermit<Uuid>,
}

impl Reservation {
    /// Reserves more bytes, all or none of them.
    pub fn grow(&mut self, bytes: u64) -> Result<(), SpoolFull> {
        if !self.of_account.more(bytes) {
            return Err(SpoolFull::OfAccount { limit: self.limits.of_account });
        }
        if !self.all.more(bytes) {
            self.of_account.less(bytes);
            return Err(SpoolFull::All { limit: self.limits.all });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_and_all_accounts_have_limits() {
        let reserved = Reserved::new(SpoolLimits { all: 10, of_account: 6 });
        let upload = |account| reserved.reserve(Uuid::from_u128(account));
        let (mut first, mut second, mut other) = (upload(1), upload(1), upload(2));
        first.grow(4).unwrap();
        second.grow(2).unwrap();
        assert_eq!(second.grow(1), Err(SpoolFull::OfAccount { limit: 6 }));
        other.grow(4).unwrap();
        assert_eq!(other.grow(1), Err(SpoolFull::All { limit: 10 }));
        assert_eq!(upload(3).grow(u64::MAX), Err(SpoolFull::OfAccount { limit: 6 }));
        drop(first);
        other.grow(2).unwrap();
        second.grow(2).unwrap();
        drop((second, other, upload(3)));
        assert_eq!(reserved.bytes(), 0);
        upload(1).grow(6).unwrap();
    }
}
