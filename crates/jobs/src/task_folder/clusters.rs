//! Stores sets of fingerprints, and the clusters that a child made of them.

use std::io;
use std::path::{Path, PathBuf};

use chaffinch_query::{ClusterRelation, StrongestLink};
use serde::{Deserialize, Serialize};

use super::files::{read_if_any, write_whole};

const CLUSTERS: &str = "clusters.json";

/// The place of a submission in the clusters.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct ClusterPlacement {
    /// Position of the first submission of its cluster, counted from 0.
    pub(crate) cluster: u32,
    /// How it belongs to its cluster.
    pub(crate) relation: ClusterRelation,
    /// Number of its fingerprints that were compared.
    pub(crate) compared: u32,
    /// Its strongest link.
    pub(crate) strongest: Option<StrongestLink>,
}

/// The answer of the child.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ClusterAnswer {
    /// The place of each set, in the order of the sets, and whether the set was skipped because it was too large.
    pub(crate) placements: Vec<(ClusterPlacement, bool)>,
    /// Number of values left out because too many sets share them.
    pub(crate) common: u64,
}

/// Returns the path of the sets: JSON Lines, in the format that the `corpus` crate reads.
pub(crate) fn features_path(folder: &Path) -> PathBuf {
    folder.join("features.jsonl")
}

pub(crate) fn write_clusters(folder: &Path, answer: &ClusterAnswer) -> io::Result<()> {
    write_whole(folder, CLUSTERS, answer)
}

/// Reads the answer of the child. Returns `None` if it has left none.
pub(crate) fn read_clusters(folder: &Path) -> io::Result<Option<ClusterAnswer>> {
    read_if_any(folder, CLUSTERS)
}
