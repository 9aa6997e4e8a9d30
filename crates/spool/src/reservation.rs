//! Bytes of the folder that unfinished uploads hold. Counts what is reserved and does not look at the disk.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

/// How much unfinished uploads may hold on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpoolLimits {
    /// Bytes of all of them.
    pub all: u64,
    /// Bytes of those of one account.
    pub of_account: u64,
}

impl Default for SpoolLimits {
    fn default() -> Self {
        Self { all: 8 << 30, of_account: 2 << 30 }
    }
}

/// Why no more can be reserved. What was reserved before stays so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SpoolFull {
    /// All uploads together.
    #[error(
        "the unfinished uploads of this service have reached the limit of {limit} bytes (spool-bytes); try again later"
    )]
    All {
        /// [`SpoolLimits::all`].
        limit: u64,
    },
    /// Those of one account.
    #[error(
        "the unfinished uploads of this account have reached the limit of {limit} bytes (account-spool-bytes); wait until they have ended"
    )]
    OfAccount {
        /// [`SpoolLimits::of_account`].
        limit: u64,
    },
}

/// What is reserved now.
#[derive(Debug)]
pub(crate) struct Reserved {
    limits: SpoolLimits,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    all: u64,
    /// Without accounts that hold nothing.
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
        // Each change is one assignment: the counts are right after a panic, too.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one upload has reserved; free again when this is dropped. Drop it after the files.
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
