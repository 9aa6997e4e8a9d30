//! The key that documents are sketched under: public, or from a file.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use chaffinch_fingerprint::Key;

use crate::Usage;

/// How one makes a key; `od` and `head` are everywhere.
const MAKING: &str = "a key is 64 hexadecimal digits of real randomness, made by \
                      (umask 077; head -c 32 /dev/urandom | od -An -vtx1 | tr -d ' \\n' > FILE)";

/// Under which key documents are sketched.
#[derive(Debug, clap::Args)]
pub(super) struct KeyOptions {
    /// A file with a secret key of 64 hexadecimal digits, under which documents are sketched: who does not know it cannot
    /// change just those shingles that are kept. Sketches under different keys do not compare
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
}

impl KeyOptions {
    /// The service knows no keys.
    pub(super) fn is_public(&self) -> Result<(), Usage> {
        match &self.key_file {
            None => Ok(()),
            Some(_) => Err(Usage(
                "corpora of the service have the public key; --key-file needs --work-dir".to_owned(),
            )),
        }
    }

    /// The key of the file; the public one where none is named.
    pub(super) fn key(&self) -> anyhow::Result<Key> {
        let Some(path) = &self.key_file else { return Ok(Key::PUBLIC) };
        let shown = path.display();
        let digits = fs::read_to_string(path).with_context(|| format!("cannot read {shown}; {MAKING}"))?;
        // What it holds is not repeated: it may be a key with a slip.
        let Some(key) = parse(digits.trim()) else { bail!("{shown} holds no key; {MAKING}") };
        if key == Key::PUBLIC {
            bail!("{shown} holds the public key, which is no secret; {MAKING}");
        }
        Ok(key)
    }
}

fn parse(digits: &str) -> Option<Key> {
    if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut key = [0; 32];
    for (byte, at) in key.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(&digits[at..at + 2], 16).ok()?;
    }
    Some(Key::new(key))
}
