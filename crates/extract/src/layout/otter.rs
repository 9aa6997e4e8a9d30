//! Recognises what otter-grader exports for submission: `NOTEBOOK_2026_11_25T19_50_23_426755.zip` with the notebook,
//! `__zip_filename__`, and possibly a log. Its version for R leaves out the fraction of the second.

use chaffinch_submission::SubmissionHeader;

use super::names::without_ending_if_any;
use super::{lists, names};
use crate::input::clutter::{STRAY, left_out};
use crate::input::tree::{Folder, Node};
use crate::layout::export::{Convention, Found, Recognised, are_most, number_attempts, students, text_of};
use crate::text::is_notebook;

/// The file in which an export repeats its own name. Its text is read even if texts are not kept.
pub(super) const OWN_NAME: &str = "__zip_filename__";
/// What an export has besides the notebook and the author's own files.
const LOG: &str = ".OTTER_LOG";
const SETTINGS: &str = ".otter";

/// Takes exports out of a container that holds them side by side. Nothing says who made them. Other platforms put more
/// before the names of files, so each name must be the one that the export repeats. Four of five entries must fit. If
/// there is a list of names, it decides.
pub(super) fn side_by_side(folder: &mut Folder) -> Option<Recognised> {
    if folder.entries.contains_key(lists::DODONA) {
        return None;
    }
    let fits = |name: &str, node: &Node| match node {
        Node::Archive(export) => own_name(export).as_deref() == Some(name) && time(name).is_some(),
        _ => false,
    };
    let exports: Vec<String> =
        folder.entries.iter().filter(|(name, node)| fits(name, node)).map(|(name, _)| name.clone()).collect();
    if !are_most(exports.len(), folder.entries.len()) {
        return None;
    }
    let mut recognised = Recognised::new(Convention::Otter);
    for name in exports {
        let Some(node) = folder.entries.remove(&name) else { continue };
        recognised.found.push(Found { header: SubmissionHeader::named(name.clone()), file_name: name, node });
    }
    Some(recognised)
}

/// Takes exports out of the folder or archive of each student. Four of five containers must hold exports, and besides
/// them no program.
pub(super) fn by_student(folder: &mut Folder) -> Option<Recognised> {
    let students = students(folder, |name, node| match node {
        Node::Archive(export) => exported_at(name, export).is_some(),
        _ => false,
    })?;
    let mut recognised = Recognised::new(Convention::Otter);
    for entry in students {
        let Some(node) = folder.entries.remove(&entry) else { continue };
        let author = without_ending_if_any(&entry, &node).to_owned();
        let (Node::Folder(student) | Node::Archive(student)) = node else { continue };
        let Folder { entries, listed, junk: _ } = student;
        let path = |name: &str| format!("{entry}/{name}");
        folder.listed.extend(listed.into_iter().map(|(name, reason)| (path(&name), reason)));
        for (name, node) in entries {
            match node {
                Node::Archive(export) => {
                    let header = SubmissionHeader {
                        author: Some(author.clone()),
                        person: Some(author.clone()),
                        submitted_at: exported_at(&name, &export),
                        ..SubmissionHeader::named(path(&name))
                    };
                    let node = Node::Archive(export);
                    recognised.found.push(Found { header, file_name: name, node });
                }
                Node::Other(reason) => folder.listed.push((path(&name), reason)),
                Node::File(_) | Node::Folder(_) => folder.listed.push((path(&name), STRAY.to_owned())),
            }
        }
    }
    number_attempts(&mut recognised.found);
    Some(recognised)
}

/// Leaves out otter-grader's own files in a submission that is an export or a folder of exports, as any platform may
/// hand it over. Returns the time of the last export, or `None` if there is none.
pub(super) fn open(name: &str, node: &mut Node) -> Option<String> {
    match node {
        Node::Archive(export) if exported_at(name, export).is_some() => {
            let time = exported_at(name, export);
            for (name, node) in &mut export.entries {
                let is_own = matches!(name.as_str(), OWN_NAME | LOG) || name.ends_with(SETTINGS);
                if is_own && matches!(node, Node::File(_)) {
                    *node = Node::Other(left_out("a record of otter-grader"));
                }
            }
            time
        }
        Node::Folder(folder) => {
            let archives = folder.entries.iter_mut().filter(|(_, node)| matches!(node, Node::Archive(_)));
            archives.filter_map(|(name, node)| open(name, node)).max()
        }
        _ => None,
    }
}

/// Returns the time at which an archive was exported, in RFC 3339. An archive that was renamed still has its own name
/// inside.
pub(super) fn exported_at(name: &str, export: &Folder) -> Option<String> {
    let has_notebook = || export.entries.keys().any(|name| is_notebook(name));
    match own_name(export) {
        Some(own) => time(&own),
        None => time(name).filter(|_| has_notebook()),
    }
}

fn own_name(export: &Folder) -> Option<String> {
    text_of(export, OWN_NAME).map(|text| text.trim().to_owned())
}

/// Reads the time at the end of a name. It has no zone, so it counts as UTC.
fn time(name: &str) -> Option<String> {
    let stem = name.strip_suffix(".zip")?;
    // The notebook's name comes first, and may have any number of underscores.
    ["_426755", ""].iter().find_map(|fraction| {
        let length = "2026_11_25T19_50_23".len();
        let at = stem.len().checked_sub(length + fraction.len())?;
        let notebook = stem.get(..at)?.strip_suffix('_').filter(|notebook| !notebook.is_empty())?;
        let (seconds, rest) = stem[notebook.len() + 1..].split_at_checked(length)?;
        let is_fraction =
            rest.len() == fraction.len() && rest.bytes().skip(1).all(|byte| byte.is_ascii_digit());
        let parsed = chrono::NaiveDateTime::parse_from_str(seconds, "%Y_%m_%dT%H_%M_%S").ok()?;
        is_fraction.then(|| names::utc(parsed))
    })
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times_in_names() {
        let at = Some("2026-11-25T19:50:23Z");
        for (name, expected) in [
            ("hw01_2026_11_25T19_50_23_426755.zip", at),
            ("my_hw_2026_11_25T19_50_23_426755.zip", at),
            ("hw01_2026_11_25T19_50_23.zip", at),
            ("hw01_2026_13_25T19_50_23_426755.zip", None),
            ("hw01_2026_11_25T19_50_23_42675x.zip", None),
            ("hw01-2026_11_25T19_50_23.zip", None),
            ("_2026_11_25T19_50_23.zip", None),
            ("2026_11_25T19_50_23.zip", None),
            ("hw01_2026_11_25T19_50_23_426755.tar", None),
            ("\u{e9}2026_11_25T19_50_23.zip", None),
            ("hw01.zip", None),
        ] {
            assert_eq!(time(name).as_deref(), expected, "{name}");
        }
    }
}
