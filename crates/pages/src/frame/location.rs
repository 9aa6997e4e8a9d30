//! The location of a page, and the links to all other pages that follow from it. The exported folder and the service
//! use the same templates. Also the embedded files of `/static`: the service serves them, and the exported folder contains
//! a copy.

use std::borrow::Cow;

use chaffinch_report::{PairId, SubmissionId};

/// How the page of a pair shows its two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairView {
    /// All code, with numbered matches.
    Matches,
    /// Line by line, with marked differences.
    Differences,
}

/// Location of a page. It decides how the page links to every other page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageLocation {
    /// In an exported folder. `up` leads from the page to the root of the folder (`""` or `"../"`).
    Folder {
        /// Relative path to the root, ending in `/` unless empty.
        up: &'static str,
    },
    /// A page of the service that belongs to no batch.
    Service,
    /// A page of a batch in the service.
    Batch {
        /// The batch's path without a slash at the end (`/batches/0198...`).
        path: String,
        /// The query of the list whose pairs are reviewed; empty: the whole list. Links to pairs have it.
        list: String,
    },
    /// A page of a batch, seen through its share link.
    Shared {
        /// The link's path without a slash at the end (`/shared/chf_share_...`).
        path: String,
        /// Whether the report may be downloaded.
        downloads: bool,
    },
}

impl PageLocation {
    /// Returns the location of a batch in the service.
    pub fn batch(id: impl std::fmt::Display) -> Self {
        Self::Batch { path: format!("/batches/{id}"), list: String::new() }
    }

    /// Returns whether the page is in an exported folder, where scripts sort and filter.
    pub fn is_folder(&self) -> bool {
        matches!(self, Self::Folder { .. })
    }

    /// Returns the target of the wordmark.
    pub fn home(&self) -> String {
        match self {
            Self::Folder { up } => format!("{up}index.html"),
            Self::Service | Self::Batch { .. } => "/".to_owned(),
            Self::Shared { path, .. } => path.clone(),
        }
    }

    /// Returns the link to a file of `/static`. In the service it contains the start of the file's digest, so that it
    /// may be cached for ever.
    pub fn asset(&self, name: &str) -> String {
        match self {
            Self::Folder { up } => format!("{up}static/{name}"),
            Self::Service | Self::Batch { .. } | Self::Shared { .. } => {
                let version = version(name).map(|version| format!("?v={version}")).unwrap_or_default();
                format!("/static/{name}{version}")
            }
        }
    }

    /// Returns the link to a page, from 1, of the overview.
    pub fn overview(&self, page: usize) -> String {
        match self {
            Self::Folder { .. } => self.list_page("index", page),
            _ if page <= 1 => self.path().to_owned(),
            _ => format!("{}?page={page}", self.path()),
        }
    }

    /// Returns the link to a finding.
    pub fn finding(&self, id: u32) -> String {
        format!("{}#finding-{id}", self.overview(1))
    }

    /// Returns the link to a page, from 1, of the list of submissions.
    pub fn submissions(&self, page: usize) -> String {
        self.list_page("submissions", page)
    }

    /// Returns the link to a page, from 1, of the list of files that were not analysed.
    pub fn skipped(&self, page: usize) -> String {
        self.list_page("skipped", page)
    }

    fn list_page(&self, name: &str, page: usize) -> String {
        match (self, page) {
            (Self::Folder { up }, ..=1) => format!("{up}{name}.html"),
            (Self::Folder { up }, page) => format!("{up}{name}-{page}.html"),
            (_, ..=1) => format!("{}/{name}", self.path()),
            (_, page) => format!("{}/{name}?page={page}", self.path()),
        }
    }

    /// Returns the link to a pair.
    pub fn pair(&self, id: PairId) -> String {
        self.pair_part(id, PairView::Matches, 1)
    }

    /// Returns the link to a part, from 1, of a pair in one view.
    pub fn pair_part(&self, id: PairId, view: PairView, part: usize) -> String {
        let (file, query) = match view {
            PairView::Matches => ("", None),
            PairView::Differences => ("-diff", Some("view=diff")),
        };
        let list = Some(self.list()).filter(|list| !list.is_empty());
        let queries: Vec<&str> = query.into_iter().chain(list).collect();
        self.part_of(&format!("pairs/{id}"), file, &queries, part)
    }

    /// Returns the link to a match of a pair on one side (`l` or `r`), in any part. The service looks up the part; for
    /// a folder, `part` returns it.
    pub fn in_pair(&self, id: PairId, fragment: &str, part: impl FnOnce() -> usize) -> String {
        if self.is_folder() {
            return format!("{}#{fragment}", self.pair_part(id, PairView::Matches, part()));
        }
        let page = self.pair(id);
        let separator = if page.contains('?') { '&' } else { '?' };
        format!("{page}{separator}at={fragment}#{fragment}")
    }

    /// Returns the link to a submission.
    pub fn submission(&self, id: u32) -> String {
        self.submission_part(id, 1)
    }

    /// Returns the link to a part, from 1, of a submission.
    pub fn submission_part(&self, id: u32, part: usize) -> String {
        self.part_of(&format!("submissions/{}", SubmissionId(id)), "", &[], part)
    }

    /// Returns the link to a part, from 1, of a page. A view of its own has an ending of the file name and a query.
    fn part_of(&self, page: &str, file: &str, queries: &[&str], part: usize) -> String {
        match self {
            Self::Folder { up } if part <= 1 => format!("{up}{page}{file}.html"),
            Self::Folder { up } => format!("{up}{page}{file}-part{part}.html"),
            _ => {
                let part = (part > 1).then(|| format!("part={part}"));
                let queries: Vec<&str> = queries.iter().copied().chain(part.as_deref()).collect();
                let start = if queries.is_empty() { "" } else { "?" };
                format!("{}/{page}{start}{}", self.path(), queries.join("&"))
            }
        }
    }

    /// Returns the link to a page, from 1, of the clusters.
    pub fn clusters(&self, page: usize) -> String {
        self.list_page("clusters", page)
    }

    /// Returns the link to the guide of a report; `None` outside a report.
    pub fn guide(&self) -> Option<String> {
        (*self != Self::Service).then(|| self.list_page("guide", 1))
    }

    /// Returns the link to the report in another format (`json`, `csv`; the service also has `zip`).
    pub fn download(&self, format: &str) -> Option<String> {
        match (self, format) {
            (Self::Service | Self::Shared { downloads: false, .. }, _) | (Self::Folder { .. }, "zip") => None,
            (Self::Shared { path, .. }, format) => Some(format!("{path}/report.{format}")),
            (Self::Folder { up }, format) => Some(format!("{up}report.{format}")),
            (Self::Batch { path, .. }, "json") => Some(format!("/api/v1{path}/report")),
            (Self::Batch { path, .. }, format) => Some(format!("/api/v1{path}/report.{format}")),
        }
    }

    /// Returns the link to a pair as a single file to hand out or to print, in the service only. A query may follow:
    /// `?names=hidden`, and `?for=left` or `?for=right`, which redacts the other side for that reader.
    pub fn evidence(&self, id: impl std::fmt::Display) -> Option<String> {
        let Self::Batch { path, .. } = self else { return None };
        Some(format!("{path}/pairs/{id}/evidence.html"))
    }

    /// Returns the URL of the forms that mark a pair, in the service only.
    pub fn mark(&self, id: PairId) -> String {
        format!("{}/pairs/{id}/mark", self.path())
    }

    /// Returns the URL of the form that divides the pairs of a list, in the service only.
    pub fn divide(&self, list: &str) -> String {
        let start = if list.is_empty() { "" } else { "?" };
        format!("{}/marks/divide{start}{list}", self.path())
    }

    /// Returns the path of the batch in the API, for scripts.
    pub fn api(&self) -> String {
        format!("/api/v1{}", self.path())
    }

    /// Returns the referrer policy of the page. A secret address must not be sent anywhere.
    pub fn referrer(&self) -> &'static str {
        if matches!(self, Self::Shared { .. }) { "no-referrer" } else { "same-origin" }
    }

    /// Returns the location from which links to pairs stay in the list with this query.
    pub(crate) fn with_list(&self, list: String) -> Self {
        match self {
            Self::Batch { path, .. } => Self::Batch { path: path.clone(), list },
            other => other.clone(),
        }
    }

    /// Returns the query of the list whose pairs are reviewed; empty: the whole list.
    pub(crate) fn list(&self) -> &str {
        if let Self::Batch { list, .. } = self { list } else { "" }
    }

    fn path(&self) -> &str {
        match self {
            Self::Batch { path, .. } | Self::Shared { path, .. } => path,
            Self::Folder { .. } | Self::Service => "",
        }
    }
}

#[derive(rust_embed::RustEmbed)]
#[folder = "../../static"]
struct Assets;

/// A file of `/static`.
#[derive(Debug, Clone)]
pub struct Asset {
    /// Its content.
    pub bytes: Cow<'static, [u8]>,
    /// SHA-256 of the bytes, for an entity tag.
    pub digest: [u8; 32],
}

/// Returns all files of `/static`, with their paths below it.
pub fn assets() -> impl Iterator<Item = (String, Asset)> {
    Assets::iter().filter_map(|path| Some((path.to_string(), asset(&path)?)))
}

/// Returns the file with this path below `/static`.
pub fn asset(path: &str) -> Option<Asset> {
    let file = Assets::get(path)?;
    Some(Asset { bytes: file.data, digest: file.metadata.sha256_hash() })
}

/// Returns the start of a file's digest, for links that may be cached for ever.
pub(crate) fn version(path: &str) -> Option<String> {
    let digest = Assets::get(path)?.metadata.sha256_hash();
    let start = u64::from_be_bytes(*digest.first_chunk()?);
    Some(format!("{start:016x}")[..12].to_owned())
}
