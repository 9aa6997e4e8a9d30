//! The submissions that were found, and what was found between them.

use std::collections::BTreeSet;

use chaffinch_submission::SubmissionHeader;

use crate::input::clutter::{STRAY, is_stray};
use crate::input::tree::{Folder, Node, joined};
use crate::layout::export::{Convention, Found, Recognised};
use crate::layout::names::without_ending_if_any;
use crate::layout::otter;
use crate::survey::RECORD;

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

    pub(super) fn full(&self, name: &str) -> String {
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
    pub(super) fn plain(names: Vec<String>, file_name: String, node: Node) -> Self {
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
    pub(super) alone: bool,
    /// The exports that were recognised.
    pub(crate) conventions: BTreeSet<Convention>,
    /// The assignments of exports that can hold several.
    pub(crate) assignments: BTreeSet<String>,
}

impl Units {
    /// Adds a submission, unless there are too many.
    ///
    /// Attack: names of a thousand bytes, each of which is part of several candidate names for every loose file beside
    /// it.
    pub(super) fn take(&mut self, limit: usize, unit: impl FnOnce() -> Unit) {
        if self.found.len() < limit {
            self.found.push(unit());
        } else {
            self.beyond += 1;
        }
    }

    /// Adds the content of an export.
    pub(super) fn recognised(&mut self, recognised: Recognised, path: &str, label: &str, limit: usize) {
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

    /// Lists what a container held besides submissions.
    pub(super) fn list(&mut self, folder: Folder, path: &str) {
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

/// Returns whether a node is a file that is no submission beside containers.
pub(super) fn is_stray_file(name: &str, node: &Node) -> bool {
    matches!(node, Node::File(_)) && is_stray(name)
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
