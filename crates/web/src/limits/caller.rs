//! Identifies callers. Limits on pages and files of reports count by caller.

use std::net::IpAddr;

use chaffinch_storage::{AccountId, BatchId, ShareId};

/// A caller that requests a page or a file of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Caller {
    Account(AccountId),
    /// A visitor with a share link. `None` means that the network address is unknown.
    Share(ShareId, Option<IpAddr>),
    /// A visitor with the URL of this batch's results in MOSS's format.
    Moss(BatchId),
}
