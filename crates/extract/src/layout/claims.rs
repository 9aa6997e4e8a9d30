//! Recognises an export by names that say who handed in each entry, and joins what one person handed in at one time.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::SubmissionHeader;

use crate::input::tree::{Folder, Node};
use crate::layout::export::{Convention, Found, Recognised, are_most, number_attempts, text_of};
use crate::layout::names::Claim;
use crate::layout::{lists, names, numbered};

/// A function that reads one name in an export.
type Reader = fn(&str) -> Option<Claim>;

/// The platforms whose names say who handed something in, in the order in which they are tried, with the files that they
/// add.
const PLATFORMS: &[(Convention, Reader, &[&str])] = &[
    (Convention::Moodle, names::moodle, &[]),
    (Convention::Blackboard, lists::blackboard, &[]),
    (Convention::Brightspace, numbered::brightspace, &["index.html"]),
    (Convention::Canvas, numbered::canvas_quiz, &[]),
    (Convention::Canvas, names::canvas, &[]),
    (Convention::PrairieLearn, numbered::prairielearn, &[]),
    (Convention::Autolab, numbered::autolab, &[]),
    (Convention::CodeGrade, numbered::codegrade, &[]),
    (Convention::Ilias, numbered::ilias, &["status.xlsx", "status.xml", "status.csv"]),
];

/// Recognises an export by its names alone.
pub(super) fn by_names(folder: &mut Folder) -> Option<Recognised> {
    PLATFORMS.iter().find_map(|&(convention, read, added)| of_platform(folder, convention, read, added))
}

/// Recognises the export of a platform. Most names must match; a stray file does not prevent recognition.
fn of_platform(
    folder: &mut Folder,
    convention: Convention,
    read: Reader,
    added: &[&str],
) -> Option<Recognised> {
    let mut claims: BTreeMap<String, Claim> =
        folder.entries.keys().filter_map(|name| Some((name.clone(), read(name)?))).collect();
    let others = folder.entries.keys().filter(|name| !added.contains(&name.as_str())).count();
    if !are_most(claims.len(), others) {
        return None;
    }
    let mut recognised = Recognised::new(convention);
    for &name in added {
        if folder.entries.remove(name).is_some() {
            recognised.records.push(name.to_owned());
        }
    }
    // The files of one person at one time are one submission.
    let mut groups: BTreeMap<_, Vec<(String, Claim)>> = BTreeMap::new();
    number(&mut claims);
    let attempts = if convention == Convention::Canvas { resubmissions(&claims) } else { BTreeMap::new() };
    let mut users = match convention {
        Convention::Blackboard => lists::blackboard_users(claims.values().map(|claim| claim.person.as_str())),
        _ => BTreeMap::new(),
    };
    let mut authors = BTreeMap::new();
    for (name, claim) in claims {
        if claim.is_record {
            if let Some((author, user)) =
                text_of(folder, &name).and_then(|text| lists::blackboard_user(&text, &claim.person))
            {
                authors.insert(user.clone(), author);
                users.insert(claim.person, user);
            }
            folder.entries.remove(&name);
            recognised.records.push(name);
            continue;
        }
        let attempt = claim.attempt.or_else(|| attempts.get(&name).copied()).unwrap_or(0);
        let time = (claim.submitted_at.clone(), claim.moment.clone());
        let key = (claim.person.clone(), claim.author.clone(), time, attempt);
        groups.entry(key).or_default().push((name, claim));
    }
    for ((person, author, (submitted_at, _), attempt), members) in groups {
        let name = members[0].0.clone();
        let attempt = (attempt > 0).then_some(attempt);
        let (author, person) = match users.get(&person) {
            Some(user) => (authors.get(user).unwrap_or(user).clone(), user.clone()),
            None => (author, person),
        };
        let header =
            SubmissionHeader { name, author: Some(author), person: Some(person), attempt, submitted_at };
        let (file_name, node) = together(folder, members);
        recognised.found.push(Found { header, file_name, node });
    }
    if matches!(convention, Convention::Blackboard | Convention::Brightspace | Convention::CodeGrade) {
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
            (file, node) => {
                let file = file.unwrap_or(name);
                match file.rsplit_once('/') {
                    Some((task, file)) => {
                        let inner = Folder {
                            entries: BTreeMap::from([(file.to_owned(), node)]),
                            ..Folder::default()
                        };
                        whole.absorb_at(task, Node::Folder(inner));
                    }
                    None => whole.absorb_at(&file, node),
                }
            }
        }
    }
    (String::new(), Node::Folder(whole))
}

/// Numbers attempts by the numbers of submissions, for each person and task, and puts the files of each task into a folder
/// if there are several tasks.
fn number(claims: &mut BTreeMap<String, Claim>) {
    let mut orders = BTreeMap::<(String, String), BTreeSet<u64>>::new();
    for claim in claims.values() {
        if let Some(order) = claim.order {
            orders.entry((claim.person.clone(), claim.task.clone())).or_default().insert(order);
        }
    }
    let tasks: BTreeSet<String> = claims.values().map(|claim| claim.task.clone()).collect();
    for claim in claims.values_mut() {
        let known = orders.get(&(claim.person.clone(), claim.task.clone())).filter(|known| known.len() > 1);
        if let (Some(order), Some(known)) = (claim.order, known) {
            claim.attempt = Some(known.range(..=order).count() as u32);
        }
        if tasks.len() > 1 && !claim.task.is_empty() {
            let task = &claim.task;
            claim.file = claim.file.as_ref().map(|file| format!("{task}/{file}"));
        }
    }
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
