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
mod export;
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
mod studip;
mod units;

use chaffinch_submission::{Layout, authors};

use crate::input::clutter::STRAY;
use crate::input::tree::{Node, joined};
use crate::layout::names::without_ending_if_any;
use crate::layout::opening::Opened;
use crate::layout::units::is_stray_file;

pub use clones::{CloneList, ListedClone, PathRemark};
pub use export::Convention;
pub(crate) use export::Found;
pub(crate) use structure::STRUCTURE;
pub(crate) use units::{Root, Unit, Units};

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
        studip::LIST,
    ];
    lists.contains(&name) || lists::is_blackboard_record(name)
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

impl Units {
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
}
