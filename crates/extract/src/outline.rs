//! What patterns leave of an upload of which only the names are known: the preview while the patterns are typed.
//!
//! Submissions are told apart by the rule of [`crate::extract`], so that a pattern from the top of a submission means the
//! same in both. What only content tells is not known here: a platform's lists, archives inside of archives, files that
//! are no text.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use chaffinch_submission::{Layout, SourceFile};

use crate::input::clutter;
use crate::input::naming::parts_of;
use crate::input::tree::{Folder, Node, joined};
use crate::layout::{self, Root};
use crate::limits::{Budget, Limits, Refusal};
use crate::names::archive_kind;
use crate::patterns::Patterns;
use crate::text::Text;

/// The files of an upload, by their names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    /// Number of submissions that keep a file.
    pub submissions: usize,
    /// Number of files in all submissions, without those that are never compared because of their names.
    pub files: usize,
    /// Paths of the files that are left, relative to their submissions, with the number of submissions that have them. The
    /// most frequent come first.
    pub left: Vec<(String, usize)>,
    /// Number of files that each reason leaves out: a pattern of `exclude`, or no pattern of `include`.
    pub refused: BTreeMap<String, usize>,
    /// Number of archives of which the content is not known.
    pub archives: usize,
}

/// Applies patterns to the paths of files in an upload. The first part of a path is the name of an input.
///
/// # Errors
/// A pattern cannot be read, or there is more than an upload may contain.
pub fn outline<'p>(
    paths: impl IntoIterator<Item = &'p str>,
    layout: Layout,
    include: &[String],
    exclude: &[String],
) -> Result<Outline, Refusal> {
    let patterns = Patterns::new(include, exclude)?;
    let limits = Limits::default();
    let roots = roots(paths, &limits)?;
    let (mut outline, mut left) = (Outline::default(), HashMap::<String, usize>::new());
    for unit in layout::units(roots, layout, false, limits.submissions).found {
        let name = if unit.found.node.container().is_some() { "" } else { &unit.found.file_name };
        let mut files = Vec::new();
        collect(&unit.found.node, name, &mut files);
        let mut keeps_one = false;
        for path in files {
            if path.rsplit('/').next().and_then(archive_kind).is_some() {
                outline.archives += 1;
                continue;
            }
            outline.files += 1;
            if let Some(reason) = patterns.refuses(&path) {
                *outline.refused.entry(reason).or_default() += 1;
                continue;
            }
            keeps_one = true;
            *left.entry(path).or_default() += 1;
        }
        outline.submissions += usize::from(keeps_one);
    }
    outline.left = left.into_iter().collect();
    outline.left.sort_unstable_by(|a, b| (Reverse(a.1), &a.0).cmp(&(Reverse(b.1), &b.0)));
    Ok(outline)
}

impl Outline {
    /// Returns the number of files that are left.
    pub fn compared(&self) -> usize {
        self.left.iter().map(|(_, submissions)| submissions).sum()
    }
}

/// Builds the trees of the inputs, of files without content.
fn roots<'p>(paths: impl IntoIterator<Item = &'p str>, limits: &Limits) -> Result<Vec<Root>, Refusal> {
    let budget = Budget::new(limits);
    let mut given = Folder::default();
    for path in paths {
        // A path that is refused is one file less, as in an archive.
        let Ok(parts) = parts_of(path.as_bytes(), limits) else { continue };
        if path.ends_with('/') || clutter::is_left_out(&parts.join("/")) {
            continue;
        }
        budget.count_paths(path.len() as u64, path)?;
        let file = Text { file: SourceFile::plain("", ""), seen: None, prose: None };
        budget.count_entries(1 + given.insert(&parts, Node::File(Ok(file))), path)?;
    }
    let root = |(name, mut node): (String, Node)| {
        if let Some(folder) = node.container_mut() {
            clutter::prune(folder);
        }
        if let (Some(_), Node::Folder(folder)) = (archive_kind(&name), &mut node) {
            node = Node::Archive(std::mem::take(folder));
        }
        Root { name, above: Vec::new(), node }
    };
    Ok(given.entries.into_iter().map(root).collect())
}

/// Collects the paths of the files in a tree, which begin with `path`.
fn collect(node: &Node, path: &str, files: &mut Vec<String>) {
    match node {
        Node::Folder(folder) | Node::Archive(folder) => {
            folder.entries.iter().for_each(|(name, node)| collect(node, &joined(path, name), files));
        }
        Node::File(_) => files.push(path.to_owned()),
        Node::Other(_) => {}
    }
}
