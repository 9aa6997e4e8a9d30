//! Recognises by its content which platform exported a container. [`Convention`] lists the platforms.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::{SubmissionHeader, composed};

use crate::input::clutter::is_stray;
use crate::input::tree::{Folder, Node};
use crate::layout::lists::{DODONA, GRADESCOPE};
use crate::layout::names::without_ending_if_any;
use crate::layout::{claims, folders, lists, names};

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

/// Takes an export out of a container. What remains in the container belongs to no submission. Returns `None` and
/// changes nothing if the container is not an export.
pub(super) fn recognise(folder: &mut Folder) -> Option<Recognised> {
    by_list(folder)
        .or_else(|| gradescope(folder))
        .or_else(|| claims::by_names(folder))
        .or_else(|| folders::recognise(folder))
        .or_else(|| classroom(folder))
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

fn by_list(folder: &mut Folder) -> Option<Recognised> {
    let rows = lists::dodona(&text_of(folder, DODONA)?)?;
    let mut recognised = Recognised::new(Convention::Dodona);
    // A list from elsewhere names no file of this folder.
    if !rows.iter().any(|row| !row.ignored && folder.at(&parts(&row.header.name)).is_some()) {
        return None;
    }
    for row in rows {
        let parts = parts(&row.header.name);
        let Some(node) = folder.take(&parts) else { continue };
        let file_name = parts.last().copied().unwrap_or_default().to_owned();
        if row.ignored {
            recognised.handed_out.push((file_name, node));
            continue;
        }
        recognised.found.push(Found { header: row.header, file_name, node });
    }
    folder.entries.remove(DODONA);
    recognised.records.push(DODONA.to_owned());
    number_attempts(&mut recognised.found);
    Some(recognised)
}

/// Splits the path of a file in a list, which may have the separators of any system.
pub(super) fn parts(path: &str) -> Vec<&str> {
    path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect()
}

fn gradescope(folder: &mut Folder) -> Option<Recognised> {
    let names: Vec<String> =
        folder.entries.keys().filter(|name| names::gradescope(name).is_some()).cloned().collect();
    let known = text_of(folder, GRADESCOPE).map(|text| lists::gradescope(&text));
    let others = folder.entries.len() - names.len() - usize::from(known.is_some());
    // Without its list, one name is not enough to recognise an export.
    if names.is_empty() || (known.is_none() && (others > 0 || names.len() < 2)) {
        return None;
    }
    let mut recognised = Recognised::new(Convention::Gradescope);
    if known.is_some() {
        folder.entries.remove(GRADESCOPE);
        recognised.records.push(GRADESCOPE.to_owned());
    }
    let mut known = known.unwrap_or_default();
    for name in names {
        let Some(node) = folder.entries.remove(&name) else { continue };
        let entry = known.remove(&name).unwrap_or_default();
        let header = SubmissionHeader {
            author: (!entry.names.is_empty()).then(|| entry.names.join(", ")),
            person: (!entry.people.is_empty()).then(|| entry.people.join(", ")),
            submitted_at: entry.submitted_at,
            ..SubmissionHeader::named(name.clone())
        };
        recognised.found.push(Found { header, file_name: name, node });
    }
    Some(recognised)
}

fn classroom(folder: &mut Folder) -> Option<Recognised> {
    if folder
        .entries
        .values()
        .any(|node| !matches!(node, Node::Folder(_) | Node::Archive(_) | Node::Other(_)))
    {
        return None;
    }
    let repositories: Vec<&str> =
        folder.entries.iter().map(|(name, node)| without_ending_if_any(name, node)).collect();
    let prefix = names::classroom(repositories.iter().copied())?.len();
    let branch = names::branch(&repositories);
    let mut recognised = Recognised::new(Convention::GitHubClassroom);
    for (name, node) in std::mem::take(&mut folder.entries) {
        let account = &without_ending_if_any(&name, &node)[prefix..];
        let author = account.strip_suffix(branch).filter(|author| !author.is_empty()).unwrap_or(account);
        let author = Some(author.to_owned());
        let header = SubmissionHeader { author, ..SubmissionHeader::named(name.clone()) };
        recognised.found.push(Found { header, file_name: name, node });
    }
    Some(recognised)
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
