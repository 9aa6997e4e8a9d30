//! Who takes a turn or a place: limits on pages and files of reports count by caller.

use std::net::IpAddr;

use chaffinch_storage::{AccountId, BatchId, ShareId};

/// Who requests a page or a file of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Caller {
    Account(AccountId),
    /// A visitor with a share link. `None`: the network address is unknown.
    Share(ShareId, Option<IpAddr>),
    /// A visitor with the address of this batch's results in MOSS's format.
    Moss(BatchId),
}
