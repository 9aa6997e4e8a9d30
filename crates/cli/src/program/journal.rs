//! The journal of systemd as the reader of standard error. A line begins with its priority (sd-daemon(3)), which the
//! journal takes off and stores.

use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;
use std::os::unix::fs::MetadataExt as _;

/// The prefix of an error.
pub(super) const ERROR: &str = "<3>";

/// Returns whether the journal reads standard error. A program that inherited the variable may have redirected it.
pub(crate) fn receives_errors() -> bool {
    let Some(stream) = std::env::var_os("JOURNAL_STREAM") else { return false };
    let file = io::stderr().as_fd().try_clone_to_owned().and_then(|fd| File::from(fd).metadata());
    file.is_ok_and(|found| stream == *format!("{}:{}", found.dev(), found.ino()))
}
