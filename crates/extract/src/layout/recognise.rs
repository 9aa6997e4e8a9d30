//! Recognises by its content which platform exported a container. [`Convention`] lists the platforms.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::SubmissionHeader;

use crate::input::clutter::is_stray;
use crate::input::tree::{Folder, Node};
use crate::layout::lists::{DODONA, GRADESCOPE};
use crate::layout::names::{Claim, without_ending_if_any};
use crate::layout::{lists, names};

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
        .or_else(|| by_names(folder, Convention::Moodle, names::moodle))
        .or_else(|| by_names(folder, Convention::Blackboard, lists::blackboard))
        .or_else(|| by_names(folder, Convention::Canvas, names::canvas))
        .or_else(|| classroom(folder))
}

/// Returns whether so many of all entries fit that an export is recognised: four of five, and at least one.
pub(super) fn are_most(fitting: usize, all: usize) -> bool {
    fitting > 0 && all * 4 <= fitting * 5
}

/// Returns the names of the containers of students: they contain something that fits, no container that does not, and no
/// program. Returns `None` unless most containers are of this kind.
pub(super) fn students(folder: &Folder, fits: impl Fn(&str, &Node) -> bool) -> Option<Vec<String>> {
    let is_student = |student: &Folder| {
        student.entries.iter().any(|(name, node)| fits(name, node))
            && student.entries.iter().all(|(name, node)| match node {
                Node::Folder(_) | Node::Archive(_) => fits(name, node),
                Node::File(_) => is_stray(name),
                Node::Other(_) => true,
            })
    };
    let containers = || folder.entries.iter().filter_map(|(name, node)| Some((name, node.container()?)));
    let students: Vec<String> =
        containers().filter(|(_, student)| is_student(student)).map(|(name, _)| name.clone()).collect();
    are_most(students.len(), containers().count()).then_some(students)
}

/// Returns the text of a file in this folder.
pub(super) fn text_of<'a>(folder: &'a Folder, name: &str) -> Option<&'a str> {
    match folder.entries.get(name) {
        Some(Node::File(Ok(text))) => Some(&text.file.text),
        _ => None,
    }
}

fn by_list(folder: &mut Folder) -> Option<Recognised> {
    let rows = lists::dodona(text_of(folder, DODONA)?)?;
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
    let known = text_of(folder, GRADESCOPE).map(lists::gradescope);
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

/// Recognises an export by its names alone. Most names must match; a stray file does not prevent recognition.
fn by_names(
    folder: &mut Folder,
    convention: Convention,
    read: fn(&str) -> Option<Claim>,
) -> Option<Recognised> {
    let claims: BTreeMap<String, Claim> =
        folder.entries.keys().filter_map(|name| Some((name.clone(), read(name)?))).collect();
    if !are_most(claims.len(), folder.entries.len()) {
        return None;
    }
    let mut recognised = Recognised::new(convention);
    // The files of one person at one time are one submission.
    let mut groups: BTreeMap<_, Vec<(String, Claim)>> = BTreeMap::new();
    let attempts = if convention == Convention::Canvas { resubmissions(&claims) } else { BTreeMap::new() };
    let mut users = match convention {
        Convention::Blackboard => lists::blackboard_users(claims.values().map(|claim| claim.person.as_str())),
        _ => BTreeMap::new(),
    };
    for (name, claim) in claims {
        if claim.is_record {
            if let Some(user) =
                text_of(folder, &name).and_then(|text| lists::blackboard_user(text, &claim.person))
            {
                users.insert(claim.person, user);
            }
            folder.entries.remove(&name);
            recognised.records.push(name);
            continue;
        }
        let attempt = attempts.get(&name).copied().unwrap_or(0);
        let key = (claim.person.clone(), claim.author.clone(), claim.submitted_at.clone(), attempt);
        groups.entry(key).or_default().push((name, claim));
    }
    for ((person, author, submitted_at, attempt), members) in groups {
        let name = members[0].0.clone();
        let attempt = (attempt > 0).then_some(attempt);
        let (author, person) = match users.get(&person) {
            Some(user) => (user.clone(), user.clone()),
            None => (author, person),
        };
        let header =
            SubmissionHeader { name, author: Some(author), person: Some(person), attempt, submitted_at };
        let (file_name, node) = together(folder, members);
        recognised.found.push(Found { header, file_name, node });
    }
    if convention == Convention::Blackboard {
        number_attempts(&mut recognised.found);
    }
    (!recognised.found.is_empty()).then_some(recognised)
}

/// Joins what belongs together into one node, and returns it with the name of its file.
fn together(folder: &mut Folder, members: Vec<(String, Claim)>) -> (String, Node) {
    let alone = members.len() == 1;
    let mut whole = Folder::default();
    for (name, claim) in members {
        let Some(node) = folder.entries.remove(&name) else { continue };
        match (claim.file, node) {
            (Some(file), node) if alone => return (file, node),
            (None, node) if alone => return (name, node),
            // If one person has two folders, their contents are joined.
            (None, Node::Folder(part)) => whole.absorb(part),
            (file, node) => whole.absorb_at(&file.unwrap_or(name), node),
        }
    }
    (String::new(), Node::Folder(whole))
}

/// Returns the attempt of each entry, from 1, for persons who handed in files repeatedly. Canvas adds a number to a
/// file that is handed in again (`main-1.py`). The number counts only if some person has a `main.py`; otherwise it is
/// part of the author's own name.
fn resubmissions(claims: &BTreeMap<String, Claim>) -> BTreeMap<String, u32> {
    let file = |claim: &Claim| claim.file.clone().unwrap_or_default();
    let plain: BTreeSet<String> = claims.values().map(file).collect();
    let numbered = |claim: &Claim| match names::resubmitted(&file(claim)) {
        (stem, number) if plain.contains(&stem) => (stem, number),
        _ => (file(claim), 0),
    };
    let mut people = BTreeMap::<&str, Vec<(&String, String, u32)>>::new();
    for (name, claim) in claims {
        let (stem, number) = numbered(claim);
        people.entry(&claim.person).or_default().push((name, stem, number));
    }
    let mut attempts = BTreeMap::new();
    for files in people.into_values() {
        let latest = files.iter().map(|(_, _, number)| *number).max().unwrap_or(0);
        let stems: BTreeSet<&String> = files.iter().map(|(_, stem, _)| stem).collect();
        // If all names differ, they may belong to one attempt, some of whose files were handed in before.
        let one_attempt = stems.len() == files.len();
        for (name, _, number) in &files {
            let attempt = if one_attempt { latest } else { *number } + 1;
            if latest > 0 {
                attempts.insert((*name).clone(), attempt);
            }
        }
    }
    attempts
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
    let mut people = BTreeMap::<String, Vec<usize>>::new();
    for (at, submission) in found.iter().enumerate() {
        let SubmissionHeader { author, person, submitted_at, .. } = &submission.header;
        if let (Some(author), Some(_)) = (person.as_ref().or(author.as_ref()), submitted_at) {
            people.entry(author.clone()).or_default().push(at);
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
