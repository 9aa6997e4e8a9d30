//! The rule that says what a submission is, and how submissions get their names.
//!
//! Junk is set aside. A container (folder or archive) whose only child is a container is opened, repeatedly. Then the
//! children of all containers are the submissions, and each loose file is a submission. With [`Layout::Whole`], every
//! given path is one submission.
//!
//! With [`Layout::Auto`], a loose file beside containers that is no program by its name (a list of grades, a picture) is
//! no submission. It is listed, and it does not count as a child where only children are opened.
//!
//! With [`Layout::Auto`], a container that a learning platform exported is separated by the platform's rules
//! ([`Convention`]). What its names and lists say about author, attempt and time is stored with the submissions.

mod claims;
mod clones;
mod folders;
mod levels;
mod lists;
mod names;
mod nbgrader;
mod numbered;
mod opening;
mod otter;
mod recognise;
mod repeated;
mod structure;

use std::collections::BTreeSet;

use chaffinch_submission::{Layout, SubmissionHeader, authors};

use crate::input::clutter::{STRAY, is_stray};
use crate::input::tree::{Folder, Node, joined};
use crate::layout::names::without_ending_if_any;
use crate::layout::opening::Opened;
use crate::layout::recognise::Recognised;
use crate::survey::RECORD;

pub use clones::{CloneList, ListedClone, PathRemark};
pub use recognise::Convention;
pub(crate) use recognise::Found;
pub(crate) use structure::STRUCTURE;

/// Returns whether a file with this name may be a platform's record of submissions. Such files are read even if texts
/// are not kept.
pub(crate) fn may_be_record(name: &str) -> bool {
    let lists = [
        CloneList::NAME,
        lists::DODONA,
        lists::GRADESCOPE,
        nbgrader::TIMESTAMP,
        otter::OWN_NAME,
        folders::SUBMITTY_TIME,
    ];
    lists.contains(&name) || lists::is_blackboard_record(name)
}

/// One given input that was read.
pub(crate) struct Root {
    /// The last component of the given name.
    pub(crate) name: String,
    /// The components before it.
    pub(crate) above: Vec<String>,
    pub(crate) node: Node,
}

impl Root {
    /// Returns possible labels, the shortest first: the name without its extension, then with the folders before it,
    /// then with its extension as well.
    pub(crate) fn labels(&self) -> Vec<String> {
        let label = without_ending_if_any(&self.name, &self.node);
        vec![label.to_owned(), self.full(label), self.full(&self.name)]
    }

    /// Returns possible prefixes for the paths of its files. A loose file keeps its extension. Files in a container are
    /// distinguished by the container.
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

/// A submission whose name is not decided yet.
pub(crate) struct Unit {
    /// Names in the order in which they are tried. Later names distinguish submissions whose earlier names are equal.
    pub(crate) names: Vec<String>,
    /// What was found. The name in its header is not that of the submission.
    pub(crate) found: Found,
}

impl Unit {
    /// Creates a submission whose author is unknown.
    fn plain(names: Vec<String>, file_name: String, node: Node) -> Self {
        Self { names, found: Found { header: SubmissionHeader::default(), file_name, node } }
    }
}

/// The submissions, and what else was found between them.
#[derive(Default)]
pub(crate) struct Units {
    pub(crate) found: Vec<Unit>,
    /// Number of submissions beyond the limit. They are only counted.
    pub(crate) beyond: usize,
    /// Path in the upload, and reason.
    pub(crate) listed: Vec<(String, String)>,
    /// What an export marks as starter code, with its path.
    pub(crate) handed_out: Vec<(String, Node)>,
    /// Whether one input was given.
    alone: bool,
    /// The exports that were recognised.
    pub(crate) conventions: BTreeSet<Convention>,
    /// The assignments of exports that can hold several.
    pub(crate) assignments: BTreeSet<String>,
}

/// Applies the rule. `limit` is the largest number of submissions that are kept. With `single`, a folder of loose files that
/// is all there is in the one input is one submission.
pub(crate) fn units(roots: Vec<Root>, layout: Layout, single: bool, limit: usize) -> Units {
    let mut found = Units { alone: roots.len() == 1, ..Units::default() };
    let has_containers = roots.iter().any(|root| root.node.container().is_some());
    for root in roots {
        if layout == Layout::Auto && has_containers && is_stray_file(&root.name, &root.node) {
            found.listed.push((root.full(&root.name), STRAY.to_owned()));
        } else {
            found.add(root, layout, single, limit);
        }
    }
    found.tell_apart();
    found
}

/// Takes an export out of a container, by the first platform that fits. Returns `None` and changes nothing if none does.
fn recognise(folder: &mut Folder) -> Option<Recognised> {
    clones::recognise(folder)
        .or_else(|| nbgrader::recognise(folder))
        .or_else(|| otter::side_by_side(folder))
        .or_else(|| recognise::recognise(folder))
        .or_else(|| otter::by_student(folder))
}

/// Returns whether a node is a file that is no submission beside containers.
fn is_stray_file(name: &str, node: &Node) -> bool {
    matches!(node, Node::File(_)) && is_stray(name)
}

impl Units {
    /// Adds a submission, unless there are too many.
    ///
    /// Attack: names of a thousand bytes, each of which is part of several candidate names for every loose file beside
    /// it.
    fn take(&mut self, limit: usize, unit: impl FnOnce() -> Unit) {
        if self.found.len() < limit {
            self.found.push(unit());
        } else {
            self.beyond += 1;
        }
    }

    fn add(&mut self, root: Root, layout: Layout, single: bool, limit: usize) {
        let labels = root.labels();
        let given = root.full(&root.name);
        let is_folder = matches!(root.node, Node::Folder(_));
        let mut folder = match root.node {
            Node::Folder(folder) | Node::Archive(folder) if layout != Layout::Whole => folder,
            node => {
                self.take(limit, || Unit::plain(labels, root.name, node));
                return;
            }
        };
        let mut path = given.clone();
        // An export of otter-grader that was uploaded by itself is one submission.
        if layout == Layout::Auto && otter::exported_at(&root.name, &folder).is_some() {
            path = root.above.join("/");
            let export = Node::Archive(std::mem::take(&mut folder));
            folder.entries.insert(root.name, export);
        }
        let mut opened = Opened { folder, path, is_folder, has_containers: false, sections: Vec::new() };
        if layout != Layout::Children {
            self.open(&mut opened, layout, &labels[0], limit);
        }
        let files = opened.folder.entries.values().filter(|node| matches!(node, Node::File(Ok(_)))).count();
        let is_opened = opened.is_folder && opened.path != given && !opened.has_containers;
        if layout == Layout::Auto && self.alone && is_opened && files > 1 {
            let Opened { folder, path, .. } = &mut opened;
            if single {
                self.listed.push((path.clone(), structure::ONE_SUBMISSION.to_owned()));
                let name = path.rsplit('/').next().unwrap_or(path).to_owned();
                let (names, work) = (vec![name.clone(), path.clone()], std::mem::take(folder));
                self.take(limit, || Unit::plain(names, name, Node::Folder(work)));
                return;
            }
            self.listed.push((path.clone(), structure::SEVERAL_SUBMISSIONS.to_owned()));
        }
        self.children(opened, &labels, limit);
    }

    /// Adds the children of a container, and those of sections.
    fn children(&mut self, opened: Opened, labels: &[String], limit: usize) {
        let Opened { mut folder, path, has_containers, sections, .. } = opened;
        let children = std::mem::take(&mut folder.entries);
        self.list(folder, &path);
        let repeated = repeated::attempts(&children.iter().map(|(name, node)| (name.as_str(), node)));
        let children = children.into_iter().map(|(name, node)| (String::new(), name, node));
        for (section, name, node) in sections.into_iter().chain(children) {
            let at = joined(&path, &joined(&section, &name));
            if let Node::Other(reason) = node {
                self.listed.push((at, reason));
                continue;
            }
            if has_containers && is_stray_file(&name, &node) {
                self.listed.push((at, STRAY.to_owned()));
                continue;
            }
            self.take(limit, || {
                let stem = without_ending_if_any(&name, &node);
                let mut names = match repeated.get(&name).filter(|_| section.is_empty()) {
                    Some((person, attempt)) => vec![format!("{person}, attempt {attempt}")],
                    None => vec![stem.to_owned()],
                };
                if !section.is_empty() {
                    names.push(format!("{section}/{stem}"));
                }
                names.extend([
                    format!("{}/{stem}", labels[0]),
                    format!("{}/{stem}", labels[1]),
                    format!("{}/{name}", labels[1]),
                    format!("{}/{name}", labels[2]),
                ]);
                let mut unit = Unit::plain(names, name.clone(), node);
                if let Some((person, attempt)) = repeated.get(&name).filter(|_| section.is_empty()) {
                    unit.found.header.author = Some(person.clone());
                    unit.found.header.attempt = Some(*attempt);
                }
                unit
            });
        }
    }

    /// Adds the content of an export.
    fn recognised(&mut self, recognised: Recognised, path: &str, label: &str, limit: usize) {
        let Recognised { convention, found, handed_out, records, assignments } = recognised;
        self.conventions.insert(convention);
        self.assignments.extend(assignments);
        self.listed.extend(records.into_iter().map(|name| (joined(path, &name), RECORD.to_owned())));
        self.handed_out.extend(handed_out.into_iter().map(|(name, node)| (joined(path, &name), node)));
        for mut submission in found {
            let exported_at = otter::open(&submission.file_name, &mut submission.node);
            if exported_at.is_some() {
                self.conventions.insert(Convention::Otter);
            }
            submission.header.submitted_at = submission.header.submitted_at.or(exported_at);
            self.take(limit, || unit(convention, submission, path, label));
        }
    }

    /// Distinguishes persons with the same name: their names get an addition that tells them apart.
    fn tell_apart(&mut self) {
        let known: Vec<(&str, Option<&str>)> = self
            .found
            .iter()
            .map(|unit| &unit.found.header)
            .filter_map(|header| Some((header.author.as_deref()?, header.person.as_deref())))
            .collect();
        let mut called = authors(&known).into_iter();
        for unit in &mut self.found {
            let Some(author) = &mut unit.found.header.author else { continue };
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
            let reason = match node {
                Node::Other(reason) => reason,
                Node::File(_) => STRAY.to_owned(),
                Node::Folder(_) | Node::Archive(_) => continue,
            };
            self.listed.push((joined(path, &name), reason));
        }
    }
}

/// Turns a submission of an export into a unit. If its author is known, it is named after the author.
fn unit(convention: Convention, found: Found, path: &str, label: &str) -> Unit {
    let header = &found.header;
    let stem = without_ending_if_any(&header.name, &found.node).to_owned();
    // Repositories keep their own names, which contain the author.
    let shown = header.author.clone().filter(|_| convention != Convention::GitHubClassroom);
    let mut names = Vec::new();
    if let Some(author) = shown {
        names.push(author.clone());
        names.extend(header.attempt.map(|attempt| format!("{author}, attempt {attempt}")));
        // The same person may be in two exports.
        names.push(match header.attempt {
            Some(attempt) => format!("{label}/{author}, attempt {attempt}"),
            None => format!("{label}/{author}"),
        });
    }
    names.extend([stem.clone(), format!("{label}/{stem}"), format!("{path}/{}", header.name)]);
    Unit { names, found }
}
