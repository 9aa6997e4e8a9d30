//! Space on disks.

use std::io;
use std::path::{Path, PathBuf};

/// Returns the closest existing directory. The data directory itself may not exist yet.
pub(super) fn closest_directory(folder: &Path) -> PathBuf {
    folder.ancestors().find(|path| path.is_dir()).unwrap_or(Path::new(".")).to_owned()
}

/// Returns the free bytes of the volume with this directory.
pub(super) fn free(folder: &Path) -> io::Result<u64> {
    let volume = rustix::fs::statvfs(closest_directory(folder))?;
    Ok(volume.f_bavail.saturating_mul(volume.f_frsize))
}

/// Returns a size for people.
pub(super) fn shown(bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    if mebibytes < 1024.0 { format!("{mebibytes:.1} MiB") } else { format!("{:.1} GiB", mebibytes / 1024.0) }
}
