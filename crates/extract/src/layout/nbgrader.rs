//! Recognises the folders of nbgrader: its tree of collected submissions (`submitted/STUDENT/ASSIGNMENT/`), the course
//! folder around this tree, and the folder of its exchange into which students submit.

use std::collections::BTreeSet;

use chaffinch_submission::SubmissionHeader;

use super::names;
use crate::input::clutter::left_out;
use crate::input::tree::{Folder, Node, joined};
use crate::layout::export::{Convention, Found, Recognised, number_attempts, students, text_of};

/// nbgrader writes the time of submission to this file. Its text is read even if texts are not kept.
pub(super) const TIMESTAMP: &str = "timestamp.txt";
/// The file with which a student shows that a submission is theirs.
const SECRET: &str = "submission_secret.txt";
/// What students fetch into the folder of an assignment after grading. nbgrader does not submit this folder.
const FEEDBACK: &str = "feedback";

/// Takes the submissions of nbgrader out of a container. Returns `None` and changes nothing if it is none of these.
pub(super) fn recognise(folder: &mut Folder) -> Option<Recognised> {
    course(folder).or_else(|| collected(folder)).or_else(|| exchange(folder))
}

/// Takes the submissions out of a course folder. The released version of the assignment is starter code. Everything
/// else beside `submitted` is listed.
fn course(folder: &mut Folder) -> Option<Recognised> {
    if !["source", "release"].iter().any(|name| folder.at(&[name]).is_some_and(is_container)) {
        return None;
    }
    let Some(Node::Folder(submitted) | Node::Archive(submitted)) = folder.entries.get_mut("submitted") else {
        return None;
    };
    let mut recognised = collected(submitted)?;
    let submitted = std::mem::take(submitted);
    folder.entries.remove("submitted");
    let within = |name: &str| format!("submitted/{name}");
    for found in &mut recognised.found {
        found.header.name = within(&found.header.name);
    }
    for record in &mut recognised.records {
        *record = within(record);
    }
    for assignment in &recognised.assignments {
        if let Some(node) = folder.take(&["release", assignment]) {
            recognised.handed_out.push((format!("release/{assignment}"), node));
        }
    }
    folder.drop_hollow();
    for (name, node) in std::mem::take(&mut folder.entries) {
        let reason = match node {
            Node::Other(reason) => reason,
            _ => left_out("not in the folder `submitted` of nbgrader"),
        };
        folder.listed.push((name, reason));
    }
    folder
        .listed
        .extend(submitted.listed.into_iter().map(|(name, reason)| (joined("submitted", &name), reason)));
    // Folders that nbgrader did not collect are submissions by rule 3.
    folder.entries = submitted.entries;
    Some(recognised)
}

/// Takes `STUDENT/ASSIGNMENT/` folders out of a tree. Four of five folders must be of this form, and each assignment
/// must have a `timestamp.txt` of some student. nbgrader keeps one attempt of each student here.
fn collected(folder: &mut Folder) -> Option<Recognised> {
    let known: BTreeSet<String> = (folder.entries.values().filter_map(Node::container))
        .flat_map(|student| &student.entries)
        .filter(|(_, node)| node.container().is_some_and(|work| written(work).is_some()))
        .map(|(assignment, _)| assignment.clone())
        .collect();
    let students = students(folder, |name, node| is_container(node) && known.contains(name))?;
    let mut recognised = Recognised::new(Convention::Nbgrader);
    for student in students {
        let Some(Node::Folder(of_student) | Node::Archive(of_student)) = folder.entries.remove(&student)
        else {
            continue;
        };
        let Folder { entries, listed, junk: _ } = of_student;
        folder.listed.extend(listed.into_iter().map(|(name, reason)| (joined(&student, &name), reason)));
        for (name, node) in entries {
            let path = format!("{student}/{name}");
            match node {
                Node::Folder(work) | Node::Archive(work) => {
                    recognised.take(path, &student, &name, None, work);
                }
                Node::File(_) => folder.listed.push((path, NO_ASSIGNMENT.to_owned())),
                Node::Other(reason) => folder.listed.push((path, reason)),
            }
        }
    }
    Some(recognised)
}

const NO_ASSIGNMENT: &str = "not in the folder of an assignment; not compared";

/// Takes all attempts out of the folder `inbound` of an exchange. Every entry is of the form
/// `STUDENT+ASSIGNMENT+TIME+RANDOM`; older versions add nothing to the time.
fn exchange(folder: &mut Folder) -> Option<Recognised> {
    let is_attempt = |(name, node): (&String, &Node)| is_container(node) && parts(name).is_some();
    if folder.entries.is_empty() || !folder.entries.iter().all(is_attempt) {
        return None;
    }
    let mut recognised = Recognised::new(Convention::Nbgrader);
    for (name, node) in std::mem::take(&mut folder.entries) {
        if let (Some((student, assignment, time)), Node::Folder(work) | Node::Archive(work)) =
            (parts(&name), node)
        {
            recognised.take(name.clone(), student, assignment, Some(time), work);
        }
    }
    number_attempts(&mut recognised.found);
    Some(recognised)
}

/// Returns student, assignment and time in the name of an attempt. A student's name may contain `+`.
fn parts(name: &str) -> Option<(&str, &str, &str)> {
    let (before, last) = name.rsplit_once('+')?;
    let (before, time) = if is_time(last) { (before, last) } else { before.rsplit_once('+')? };
    let (student, assignment) = before.rsplit_once('+')?;
    (!student.is_empty() && !assignment.is_empty() && is_time(time)).then_some((student, assignment, time))
}

/// Returns the text of the time in the folder of a submission.
fn written(work: &Folder) -> Option<String> {
    text_of(work, TIMESTAMP).map(|text| text.trim().to_owned()).filter(|text| is_time(text))
}

/// Returns whether a text begins with a date and time as nbgrader writes them. The time zone after it may be an
/// abbreviation that no table explains (`CET`). The submission then has no time.
fn is_time(text: &str) -> bool {
    chrono::NaiveDateTime::parse_and_remainder(text, "%Y-%m-%d %H:%M:%S").is_ok()
}

fn is_container(node: &Node) -> bool {
    node.container().is_some()
}

impl Recognised {
    /// Adds the folder of a submission without the files of nbgrader in it.
    fn take(&mut self, path: String, student: &str, assignment: &str, time: Option<&str>, mut work: Folder) {
        let written = written(&work);
        for record in [TIMESTAMP, SECRET] {
            if matches!(work.entries.get(record), Some(Node::File(_))) {
                work.entries.remove(record);
                self.records.push(format!("{path}/{record}"));
            }
        }
        if let Some(node) = work.entries.get_mut(FEEDBACK).filter(|node| is_container(node)) {
            *node = Node::Other(left_out("feedback of nbgrader"));
        }
        self.assignments.insert(assignment.to_owned());
        let header = SubmissionHeader {
            author: Some(student.to_owned()),
            person: Some(student.to_owned()),
            submitted_at: written.as_deref().or(time).and_then(names::time),
            ..SubmissionHeader::named(path.clone())
        };
        self.found.push(Found { header, file_name: path, node: Node::Folder(work) });
    }
}

#[cfg(test)]
mod tests {
    use super::{is_time, parts};

    #[test]
    fn names_of_attempts() {
        let at = "2026-11-25 19:50:23.426755 UTC";
        for (name, expected) in [
            (format!("ada+ps1+{at}+09B_L3iwF6ej"), Some(("ada", "ps1", at))),
            (format!("ada+ps1+{at}"), Some(("ada", "ps1", at))),
            (format!("ada+b+ps1+{at}+x"), Some(("ada+b", "ps1", at))),
            (format!("+ps1+{at}+x"), None),
            (format!("ps1+{at}+x"), None),
            ("ada+ps1+monday+x".to_owned(), None),
            (at.to_owned(), None),
        ] {
            assert_eq!(parts(&name), expected, "{name}");
        }
    }

    #[test]
    fn times_of_nbgrader() {
        for (text, expected) in [
            ("2015-02-02 15:58:23.948203 UTC", true),
            ("2015-02-02 15:58:23 CET", true),
            ("2015-02-02 15:58:23", true),
            ("2015-02-02", false),
            ("on time", false),
            ("", false),
        ] {
            assert_eq!(is_time(text), expected, "{text}");
        }
    }
}
