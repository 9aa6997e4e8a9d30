//! Recognises exports in which each student has a folder: Sakai, whose folders hold what was handed in beside its own
//! files, and platforms that keep a folder for each attempt (Submitty, Microsoft Teams).

use std::collections::BTreeSet;

use chaffinch_submission::SubmissionHeader;

use crate::input::clutter::{is_stray, left_out};
use crate::input::tree::{Folder, Node, joined};
use crate::layout::export::{Convention, Found, Recognised, are_most, students, text_of};
use crate::layout::names::{is_number, time, utc};
use crate::survey::RECORD;

/// Recognises an export with a folder for each student. Returns `None` if it is none of these. Then only what lies beside
/// the folder with the export has changed.
pub(super) fn recognise(folder: &mut Folder) -> Option<Recognised> {
    one_of_several(folder);
    sakai(folder).or_else(|| attempts(folder))
}

/// Folders of which the first holds what was handed in, and the others what it was made of, or what became of it.
const ROOTS: &[(&str, &[&str])] =
    &[("Submitted files", &["Working files"]), ("submissions", &["results", "checkout", "history"])];

/// Lists the folders beside the one that holds what was handed in, so that this one is opened.
fn one_of_several(folder: &mut Folder) {
    for (submitted, others) in ROOTS {
        let is_folder =
            |name: &&&str| folder.entries.get(**name).is_some_and(|node| node.container().is_some());
        let found: Vec<&str> = others.iter().filter(is_folder).copied().collect();
        if folder.entries.get(*submitted).is_none_or(|node| node.container().is_none()) {
            continue;
        }
        for name in found {
            folder
                .entries
                .insert(name.to_owned(), Node::Other(left_out(&format!("not in the folder `{submitted}`"))));
        }
    }
}

/// What Sakai puts into the folder of a student: what was handed in, its own files, and the end of the name of a text that
/// was typed in.
const ATTACHMENTS: &str = "Submission attachment(s)";
const OWN: &[&str] = &["timestamp.txt", "comments.txt", "feedbackText.html", "Feedback Attachment(s)"];
const TYPED: &str = "_submissionText.html";
/// The lists of grades beside the folders.
const GRADES: &[&str] = &["grades.csv", "grades.xls", "grades.xlsx"];

/// Takes the submissions out of a download of Sakai: `Smith, Jane(jsmith)/Submission attachment(s)/main.py`.
fn sakai(folder: &mut Folder) -> Option<Recognised> {
    let fits = |name: &str, node: &Node| match node {
        Node::File(_) => name.ends_with(TYPED) || OWN.contains(&name),
        node => node.container().is_some() && (name == ATTACHMENTS || OWN.contains(&name)),
    };
    let students = students(folder, fits)?;
    let mut recognised = Recognised::new(Convention::Sakai);
    for &name in GRADES {
        if folder.entries.remove(name).is_some() {
            recognised.records.push(name.to_owned());
        }
    }
    for name in students {
        let Some(Node::Folder(mut student) | Node::Archive(mut student)) = folder.entries.remove(&name)
        else {
            continue;
        };
        let (author, person) = match name.strip_suffix(')').and_then(|name| name.rsplit_once('(')) {
            Some((author, user)) => (author.trim().to_owned(), Some(user.to_owned())),
            None => (name.clone(), None),
        };
        let submitted_at = text_of(&student, OWN[0]).and_then(|text| sakai_time(text.trim()));
        for (file, node) in &mut student.entries {
            let is_empty = matches!(node, Node::File(Ok(text)) if text.is_blank());
            if OWN.contains(&file.as_str()) || (file.ends_with(TYPED) && is_empty) {
                *node = Node::Other(RECORD.to_owned());
            }
        }
        if let Some(Node::Folder(work)) = student.entries.remove(ATTACHMENTS) {
            student.absorb(work);
        }
        let header = SubmissionHeader {
            author: Some(author),
            person,
            submitted_at,
            ..SubmissionHeader::named(name.clone())
        };
        recognised.found.push(Found { header, file_name: name, node: Node::Folder(student) });
    }
    Some(recognised)
}

/// Reads a time such as `20260920154512345`, to milliseconds. It counts as UTC.
fn sakai_time(text: &str) -> Option<String> {
    let seconds = text.get(..14).filter(|_| is_number(text))?;
    chrono::NaiveDateTime::parse_from_str(seconds, "%Y%m%d%H%M%S").ok().map(utc)
}

/// The file in which Submitty writes the time of an attempt. Its text is read even if texts are not kept.
pub(super) const SUBMITTY_TIME: &str = ".submit.timestamp";

/// Words for an attempt in the names of folders, in several languages.
const ATTEMPTS: &str = "attempt version try revision versuch abgabe essai tentative intento versión versione \
    tentativo versão tentativa poging versie wersja v";

/// Returns the number in the name of the folder of an attempt (`Version 2`).
fn attempt(name: &str) -> Option<u32> {
    let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name[word.len()..].parse().ok()?;
    let word = word.trim_end_matches([' ', '_', '-', '#']).to_lowercase();
    (word.is_empty() || ATTEMPTS.split(' ').any(|known| known == word)).then_some(number)
}

/// Takes the attempts out of the folders of students: `jane/1/main.c` of Submitty, `Jane Smith/Homework 3/Version 2/main.py`
/// of Teams, `jane/attempt 2/main.py`.
fn attempts(folder: &mut Folder) -> Option<Recognised> {
    let mut students = Vec::new();
    let mut assignments = BTreeSet::new();
    let (mut containers, mut several) = (0, false);
    for (name, node) in &folder.entries {
        let Some(student) = node.container() else { continue };
        containers += 1;
        if holds_attempts(student) {
            several |= student.entries.len() > 1;
            students.push((name.clone(), None));
        } else if let Some((assignment, below)) = student.only_container(is_stray)
            && holds_attempts(below)
        {
            several |= below.entries.len() > 1;
            assignments.insert(assignment.clone());
            students.push((name.clone(), Some(assignment.clone())));
        }
    }
    // A folder that is alone is opened first. Not everybody needs several attempts. With several assignments, a folder is all work of a student.
    if containers < 2 || !(several || are_most(students.len(), containers)) || assignments.len() > 1 {
        return None;
    }
    let teams = !assignments.is_empty();
    let mut recognised = Recognised::new(if teams { Convention::Teams } else { Convention::Attempts });
    for (name, assignment) in students {
        let Some(Node::Folder(mut student) | Node::Archive(mut student)) = folder.entries.remove(&name)
        else {
            continue;
        };
        let mut path = name.clone();
        if let Some(assignment) = assignment
            && let Some(Node::Folder(below) | Node::Archive(below)) = student.entries.remove(&assignment)
        {
            path = joined(&name, &assignment);
            student.absorb(below);
        }
        folder.listed.extend(student.listed.into_iter().map(|(file, reason)| (joined(&path, &file), reason)));
        for (version, node) in student.entries {
            let at = joined(&path, &version);
            match node {
                Node::Folder(work) | Node::Archive(work) => recognised.attempt(&name, at, version, work),
                Node::Other(reason) => folder.listed.push((at, reason)),
                Node::File(_) => recognised.records.push(at),
            }
        }
    }
    Some(recognised)
}

/// Returns whether all containers in a folder are attempts, and there is one. Bare numbers may be anything; those with
/// Submitty's time are attempts.
fn holds_attempts(student: &Folder) -> bool {
    let containers = || student.entries.iter().filter_map(|(name, node)| Some((name, node.container()?)));
    let is_attempt = |(name, work): (&String, &Folder)| {
        attempt(name).is_some() && (!is_number(name) || work.entries.contains_key(SUBMITTY_TIME))
    };
    containers().next().is_some() && containers().all(is_attempt)
}

impl Recognised {
    /// Adds the attempt of a student.
    fn attempt(&mut self, student: &str, path: String, version: String, mut work: Folder) {
        let submitted_at = text_of(&work, SUBMITTY_TIME).and_then(|text| time(&text));
        for (_, own) in work.entries.iter_mut().filter(|(file, _)| file.starts_with(".submit.")) {
            *own = Node::Other(RECORD.to_owned());
            self.convention = Convention::Submitty;
        }
        let header = SubmissionHeader {
            author: Some(student.to_owned()),
            attempt: attempt(&version),
            submitted_at,
            ..SubmissionHeader::named(path)
        };
        self.found.push(Found { header, file_name: version, node: Node::Folder(work) });
    }
}
