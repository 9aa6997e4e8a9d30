//! Finds documents by name, their clusters, and the members of these clusters (Broder et al. 1997, section "Query
//! support").

use std::io::Write;

use serde::Serialize;

use crate::document::LinkKind;
use crate::error::{Error, Result};
use crate::queries::index::Index;
use crate::results::json::line;

/// A member of a cluster that was queried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClusterMember<'a> {
    /// The name, or the number of the cluster, of the query.
    pub query: &'a str,
    /// The document's name.
    pub document: String,
    /// Number of the cluster; `None` if the document was not read.
    pub cluster: Option<u32>,
    /// Whether it is the first document of the cluster.
    pub representative: bool,
    /// How it belongs to the cluster.
    pub kind: LinkKind,
}

impl Index {
    /// Writes the members of the clusters of all documents with this name.
    pub fn named_clusters(&self, name: &str, out: &mut dyn Write) -> Result<()> {
        let kept = self.kept()?;
        let mut firsts = Vec::new();
        for number in self.named(name)? {
            firsts.push(kept.member(number)?.first);
        }
        if firsts.is_empty() {
            return Err(Error::NoDocument { name: name.to_owned() });
        }
        firsts.sort_unstable();
        firsts.dedup();
        firsts.into_iter().try_for_each(|first| self.write_cluster(name, first, out))
    }

    /// Writes the members of a cluster.
    pub fn cluster(&self, cluster: u32, out: &mut dyn Write) -> Result<()> {
        let missing = || Error::NoCluster { cluster };
        let first = cluster.checked_sub(1).filter(|&first| first < self.documents()).ok_or_else(missing)?;
        let member = self.kept()?.member(first)?;
        if member.first != first || member.kind == LinkKind::Skipped {
            return Err(missing());
        }
        self.write_cluster(&cluster.to_string(), first, out)
    }

    fn write_cluster(&self, query: &str, first: u32, out: &mut dyn Write) -> Result<()> {
        self.kept()?.each(first, |number, member| {
            let is_read = member.kind != LinkKind::Skipped;
            let row = ClusterMember {
                query,
                document: self.run.corpus.name(number)?,
                cluster: is_read.then_some(first + 1),
                representative: is_read && number == first,
                kind: member.kind,
            };
            line(out, &row)
        })
    }
}
