//! Recognises exported git repositories by the list beside them ([`CloneList`]). A table of names (`info.csv`) may be
//! beside the list.

use std::collections::BTreeMap;

use chaffinch_submission::SubmissionHeader;

use super::lists::{self, DODONA, Row};
use super::names;
use super::recognise::{Convention, Found, Recognised, number_attempts, parts, text_of};
use crate::clone_list::{CloneList, ListedClone, PathRemark};
use crate::input::tree::{File, Folder, Node, joined};
use crate::limits::Limits;
use crate::names::{beginning, parts_of, shown};

/// Takes the repositories out of a container. Returns `None` and changes nothing if it has no list.
pub(super) fn recognise(folder: &mut Folder) -> Option<Recognised> {
    let list = CloneList::parse(text_of(folder, CloneList::NAME)?)?;
    folder.entries.remove(CloneList::NAME);
    let mut recognised = Recognised::new(Convention::Git);
    let people = text_of(folder, DODONA).and_then(lists::dodona);
    if people.is_some() {
        folder.entries.remove(DODONA);
        recognised.records.push(DODONA.to_owned());
    }
    let rows = people.unwrap_or_default().into_iter();
    let people: BTreeMap<String, Row> = rows.map(|row| (parts(&row.file).join("/"), row)).collect();
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
                if let Some(Node::File(File { reading: Err(reason) }) | Node::Other(reason)) = other {
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
        if let Some(Node::File(File { reading: Ok(file) })) = work.at_mut(&path) {
            file.notes.push(text(remark));
        }
    }
}

fn submission(clone: ListedClone, work: Folder, row: Option<&Row>) -> Found {
    let author = row.and_then(|row| row.author.clone()).unwrap_or_else(|| shown(clone.name.as_bytes()));
    let header = SubmissionHeader {
        name: clone.name,
        author: Some(author),
        person: row.and_then(|row| row.person.clone()),
        attempt: None,
        submitted_at: clone.submitted_at.as_deref().and_then(names::time),
    };
    Found { header, file_name: String::new(), node: Node::Folder(work) }
}

/// Returns the text of a remark, which is safe to show and not too long.
fn text(remark: &PathRemark) -> String {
    shown(&remark.text.as_bytes()[..remark.text.floor_char_boundary(CloneList::MAX_TEXT)])
}
