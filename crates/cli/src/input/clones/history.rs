//! Finds the files of a commit that were added whole in one commit. It only looks up objects, because a comparison of two
//! hostile trees could take any amount of memory.
//!
//! The first commit with a file is searched among the states of the branch by bisection. If this commit merged another
//! branch that had the file, the search goes on there.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::rc::Rc;

use chrono::DateTime;

use super::git::{Commit, Repository, TreeEntry};
use super::objects::Objects;

/// Smallest number of lines that are not blank of a file that gets a note. Shorter files are often written at once.
const MIN_LINES: usize = 30;
/// Share of the lines that the first version of a file must have, in percent.
const MIN_SHARE: usize = 90;
/// Largest number of commits. Longer histories get no notes.
const MAX_COMMITS: usize = 20_000;
/// Largest number of files of one repository whose history is examined.
const MAX_FILES: usize = 1_000;
/// Largest number of merges that are followed for one file.
const MAX_MERGES: usize = 20;

/// A file of the exported commit.
pub(super) struct Candidate {
    pub(super) path: Vec<u8>,
    pub(super) object: String,
}

/// Returns whether a file is long enough to be a candidate.
pub(super) fn is_long(content: &[u8]) -> bool {
    !content.contains(&0) && lines(content).nth(MIN_LINES - 1).is_some()
}

fn lines(content: &[u8]) -> impl Iterator<Item = &[u8]> {
    content.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty())
}

/// Returns the note of each file that was added whole in one commit. A history that cannot be examined gives none.
pub(super) fn notes(
    repository: &Repository,
    commit: &str,
    candidates: &[Candidate],
    contents: &mut Objects,
    file_bytes: u64,
) -> Vec<(Vec<u8>, String)> {
    // In a clone without older commits, everything seems to be added in the first one.
    if candidates.is_empty() || repository.is_shallow() {
        return Vec::new();
    }
    let Ok(commits) = repository.history(commit, MAX_COMMITS + 1) else { return Vec::new() };
    let Ok(names) = repository.object_names() else { return Vec::new() };
    if MAX_COMMITS < commits.len() {
        return Vec::new();
    }
    let commits: HashMap<String, Commit> =
        commits.into_iter().map(|commit| (commit.id.clone(), commit)).collect();
    let mut history = History { repository, commits, names, branches: HashMap::new(), trees: HashMap::new() };
    let mut notes = Vec::new();
    for file in candidates.iter().take(MAX_FILES) {
        match history.is_added_whole(commit, file, contents, file_bytes) {
            Ok(Some(note)) => notes.push((file.path.clone(), note)),
            Ok(None) => {}
            Err(_) => break,
        }
    }
    notes
}

struct History<'a> {
    repository: &'a Repository,
    commits: HashMap<String, Commit>,
    names: Objects,
    /// The states of branches, the last one first, by their last commit.
    branches: HashMap<String, Rc<Vec<String>>>,
    trees: HashMap<String, Option<Rc<Tree>>>,
}

/// The files of a commit.
struct Tree {
    objects: HashSet<String>,
    /// Paths by the name of the file.
    paths: BTreeMap<Vec<u8>, Vec<Vec<u8>>>,
}

impl History<'_> {
    /// Returns the note of a file that was added whole.
    fn is_added_whole(
        &mut self,
        commit: &str,
        file: &Candidate,
        contents: &mut Objects,
        file_bytes: u64,
    ) -> io::Result<Option<String>> {
        let Some(adding) = self.adding_commit(commit, &file.path)? else { return Ok(None) };
        let Some(first) = self.object(&adding, &file.path)? else { return Ok(None) };
        if first != file.object {
            let first = contents.content(&first, file_bytes)?;
            let last = contents.content(&file.object, file_bytes)?;
            let (Some(first), Some(last)) = (first, last) else { return Ok(None) };
            if !has_most_lines(&first, &last) {
                return Ok(None);
            }
        }
        if self.is_moved(&adding, &first, &file.path)? {
            return Ok(None);
        }
        let time = self.commits.get(&adding).and_then(|commit| DateTime::from_timestamp(commit.time, 0));
        let Some(time) = time else { return Ok(None) };
        let of = match self.commits.len() {
            1 => "the only commit".to_owned(),
            all => format!("1 of {all} commits"),
        };
        Ok(Some(format!("Added whole in one commit, {} UTC ({of})", time.format("%Y-%m-%d %H:%M"))))
    }

    /// Returns the commit that added a file which `commit` has.
    fn adding_commit(&mut self, commit: &str, path: &[u8]) -> io::Result<Option<String>> {
        let mut tip = commit.to_owned();
        for _ in 0..MAX_MERGES {
            let branch = self.branch(&tip);
            // The file is at `has`, and not at `lacks`.
            let (mut has, mut lacks) = (0, branch.len());
            while has + 1 < lacks {
                let middle = usize::midpoint(has, lacks);
                if self.object(&branch[middle], path)?.is_some() {
                    has = middle;
                } else {
                    lacks = middle;
                }
            }
            let Some(adding) = branch.get(has) else { return Ok(None) };
            let merged: Vec<String> = self
                .commits
                .get(adding)
                .into_iter()
                .flat_map(|commit| &commit.parents)
                .skip(1)
                .cloned()
                .collect();
            let mut next = None;
            for parent in merged {
                if self.object(&parent, path)?.is_some() {
                    next = Some(parent);
                    break;
                }
            }
            match next {
                Some(parent) => tip = parent,
                None => return Ok(Some(adding.clone())),
            }
        }
        Ok(None)
    }

    /// Returns the states of a branch, the last one first.
    fn branch(&mut self, tip: &str) -> Rc<Vec<String>> {
        if let Some(branch) = self.branches.get(tip) {
            return Rc::clone(branch);
        }
        let next = |id: &String| self.commits.get(id).and_then(|commit| commit.parents.first().cloned());
        let branch = Rc::new(std::iter::successors(Some(tip.to_owned()), next).collect::<Vec<_>>());
        self.branches.insert(tip.to_owned(), Rc::clone(&branch));
        branch
    }

    /// Returns whether a commit has only moved or copied a file: its content, or a file of its name that is now gone, was
    /// elsewhere before.
    fn is_moved(&mut self, adding: &str, object: &str, path: &[u8]) -> io::Result<bool> {
        let before = self.commits.get(adding).and_then(|commit| commit.parents.first().cloned());
        let Some(before) = before else { return Ok(false) };
        // A state that cannot be listed may have had it.
        let Some(tree) = self.tree(&before) else { return Ok(true) };
        if tree.objects.contains(object) {
            return Ok(true);
        }
        for earlier in tree.paths.get(file_name(path)).into_iter().flatten() {
            if self.object(adding, earlier)?.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn tree(&mut self, commit: &str) -> Option<Rc<Tree>> {
        if !self.trees.contains_key(commit) {
            let tree = self.repository.tree(commit).ok().map(|entries| Rc::new(Tree::of(entries)));
            self.trees.insert(commit.to_owned(), tree);
        }
        self.trees.get(commit).cloned().flatten()
    }

    fn object(&mut self, commit: &str, path: &[u8]) -> io::Result<Option<String>> {
        self.names.name(&[commit.as_bytes(), b":", path].concat())
    }
}

impl Tree {
    fn of(entries: Vec<TreeEntry>) -> Self {
        let mut tree = Self { objects: HashSet::new(), paths: BTreeMap::new() };
        for entry in entries {
            tree.objects.insert(entry.object);
            tree.paths.entry(file_name(&entry.path).to_owned()).or_default().push(entry.path);
        }
        tree
    }
}

fn file_name(path: &[u8]) -> &[u8] {
    path.rsplit(|&byte| byte == b'/').next().unwrap_or(path)
}

/// Returns whether the first version has most of the lines of the last one, however often each occurs.
fn has_most_lines(first: &[u8], last: &[u8]) -> bool {
    let mut known = HashMap::<&[u8], usize>::new();
    for line in lines(first) {
        *known.entry(line).or_default() += 1;
    }
    let (mut all, mut had) = (0, 0);
    for line in lines(last) {
        all += 1;
        if let Some(left) = known.get_mut(line).filter(|left| 0 < **left) {
            *left -= 1;
            had += 1;
        }
    }
    all * MIN_SHARE <= had * 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_lines_are_nine_of_ten_without_blank_ones() {
        let text = |lines: &[&str]| lines.join("\n").into_bytes();
        let last = text(&["a", "", "b", "c", "d", "e", "f", "g", "h", "  i", "j"]);
        assert!(has_most_lines(&text(&["j", "i", "h", "g", "f", "e", "d", "c", "b"]), &last));
        assert!(!has_most_lines(&text(&["j", "i", "h", "g", "f", "e", "d", "c"]), &last));
        assert!(!has_most_lines(&text(&["a"; 10]), &last), "a line counts as often as it is there");
        let long = vec!["x"; MIN_LINES].join("\n");
        assert!(is_long(long.as_bytes()) && !is_long(&long.as_bytes()[2..]));
        assert!(!is_long(format!("{long}\0").as_bytes()));
    }
}
