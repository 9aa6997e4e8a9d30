//! The documents of 5 KB from which sketches are made, and their words. Reads the documentation on this machine.

use std::{
    fs,
    path::{Path, PathBuf},
};

use chaffinch_fingerprint::rehash;

use crate::random::SplitMix64;

/// Size of the paper's documents, in bytes.
pub(super) const DOCUMENT: usize = 5_000;

/// Total number of bytes: enough to measure with, and few enough to stay in the cache.
const TOTAL: usize = 4_000_000;

/// Returns documents cut from the texts under `/usr/share/doc`, or generated ones if there are not enough.
pub(in crate::bench) fn documents() -> (Vec<Vec<u8>>, &'static str) {
    let (mut text, mut folders) = (Vec::new(), vec![PathBuf::from("/usr/share/doc")]);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for path in entries {
            let Ok(about) = fs::symlink_metadata(&path) else { continue };
            if about.is_dir() {
                folders.push(path);
            } else if about.is_file() && is_text(&path) && text.len() < TOTAL {
                text.extend(fs::read(&path).unwrap_or_default());
            }
        }
    }
    if text.len() < TOTAL / 4 {
        return (generated(), "generated text");
    }
    text.truncate(TOTAL);
    (text.chunks(DOCUMENT).map(<[u8]>::to_vec).collect(), "texts of /usr/share/doc")
}

fn is_text(path: &Path) -> bool {
    path.extension().map_or_else(
        || path.file_name().is_some_and(|name| name != "changelog"),
        |ending| ["txt", "md", "rst", "html", "Debian"].iter().any(|text| ending == *text),
    )
}

/// Returns documents with words of two to nine letters, some of which are much more frequent than others.
fn generated() -> Vec<Vec<u8>> {
    let mut random = SplitMix64::seeded(11);
    let document = |random: &mut SplitMix64| {
        let mut text = Vec::with_capacity(DOCUMENT + 10);
        while text.len() < DOCUMENT {
            let frequency = random.below(14);
            let mut word = SplitMix64::seeded(random.below(1 << frequency));
            let length = 2 + word.below(8);
            text.extend((0..length).map(|_| b'a' + word.below(26) as u8));
            text.push(b' ');
        }
        text
    };
    (0..TOTAL / DOCUMENT).map(|_| document(&mut random)).collect()
}

/// Passes each run of ASCII letters and digits, in lower case, to `each`. `lower` is a buffer.
pub(super) fn words(text: &[u8], lower: &mut Vec<u8>, mut each: impl FnMut(&[u8])) {
    lower.clear();
    for byte in text.iter().chain(b" ") {
        if byte.is_ascii_alphanumeric() {
            lower.push(byte.to_ascii_lowercase());
        } else if !lower.is_empty() {
            each(lower);
            lower.clear();
        }
    }
}

/// Returns two documents of `words` words whose sets of shingles have this resemblance, as closely as possible. They
/// share a passage of the length that it needs.
pub(super) fn pair(words: usize, resemblance: f64, random: &mut SplitMix64) -> (Vec<u64>, Vec<u64>) {
    let document: Vec<u64> = (0..words).map(|_| rehash(random.next())).collect();
    let mut copy = document.clone();
    // Of n shingles each, s are shared: r = s / (2n - s).
    let shared = (2.0 * resemblance / (1.0 + resemblance) * words as f64).round() as usize;
    for word in &mut copy[shared.min(words)..] {
        *word = rehash(random.next());
    }
    (document, copy)
}
