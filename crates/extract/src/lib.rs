//! Untrusted archives and folders become submissions.
//!
//! Students' work arrives as zips of folders of zips, from three systems, in five encodings, and now and then
//! from somebody who wants to see the server fall. This crate turns all of it into a [`Batch`] of texts, by
//! one rule what a submission is (module `layout`), under [`Limits`] that are passed in.
//!
//! - Every file is either analysed or listed with its reason; only what systems leave behind (`__MACOSX`,
//!   `.DS_Store`, `.git`) is set aside, and counted.
//! - What makes the whole request unusable is a typed [`Refusal`] that names the limit and its value. Flaws
//!   of one file, or of an archive inside, cost only that file or archive. An archive inside has limits of its own
//!   ([`SHARE`]); beyond one of them it is listed as a whole.
//! - Nothing is ever written to disk, so no path in an archive can lead anywhere. Archives inside archives are
//!   held in memory while they are open; beyond that, memory is what the texts kept take.
//! - The result depends on content and names alone, not on the order of entries.
//!
//! A submission without a single readable file stays in the batch, without files, and is listed; it does not
//! count towards the two that a comparison needs.
//!
//! ```
//! use chaffinch_extract::{Input, Request, extract};
//!
//! let class = tempfile::tempdir()?;
//! std::fs::write(class.path().join("alice.c"), "int a;")?;
//! std::fs::write(class.path().join("bob.c"), "int b;")?;
//! let input = Input { name: "class".to_owned(), place: class.path().to_owned() };
//! let batch = extract(&Request { submissions: vec![input], ..Request::default() })?;
//! assert_eq!(batch.submissions[0].name, "alice");
//! assert_eq!(batch.submissions[1].files[0].text, "int b;");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clutter;
mod encodings;
mod gather;
mod layout;
mod limits;
mod name;
mod notebook;
mod packed;
mod paid;
mod refusal;
mod sevenzip;
mod streams;
mod survey;
mod tarball;
mod text;
mod tree;
mod walk;
mod wishes;
mod zipped;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::str::FromStr;

use chaffinch_submission::{Batch, Digest};

pub use clutter::Suggestion;
pub use encodings::{
    BadRule, EncodingRule, MAX_HANDED_OUT, MAX_PATTERN_BYTES, MAX_RULE_BYTES, MAX_RULES, hex,
};
pub use layout::Convention;
pub use limits::{DICTIONARY, LISTING, Limits, PATHS, RATIO_FLOOR, SHARE};
pub use refusal::{Flaw, Refusal};
pub use survey::{Look, Looked, SharedFile, Survey, Surveyed, SurveyedFile};
pub use text::encoding;
pub use wishes::{Wish, is_unheard, unheard_people};

/// Something on disk: a folder, an archive, or a loose file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The name its owner gave it, with or without folders before it; the ending tells an archive. An upload
    /// lies in a temporary file of another name.
    pub name: String,
    /// Where it is.
    pub place: PathBuf,
}

/// How submissions are told apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Layout {
    /// Exports of learning platforms ([`Convention`]) are taken apart as their names and lists say. Otherwise containers
    /// that hold only one container are opened; then children are submissions.
    #[default]
    Auto,
    /// The children of each given container are submissions; none is looked through. Right where a container
    /// may hold a single submission, which [`Layout::Auto`] would open.
    Children,
    /// Each given path is one submission.
    Whole,
}

impl Layout {
    /// The word for it on the command line and over HTTP.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Children => "children",
            Self::Whole => "whole",
        }
    }
}

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(word: &str) -> Result<Self, UnknownLayout> {
        [Self::Auto, Self::Children, Self::Whole]
            .into_iter()
            .find(|layout| layout.name() == word)
            .ok_or_else(|| UnknownLayout { word: word.to_owned() })
    }
}

/// A word that names no [`Layout`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not a layout; auto, children and whole are")]
pub struct UnknownLayout {
    /// What was given.
    pub word: String,
}

/// Everything to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What was handed in.
    pub submissions: Vec<Input>,
    /// Earlier submissions, compared against but not with each other; each input is one archive, named and
    /// dated by its file name. Its submissions are told apart as those of the batch are, except that
    /// [`Layout::Whole`] (one submission a path) means [`Layout::Auto`] here.
    pub archives: Vec<Input>,
    /// Material handed out.
    pub boilerplate: Vec<Input>,
    /// How submissions are told apart.
    pub layout: Layout,
    /// Encodings that files are said to have; the first rule that fits decides.
    pub encodings: Vec<EncodingRule>,
    /// What among the submissions was handed out.
    pub handed_out: HandedOut,
    /// Whether data is compared that stands beside a program in one submission, as where all files are said to be of one
    /// language. What it says is rarely its author's, and there is more of it than of the program.
    pub data: bool,
    /// What all of it together may be.
    pub limits: Limits,
    /// Submissions with a readable file that there must be, earlier ones counted, one of them handed in. Default 2;
    /// 1 is enough where earlier ones are known from elsewhere, 0 where others were handed in before.
    pub least: usize,
}

impl Request {
    /// Takes what was said of encodings (`GLOB=NAME`) and of what was handed out (names of submissions, or a file's
    /// `digest:` and its hexadecimal digits).
    pub fn say(&mut self, encodings: &[String], handed_out: &[String]) -> Result<(), BadRule> {
        check_said(encodings, handed_out)?;
        self.encodings = encodings.iter().map(|rule| rule.parse()).collect::<Result<_, _>>()?;
        for one in handed_out {
            match encodings::digest(one) {
                Some(digest) => drop(self.handed_out.files.insert(digest)),
                None => drop(self.handed_out.submissions.insert(one.clone())),
            }
        }
        Ok(())
    }
}

/// Checks number and size of what [`Request::say`] takes. Costs nothing, unlike reading it.
pub fn check_said(encodings: &[String], handed_out: &[String]) -> Result<(), BadRule> {
    encodings::check_size(encodings)?;
    let (found, limit) = (handed_out.len(), MAX_HANDED_OUT);
    if limit < found { Err(BadRule::TooManyHandedOut { found, limit }) } else { Ok(()) }
}

impl Default for Request {
    fn default() -> Self {
        Self {
            submissions: Vec::new(),
            archives: Vec::new(),
            boilerplate: Vec::new(),
            layout: Layout::default(),
            encodings: Vec::new(),
            handed_out: HandedOut::default(),
            data: false,
            limits: Limits::default(),
            least: 2,
        }
    }
}

/// What stands among submissions and was handed out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HandedOut {
    /// Files by the digest of their bytes: they stay where they are, and count for nobody.
    pub files: BTreeSet<Digest>,
    /// Submissions by name: nobody's; all their files count as handed out.
    pub submissions: BTreeSet<String>,
}

/// Reads everything.
///
/// Submissions are sorted by name, those of archives follow; all files are sorted by path.
pub fn extract(request: &Request) -> Result<Batch, Refusal> {
    Ok(gather::gather(request, None)?.batch)
}

/// Walks, inflates and checks everything as [`extract`] does and keeps no text: a request that passes here
/// will not be refused later.
pub fn survey(request: &Request, look: Look<'_>) -> Result<Survey, Refusal> {
    Ok(gather::gather(request, Some(look))?.survey())
}
