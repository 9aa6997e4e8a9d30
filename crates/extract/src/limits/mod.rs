//! What an upload may contain: the limits, the counters that enforce them, and the reasons for a refusal.

mod budget;
mod reading;
mod refusal;

use serde::{Deserialize, Serialize};

pub(crate) use budget::{Budget, Fenced, Metered};
pub(crate) use refusal::Trouble;

pub(crate) use reading::read_at_most;
pub use refusal::{Flaw, Refusal};

/// Limits on one request. The defaults fit a class of 2,000 submissions of five files with room to spare. An inner
/// archive (found in a folder or in another archive) may hold a part ([`SHARE`]) of the totals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Entries of all folders and archives together, including junk, and the folders that occur only in paths of
    /// archives. Default 100,000.
    pub entries: u64,
    /// Bytes read from files and unpacked from archives, all together. Default 1 GiB.
    pub total_bytes: u64,
    /// Bytes of one file. Larger files are listed as skipped. Default 16 MiB.
    pub file_bytes: u64,
    /// Bytes of an archive inside an archive, which is held in memory while it is open. Larger archives are listed as
    /// skipped. At most its share of `total_bytes`. Default 64 MiB.
    pub nested_bytes: u64,
    /// Largest ratio of unpacked to packed size of an archive, once it has unpacked to more than [`RATIO_FLOOR`].
    /// Default 200. A deflate stream reaches at most about 1,030, program text 3 to 10.
    pub ratio: u64,
    /// Bytes of one path. Default 1,024.
    pub path_bytes: usize,
    /// Components of one path. Default 64.
    pub path_depth: usize,
    /// Submissions of one request, including earlier ones. Default 10,000.
    pub submissions: usize,
    /// Files of one submission. Further files, in the order of paths, are listed as skipped. Default 1,000.
    pub submission_files: usize,
    /// Archives that are open at the same time, one inside the other. Deeper archives are listed as skipped. Default 3.
    pub nesting: usize,
}

/// Unpacked bytes up to which the ratio of an archive is ignored. A small file of zeros is no attack.
pub const RATIO_FLOOR: u64 = 16 << 20;

/// Divisor for inner archives: one inner archive may hold half of the entries, unpacked bytes and paths of a request.
/// If it has more, it is listed as skipped, and the others in the request are read.
pub const SHARE: u64 = 2;

/// Largest dictionary that a compressed stream may ask for, in bytes: that of `xz -9`. The memory used grows with what
/// is really unpacked, up to this size.
pub const DICTIONARY: u64 = 64 << 20;

/// Largest list of contents of a 7z archive, in bytes. Its reader holds several copies of the list in memory. It
/// suffices for about 10,000 files.
pub const LISTING: u64 = 1 << 20;

/// Largest total length of all paths in archives as they are shown, in bytes. Each path is held several times, and
/// listed.
pub const PATHS: u64 = 16 << 20;

impl Default for Limits {
    fn default() -> Self {
        Self {
            entries: 100_000,
            total_bytes: 1 << 30,
            file_bytes: 16 << 20,
            nested_bytes: 64 << 20,
            ratio: 200,
            path_bytes: 1_024,
            path_depth: 64,
            submissions: 10_000,
            submission_files: 1_000,
            nesting: 3,
        }
    }
}
