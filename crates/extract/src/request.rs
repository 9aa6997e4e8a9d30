//! What is to be read: the inputs of a request and how they are to be understood. Values only.

use std::collections::BTreeSet;
use std::path::PathBuf;

use chaffinch_submission::{Digest, Layout, ReferenceLabel, composed};

use crate::archives::code_page::NameEncoding;
use crate::limits::Limits;
use crate::text::{BadRule, EncodingRule, MAX_HANDED_OUT, check_size, digest};

/// An input on disk: a folder, an archive, or a single file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The name that its owner gave it, with or without folders before it. Its extension identifies an archive. An
    /// upload is stored in a temporary file with another name.
    pub name: String,
    /// Path of the input.
    pub place: PathBuf,
}

/// Everything that is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The submissions.
    pub submissions: Vec<Input>,
    /// Earlier submissions, which are compared with the others but not with each other. Each input is one archive,
    /// named and dated by its file name. Its submissions are separated like those of the batch, except that
    /// [`Layout::Whole`] (one submission per path) means [`Layout::Auto`] here.
    pub archives: Vec<Input>,
    /// The starter code.
    pub boilerplate: Vec<Input>,
    /// Reference answers, which are compared with the submissions but not with each other. They are separated like the
    /// submissions of an archive: a folder may hold several.
    pub references: Vec<(ReferenceLabel, Input)>,
    /// How submissions are separated.
    pub layout: Layout,
    /// Rules for the encodings of files. The first rule that matches decides.
    pub encodings: Vec<EncodingRule>,
    /// Encoding of names in archives that are not UTF-8. `None`: guessed for each zip archive.
    pub name_encoding: Option<NameEncoding>,
    /// Patterns of the files that are compared; all if empty. See [`Patterns`](crate::Patterns).
    pub include: Vec<String>,
    /// Patterns of files that are not compared.
    pub exclude: Vec<String>,
    /// Whether what no student wrote is read like everything else: installed packages, build output, libraries, generated
    /// files.
    pub count_vendored: bool,
    /// Starter code among the submissions.
    pub handed_out: HandedOut,
    /// Names of submissions that are left out. They are only listed.
    pub ignored: BTreeSet<String>,
    /// Whether data files beside a program are compared, as if one language had been chosen for all files. Their
    /// content is rarely the author's own, and there is more of it than of the program.
    pub data: bool,
    /// Whether the sender named each file. Names that systems give to what they leave behind are then read, too. Inside
    /// of an archive that was sent as a file, they are not.
    pub files_named: bool,
    /// Limits on the whole request.
    pub limits: Limits,
    /// Smallest number of submissions with a readable file, including earlier ones; one of them must be handed in.
    /// Default 2. 1 is enough if earlier submissions are known from elsewhere, 0 if others were handed in before.
    pub least: usize,
}

impl Request {
    /// Adds rules about encodings (`GLOB=NAME`) and about starter code (names of submissions, or `digest:` and the
    /// hexadecimal digits of a file).
    pub fn say(&mut self, encodings: &[String], handed_out: &[String]) -> Result<(), BadRule> {
        check_said(encodings, handed_out)?;
        self.encodings = encodings.iter().map(|rule| rule.parse()).collect::<Result<_, _>>()?;
        for one in handed_out {
            match digest(one) {
                Some(digest) => drop(self.handed_out.files.insert(digest)),
                None => drop(self.handed_out.submissions.insert(composed(one).into_owned())),
            }
        }
        Ok(())
    }
}

/// Checks number and size of the arguments of [`Request::say`] without parsing them, which is cheap.
pub fn check_said(encodings: &[String], handed_out: &[String]) -> Result<(), BadRule> {
    check_size(encodings)?;
    let (found, limit) = (handed_out.len(), MAX_HANDED_OUT);
    if limit < found { Err(BadRule::TooManyHandedOut { found, limit }) } else { Ok(()) }
}

impl Default for Request {
    fn default() -> Self {
        Self {
            submissions: Vec::new(),
            archives: Vec::new(),
            boilerplate: Vec::new(),
            references: Vec::new(),
            layout: Layout::default(),
            encodings: Vec::new(),
            name_encoding: None,
            include: Vec::new(),
            exclude: Vec::new(),
            count_vendored: false,
            handed_out: HandedOut::default(),
            ignored: BTreeSet::new(),
            data: false,
            files_named: false,
            limits: Limits::default(),
            least: 2,
        }
    }
}

/// Starter code among the submissions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HandedOut {
    /// Files by the digest of their bytes. They stay in their submissions but count for none.
    pub files: BTreeSet<Digest>,
    /// Submissions by name. They belong to no student, and all their files count as starter code.
    pub submissions: BTreeSet<String>,
}
