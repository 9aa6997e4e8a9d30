//! Typed ids: UUIDs of version 7, which sort by time, so that lists can be paged by id.

use chrono::{DateTime, Utc};
use uuid::{NoContext, Timestamp, Uuid};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// Returns a new id made at this time. Ids of different milliseconds sort by time.
            pub fn new(at: DateTime<Utc>) -> Self {
                let seconds = u64::try_from(at.timestamp()).unwrap_or(0);
                let stamp = Timestamp::from_unix(NoContext, seconds, at.timestamp_subsec_nanos());
                Self(Uuid::new_v7(stamp))
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )+};
}

ids! {
    /// Id of an account.
    AccountId,
    /// Id of a course.
    CourseId,
    /// Id of a batch.
    BatchId,
    /// Id of an archive of earlier submissions.
    ArchiveId,
    /// Id of a draft.
    DraftId,
    /// Id of a job.
    JobId,
    /// Id of a case.
    CaseId,
    /// Id of an erasure of a person.
    ErasureId,
    /// Id of an API token (not its secret).
    TokenId,
    /// Id of a share link (not its secret).
    ShareId,
    /// Id of an entry of the audit log.
    AuditId,
    /// Id of a running process that may hold jobs. It is created anew at every start.
    HolderId,
}

#[cfg(test)]
mod tests {
    use chrono::{TimeDelta, Utc};

    use super::BatchId;

    #[test]
    fn ids_sort_by_time_and_survive_text() {
        let at = Utc::now();
        let (early, late) = (BatchId::new(at), BatchId::new(at + TimeDelta::milliseconds(1)));
        assert!(early < late);
        assert_ne!(early, BatchId::new(at));
        assert_eq!(early.to_string().parse(), Ok(early));
    }
}
