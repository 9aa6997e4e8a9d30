//! Real source files of the size of student programs, found on this machine, or generated ones if there are none.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use chaffinch_submission::SourceFile;

use crate::generate;

/// Sizes of files that are like homework, in bytes.
const BYTES: std::ops::RangeInclusive<u64> = 2_000..=10_000;

/// Total number of bytes to measure with.
const TOTAL: usize = 6_000_000;

/// Returns C files from the sources of the crates that this build needed, or generated programs.
pub(super) fn c() -> (Vec<SourceFile>, &'static str) {
    let registry = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")))
        .map(|cargo| cargo.join("registry/src"));
    let found = registry.map(|folder| files(&folder, "c")).unwrap_or_default();
    if found.iter().map(|file| file.text.len()).sum::<usize>() < TOTAL / 8 {
        let programs = generate::class(1000, 4000, 1);
        return (programs.into_iter().map(|text| SourceFile::plain("main.c", text)).collect(), "generated C");
    }
    (found, "C sources of the crates registry")
}

/// Returns Python files of the system's Python.
pub(super) fn python() -> (Vec<SourceFile>, &'static str) {
    (
        files(Path::new("/usr/lib/python3"), "py")
            .into_iter()
            .chain(files(Path::new("/usr/lib/python3.11"), "py"))
            .collect(),
        "Python sources of the system",
    )
}

fn files(folder: &Path, ending: &str) -> Vec<SourceFile> {
    let (mut found, mut total, mut folders) = (Vec::new(), 0, vec![folder.to_path_buf()]);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for path in entries {
            let Ok(about) = fs::symlink_metadata(&path) else { continue };
            if about.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|has| has == ending)
                && BYTES.contains(&about.len())
                && total < TOTAL
            {
                let Ok(text) = fs::read_to_string(&path) else { continue };
                total += text.len();
                found.push(SourceFile::plain(path.display().to_string(), text));
            }
        }
    }
    found
}
