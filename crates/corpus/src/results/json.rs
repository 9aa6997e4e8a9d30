//! Writes results as JSON Lines.

use std::io::{self, Write};

use serde::Serialize;

use crate::error::{Error, Result};

/// Writes a value as a line of JSON.
pub(crate) fn line<T: Serialize>(out: &mut dyn Write, value: &T) -> Result<()> {
    let mut write = || -> io::Result<()> {
        serde_json::to_writer(&mut *out, value)?;
        out.write_all(b"\n")
    };
    write().map_err(|source| Error::Write { path: "the result".into(), source })
}
