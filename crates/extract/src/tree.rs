//! What was found, as a tree: folders, opened archives, files that were read. Sorted, so that no order of
//! entries survives.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;

use chaffinch_submission::Digest;

use crate::name::shortened;
use crate::text::Text;

/// A folder, or an opened archive.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    pub(crate) entries: BTreeMap<String, Node>,
    /// Things that have no place of their own, with the reason: damage, doubles, unsafe paths.
    pub(crate) listed: Vec<(String, String)>,
    /// Pieces of junk left out.
    pub(crate) set_aside: u64,
}

/// One thing in a folder.
#[derive(Debug)]
pub(crate) enum Node {
    Folder(Folder),
    Archive(Folder),
    File(File),
    /// Neither file nor container (a link, a device), with the reason.
    Other(String),
}

/// A regular file: its text, or why there is none.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) reading: Result<Text, String>,
}

impl File {
    /// A file that is listed only.
    pub(crate) fn skipped(reason: impl Into<String>) -> Self {
        Self { reading: Err(reason.into()) }
    }
}

impl Node {
    pub(crate) fn container(&self) -> Option<&Folder> {
        match self {
            Self::Folder(folder) | Self::Archive(folder) => Some(folder),
            Self::File(_) | Self::Other(_) => None,
        }
    }

    /// Stands for the content: equal for equal trees, to put things of one name in order.
    pub(crate) fn digest(&self) -> Digest {
        let mut hasher = blake3::Hasher::new();
        match self {
            Self::File(File { reading: Ok(text) }) => {
                hasher.update(&text.digest);
            }
            Self::File(File { reading: Err(reason) }) | Self::Other(reason) => {
                hasher.update(reason.as_bytes());
            }
            Self::Folder(folder) | Self::Archive(folder) => {
                for (name, node) in &folder.entries {
                    hasher.update(&(name.len() as u64).to_le_bytes());
                    hasher.update(name.as_bytes());
                    hasher.update(&node.digest());
                }
                // These stand in the order of the entries, which must not matter.
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
    /// Puts a node at a path and tells how many folders had to be made for it. Of two things at one path the
    /// first stays and the other is listed; only a folder takes the place of a file, whichever came first.
    pub(crate) fn insert(&mut self, path: &[String], node: Node) -> u64 {
        match (path, node) {
            ([], _) => 0,
            // Of what is left out of it, the folder itself speaks as well.
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
            // One word for all that is left out of a folder.
            Entry::Occupied(slot) if same_word(slot.get(), &node) => {}
            Entry::Occupied(mut slot) if matches!(slot.get(), Node::Folder(folder) if folder.entries.is_empty() && matches!(node, Node::Other(_))) =>
            {
                slot.insert(node);
            }
            Entry::Occupied(slot) => {
                // Attack: two entries of one path, one for the reader and one for the checker.
                let reason =
                    if matches!(slot.get(), Node::Folder(_)) { FOLDER_OF_THAT_PATH } else { SECOND_ENTRY };
                self.listed.push((name.to_owned(), reason.to_owned()));
            }
        }
    }

    /// The folder of that name, and 1 if it had to be made.
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

    /// Takes out the only child, if that is a container. Links and devices do not count: they are listed.
    pub(crate) fn take_only_container(&mut self) -> Option<(String, Self)> {
        let mut children = self.entries.iter().filter(|(_, node)| !matches!(node, Node::Other(_)));
        let (Some((name, node)), None) = (children.next(), children.next()) else { return None };
        node.container()?;
        let name = name.clone();
        drop(children);
        match self.entries.remove(&name) {
            Some(Node::Folder(folder) | Node::Archive(folder)) => Some((name, folder)),
            _ => unreachable!("a container stood there just now"),
        }
    }

    /// Puts everything that is in another folder here.
    pub(crate) fn absorb(&mut self, other: Self) {
        self.listed.extend(other.listed);
        self.set_aside += other.set_aside;
        for (name, node) in other.entries {
            self.absorb_at(&name, node);
        }
    }

    /// Puts a node here with all that is in it.
    pub(crate) fn absorb_at(&mut self, name: &str, node: Node) {
        match node {
            Node::Folder(folder) => self.folder_at(name).0.absorb(folder),
            node => self.insert_here(name, node),
        }
    }

    /// What stands at a path.
    pub(crate) fn at(&self, path: &[&str]) -> Option<&Node> {
        match path {
            [] => None,
            [name] => self.entries.get(*name),
            [name, rest @ ..] => self.entries.get(*name)?.container()?.at(rest),
        }
    }

    /// Drops folders without anything in them, at any depth.
    pub(crate) fn drop_hollow(&mut self) {
        self.entries.retain(|_, node| match node {
            Node::Folder(folder) => {
                folder.drop_hollow();
                !folder.entries.is_empty() || !folder.listed.is_empty()
            }
            _ => true,
        });
    }

    /// Takes out what stands at a path.
    pub(crate) fn take(&mut self, path: &[&str]) -> Option<Node> {
        match path {
            [] => None,
            [name] => self.entries.remove(*name),
            [name, rest @ ..] => match self.entries.get_mut(*name)? {
                Node::Folder(folder) | Node::Archive(folder) => folder.take(rest),
                Node::File(_) | Node::Other(_) => None,
            },
        }
    }

    /// Junk here and below.
    pub(crate) fn junk(&self) -> u64 {
        let below = self.entries.values().filter_map(Node::container).map(Self::junk).sum::<u64>();
        self.set_aside + below
    }
}

fn same_word(one: &Node, other: &Node) -> bool {
    matches!((one, other), (Node::Other(one), Node::Other(other)) if one == other)
}

const FOLDER_OF_THAT_PATH: &str = "a folder has the same path";
const SECOND_ENTRY: &str = "a second entry of the same path";

/// Lines of a drawing: it stands in an error message.
const DRAWN_LINES: usize = 40;
/// Entries drawn of one folder; enough to see what kind of layout it is.
const DRAWN_CHILDREN: usize = 8;

/// Draws the tree for a message, at most [`DRAWN_LINES`] lines.
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
            Node::File(File { reading: Ok(_) }) => Ok(()),
            Node::File(File { reading: Err(reason) }) | Node::Other(reason) => write!(line, " ({reason})"),
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
