//! What an export of a platform is: its kind, the submissions in it, and what all kinds ask of a container.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::{SubmissionHeader, composed};

use crate::input::clutter::is_stray;
use crate::input::tree::{Folder, Node};

/// The kind of export that an upload was recognised as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Convention {
    /// A download of all submissions of a Moodle assignment, with or without folders.
    Moodle,
    /// A download of the submissions of a Canvas assignment.
    Canvas,
    /// A Blackboard assignment file download.
    Blackboard,
    /// A Gradescope export of submissions.
    Gradescope,
    /// Repositories of a GitHub Classroom assignment.
    #[strum(serialize = "github-classroom")]
    GitHubClassroom,
    /// An export of Dodona, or a dataset in the format of Dolos.
    Dodona,
    /// Submissions that nbgrader collected, or the folder of its exchange.
    Nbgrader,
    /// Exports of otter-grader, by themselves or in the export of another platform.
    #[strum(serialize = "otter-grader")]
    Otter,
    /// Git repositories, as listed in [`crate::CloneList`].
    Git,
    /// A download of the submissions of a Brightspace (D2L) assignment.
    Brightspace,
    /// A download of the submissions of an Autolab assessment.
    Autolab,
    /// The files of an assessment of PrairieLearn.
    PrairieLearn,
    /// A download of a CodeGrade assignment.
    CodeGrade,
    /// A download of the submissions of an ILIAS exercise.
    Ilias,
    /// A download of the submissions of a Sakai assignment.
    Sakai,
    /// The submissions of a Submitty gradeable.
    Submitty,
    /// The folder `Submitted files` of an assignment in Microsoft Teams.
    Teams,
    /// A download of a folder of Stud.IP.
    #[strum(serialize = "stud.ip")]
    StudIp,
    /// Folders of students that hold a folder for each attempt.
    Attempts,
    /// Folders of tasks that hold the work of each student.
    #[strum(serialize = "task/student")]
    Tasks,
    /// Folders of sections of a course that hold the work of each student.
    #[strum(serialize = "section/student")]
    Sections,
}

/// A submission as it was found.
pub(crate) struct Found {
    /// Name in the export, and what the export says about author, attempt and time.
    pub(crate) header: SubmissionHeader,
    /// Path of its file with its extension, if it consists of one file.
    pub(crate) file_name: String,
    pub(crate) node: Node,
}

/// The content of an export.
pub(super) struct Recognised {
    pub(super) convention: Convention,
    pub(super) found: Vec<Found>,
    /// What the export marks as starter code.
    pub(super) handed_out: Vec<(String, Node)>,
    /// Names of the platform's records about submissions.
    pub(super) records: Vec<String>,
    /// Names of the assignments, if the export can hold several.
    pub(super) assignments: BTreeSet<String>,
}

impl Recognised {
    pub(super) fn new(convention: Convention) -> Self {
        Self {
            convention,
            found: Vec::new(),
            handed_out: Vec::new(),
            records: Vec::new(),
            assignments: BTreeSet::new(),
        }
    }
}

/// Returns whether so many of all entries fit that an export is recognised: four of five, and at least one.
pub(super) fn are_most(fitting: usize, all: usize) -> bool {
    fitting > 0 && all * 4 <= fitting * 5
}

/// Returns the names of the containers of students: they contain something that fits, and neither a container nor a program
/// that does not. Returns `None` unless most containers are of this kind.
pub(super) fn students(folder: &Folder, fits: impl Fn(&str, &Node) -> bool) -> Option<Vec<String>> {
    let is_student = |student: &Folder| {
        student.entries.iter().any(|(name, node)| fits(name, node))
            && student.entries.iter().all(|(name, node)| match node {
                Node::Folder(_) | Node::Archive(_) => fits(name, node),
                Node::File(_) => is_stray(name) || fits(name, node),
                Node::Other(_) => true,
            })
    };
    let containers = || folder.entries.iter().filter_map(|(name, node)| Some((name, node.container()?)));
    let students: Vec<String> =
        containers().filter(|(_, student)| is_student(student)).map(|(name, _)| name.clone()).collect();
    are_most(students.len(), containers().count()).then_some(students)
}

/// Returns the text of a file in this folder with composed letters, as names of files have them.
pub(super) fn text_of<'a>(folder: &'a Folder, name: &str) -> Option<Cow<'a, str>> {
    match folder.entries.get(name) {
        Some(Node::File(Ok(text))) => Some(composed(&text.file.text)),
        _ => None,
    }
}

/// Splits the path of a file in a list, which may have the separators of any system.
pub(super) fn parts(path: &str) -> Vec<&str> {
    path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect()
}

/// Numbers the submissions of each person by time, from 1.
pub(super) fn number_attempts(found: &mut [Found]) {
    let mut people = BTreeMap::<_, Vec<usize>>::new();
    for (at, submission) in found.iter().enumerate() {
        let SubmissionHeader { author, person, submitted_at, .. } = &submission.header;
        if submitted_at.is_some() && (author.is_some() || person.is_some()) {
            people.entry((author.clone(), person.clone())).or_default().push(at);
        }
    }
    for mut attempts in people.into_values() {
        let moment = |at: &usize| {
            let SubmissionHeader { name, submitted_at, .. } = &found[*at].header;
            let time = submitted_at.as_deref().unwrap_or_default();
            (chrono::DateTime::parse_from_rfc3339(time).ok(), name.clone())
        };
        attempts.sort_by_cached_key(moment);
        for (number, at) in (1..).zip(attempts) {
            found[at].header.attempt = Some(number);
        }
    }
}
