//! The clusters of the last clustering, stored in the work directory for queries.
//!
//! Files: `clusters-0` or `clusters-1`, and the marker `clusters.json` with the policy. The first has nine bytes for
//! each document: the first document of its cluster, the next document of the cluster (itself for the last one), and
//! how it belongs to the cluster. A new file is written beside the old one, and then marked.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

use chaffinch_submission::Named as _;
use serde::{Deserialize, Serialize};

use crate::document::{LinkKind, Policy};
use crate::error::{Error, Result, reading, writing};
use crate::run::Run;
use crate::segments::marker::{mark, marked};
use crate::stages::clusters::Clusters;
use crate::stages::greedy::Popularity;

const STAGE: &str = "clusters";

/// Bytes for each document.
const BYTES: usize = 9;

/// How clusters were made.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ClusteringMethod {
    /// Number of documents when the clusters were made.
    documents: u32,
    /// The policy that linked documents; `None` for a fast run, which links them itself.
    pub policy: Option<Policy>,
    /// The representatives of greedy clustering; `None` for other clusterings.
    pub greedy: Option<Popularity>,
}

/// Writes the clusters, then their marker.
pub(crate) fn keep(
    run: &Run,
    clusters: &Clusters,
    (policy, greedy): (Option<Policy>, Option<Popularity>),
) -> Result<()> {
    let folder = run.folder();
    let documents = run.corpus.documents();
    let old = marked::<ClusteringMethod>(folder, STAGE)
        .ok()
        .flatten()
        .and_then(|(files, _)| files.into_iter().next());
    let names = ["clusters-0", "clusters-1"];
    let name = if old.as_deref() == Some(names[0]) { names[1] } else { names[0] };
    // Builds the lists from the end: each first document refers to the earliest member found so far.
    let mut next: Vec<u32> = (0..documents).collect();
    for number in (0..documents).rev() {
        let first = clusters.first(number) as usize;
        if first != number as usize {
            // The entry of the first document temporarily holds the earliest member found so far.
            let after = next[first];
            next[number as usize] = if after as usize == first { number } else { after };
            next[first] = number;
        }
    }
    let path = folder.join(name);
    let mut out = BufWriter::with_capacity(1 << 18, File::create(&path).map_err(writing(&path))?);
    run.corpus.each_document(0..documents, |number, document| {
        let kind = if document.state.is_skipped() { LinkKind::Skipped } else { clusters.kind(number) };
        let mut bytes = [0; BYTES];
        bytes[..4].copy_from_slice(&clusters.first(number).to_le_bytes());
        bytes[4..8].copy_from_slice(&next[number as usize].to_le_bytes());
        bytes[8] = kind as u8;
        out.write_all(&bytes).map_err(writing(&path))
    })?;
    out.flush().map_err(writing(&path))?;
    mark(folder, STAGE, &[name.to_owned()], &ClusteringMethod { documents, policy, greedy })?;
    if let Some(old) = old {
        let path = folder.join(old);
        fs::remove_file(&path).map_err(writing(&path))?;
    }
    Ok(())
}

/// Clusters that were stored.
#[derive(Debug)]
pub(crate) struct KeptClusters {
    path: PathBuf,
    file: File,
    made: ClusteringMethod,
}

/// How a document belongs to its cluster.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    /// The first document of the cluster.
    pub(crate) first: u32,
    /// The next document of the cluster; itself for the last one.
    next: u32,
    pub(crate) kind: LinkKind,
}

impl KeptClusters {
    /// Opens the clusters of a run. Returns `None` if none were stored, or documents were added since.
    pub(crate) fn open(run: &Run) -> Result<Option<Self>> {
        let folder = run.folder();
        let Some((files, made)) = marked::<ClusteringMethod>(folder, STAGE)? else { return Ok(None) };
        if made.documents != run.corpus.documents() {
            return Ok(None);
        }
        let path = folder.join(files.first().map_or("clusters-0", String::as_str));
        let file = File::open(&path).map_err(reading(&path))?;
        Ok(Some(Self { path, file, made }))
    }

    pub(crate) fn made(&self) -> ClusteringMethod {
        self.made
    }

    pub(crate) fn member(&self, number: u32) -> Result<Member> {
        let mut bytes = [0; BYTES];
        self.file.read_exact_at(&mut bytes, u64::from(number) * BYTES as u64).map_err(reading(&self.path))?;
        let number_at = |at: usize| bytes[at..].first_chunk().map_or(0, |four| u32::from_le_bytes(*four));
        let member = LinkKind::ALL.get(usize::from(bytes[8])).map(|&kind| Member {
            first: number_at(0),
            next: number_at(4),
            kind,
        });
        member
            .filter(|member| member.first <= number && (number..self.made.documents).contains(&member.next))
            .ok_or_else(|| Error::Damaged {
                path: self.path.clone(),
                what: "it contains something that is not a cluster",
            })
    }

    /// Calls `each` with the documents of a cluster, in order. `first` is the cluster's first document.
    pub(crate) fn each(&self, first: u32, mut each: impl FnMut(u32, Member) -> Result<()>) -> Result<()> {
        let mut number = first;
        loop {
            let member = self.member(number)?;
            each(number, member)?;
            if member.next == number {
                return Ok(());
            }
            number = member.next;
        }
    }
}
