//! Asks for a password: hidden on a terminal, or from standard input.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use anyhow::Context as _;
use chaffinch_web::check_password;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::program::usage::Usage;

/// Returns a valid new password: typed twice on a terminal, or the first line of standard input.
pub(crate) fn new_password() -> anyhow::Result<String> {
    let input = io::stdin();
    let password = if input.is_terminal() {
        let hidden = HiddenInput::new().context("cannot hide the password on the terminal")?;
        let password = ask("Password: ")?;
        let again = ask("Repeat password: ")?;
        drop(hidden);
        if password != again {
            anyhow::bail!(Usage("the passwords do not match".to_owned()));
        }
        password
    } else {
        read_line()?
    };
    check_password(&password).map_err(|refused| Usage(format!("the password {refused}")))?;
    Ok(password)
}

fn ask(question: &str) -> anyhow::Result<String> {
    let mut terminal = io::stderr();
    write!(terminal, "{question}")?;
    terminal.flush()?;
    let answer = read_line();
    writeln!(terminal)?;
    answer
}

fn read_line() -> anyhow::Result<String> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).context("cannot read the password")?;
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

/// A terminal that does not show what is typed, until this is dropped.
struct HiddenInput(Termios);

impl HiddenInput {
    fn new() -> rustix::io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        tcsetattr(io::stdin(), OptionalActions::Flush, &quiet)?;
        Ok(Self(before))
    }
}

impl Drop for HiddenInput {
    fn drop(&mut self) {
        // If the terminal is gone, nothing can be done.
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &self.0);
    }
}
