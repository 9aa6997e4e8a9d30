//! The list of git repositories beside their exported files. The command line writes it, and `layout` reads it.
//! docs/using/git.md documents the format. Values only.

use serde::{Deserialize, Serialize};

/// The repositories of an export. It is the JSON file [`CloneList::NAME`] beside the files of the repositories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloneList {
    /// Version of the format. It is 1. The field tells the list from other JSON files.
    pub chaffinch_clones: u32,
    /// The repositories in the order given.
    pub clones: Vec<ListedClone>,
}

/// A repository.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedClone {
    /// Name of the author. Repositories with one name are attempts of one author.
    pub name: String,
    /// Name of the folder or archive beside the list that has the files; `None` if nothing was exported.
    #[serde(default)]
    pub path: Option<String>,
    /// Time of the exported commit, in RFC 3339.
    #[serde(default)]
    pub submitted_at: Option<String>,
    /// What readers of the report should know about files, such as their history.
    #[serde(default)]
    pub notes: Vec<PathRemark>,
    /// What was not exported, with the reason. The path `.` stands for the repository.
    #[serde(default)]
    pub skipped: Vec<PathRemark>,
}

/// A text about a path in a repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathRemark {
    /// The path, with `/` between its parts.
    pub path: String,
    /// The text, in plain English like all notes and reasons.
    pub text: String,
}

impl CloneList {
    /// Name of the file.
    pub const NAME: &'static str = "clones.json";
    /// Version of the format.
    pub const FORMAT: u32 = 1;
    /// Largest length of a text about a path, in bytes. The rest of a longer text is not shown.
    pub const MAX_TEXT: usize = 500;

    /// Parses the text of the file. Returns `None` if it is not such a list.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let list: Self = serde_json::from_str(text).ok()?;
        (list.chaffinch_clones == Self::FORMAT).then_some(list)
    }
}
