//! The names of inputs: of the paths that were given, the shortest endings that differ. The place of a folder on a
//! machine is not part of a report.

use crate::names::{shown, without_ending};
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
}
