//! Says why a large upload takes long: how much there is to compare, and where most of it is. Reads names and sizes only.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::{Batch, SourceFile};

/// Bytes of text from which a comparison takes more than some seconds.
const LARGE_BYTES: usize = 64 << 20;

/// Share of the text in percent from which a folder or an ending is worth naming.
const MOST: usize = 25;

/// Returns the message about a large upload; `None` if it is not large.
pub(super) fn message(batch: &Batch) -> Option<String> {
    let files = || batch.submissions.iter().flat_map(|submission| &submission.files);
    let bytes: usize = files().map(|file| file.text.len()).sum();
    if bytes < LARGE_BYTES {
        return None;
    }
    let share = |part: usize| part * 100 / bytes;
    let by_folder = largest(files(), |path| path.split('/').rev().skip(1).collect());
    let by_ending = largest(files(), |path| path.rsplit_once('.').into_iter().map(|(_, end)| end).collect());
    let place = match (by_folder, by_ending) {
        (Some((folder, part)), _) if MOST <= share(part) => {
            format!(", {} % of it in folders named {folder}", share(part))
        }
        (_, Some((ending, part))) if MOST <= share(part) => {
            format!(", {} % of it in .{ending} files", share(part))
        }
        _ => String::new(),
    };
    let (files, mebibytes) = (files().count(), bytes >> 20);
    Some(format!(
        "{files} files with {mebibytes} MiB of text are compared{place}. This takes long; --exclude leaves files out"
    ))
}

/// Returns the key with the largest files together, and their bytes. `keys` returns those of a path.
fn largest<'f>(
    files: impl Iterator<Item = &'f SourceFile>,
    keys: fn(&str) -> BTreeSet<&str>,
) -> Option<(&'f str, usize)> {
    let mut sums = BTreeMap::<&str, usize>::new();
    for file in files {
        for key in keys(&file.path) {
            *sums.entry(key).or_default() += file.text.len();
        }
    }
    sums.into_iter().max_by_key(|(_, bytes)| *bytes)
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::{Submission, SubmissionHeader};

    use super::*;

    fn class(files: &[(&str, usize)]) -> Batch {
        let file = |&(path, mebibytes): &(&str, usize)| SourceFile::plain(path, "x".repeat(mebibytes << 20));
        let files = files.iter().map(file).collect();
        let submission = Submission { header: SubmissionHeader::named("ann"), archive: None, files };
        Batch { submissions: vec![submission], ..Batch::default() }
    }

    #[test]
    fn a_large_upload_names_the_folder_or_the_ending_with_most_of_it() {
        assert_eq!(message(&class(&[("a.c", 63)])), None);
        let said = |files| message(&class(files)).unwrap();
        let packages = said(&[("app/node_modules/x/a.js", 60), ("src/b.js", 20)]);
        assert!(
            packages.starts_with("2 files with 80 MiB of text are compared, 75 % of it in folders named ")
        );
        assert!(said(&[("a/b.json", 30), ("c/d.json", 30), ("e/f.c", 20)]).contains("37 % of it in folders"));
        assert!(said(&[("b.json", 50), ("f.c", 20)]).contains("71 % of it in .json files"));
    }
}
