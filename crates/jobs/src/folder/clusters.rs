//! Sets of fingerprints, and the clusters that a child made of them.

use std::io;
use std::path::{Path, PathBuf};

use super::{read_if_any, write_whole};
use crate::clustering::Answer;

const CLUSTERS: &str = "clusters.json";

/// Where the sets lie: JSON Lines, as crate `corpus` reads them.
pub(crate) fn features_path(folder: &Path) -> PathBuf {
    folder.join("features.jsonl")
}

pub(crate) fn write_clusters(folder: &Path, answer: &Answer) -> io::Result<()> {
    write_whole(folder, CLUSTERS, answer)
}

/// `None`: the child has left no answer.
pub(crate) fn read_clusters(folder: &Path) -> io::Result<Option<Answer>> {
    read_if_any(folder, CLUSTERS)
}
