//! Finds the files of a commit that were added whole in one commit. It only looks up objects, because a comparison of two
//! hostile trees could take any amount of memory.
//!
//! The first commit with a file is searched among the states of the branch by bisection. If this commit merged another
//! branch that had the file, the search goes on there.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;

use chrono::DateTime;

use super::git::{Commit, MAX_LIST_BYTES, Repository, TreeEntry, entries};
use super::process::Objects;

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
/// Size of the lists of files of earlier commits that are read for one repository, in bytes. Files after that get no
/// notes. Attack: many commits with the same huge folder.
const MAX_LISTS_BYTES: u64 = 4 * MAX_LIST_BYTES;

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
    candidates: &[TreeEntry],
    contents: &mut Objects,
    file_bytes: u64,
) -> Vec<(Vec<u8>, String)> {
    // In a clone without older commits, everything seems to be added in the first one.
    if candidates.is_empty() || repository.is_shallow {
        return Vec::new();
    }
    let Ok(commits) = repository.history(commit, MAX_COMMITS + 1) else { return Vec::new() };
    let Ok(names) = repository.object_names() else { return Vec::new() };
    if MAX_COMMITS < commits.len() {
        return Vec::new();
    }
    let Some(mut history) = History::new(repository, commits, names, commit) else { return Vec::new() };
    let mut added: Vec<(usize, &TreeEntry)> = Vec::new();
    for file in candidates.iter().take(MAX_FILES) {
        match history.adding_commit(&file.path) {
            Ok(Some(adding)) => added.push((adding, file)),
            Ok(None) => {}
            Err(_) => break,
        }
    }
    // One list of files at a time is kept in memory, and each is read once.
    added.sort_by_key(|(adding, _)| *adding);
    let mut notes = Vec::new();
    for (adding, file) in added {
        match history.is_added_whole(adding, file, contents, file_bytes) {
            Ok(Some(note)) => notes.push((file.path.clone(), note)),
            Ok(None) => {}
            Err(_) => break,
        }
    }
    notes.sort();
    notes
}

struct History<'a> {
    repository: &'a Repository,
    commits: Vec<Commit>,
    /// Positions of the parents of each commit.
    parents: Vec<Vec<usize>>,
    /// Position of the exported commit.
    tip: usize,
    names: Objects,
    /// The list of files that was read last, and the commit that has it.
    tree: Option<(usize, Tree)>,
    /// Bytes of lists that may still be read.
    lists_bytes: u64,
}

/// The files of a commit.
struct Tree {
    objects: HashSet<String>,
    /// Paths by the name of the file.
    paths: BTreeMap<Vec<u8>, Vec<Vec<u8>>>,
}

impl<'a> History<'a> {
    fn new(repository: &'a Repository, commits: Vec<Commit>, names: Objects, tip: &str) -> Option<Self> {
        let places = commits.iter().enumerate().map(|(at, commit)| (commit.id.as_str(), at));
        let places: HashMap<&str, usize> = places.collect();
        let tip = *places.get(tip)?;
        let place = |id: &String| places.get(id.as_str()).copied();
        let parents =
            commits.iter().map(|commit| commit.parents.iter().filter_map(place).collect()).collect();
        Some(Self { repository, parents, tip, names, tree: None, lists_bytes: MAX_LISTS_BYTES, commits })
    }

    /// Returns the note of a file that was added whole.
    fn is_added_whole(
        &mut self,
        adding: usize,
        file: &TreeEntry,
        contents: &mut Objects,
        file_bytes: u64,
    ) -> io::Result<Option<String>> {
        let Some(first) = self.object(adding, &file.path)? else { return Ok(None) };
        if first != file.object {
            let first = contents.content(&first, file_bytes)?;
            let last = contents.content(&file.object, file_bytes)?;
            let (Some(first), Some(last)) = (first, last) else { return Ok(None) };
            if !has_most_lines(&first, &last) {
                return Ok(None);
            }
        }
        if self.is_moved(adding, &first, &file.path)? {
            return Ok(None);
        }
        let Some(time) = DateTime::from_timestamp(self.commits[adding].time, 0) else { return Ok(None) };
        let of = match self.commits.len() {
            1 => "the only commit".to_owned(),
            all => format!("1 of {all} commits"),
        };
        Ok(Some(format!("Added whole in one commit, {} UTC ({of})", time.format("%Y-%m-%d %H:%M"))))
    }

    /// Returns the commit that added a file which the exported commit has.
    fn adding_commit(&mut self, path: &[u8]) -> io::Result<Option<usize>> {
        let mut tip = self.tip;
        for _ in 0..MAX_MERGES {
            // The states of the branch, the last one first.
            let branch: Vec<usize> =
                std::iter::successors(Some(tip), |&at| self.parents[at].first().copied()).collect();
            // The file is at `has`, and not at `lacks`.
            let (mut has, mut lacks) = (0, branch.len());
            while has + 1 < lacks {
                let middle = usize::midpoint(has, lacks);
                if self.object(branch[middle], path)?.is_some() {
                    has = middle;
                } else {
                    lacks = middle;
                }
            }
            let adding = branch[has];
            let merged: Vec<usize> = self.parents[adding].iter().skip(1).copied().collect();
            let mut next = None;
            for parent in merged {
                if self.object(parent, path)?.is_some() {
                    next = Some(parent);
                    break;
                }
            }
            match next {
                Some(parent) => tip = parent,
                None => return Ok(Some(adding)),
            }
        }
        Ok(None)
    }

    /// Returns whether a commit has only moved or copied a file: its content, or a file of its name that is now gone, was
    /// elsewhere before.
    fn is_moved(&mut self, adding: usize, object: &str, path: &[u8]) -> io::Result<bool> {
        let Some(&before) = self.parents[adding].first() else { return Ok(false) };
        // A state that cannot be listed may have had it.
        let Some(tree) = self.tree(before) else { return Ok(true) };
        if tree.objects.contains(object) {
            return Ok(true);
        }
        let earlier = tree.paths.get(file_name(path)).cloned().unwrap_or_default();
        // Attack: so many files of one name that looking for each of them never ends.
        if MAX_FILES < earlier.len() {
            return Ok(true);
        }
        for earlier in earlier {
            if self.object(adding, &earlier)?.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn tree(&mut self, commit: usize) -> Option<&Tree> {
        if self.tree.as_ref().is_none_or(|(at, _)| *at != commit) {
            self.tree = None;
            let list = self.repository.list(&self.commits[commit].id, self.lists_bytes.min(MAX_LIST_BYTES));
            let list = list.inspect_err(|_| self.lists_bytes = 0).ok()?;
            self.lists_bytes -= list.len() as u64;
            self.tree = Some((commit, Tree::new(entries(&list).ok()?)));
        }
        self.tree.as_ref().map(|(_, tree)| tree)
    }

    fn object(&mut self, commit: usize, path: &[u8]) -> io::Result<Option<String>> {
        self.names.name(&[self.commits[commit].id.as_bytes(), b":", path].concat())
    }
}

impl Tree {
    fn new(entries: Vec<TreeEntry>) -> Self {
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
        if let Some(left) = known.get_mut(line).filter(|left| **left > 0) {
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
