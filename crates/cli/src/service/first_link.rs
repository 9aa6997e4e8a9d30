//! Shows the sign-in link of a new installation. A terminal shows it once. Otherwise it is written to a file that only
//! this user can read, because the output of a service is kept in logs, which more people read and which are kept
//! longer.

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use crate::installation::LINK_HOURS;
use crate::terminal::output::announce;

/// Name of the file in the data directory.
const FILE: &str = "first-sign-in-link";

/// Gives the link to the operator who starts the service.
pub(crate) fn show(link: &str, data_dir: &Path) {
    if io::stdout().is_terminal() {
        announce(&format!(
            "Sign in with this link. It works once and expires after {LINK_HOURS} hours:\n  {link}\n"
        ));
        return;
    }
    match write_file(link, data_dir) {
        Ok(path) => announce(&format!(
            "The sign-in link, which works once and expires after {LINK_HOURS} hours, is in the file {}\n",
            path.display()
        )),
        Err(error) => tracing::warn!(
            %error,
            "cannot write the first sign-in link to the data directory; create another one with `chaffinch user link`"
        ),
    }
}

/// Writes the link to a new file. An old file may be readable by others, or be a link to another place.
fn write_file(link: &str, data_dir: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(data_dir.join(FILE))?;
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
    file.write_all(format!("{link}\n").as_bytes())?;
    Ok(path)
}
