//! Opens a container as far as the rule says, and takes what has a platform's or a tree's own rule out of it.

use chaffinch_submission::Layout;

use crate::input::clutter::is_stray;
use crate::input::tree::{Folder, Node, joined};
use crate::layout::export::Convention;
use crate::layout::recognise::recognise;
use crate::layout::units::{Unit, Units};
use crate::layout::{levels, structure};
use crate::names::archive_kind;

/// Reason given for a hidden folder beside the folders of submissions: the settings of a tool.
const HIDDEN: &str = "a hidden folder; not compared, because it is next to the folders of submissions (the structure \
    `children` compares it)";

/// A container that was opened as far as the rule says.
pub(super) struct Opened {
    pub(super) folder: Folder,
    pub(super) path: String,
    /// Whether it is a folder, not an archive.
    pub(super) is_folder: bool,
    /// Whether something in it is a container, or was one.
    pub(super) has_containers: bool,
    /// The work of students in sections: section, name and node.
    pub(super) sections: Vec<(String, String, Node)>,
}

impl Units {
    /// Opens a container as far as its only child is one, and takes an export or the work in the folders of tasks out of
    /// it.
    pub(super) fn open(&mut self, opened: &mut Opened, layout: Layout, label: &str, limit: usize) {
        loop {
            let Opened { folder, path, .. } = opened;
            if layout == Layout::Auto
                && let Some(recognised) = recognise(folder)
            {
                self.recognised(recognised, path, label, limit);
                opened.folder.drop_hollow();
                opened.has_containers = true;
                return;
            }
            if layout == Layout::Auto {
                let hidden = take_hidden(folder);
                let listed = hidden.into_iter().map(|name| (joined(path, &name), HIDDEN.to_owned()));
                self.listed.extend(listed);
            }
            let Some((name, inner)) = folder.take_only_container(is_stray) else { break };
            self.list(std::mem::replace(folder, inner), path);
            opened.is_folder = archive_kind(&name).is_none();
            *path = joined(path, &name);
        }
        self.levels(opened, layout, limit);
        opened.has_containers |= opened.folder.entries.values().any(|node| node.container().is_some());
    }

    /// Takes the work of students out of folders that are no students.
    fn levels(&mut self, opened: &mut Opened, layout: Layout, limit: usize) {
        let Opened { folder, path, .. } = opened;
        let level = match layout {
            Layout::TaskStudent => Some(levels::Level::Tasks),
            _ => levels::of(folder),
        };
        let note = match level {
            Some(levels::Level::Tasks) => {
                for (student, work) in levels::by_student(folder) {
                    self.take(limit, || Unit::plain(vec![student.clone()], student, Node::Folder(work)));
                }
                self.conventions.insert(Convention::Tasks);
                structure::TASKS
            }
            Some(levels::Level::Sections) => {
                opened.sections = levels::by_section(folder);
                self.conventions.insert(Convention::Sections);
                structure::SECTIONS
            }
            None if levels::is_doubtful(folder) => {
                self.listed.push((path.clone(), structure::DOUBTFUL.to_owned()));
                return;
            }
            None => return,
        };
        opened.has_containers = true;
        if layout == Layout::Auto {
            self.listed.push((path.clone(), note.to_owned()));
        }
    }
}

/// Removes the hidden folders that are beside others, and returns their names.
fn take_hidden(folder: &mut Folder) -> Vec<String> {
    let is_hidden = |name: &String, node: &Node| matches!(node, Node::Folder(_)) && name.starts_with('.');
    let are_beside =
        folder.entries.iter().any(|(name, node)| node.container().is_some() && !is_hidden(name, node));
    let hidden = folder.entries.extract_if(.., |name, node| are_beside && is_hidden(name, node));
    hidden.map(|(name, _)| name).collect()
}
