//! Recognises exported git repositories by the list beside them ([`CloneList`]), which the command line writes.
//! docs/using/git.md documents its format. A table of names (`info.csv`) may be beside the list.

use std::collections::BTreeMap;

use chaffinch_submission::SubmissionHeader;
use serde::{Deserialize, Serialize};

use crate::input::naming::parts_of;
use crate::input::tree::{Folder, Node, joined};
use crate::layout::export::{Convention, Found, Recognised, number_attempts, parts, text_of};
use crate::layout::lists::{DODONA, Row};
use crate::layout::{lists, names};
use crate::limits::Limits;
use crate::names::{beginning, shown};

/// Takes the repositories out of a container. Returns `None` and changes nothing if it has no list.
pub(super) fn recognise(folder: &mut Folder) -> Option<Recognised> {
    let list = CloneList::parse(&text_of(folder, CloneList::NAME)?)?;
    folder.entries.remove(CloneList::NAME);
    let mut recognised = Recognised::new(Convention::Git);
    let people = text_of(folder, DODONA).and_then(|text| lists::dodona(&text));
    if people.is_some() {
        folder.entries.remove(DODONA);
        recognised.records.push(DODONA.to_owned());
    }
    let rows = people.unwrap_or_default().into_iter();
    let people: BTreeMap<String, Row> = rows.map(|row| (parts(&row.header.name).join("/"), row)).collect();
    for clone in list.clones {
        let found = clone.path.as_ref().and_then(|path| folder.entries.remove(path));
        let row = people.get(&clone.name);
        match found {
            Some(node) if row.is_some_and(|row| row.ignored) => {
                recognised.handed_out.push((shown(clone.name.as_bytes()), node));
            }
            Some(Node::Folder(mut work) | Node::Archive(mut work)) => {
                annotate(&mut work, &clone);
                recognised.found.push(submission(clone, work, row));
            }
            other => {
                let name = shown(clone.name.as_bytes());
                if let Some(Node::File(Err(reason)) | Node::Other(reason)) = other {
                    folder.listed.push((name.clone(), reason));
                }
                let skipped = clone.skipped.iter();
                folder.listed.extend(
                    skipped.map(|remark| (joined(&name, &shown(remark.path.as_bytes())), text(remark))),
                );
            }
        }
    }
    number_attempts(&mut recognised.found);
    Some(recognised)
}

/// Puts notes and skipped entries of a repository into its tree.
fn annotate(work: &mut Folder, clone: &ListedClone) {
    let limits = Limits::default();
    for remark in &clone.skipped {
        match parts_of(remark.path.as_bytes(), &limits) {
            Ok(path) if !path.is_empty() => drop(work.insert(&path, Node::Other(text(remark)))),
            _ => work.listed.push((beginning(remark.path.as_bytes()), text(remark))),
        }
    }
    for remark in &clone.notes {
        let path = parts_of(remark.path.as_bytes(), &limits).unwrap_or_default();
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        if let Some(Node::File(Ok(read))) = work.at_mut(&path) {
            read.file.notes.push(text(remark));
        }
    }
}

fn submission(clone: ListedClone, work: Folder, row: Option<&Row>) -> Found {
    let known = row.map(|row| row.header.clone()).unwrap_or_default();
    let header = SubmissionHeader {
        author: known.author.or_else(|| Some(shown(clone.name.as_bytes()))),
        person: known.person,
        submitted_at: clone.submitted_at.as_deref().and_then(names::time),
        ..SubmissionHeader::named(clone.name)
    };
    Found { header, file_name: String::new(), node: Node::Folder(work) }
}

/// Returns the text of a remark, which is safe to show and not too long.
fn text(remark: &PathRemark) -> String {
    shown(&remark.text.as_bytes()[..remark.text.floor_char_boundary(CloneList::MAX_TEXT)])
}

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
