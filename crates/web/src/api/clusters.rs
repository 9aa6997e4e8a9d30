//! REST API of clusters: which submissions of an archive are similar.

use axum::Json;
use axum::extract::State;
use chaffinch_query::{ClusterMember, ClusterRelation, Clusters, Measure, NotCompared};
use chaffinch_storage::Page;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::batches::page_limit;
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{OnArchive, Read};
use crate::http::request::Query;
use crate::services::clusters;

/// When to link two submissions, and which part of the answer to return.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClusterQuery {
    /// Measure by which submissions are linked. Default: `resemblance`.
    measure: Option<Measure>,
    /// Lowest value of the measure at which two submissions are linked. Default: 0.5.
    #[param(minimum = 0, maximum = 1)]
    threshold: Option<f64>,
    /// `next` of the previous page.
    // Nine digits always fit into 32 bits.
    #[param(pattern = "^[0-9]{1,9}/[0-9]{1,9}$")]
    after: Option<String>,
    /// Submissions per page, 1 to 1000. Default: 100.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
}

/// The default and the maximum number of submissions on a page.
const LIMIT: u32 = 100;
const MAX_LIMIT: u32 = 1000;

/// A page of the clusters of an archive. Submissions that are linked, directly or through others, form one cluster.
#[derive(Serialize, ToSchema)]
pub(crate) struct ArchiveClusters {
    /// State of the archive when it was read.
    state: u32,
    measure: Measure,
    threshold: f64,
    summary: ClusterSummary,
    sample: ClusterSample,
    /// Submissions of the archive: the largest clusters first, each as a whole, then single submissions.
    submissions: Vec<ClusteredSubmission>,
    /// Pass it as `after` to get the next page; null on the last page.
    next: Option<String>,
}

/// Totals for the whole archive.
#[derive(Serialize, ToSchema)]
struct ClusterSummary {
    /// Number of submissions in the archive.
    submissions: u64,
    /// Number of clusters with at least two submissions.
    clusters: u64,
    /// Number of submissions in these clusters.
    clustered: u64,
    /// Number of submissions in no such cluster.
    single: u64,
    /// Number of submissions that were not compared; their `reason` says why.
    apart: u64,
}

/// The fingerprints in the index by which submissions were compared. All shares are estimates from them.
#[derive(Serialize, ToSchema)]
struct ClusterSample {
    /// Number of fingerprints of all submissions.
    fingerprints: u64,
    /// One in this many fingerprints was compared; 1: all.
    one_in: u64,
    /// Number of fingerprints left out because more than `common_limit` submissions share them.
    common: u64,
    common_limit: u32,
}

/// A submission and its cluster.
#[derive(Serialize, ToSchema)]
struct ClusteredSubmission {
    /// Number in the archive.
    number: u32,
    name: String,
    /// Number of the first submission of the cluster.
    cluster: u32,
    /// Number of submissions in the cluster.
    size: u32,
    /// Whether it is the representative of its cluster, which is the first submission.
    representative: bool,
    kind: ClusterRelation,
    /// Number of distinct fingerprints: the sample by which it was compared.
    fingerprints: u64,
    /// Strongest link by the measure; null: no link.
    strongest: Option<StrongestView>,
    /// Why it was not compared; null: it was compared.
    reason: Option<NotCompared>,
}

/// A link to another submission. Shares are from 0 to 1.
#[derive(Serialize, ToSchema)]
#[schema(as = StrongestLink)]
struct StrongestView {
    number: u32,
    name: String,
    /// Number of fingerprints that both submissions have.
    shared: u32,
    /// Shared fingerprints divided by all fingerprints of both.
    resemblance: f64,
    /// Share of this submission that is in the other.
    containment: f64,
    /// Share of the other that is in this one.
    other_containment: f64,
}

/// Cluster an archive's submissions
///
/// Shows which submissions are equal, roughly equal, or roughly contained in each other. Computed on request; nothing is
/// stored.
#[utoipa::path(
    get,
    path = "/api/v1/archives/{archive}/clusters",
    params(("archive" = Uuid, Path), ClusterQuery),
    responses((status = OK, description = "The submissions by cluster", body = ArchiveClusters))
)]
pub(crate) async fn clusters(
    on: OnArchive<Read>,
    State(app): State<App>,
    Query(query): Query<ClusterQuery>,
) -> Result<Json<ArchiveClusters>, WebError> {
    let limit = page_limit(query.limit, LIMIT, MAX_LIMIT)?;
    let (measure, threshold) = (query.measure.unwrap_or_default(), clusters::threshold(query.threshold)?);
    let after = query.after.as_deref().map(after).transpose()?;
    let found = clusters::clusters(&app, on.who.actor.account.id, &on.archive, (measure, threshold)).await?;
    let start = match after {
        None => 0,
        Some((state, start)) if state == found.state => start,
        // The position belongs to an order that has changed since.
        Some(_) => return Err(WebError::ArchiveChanging),
    };
    let rows = found.members.iter().enumerate().skip(start).take(limit as usize + 1).collect();
    let page = Page::cut(rows, limit, |(at, _)| format!("{}/{}", found.state, at + 1));
    Ok(Json(ArchiveClusters {
        state: found.state,
        measure,
        threshold,
        summary: ClusterSummary {
            submissions: found.members.len() as u64,
            clusters: found.clusters,
            clustered: found.clustered,
            single: found.single(),
            apart: found.not_compared().count() as u64,
        },
        sample: ClusterSample {
            fingerprints: found.fingerprints,
            one_in: found.one_in,
            common: found.common,
            common_limit: found.common_limit,
        },
        submissions: page.items.into_iter().map(|(_, member)| view(&found, member)).collect(),
        next: page.next,
    }))
}

/// Parses the state and the position that a `next` contains.
fn after(text: &str) -> Result<(u32, usize), WebError> {
    let parts =
        text.split_once('/').and_then(|(state, start)| Some((state.parse().ok()?, start.parse().ok()?)));
    parts.ok_or_else(|| WebError::Query("after must be the `next` of a page".to_owned()))
}

fn view(found: &Clusters, member: &ClusterMember) -> ClusteredSubmission {
    let strongest = member.strongest.and_then(|link| {
        let with = found.members.get(link.with)?;
        Some(StrongestView {
            number: with.number,
            name: with.name.clone(),
            shared: link.shared,
            resemblance: link.resemblance,
            containment: link.containment,
            other_containment: link.other_containment,
        })
    });
    ClusteredSubmission {
        number: member.number,
        name: member.name.clone(),
        cluster: member.cluster,
        size: member.size,
        representative: member.cluster == member.number,
        kind: member.relation,
        fingerprints: member.fingerprints,
        strongest,
        reason: member.not_compared,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pattern in the description allows at most nine digits.
    #[test]
    fn whatever_the_description_allows_is_read() {
        for (text, read) in
            [("0/0", (0, 0)), ("007/10", (7, 10)), ("999999999/999999999", (999_999_999, 999_999_999))]
        {
            assert_eq!(after(text).ok(), Some(read), "{text}");
        }
        for text in ["", "/", "1", "1/", "-1/1", "1/2/3", "a/1"] {
            assert!(after(text).is_err(), "{text:?}");
        }
    }
}
