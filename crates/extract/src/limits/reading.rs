//! Reads bytes within a limit. Damage and size become reasons, not errors.

use std::io::Read;

use super::refusal::{Flaw, Refusal, Trouble};

/// Largest number of bytes reserved because of a declared size.
const RESERVED: u64 = 1 << 20;

/// Reads to the end, but at most `most` bytes. If there are more, or if bytes are damaged, returns the reason.
pub(crate) fn read_at_most(
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
