//! The HTML pages that the experiments read: found on this machine, or in a given folder. It reads folders and files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::html;

/// The HTML files of one folder, sorted by path.
#[derive(Debug)]
pub(super) struct Corpus {
    /// Description of the corpus.
    pub(super) name: String,
    pages: Vec<PathBuf>,
}

/// A page in the form that the experiments use.
pub(super) struct Page {
    /// Size of the file.
    pub(super) bytes: u64,
    /// The characters of the page without tags and white space.
    pub(super) text: Vec<u8>,
}

impl Corpus {
    /// Returns the pages of the given folder, which must contain some, or those of the first usual place that contains
    /// some. Returns `None` if there is no such place.
    pub(super) fn find(given: Option<&Path>) -> anyhow::Result<Option<Self>> {
        if let Some(folder) = given {
            let pages = pages_of(folder)?;
            if pages.is_empty() {
                bail!("{} contains no HTML file (.html, .htm)", folder.display());
            }
            return Ok(Some(Self { name: folder.display().to_string(), pages }));
        }
        for (name, folder) in usual_places() {
            if folder.is_dir() {
                let pages = pages_of(&folder)?;
                if !pages.is_empty() {
                    return Ok(Some(Self { name: name.to_owned(), pages }));
                }
            }
        }
        Ok(None)
    }

    /// Returns at most `limit` of the pages, evenly spread, or all of them if `limit` is 0.
    pub(super) fn sample(&self, limit: usize) -> Self {
        let n = self.pages.len();
        let pages = match limit {
            0 => self.pages.clone(),
            limit if limit >= n => self.pages.clone(),
            limit => (0..limit).map(|at| self.pages[at * n / limit].clone()).collect(),
        };
        Self { name: self.name.clone(), pages }
    }

    /// Returns the number of pages.
    pub(super) fn len(&self) -> usize {
        self.pages.len()
    }

    /// Reads the pages one after the other.
    pub(super) fn pages(&self) -> impl Iterator<Item = anyhow::Result<Page>> {
        self.pages.iter().map(|path| {
            let page = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
            Ok(Page { bytes: page.len() as u64, text: html::text(&page) })
        })
    }
}

/// Returns the places where machines usually keep HTML documentation.
fn usual_places() -> Vec<(&'static str, PathBuf)> {
    let toolchain = Command::new("rustc").args(["--print", "sysroot"]).output().ok().map(|output| {
        let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        ("the Rust toolchain's documentation", Path::new(&sysroot).join("share/doc/rust/html"))
    });
    let system = ("the system's documentation", PathBuf::from("/usr/share/doc"));
    toolchain.into_iter().chain([system]).collect()
}

/// Returns all HTML files under a folder, sorted. Links are not followed.
fn pages_of(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let listing = fs::read_dir(&folder).with_context(|| format!("listing {}", folder.display()))?;
        for entry in listing {
            let entry = entry.with_context(|| format!("listing {}", folder.display()))?;
            let (kind, path) = (entry.file_type()?, entry.path());
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file()
                && path.extension().is_some_and(|ending| ending == "html" || ending == "htm")
            {
                pages.push(path);
            }
        }
    }
    pages.sort_unstable();
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_and_samples_the_pages_of_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("inner")).unwrap();
        for (name, page) in [("b.html", "<p>b b</p>"), ("inner/a.htm", "a"), ("c.txt", "no"), ("d.html", "d")]
        {
            fs::write(folder.path().join(name), page).unwrap();
        }
        let corpus = Corpus::find(Some(folder.path())).unwrap().unwrap();
        let texts: Vec<Vec<u8>> = corpus.pages().map(|page| page.unwrap().text).collect();
        assert_eq!(texts, [&b"bb"[..], b"d", b"a"]);
        assert_eq!(corpus.pages().map(|page| page.unwrap().bytes).sum::<u64>(), 12);
        assert_eq!((corpus.sample(0).len(), corpus.sample(2).len(), corpus.sample(9).len()), (3, 2, 3));
    }

    #[test]
    fn a_folder_without_pages_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refusal = Corpus::find(Some(folder.path())).unwrap_err().to_string();
        assert!(refusal.contains("contains no HTML file"), "{refusal}");
        assert!(Corpus::find(Some(&folder.path().join("missing"))).is_err());
    }
}
