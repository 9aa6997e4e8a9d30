//! Stores sets of fingerprints, and the clusters that a child made of them.

use std::io;
use std::path::{Path, PathBuf};

use super::{read_if_any, write_whole};
use crate::clustering::Answer;

const CLUSTERS: &str = "clusters.json";

/// Returns the path of the sets: JSON Lines, in the format that the `corpus` crate reads.
pub(crate) fn features_path(folder: &Path) -> PathBuf {
    folder.join("features.jsonl")
}

pub(crate) fn write_clusters(folder: &Path, answer: &Answer) -> io::Result<()> {
    write_whole(folder, CLUSTERS, answer)
}

/// Reads the answer of the child. Returns `None` if it has left none.
pub(crate) fn read_clusters(folder: &Path) -> io::Result<Option<Answer>> {
    read_if_any(folder, CLUSTERS)
}
