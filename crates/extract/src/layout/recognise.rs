//! Which platform a container was exported from, by what is in it: one rule, of which [`Convention`] lists the cases.

use std::collections::{BTreeMap, BTreeSet};

use super::blackboard;
use super::lists::{self, DODONA, GRADESCOPE};
use super::names::{self, Claim};
use super::without_ending_if_any;
use crate::tree::{File, Folder, Node};

/// What an upload was recognised as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Convention {
    /// A download of all submissions of a Moodle assignment, in folders or not.
    Moodle,
    /// A download of the submissions of a Canvas assignment.
    Canvas,
    /// A Blackboard assignment file download.
    Blackboard,
    /// A Gradescope export of submissions.
    Gradescope,
    /// Repositories of a GitHub Classroom assignment.
    GitHubClassroom,
    /// An export of Dodona, or a set that Dolos reads.
    Dodona,
}

impl Convention {
    /// The word in reports and over HTTP.
    pub fn name(self) -> &'static str {
        match self {
            Self::Moodle => "moodle",
            Self::Canvas => "canvas",
            Self::Blackboard => "blackboard",
            Self::Gradescope => "gradescope",
            Self::GitHubClassroom => "github-classroom",
            Self::Dodona => "dodona",
        }
    }
}

/// Who handed something in, as far as the upload tells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Origin {
    pub(super) author: Option<String>,
    /// Tells authors of one name apart.
    pub(super) person: Option<String>,
    pub(super) attempt: Option<u32>,
    pub(super) submitted_at: Option<String>,
}

/// A submission of an export.
pub(super) struct Found {
    /// What it is called in the export.
    pub(super) name: String,
    /// The path of its file, where it is one.
    pub(super) file_name: String,
    pub(super) node: Node,
    pub(super) origin: Origin,
}

/// An export, taken apart.
pub(super) struct Recognised {
    pub(super) convention: Convention,
    pub(super) found: Vec<Found>,
    /// What the export says was handed out.
    pub(super) handed_out: Vec<(String, Node)>,
    /// What the platform wrote about submissions, by name.
    pub(super) records: Vec<String>,
}

/// Takes an export out of a container; what is left in it belongs to nobody. None: it is none, and is left as it was.
pub(super) fn recognise(folder: &mut Folder) -> Option<Recognised> {
    by_list(folder)
        .or_else(|| gradescope(folder))
        .or_else(|| by_names(folder, Convention::Moodle, names::moodle))
        .or_else(|| by_names(folder, Convention::Blackboard, blackboard::claim))
        .or_else(|| by_names(folder, Convention::Canvas, names::canvas))
        .or_else(|| classroom(folder))
}

/// The text of a list in this folder.
fn list<'a>(folder: &'a Folder, name: &str) -> Option<&'a str> {
    match folder.entries.get(name) {
        Some(Node::File(File { reading: Ok(text) })) => Some(&text.decoded),
        _ => None,
    }
}

fn by_list(folder: &mut Folder) -> Option<Recognised> {
    let rows = lists::dodona(list(folder, DODONA)?)?;
    let mut recognised = Recognised::of(Convention::Dodona);
    // A list of something else names no file that is here.
    if !rows.iter().any(|row| !row.ignored && folder.at(&parts(&row.file)).is_some()) {
        return None;
    }
    for row in rows {
        let parts = parts(&row.file);
        let Some(node) = folder.take(&parts) else { continue };
        let file_name = parts.last().copied().unwrap_or_default().to_owned();
        if row.ignored {
            recognised.handed_out.push((file_name, node));
            continue;
        }
        let origin =
            Origin { author: row.author, person: row.person, attempt: None, submitted_at: row.submitted_at };
        recognised.found.push(Found { name: row.file.clone(), file_name, node, origin });
    }
    folder.entries.remove(DODONA);
    recognised.records.push(DODONA.to_owned());
    number_attempts(&mut recognised.found);
    Some(recognised)
}

fn parts(path: &str) -> Vec<&str> {
    path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect()
}

fn gradescope(folder: &mut Folder) -> Option<Recognised> {
    let names: Vec<String> =
        folder.entries.keys().filter(|name| names::gradescope(name).is_some()).cloned().collect();
    let known = list(folder, GRADESCOPE).map(lists::gradescope);
    let others = folder.entries.len() - names.len() - usize::from(known.is_some());
    // Without its list it takes more than one name to tell.
    if names.is_empty() || (known.is_none() && (others > 0 || names.len() < 2)) {
        return None;
    }
    let mut recognised = Recognised::of(Convention::Gradescope);
    if known.is_some() {
        folder.entries.remove(GRADESCOPE);
        recognised.records.push(GRADESCOPE.to_owned());
    }
    let mut known = known.unwrap_or_default();
    for name in names {
        let Some(node) = folder.entries.remove(&name) else { continue };
        let entry = known.remove(&name).unwrap_or_default();
        let origin = Origin {
            author: (!entry.names.is_empty()).then(|| entry.names.join(", ")),
            person: (!entry.people.is_empty()).then(|| entry.people.join(", ")),
            attempt: None,
            submitted_at: entry.submitted_at,
        };
        recognised.found.push(Found { file_name: name.clone(), name, node, origin });
    }
    Some(recognised)
}

/// Where names tell everything. Most of them have to; a stray file does not hide an export.
fn by_names(
    folder: &mut Folder,
    convention: Convention,
    read: fn(&str) -> Option<Claim>,
) -> Option<Recognised> {
    let claims: BTreeMap<String, Claim> =
        folder.entries.keys().filter_map(|name| Some((name.clone(), read(name)?))).collect();
    if claims.is_empty() || claims.len() * 5 < folder.entries.len() * 4 {
        return None;
    }
    let mut recognised = Recognised::of(convention);
    // One submission: a person's files of one time.
    let mut groups: BTreeMap<_, Vec<(String, Claim)>> = BTreeMap::new();
    let attempts = if convention == Convention::Canvas { resubmissions(&claims) } else { BTreeMap::new() };
    let mut users = match convention {
        Convention::Blackboard => blackboard::users(claims.values().map(|claim| claim.person.as_str())),
        _ => BTreeMap::new(),
    };
    for (name, claim) in claims {
        if claim.is_record {
            if let Some(user) = list(folder, &name).and_then(|text| blackboard::user_in(text, &claim.person))
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
        let origin = Origin { author: Some(author), person: Some(person), attempt, submitted_at };
        let (file_name, node) = together(folder, members);
        recognised.found.push(Found { name, file_name, node, origin });
    }
    if convention == Convention::Blackboard {
        number_attempts(&mut recognised.found);
    }
    (!recognised.found.is_empty()).then_some(recognised)
}

/// One node of all that belongs together, and the name of its file.
fn together(folder: &mut Folder, members: Vec<(String, Claim)>) -> (String, Node) {
    let alone = members.len() == 1;
    let mut whole = Folder::default();
    for (name, claim) in members {
        let Some(node) = folder.entries.remove(&name) else { continue };
        match (claim.file, node) {
            (Some(file), node) if alone => return (file, node),
            (None, node) if alone => return (name, node),
            // Two folders of one person: their contents stand side by side.
            (None, Node::Folder(part)) => whole.absorb(part),
            (file, node) => whole.absorb_at(&file.unwrap_or(name), node),
        }
    }
    (String::new(), Node::Folder(whole))
}

/// Canvas numbers a file that is handed in again (`main-1.py`), and only a `main.py` of somebody tells that from a name of
/// the author's own. The attempt of each entry, from 1, where a person's files are of several, or one that has a number.
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
        // Of different names they may be of one attempt, some of them handed in before.
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
    let mut recognised = Recognised::of(Convention::GitHubClassroom);
    for (name, node) in std::mem::take(&mut folder.entries) {
        let account = &without_ending_if_any(&name, &node)[prefix..];
        let author = account.strip_suffix(branch).filter(|author| !author.is_empty()).unwrap_or(account);
        let origin = Origin { author: Some(author.to_owned()), ..Origin::default() };
        recognised.found.push(Found { file_name: name.clone(), name, node, origin });
    }
    Some(recognised)
}

/// Numbers what one person handed in by its time, from 1.
fn number_attempts(found: &mut [Found]) {
    let mut people = BTreeMap::<String, Vec<usize>>::new();
    for (at, submission) in found.iter().enumerate() {
        let Origin { author, person, submitted_at, .. } = &submission.origin;
        if let (Some(author), Some(_)) = (person.as_ref().or(author.as_ref()), submitted_at) {
            people.entry(author.clone()).or_default().push(at);
        }
    }
    for mut attempts in people.into_values() {
        let moment = |at: &usize| {
            let time = found[*at].origin.submitted_at.as_deref().unwrap_or_default();
            (chrono::DateTime::parse_from_rfc3339(time).ok(), found[*at].name.clone())
        };
        attempts.sort_by_cached_key(moment);
        for (number, at) in (1..).zip(attempts) {
            found[at].origin.attempt = Some(number);
        }
    }
}

impl Recognised {
    fn of(convention: Convention) -> Self {
        Self { convention, found: Vec::new(), handed_out: Vec::new(), records: Vec::new() }
    }
}
