//! Counts the bytes that unfinished uploads have reserved. It does not look at the disk.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

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
#[derive(Debug)]
pub(crate) struct Reserved {
    limits: SpoolLimits,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    all: u64,
    /// Bytes by account. Accounts without reserved bytes have no entry.
    of_account: HashMap<Uuid, u64>,
}

impl Reserved {
    pub(crate) fn new(limits: SpoolLimits) -> Arc<Self> {
        Arc::new(Self { limits, counts: Mutex::default() })
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.counts().all
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        // Each change is one assignment, so the counts are right even after a panic.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes that one upload has reserved. Dropping it frees them, so drop it after the files.
#[derive(Debug)]
pub struct Reservation {
    reserved: Arc<Reserved>,
    account: Uuid,
    bytes: u64,
}

impl Reservation {
    pub(crate) fn new(reserved: Arc<Reserved>, account: Uuid) -> Self {
        Self { reserved, account, bytes: 0 }
    }

    /// Reserves more bytes, all or none of them.
    pub fn grow(&mut self, bytes: u64) -> Result<(), SpoolFull> {
        let mut counts = self.reserved.counts();
        let SpoolLimits { all, of_account } = self.reserved.limits;
        let own = counts.of_account.get(&self.account).copied().unwrap_or_default();
        if of_account.saturating_sub(own) < bytes {
            return Err(SpoolFull::OfAccount { limit: of_account });
        }
        if all.saturating_sub(counts.all) < bytes {
            return Err(SpoolFull::All { limit: all });
        }
        if 0 < bytes {
            counts.of_account.insert(self.account, own + bytes);
        }
        counts.all += bytes;
        self.bytes += bytes;
        Ok(())
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut counts = self.reserved.counts();
        counts.all -= self.bytes;
        if let Some(own) = counts.of_account.get_mut(&self.account) {
            *own -= self.bytes;
            if *own == 0 {
                counts.of_account.remove(&self.account);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_and_all_accounts_have_limits() {
        let reserved = Reserved::new(SpoolLimits { all: 10, of_account: 6 });
        let upload = |account| Reservation::new(reserved.clone(), Uuid::from_u128(account));
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
        let counts = reserved.counts();
        assert_eq!(counts.all, 0);
        assert!(counts.of_account.is_empty(), "accounts without uploads are forgotten");
    }
}
