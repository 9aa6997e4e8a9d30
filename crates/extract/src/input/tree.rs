//! A tree of what was found: folders, opened archives, and files that were read. It is sorted, so the order of entries
//! does not matter.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;

use chaffinch_submission::Digest;

use crate::names::shortened;
use crate::text::Text;

/// A folder or an opened archive.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    pub(crate) entries: BTreeMap<String, Node>,
    /// Problems that have no place of their own, with the reason: damage, duplicates, unsafe paths.
    pub(crate) listed: Vec<(String, String)>,
    /// Paths of junk that was left out, below this folder, with what it is.
    pub(crate) junk: BTreeMap<String, &'static str>,
}

/// One entry of a folder.
#[derive(Debug)]
pub(crate) enum Node {
    Folder(Folder),
    Archive(Folder),
    /// A regular file: its text, or the reason why there is none.
    File(Result<Text, String>),
    /// Neither a file nor a container (a link, a device), with the reason why it is skipped.
    Other(String),
}

impl Node {
    pub(crate) fn container(&self) -> Option<&Folder> {
        match self {
            Self::Folder(folder) | Self::Archive(folder) => Some(folder),
            Self::File(_) | Self::Other(_) => None,
        }
    }

    pub(crate) fn container_mut(&mut self) -> Option<&mut Folder> {
        match self {
            Self::Folder(folder) | Self::Archive(folder) => Some(folder),
            Self::File(_) | Self::Other(_) => None,
        }
    }

    /// Returns a digest of the content. It is equal for equal trees, so it can order entries with the same name.
    pub(crate) fn digest(&self) -> Digest {
        let mut hasher = blake3::Hasher::new();
        match self {
            Self::File(Ok(text)) => {
                hasher.update(&text.file.digest);
            }
            Self::File(Err(reason)) | Self::Other(reason) => {
                hasher.update(reason.as_bytes());
            }
            Self::Folder(folder) | Self::Archive(folder) => {
                for (name, node) in &folder.entries {
                    hasher.update(&(name.len() as u64).to_le_bytes());
                    hasher.update(name.as_bytes());
                    hasher.update(&node.digest());
                }
                // These are in the order of the entries, which must not matter.
                let mut listed: Vec<_> = folder.listed.iter().collect();
                listed.sort();
                for (name, reason) in listed {
                    hasher.update(name.as_bytes());
                    hasher.update(reason.as_bytes());
                }
            }
        }
        *hasher.finalize().as_bytes()
    }
}

impl Folder {
    /// Inserts a node at a path. Returns the number of folders that were created for it. If two nodes have the same
    /// path, the first stays and the other is listed. A folder always replaces a file, whichever came first.
    pub(crate) fn insert(&mut self, path: &[String], node: Node) -> u64 {
        match (path, node) {
            ([], _) => 0,
            // The folder is left out already, which covers its own entry as well.
            ([name], Node::Folder(_)) if matches!(self.entries.get(name), Some(Node::Other(_))) => 0,
            ([name], Node::Folder(_)) => self.folder_at(name).1,
            ([name], node) => {
                self.insert_here(name, node);
                0
            }
            ([name, rest @ ..], node) => {
                let (folder, made) = self.folder_at(name);
                made + folder.insert(rest, node)
            }
        }
    }

    fn insert_here(&mut self, name: &str, node: Node) {
        match self.entries.entry(name.to_owned()) {
            Entry::Vacant(slot) => {
                slot.insert(node);
            }
            // Everything that is left out of a folder has one common entry.
            Entry::Occupied(slot) if same_word(slot.get(), &node) => {}
            Entry::Occupied(mut slot) if matches!(slot.get(), Node::Folder(folder) if folder.entries.is_empty() && matches!(node, Node::Other(_))) =>
            {
                slot.insert(node);
            }
            Entry::Occupied(slot) => {
                // Attack: two entries with one path, one for the reader and one for the checker.
                let reason =
                    if matches!(slot.get(), Node::Folder(_)) { FOLDER_OF_THAT_PATH } else { SECOND_ENTRY };
                self.listed.push((name.to_owned(), reason.to_owned()));
            }
        }
    }

    /// Returns the folder with that name, and 1 if it had to be created.
    fn folder_at(&mut self, name: &str) -> (&mut Self, u64) {
        let mut made = 0;
        let mut fresh = || {
            made = 1;
            Node::Folder(Self::default())
        };
        let slot = self.entries.entry(name.to_owned()).or_insert_with(&mut fresh);
        if !matches!(slot, Node::Folder(_)) {
            self.listed.push((name.to_owned(), FOLDER_OF_THAT_PATH.to_owned()));
            *slot = fresh();
        }
        match slot {
            Node::Folder(folder) => (folder, made),
            _ => unreachable!("made a folder just above"),
        }
    }

    /// Returns the only child, if it is a container. Links and devices do not count, because they are listed, and neither
    /// do files whose names `is_stray` accepts.
    pub(crate) fn only_container(&self, is_stray: fn(&str) -> bool) -> Option<(&String, &Self)> {
        let mut children = self.entries.iter().filter(|(name, node)| match node {
            Node::Other(_) => false,
            Node::File(_) => !is_stray(name),
            Node::Folder(_) | Node::Archive(_) => true,
        });
        let (Some((name, node)), None) = (children.next(), children.next()) else { return None };
        Some((name, node.container()?))
    }

    /// Removes and returns what [`Folder::only_container`] returns.
    pub(crate) fn take_only_container(&mut self, is_stray: fn(&str) -> bool) -> Option<(String, Self)> {
        let name = self.only_container(is_stray)?.0.clone();
        match self.entries.remove(&name) {
            Some(Node::Folder(folder) | Node::Archive(folder)) => Some((name, folder)),
            _ => unreachable!("a container stood there just now"),
        }
    }

    /// Moves everything from another folder into this one.
    pub(crate) fn absorb(&mut self, other: Self) {
        self.listed.extend(other.listed);
        self.junk.extend(other.junk);
        for (name, node) in other.entries {
            self.absorb_at(&name, node);
        }
    }

    /// Inserts a node with all its content.
    pub(crate) fn absorb_at(&mut self, name: &str, node: Node) {
        match node {
            Node::Folder(folder) => self.folder_at(name).0.absorb(folder),
            node => self.insert_here(name, node),
        }
    }

    /// Returns the node at a path.
    pub(crate) fn at(&self, path: &[&str]) -> Option<&Node> {
        let (name, above) = path.split_last()?;
        let folder = above.iter().try_fold(self, |folder, name| folder.entries.get(*name)?.container())?;
        folder.entries.get(*name)
    }

    /// Does the same as [`Folder::at`] for a node that is to be changed.
    pub(crate) fn at_mut(&mut self, path: &[&str]) -> Option<&mut Node> {
        let (name, above) = path.split_last()?;
        self.inner_mut(above)?.entries.get_mut(*name)
    }

    /// Removes and returns the node at a path.
    pub(crate) fn take(&mut self, path: &[&str]) -> Option<Node> {
        let (name, above) = path.split_last()?;
        self.inner_mut(above)?.entries.remove(*name)
    }

    fn inner_mut(&mut self, path: &[&str]) -> Option<&mut Self> {
        path.iter().try_fold(self, |folder, name| folder.entries.get_mut(*name)?.container_mut())
    }

    /// Removes empty folders at any depth.
    pub(crate) fn drop_hollow(&mut self) {
        self.entries.retain(|_, node| match node {
            Node::Folder(folder) => {
                folder.drop_hollow();
                !folder.entries.is_empty() || !folder.listed.is_empty()
            }
            _ => true,
        });
    }

    /// Lists the junk in this folder and below, and returns how much there is. Of each kind, [`MAX_LISTED_JUNK`] are
    /// listed by name and the others as a number. The lines belong to this folder, so that a folder that has only junk
    /// stays an empty one.
    pub(crate) fn list_junk(&mut self) -> u64 {
        let mut found = Vec::new();
        self.take_junk("", &mut found);
        found.sort_unstable();
        let mut counts = BTreeMap::<&str, u64>::new();
        let all = found.len() as u64;
        for (path, what) in found {
            let count = counts.entry(what).or_default();
            *count += 1;
            if *count <= MAX_LISTED_JUNK {
                self.listed.push((path, left_out(what)));
            }
        }
        for (what, count) in counts {
            if let Some(more @ 1..) = count.checked_sub(MAX_LISTED_JUNK) {
                self.listed.push((".".to_owned(), format!("{} ({more} more)", left_out(what))));
            }
        }
        all
    }

    /// Moves the junk of this folder, which has this path, and below to `found`.
    fn take_junk(&mut self, path: &str, found: &mut Vec<(String, &'static str)>) {
        found.extend(
            std::mem::take(&mut self.junk).into_iter().map(|(name, what)| (joined(path, &name), what)),
        );
        for (name, node) in &mut self.entries {
            if let Some(folder) = node.container_mut() {
                folder.take_junk(&joined(path, name), found);
            }
        }
    }
}

/// Number of junk files and folders of one kind that are listed by name, for each input. A class that was packed on a
/// Mac has one for every file.
const MAX_LISTED_JUNK: u64 = 20;

/// Returns the reason given for what is left out because of its name.
pub(crate) fn left_out(what: &str) -> String {
    format!("{what}; left out")
}

fn same_word(one: &Node, other: &Node) -> bool {
    matches!((one, other), (Node::Other(one), Node::Other(other)) if one == other)
}

const FOLDER_OF_THAT_PATH: &str = "a folder has the same path";
const SECOND_ENTRY: &str = "a second entry with the same path";

/// Largest number of lines of a drawing, which is part of an error message.
const DRAWN_LINES: usize = 40;
/// Number of entries drawn of one folder, enough to recognise the kind of layout.
const DRAWN_CHILDREN: usize = 8;

/// Draws the tree for a message, with at most [`DRAWN_LINES`] lines.
pub(crate) fn draw<'a>(mut roots: impl Iterator<Item = (&'a str, &'a Node)>) -> String {
    let mut lines = Vec::new();
    draw_level(&mut roots, 0, &mut lines);
    if lines.len() > DRAWN_LINES {
        lines.truncate(DRAWN_LINES);
        lines.push("...".to_owned());
    }
    lines.join("\n")
}

fn draw_level<'a>(
    nodes: &mut dyn Iterator<Item = (&'a str, &'a Node)>,
    depth: usize,
    lines: &mut Vec<String>,
) {
    let indent = "  ".repeat(depth.min(20));
    let mut left_out = 0_usize;
    for (n, (name, node)) in nodes.enumerate() {
        if n >= DRAWN_CHILDREN || lines.len() > DRAWN_LINES {
            left_out += 1;
            continue;
        }
        let mut line = format!("{indent}{}", shortened(name));
        let _ = match node {
            Node::Folder(folder) | Node::Archive(folder) if folder.entries.is_empty() => {
                match folder.listed.iter().find(|(name, _)| name == ".") {
                    Some((_, reason)) => write!(line, " ({reason})"),
                    None => write!(line, "/ (empty)"),
                }
            }
            Node::Folder(_) => write!(line, "/"),
            Node::Archive(_) => write!(line, " (archive)"),
            Node::File(Ok(_)) => Ok(()),
            Node::File(Err(reason)) | Node::Other(reason) => write!(line, " ({reason})"),
        };
        lines.push(line);
        if let Some(folder) = node.container() {
            let mut inner = folder.entries.iter().map(|(name, node)| (name.as_str(), node));
            draw_level(&mut inner, depth + 1, lines);
        }
    }
    if left_out > 0 {
        lines.push(format!("{indent}... and {left_out} more"));
    }
}

/// Joins `path` and `name`. `.` stands for `path` itself.
pub(crate) fn joined(path: &str, name: &str) -> String {
    match (path, name) {
        ("", name) => name.to_owned(),
        (path, ".") => path.to_owned(),
        (path, name) => format!("{path}/{name}"),
    }
}
