//! The key for sketching documents: the public one, or one from a file.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use chaffinch_sketch::Key;

/// Instructions for creating a key. `od` and `head` exist on every system.
const MAKING: &str = "create a key of 64 random hexadecimal digits with \
                      `(umask 077; head -c 32 /dev/urandom | od -An -vtx1 | tr -d ' \\n' > FILE)`";

/// The option for the key under which documents are sketched.
#[derive(Debug, clap::Args)]
pub(crate) struct KeyOptions {
    /// File with a secret key of 64 hexadecimal digits for sketching. People without the key cannot find out which
    /// shingles are kept and change only those. Sketches with different keys cannot be compared
    #[arg(long, value_name = "FILE")]
    key_file: Option<PathBuf>,
}

impl KeyOptions {
    /// Returns the key from the file, or the public key if no file is given.
    pub(crate) fn key(&self) -> anyhow::Result<Key> {
        let Some(path) = &self.key_file else { return Ok(Key::PUBLIC) };
        let shown = path.display();
        let digits = fs::read_to_string(path)
            .with_context(|| format!("cannot read the key file {shown} ({MAKING})"))?;
        // The content is not shown, because it may be a key with a typing error.
        let Some(key) = parse(digits.trim()) else { bail!("{shown} does not contain a key; {MAKING}") };
        if key == Key::PUBLIC {
            bail!("{shown} contains the public key, which is not secret; {MAKING}");
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
