//! The names of inputs (of the paths that were given, the shortest endings that differ, as the place of a folder on a
//! machine is not part of a report), the unique names of submissions, and the checked paths of entries in archives.

use std::collections::{BTreeMap, BTreeSet};

use crate::limits::{Flaw, Limits};
use crate::names::{beginning, shown, without_ending};
use crate::request::Input;

/// A given name.
pub(crate) struct GivenName {
    /// The folders before the last component, as far as they distinguish inputs.
    pub(crate) above: Vec<String>,
    /// The last component.
    pub(crate) name: String,
}

impl GivenName {
    /// Returns the name with the folders before it.
    pub(crate) fn path(&self) -> String {
        self.above.iter().chain([&self.name]).map(String::as_str).collect::<Vec<_>>().join("/")
    }

    /// Returns the components from the last to the first. The last one has no extension, because names of submissions
    /// and archives have none.
    fn reversed(&self) -> Vec<&str> {
        let above = self.above.iter().rev().map(String::as_str);
        std::iter::once(without_ending(&self.name)).chain(above).collect()
    }
}

/// Returns the names of inputs that are read together, in their order.
pub(crate) fn given_names(inputs: &[Input]) -> Vec<GivenName> {
    let mut names: Vec<GivenName> = inputs.iter().map(whole).collect();
    let mut all: Vec<Vec<&str>> = names.iter().map(GivenName::reversed).collect();
    all.sort_unstable();
    all.dedup();
    // An ending that differs from those of both neighbours differs from all.
    let shared = |a: &[&str], b: &[&str]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let needed = |name: &GivenName| {
        let reversed = name.reversed();
        let at = all.partition_point(|other| *other < reversed);
        let neighbours = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        neighbours.filter_map(|at| Some(shared(&reversed, all.get(at)?))).max().unwrap_or(0)
    };
    let needed: Vec<usize> = names.iter().map(needed).collect();
    for (name, needed) in names.iter_mut().zip(needed) {
        let beyond = name.above.len().saturating_sub(needed);
        name.above.drain(..beyond);
    }
    names
}

fn whole(input: &Input) -> GivenName {
    // A name may contain folders in the notation of any system.
    let parts = input.name.split(['/', '\\']).filter(|part| !matches!(*part, "" | "."));
    let mut above: Vec<String> = parts.map(|part| shown(part.as_bytes())).collect();
    match above.pop() {
        Some(name) if name != ".." => GivenName { above, name },
        // `compare .` names a folder without giving its name.
        _ => {
            let place = std::fs::canonicalize(&input.place).ok();
            let name = place.as_deref().and_then(|place| place.file_name());
            let name = name.map_or_else(|| "upload".to_owned(), |name| shown(name.as_encoded_bytes()));
            GivenName { above, name }
        }
    }
}

/// Returns a unique name for each submission. Those with equal names move on to their next candidate together, so that
/// none keeps the short name by chance. Names that are still equal are numbered in the given order.
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
    // The last number tried for each name. Without it, a thousand uploads with one name would each count from 1.
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

/// Splits and checks the path of an entry in an archive. An empty result stands for the root of the archive. A path from
/// the root of a disk is taken for one from the root of the archive, as programs that unpack archives do. Nothing is
/// written, so it cannot overwrite files of the system.
pub(crate) fn parts_of(raw: &[u8], limits: &Limits) -> Result<Vec<String>, Flaw> {
    let path = || beginning(raw);
    // Attack: a path of megabytes, or of thousands of folders, fills memory and pages.
    if raw.len() > limits.path_bytes {
        return Err(Flaw::LongPath { path: path(), bytes: raw.len(), limit: limits.path_bytes });
    }
    // Windows programs write backslashes as separators. They count as separators in all checks.
    let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    let relative = match raw {
        [drive, b':', rest @ ..] if drive.is_ascii_alphabetic() => rest,
        raw => raw,
    };
    let mut parts = Vec::new();
    for part in relative.split(|byte| is_separator(byte)) {
        match part {
            b"" | b"." => {}
            // Attack: the path leaves the folder into which the archive is unpacked.
            b".." => {
                let why = "it leads out of the archive with `..`".into();
                return Err(Flaw::UnsafePath { path: path(), why });
            }
            _ => parts.push(shown(part)),
        }
    }
    if parts.len() > limits.path_depth {
        return Err(Flaw::DeepPath { path: path(), parts: parts.len(), limit: limits.path_depth });
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn named(names: &[&str]) -> Vec<String> {
        let input = |name: &&str| Input { name: (*name).to_owned(), place: PathBuf::from("/nowhere") };
        given_names(&names.iter().map(input).collect::<Vec<_>>()).iter().map(GivenName::path).collect()
    }

    #[test]
    fn names_are_as_long_as_they_must_be() {
        for (given, shortest) in [
            (&["/home/ann/class"][..], &["class"][..]),
            (&["/home/ann/2022/ms1", "/home/ann/2023/ms1"], &["2022/ms1", "2023/ms1"]),
            (&["/a/2022/ms1", "/b/2022/ms1", "/b/c/x"], &["a/2022/ms1", "b/2022/ms1", "x"]),
            (&["/home/ann/a.zip", "C:\\bob\\b.zip"], &["a.zip", "b.zip"]),
            // Without their extensions, the names are equal.
            (&["/h/x/hw.zip", "/h/y/hw.tar"], &["x/hw.zip", "y/hw.tar"]),
            (&["ms1", "/h/2023/ms1"], &["ms1", "2023/ms1"]),
            // Nothing distinguishes the same path given twice.
            (&["/h/x/hw.zip", "/h/x/hw.zip"], &["hw.zip", "hw.zip"]),
            (&["/h/x/hw.zip", "/h/x/hw.zip", "/h/y/hw.zip"], &["x/hw.zip", "x/hw.zip", "y/hw.zip"]),
        ] {
            assert_eq!(named(given), shortest, "{given:?}");
        }
    }

    #[test]
    fn paths_are_split_at_either_slash_and_checked() {
        let parts = |raw: &[u8]| parts_of(raw, &Limits::default()).map_err(|flaw| flaw.code());
        assert_eq!(parts(b"a/./b//c.c"), Ok(vec!["a".to_owned(), "b".to_owned(), "c.c".to_owned()]));
        assert_eq!(parts(b"a\\b.c"), Ok(vec!["a".to_owned(), "b.c".to_owned()]));
        assert_eq!(parts(b"./"), Ok(vec![]));
        for rooted in [&b"/a/x.c"[..], b"//a/x.c", b"\\\\a\\x.c", b"C:\\a\\x.c", b"c:a/x.c", b"C:/a/x.c"] {
            assert_eq!(parts(rooted), Ok(vec!["a".to_owned(), "x.c".to_owned()]), "{}", shown(rooted));
        }
        for raw in [&b"../a"[..], b"a/../../b", b"a\\..\\b", b"/../a", b"C:\\..\\a"] {
            assert_eq!(parts(raw), Err("unsafe-path"), "{}", shown(raw));
        }
        assert_eq!(parts(&[b'a'; 2000]), Err("path-too-long"));
        assert_eq!(parts(&b"a/".repeat(100)), Err("path-too-deep"));
    }

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
