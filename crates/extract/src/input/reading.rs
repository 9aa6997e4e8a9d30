//! Reads one file: as much of it as the limits allow, as text. Damage and size become reasons in the list, not errors.

use std::io::Read;

use super::clutter;
use super::walk::Walk;
use crate::layout;
use crate::limits::{Flaw, Refusal, Trouble};
use crate::text::{Seen, Text, decode, document, is_notebook, read_notebook};

/// Largest number of bytes reserved because of a declared size.
const RESERVED: u64 = 1 << 20;

impl Walk<'_> {
    /// Reads and decodes one file.
    pub(super) fn file(
        &self,
        content: impl Read,
        declared: u64,
        at: &str,
    ) -> Result<Result<Text, String>, Refusal> {
        if let Some(reason) = clutter::file(at) {
            return Ok(Err(reason));
        }
        let name = at.rsplit('/').next().unwrap_or(at);
        if let Some(reason) = document::not_read(name) {
            return Ok(Err(reason.to_owned()));
        }
        let bytes = match read_at_most(content, declared, self.limits.file_bytes, "one file", at)? {
            Ok(bytes) => bytes,
            Err(reason) => return Ok(Err(reason)),
        };
        let size = bytes.len() as u64;
        let mut reading = if let Some(format) = document::format(name) {
            // Attack: one student's bomb in a document, for which the archive of the class would be refused.
            let most = self.limits.file_bytes;
            self.budget.packed(at, || document::read(&bytes, format, most, &self.budget, at))?
        } else {
            let said = self.encodings.of(at, &bytes);
            decode(bytes, said)
        };
        if is_notebook(at) {
            reading = reading.and_then(read_notebook);
        }
        if let (Ok(text), Some(look)) = (&mut reading, self.look) {
            at.clone_into(&mut text.file.path);
            let is_blank = text.file.text.trim().is_empty();
            text.seen = Some(Seen { bytes: size, is_blank, looked: look(&text.file) });
            // Records of the platform about its submissions are read later.
            if !layout::may_be_record(name) {
                text.file.text = String::new();
            }
        }
        Ok(reading)
    }
}

/// Reads to the end, but at most `most` bytes. If there are more, or if bytes are damaged, returns the reason.
pub(super) fn read_at_most(
    content: impl Read,
    declared: u64,
    most: u64,
    what: &str,
    at: &str,
) -> Result<Result<Vec<u8>, String>, Refusal> {
    // A file that declares too large a size is skipped without being read.
    if declared > most {
        return Ok(Err(format!("{declared} bytes, more than the limit for {what} ({most} bytes)")));
    }
    // Attack: many declared sizes without content. Ordinary source files get exactly the memory that they need.
    let mut bytes = Vec::with_capacity(declared.min(RESERVED) as usize);
    // Attack: a file that declares a small size. One byte beyond the limit is enough to detect it.
    match content.take(most.saturating_add(1)).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > most => {
            Ok(Err(format!("more than {most} bytes, the limit for {what}")))
        }
        // The tar reader takes the end of a truncated stream for the end of the file.
        Ok(read) if (read as u64) < declared => {
            Ok(Err(format!("damaged (it ends after {read} of {declared} bytes)")))
        }
        Ok(_) => {
            bytes.shrink_to_fit();
            Ok(Ok(bytes))
        }
        Err(error) => Ok(Err(match Trouble::new(error, at).flaw()? {
            Flaw::Damaged { detail } => format!("damaged ({detail})"),
            flaw => flaw.to_string(),
        })),
    }
}
