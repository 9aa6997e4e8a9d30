//! Writes results as JSON Lines.

use std::io::{self, Write};

use serde::Serialize;

use crate::document::LinkKind;
use crate::error::{Error, Result};

// Serde passes fields by reference.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
pub(crate) fn word<S: serde::Serializer>(
    kind: &LinkKind,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.word())
}

/// Writes a value as a line of JSON.
pub(crate) fn line<T: Serialize>(out: &mut dyn Write, value: &T) -> Result<()> {
    let mut write = || -> io::Result<()> {
        serde_json::to_writer(&mut *out, value)?;
        out.write_all(b"\n")
    };
    write().map_err(|source| Error::Write { path: "the result".into(), source })
}
