//! The one rule what a submission is, and how submissions get their names.
//!
//! Junk is set aside. A container (folder or archive) whose only child is a container is opened, repeatedly;
//! then the children of all containers are the submissions, and loose files are one submission each. With
//! [`Layout::Whole`] every path that was given is one submission.
//!
//! With [`Layout::Auto`], a container that a learning platform exported is taken apart as the platform means it
//! ([`Convention`]): what its names and lists say of author, attempt and time goes with the submissions.

mod blackboard;
mod lists;
mod names;
mod recognise;

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::authors;
pub use recognise::Convention;
use recognise::{Found, Origin, Recognised};

use crate::Layout;
use crate::gather::joined;
use crate::name::without_ending;
use crate::tree::{Folder, Node};

/// Whether a file of this name may be what a platform says of submissions, which is read even where texts are not kept.
pub(crate) fn may_be_record(name: &str) -> bool {
    matches!(name, lists::DODONA | lists::GRADESCOPE) || blackboard::is_record(name)
}

/// One thing that was given, read.
pub(crate) struct Root {
    /// Last part of the name it was given by.
    pub(crate) name: String,
    /// The parts before it.
    pub(crate) above: Vec<String>,
    pub(crate) node: Node,
}

impl Root {
    /// What it may be called, the short name first: the name without its ending, then with the folders
    /// before it, then with its ending too.
    pub(crate) fn labels(&self) -> Vec<String> {
        let label = without_ending_if_any(&self.name, &self.node);
        vec![label.to_owned(), self.full(label), self.full(&self.name)]
    }

    /// The same for the paths of its files: a loose file keeps its ending, those in a container are told apart
    /// by the container.
    pub(crate) fn paths(&self) -> Vec<String> {
        match self.node.container() {
            Some(_) => self.labels(),
            None => vec![self.name.clone(), self.full(&self.name)],
        }
    }

    fn full(&self, name: &str) -> String {
        self.above.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join("/")
    }
}

/// A submission before its name is settled.
pub(crate) struct Unit {
    /// Names in the order in which they are tried; the later ones tell apart what the earlier ones do not.
    pub(crate) names: Vec<String>,
    /// The name with its ending: the path of a loose file.
    pub(crate) file_name: String,
    pub(crate) node: Node,
    /// Author, attempt and time (RFC 3339), where a platform's export tells.
    pub(crate) author: Option<String>,
    pub(crate) attempt: Option<u32>,
    pub(crate) submitted_at: Option<String>,
    /// Tells authors of one name apart.
    pub(crate) person: Option<String>,
}

impl Unit {
    /// One of which nobody says whose it is.
    fn plain(names: Vec<String>, file_name: String, node: Node) -> Self {
        Self { names, file_name, node, author: None, attempt: None, submitted_at: None, person: None }
    }
}

/// The submissions, and what stood between them without being one.
#[derive(Default)]
pub(crate) struct Units {
    pub(crate) found: Vec<Unit>,
    /// Submissions beyond the limit. They are counted only.
    pub(crate) beyond: usize,
    /// Path in the upload and reason.
    pub(crate) listed: Vec<(String, String)>,
    /// What an export says was handed out, with its path.
    pub(crate) handed_out: Vec<(String, Node)>,
    /// What was recognised.
    pub(crate) conventions: BTreeSet<Convention>,
}

/// Applies the rule. `limit`: submissions that are taken at most.
pub(crate) fn units(roots: Vec<Root>, layout: Layout, limit: usize) -> Units {
    let mut found = Units::default();
    for root in roots {
        found.add(root, layout, limit);
    }
    found.tell_apart();
    found
}

/// Listed of what a platform wrote down itself.
const RECORD: &str = "the platform's own record of submissions; read for authors and times, not compared";

impl Units {
    /// Takes a submission, unless there are too many.
    ///
    /// Attack: names of a thousand bytes, each of which stands in several candidates for every loose file beside it.
    fn take(&mut self, limit: usize, unit: impl FnOnce() -> Unit) {
        if self.found.len() < limit {
            self.found.push(unit());
        } else {
            self.beyond += 1;
        }
    }

    fn add(&mut self, root: Root, layout: Layout, limit: usize) {
        let labels = root.labels();
        let mut path = root.full(&root.name);
        let mut folder = match root.node {
            Node::Folder(folder) | Node::Archive(folder) if layout != Layout::Whole => folder,
            node => {
                self.take(limit, || Unit::plain(labels, root.name, node));
                return;
            }
        };
        if layout == Layout::Auto {
            loop {
                if let Some(recognised) = recognise::recognise(&mut folder) {
                    self.recognised(recognised, &path, &labels[0], limit);
                    folder.drop_hollow();
                    break;
                }
                let Some((name, inner)) = folder.take_only_container() else { break };
                self.list(folder, &path);
                path = joined(&path, &name);
                folder = inner;
            }
        }
        let children = std::mem::take(&mut folder.entries);
        self.list(folder, &path);
        for (name, node) in children {
            if let Node::Other(reason) = node {
                self.listed.push((joined(&path, &name), reason));
                continue;
            }
            self.take(limit, || {
                let stem = without_ending_if_any(&name, &node);
                let names = vec![
                    stem.to_owned(),
                    format!("{}/{stem}", labels[0]),
                    format!("{}/{stem}", labels[1]),
                    format!("{}/{name}", labels[1]),
                    format!("{}/{name}", labels[2]),
                ];
                Unit::plain(names, name, node)
            });
        }
    }

    /// Adds what an export holds.
    fn recognised(&mut self, recognised: Recognised, path: &str, label: &str, limit: usize) {
        let Recognised { convention, found, handed_out, records } = recognised;
        self.conventions.insert(convention);
        self.listed.extend(records.into_iter().map(|name| (joined(path, &name), RECORD.to_owned())));
        self.handed_out.extend(handed_out.into_iter().map(|(name, node)| (joined(path, &name), node)));
        for submission in found {
            self.take(limit, || unit(convention, submission, path, label));
        }
    }

    /// Two people of one name are two people: they get what tells them apart into their names.
    fn tell_apart(&mut self) {
        let known: Vec<(&str, Option<&str>)> = self
            .found
            .iter()
            .filter_map(|unit| Some((unit.author.as_deref()?, unit.person.as_deref())))
            .collect();
        let mut called = authors(&known).into_iter();
        for unit in &mut self.found {
            let Some(author) = &mut unit.author else { continue };
            let Some(called) = called.next().filter(|called| called != author) else { continue };
            for name in &mut unit.names {
                if let Some(at) = name.rfind(author.as_str()) {
                    name.replace_range(at..at + author.len(), &called);
                }
            }
            *author = called;
        }
    }

    /// Lists what a container held besides submissions.
    fn list(&mut self, folder: Folder, path: &str) {
        self.listed.extend(folder.listed.into_iter().map(|(name, reason)| (joined(path, &name), reason)));
        for (name, node) in folder.entries {
            if let Node::Other(reason) = node {
                self.listed.push((joined(path, &name), reason));
            }
        }
    }
}

/// A submission of an export. Whoever has a name goes by it.
fn unit(convention: Convention, submission: Found, path: &str, label: &str) -> Unit {
    let Origin { author, person, attempt, submitted_at } = submission.origin;
    let stem = without_ending_if_any(&submission.name, &submission.node).to_owned();
    // Repositories are known by their names, which hold the author's.
    let shown = author.clone().filter(|_| convention != Convention::GitHubClassroom);
    let mut names = Vec::new();
    if let Some(author) = shown {
        names.push(author.clone());
        names.extend(attempt.map(|attempt| format!("{author}, attempt {attempt}")));
        // The same person in two exports.
        names.push(match attempt {
            Some(attempt) => format!("{label}/{author}, attempt {attempt}"),
            None => format!("{label}/{author}"),
        });
    }
    names.extend([stem.clone(), format!("{label}/{stem}"), format!("{path}/{}", submission.name)]);
    Unit {
        names,
        file_name: submission.file_name,
        node: submission.node,
        author,
        attempt,
        submitted_at,
        person,
    }
}

/// Only regular files and archives lose their ending; `v1.2` may be a folder.
fn without_ending_if_any<'a>(name: &'a str, node: &Node) -> &'a str {
    match node {
        Node::Folder(_) => name,
        Node::Archive(_) | Node::File(_) | Node::Other(_) => without_ending(name),
    }
}

/// Gives everybody a name of their own. Those that share a name go on to their next one together, so that
/// none keeps the short name by luck; what still collides is numbered in the order given.
pub(crate) fn unique_names(candidates: &[Vec<String>], taken: &BTreeSet<String>) -> Vec<String> {
    let mut levels = vec![0; candidates.len()];
    let name = |n: usize, level: usize| &candidates[n][level];
    loop {
        let mut shared = BTreeMap::<&str, usize>::new();
        for (n, &level) in levels.iter().enumerate() {
            *shared.entry(name(n, level)).or_default() += 1;
        }
        let mut moved = false;
        for (n, level) in levels.iter_mut().enumerate() {
            if shared[name(n, *level).as_str()] > 1 && *level + 1 < candidates[n].len() {
                *level += 1;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    let wanted: BTreeSet<&str> =
        levels.iter().enumerate().map(|(n, &level)| name(n, level).as_str()).collect();
    let mut given = BTreeSet::<String>::new();
    // The last number tried of each name, or a thousand uploads of one name would each count from 1.
    let mut numbers = BTreeMap::<&str, usize>::new();
    let mut names = Vec::with_capacity(candidates.len());
    for (n, &level) in levels.iter().enumerate() {
        let base = name(n, level);
        let mut settled = base.clone();
        let number = numbers.entry(base).or_insert(1);
        let is_taken = |name: &String| taken.contains(name) || given.contains(name);
        while is_taken(&settled) || (settled != *base && wanted.contains(settled.as_str())) {
            *number += 1;
            settled = format!("{base} ({number})");
        }
        given.insert(settled.clone());
        names.push(settled);
    }
    names
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::unique_names;

    #[test]
    fn numbers_step_aside_for_names_that_look_like_them() {
        let candidates = ["a", "a", "a (2)", "b"].map(|name| vec![name.to_owned()]);
        let taken = BTreeSet::from(["b".to_owned()]);
        assert_eq!(unique_names(&candidates, &taken), ["a", "a (3)", "a (2)", "b (2)"]);
    }

    #[test]
    fn those_that_share_a_name_move_on_together() {
        let candidates =
            [["a", "x/a"], ["a", "y/a"], ["c", "x/c"]].map(|names| names.map(str::to_owned).to_vec());
        assert_eq!(unique_names(&candidates, &BTreeSet::new()), ["x/a", "y/a", "c"]);
    }
}
