//! The sign-in link of a fresh installation. A terminal shows it once. Elsewhere it goes to a file that only this user may
//! read: what a service prints is kept in logs, which more people read and which are kept for longer.

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use crate::installation::LINK_HOURS;
use crate::worker::tell;

/// Name of the file in the data directory.
const FILE: &str = "first-sign-in-link";

/// Gives the link to whoever starts the service.
pub(crate) fn give(link: &str, data_dir: &Path) {
    if io::stdout().is_terminal() {
        tell(&format!("This link signs in, once, within {LINK_HOURS} hours:\n  {link}\n"));
        return;
    }
    match keep(link, data_dir) {
        Ok(path) => tell(&format!(
            "A link that signs in, once, within {LINK_HOURS} hours, is in the file {}\n",
            path.display()
        )),
        Err(error) => tracing::warn!(
            %error,
            "the first sign-in link cannot be written to the data directory; make one with `chaffinch user link`"
        ),
    }
}

/// Writes it to a new file: an old one may be readable by others, or be a link to somewhere else.
fn keep(link: &str, data_dir: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(data_dir.join(FILE))?;
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
    file.write_all(format!("{link}\n").as_bytes())?;
    Ok(path)
}
