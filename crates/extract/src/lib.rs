//! Turns untrusted archives and folders into submissions.
//!
//! Students' work arrives as zips of folders of zips, from three systems, in five encodings, and sometimes from a
//! person who wants to crash the server. This crate turns all of it into a [`Batch`] of texts. One rule says what a
//! submission is (module `layout`). The [`Limits`] are passed in.
//!
//! - Every file is either analysed or listed with its reason. What systems leave behind (`__MACOSX`, `.DS_Store`, `.git`)
//!   is listed too, by name or, if there is much of it, as a number.
//! - A problem that makes the whole request unusable is a typed [`Refusal`] that names the limit and its value. A flaw
//!   of one file, or of an archive inside the upload, affects only that file or archive. An inner archive has limits of
//!   its own ([`SHARE`]). If it exceeds one, it is listed as a whole.
//! - Nothing is ever written to disk, so no path in an archive can have an effect there. Inner archives are held in
//!   memory while they are open. Apart from that, only the texts that are kept take memory.
//! - The result depends only on content and names, not on the order of entries.
//!
//! A submission without a readable file is only listed. So is a file beside the folders of submissions that is no
//! program, such as a list of grades.
//!
//! ```
//! use chaffinch_extract::{Input, Request, extract};
//!
//! let class = tempfile::tempdir()?;
//! std::fs::write(class.path().join("alice.c"), "int a;")?;
//! std::fs::write(class.path().join("bob.c"), "int b;")?;
//! let input = Input { name: "class".to_owned(), place: class.path().to_owned() };
//! let batch = extract(&Request { submissions: vec![input], ..Request::default() })?;
//! assert_eq!(batch.submissions[0].header.name, "alice");
//! assert_eq!(batch.submissions[1].files[0].text, "int b;");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod archives;
mod input;
mod layout;
mod limits;
mod names;
mod outline;
mod patterns;
mod provenance;
mod request;
mod survey;
mod text;

use chaffinch_submission::Batch;

pub use archives::code_page::{NameEncoding, UnknownNameEncoding};
pub use chaffinch_submission::{Layout, UnknownLayout};
pub use input::is_left_out;
pub use layout::{CloneList, Convention, ListedClone, PathRemark};
pub use limits::{DICTIONARY, Flaw, LISTING, Limits, PATHS, RATIO_FLOOR, Refusal, SHARE};
pub use outline::{Outline, outline};
pub use patterns::Patterns;
pub use request::{HandedOut, Input, Request, check_said};
pub use survey::{
    Look, Looked, SharedFile, Suggestion, Survey, Surveyed, SurveyedFile, UploadHint, is_platform_file,
    is_structure_note, is_unmatched, unmatched_people,
};
pub use text::{
    BadRule, EncodingRule, MAX_HANDED_OUT, MAX_PATTERN_BYTES, MAX_RULE_BYTES, MAX_RULES, encoding, hex,
};

/// Reads a request.
///
/// Submissions are sorted by name and followed by those of archives. All files are sorted by path.
pub fn extract(request: &Request) -> Result<Batch, Refusal> {
    Ok(input::gather(request, None)?.batch)
}

/// Reads and checks everything as [`extract`] does, but keeps no text. A request that passes here is not refused later.
pub fn survey(request: &Request, look: Look<'_>) -> Result<Survey, Refusal> {
    Ok(input::gather(request, Some(look))?.survey())
}
