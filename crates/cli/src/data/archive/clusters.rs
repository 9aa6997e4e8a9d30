//! `chaffinch archive clusters`: prints which submissions of an archive are alike, as JSON Lines. It reads the database
//! and writes only a temporary folder.

use std::fmt::Write as _;

use chaffinch_corpus::{LinkKind, Policy};
use chaffinch_jobs::{ArchiveClusterer, ChildLimits, ChildSettings, ClusterLimits};
use chaffinch_query::{ClusterMember, ClusterRelation, Clusters, NotCompared};
use chaffinch_storage::{Archive, HolderId, Storage};
use chrono::Utc;
use serde::Serialize;
use serde_json::json;

use crate::settings::Configuration;
use crate::settings::jobs::child_settings;
use crate::terminal::diagnostics::Diagnostics;
use crate::terminal::output::print;

/// Limits on the clustering. An operator may wait as long as it takes.
const LIMITS: ChildLimits = ChildLimits { memory_bytes: 2 << 30, cpu_seconds: 24 * 60 * 60 };

/// A submission in the format of `chaffinch corpus cluster`, with additional data.
#[derive(Serialize)]
struct Line<'a> {
    document: &'a str,
    /// Number of the cluster's first submission.
    cluster: u32,
    representative: bool,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    number: u32,
    fingerprints: u64,
    strongest: Option<Strongest<'a>>,
}

#[derive(Serialize)]
struct Strongest<'a> {
    document: &'a str,
    number: u32,
    shared: u32,
    resemblance: f64,
    containment: f64,
    other_containment: f64,
}

pub(super) async fn clusters(
    storage: &dyn Storage,
    archive: &Archive,
    policy: Policy,
    settings: &Configuration,
    diagnostics: Diagnostics,
) -> anyhow::Result<()> {
    let settings = ChildSettings { limits: LIMITS, ..child_settings(settings)? };
    let clusterer = ArchiveClusterer::new(settings, HolderId::new(Utc::now()), ClusterLimits::OPERATOR)?;
    let answer = clusterer.cluster(storage, archive.id, policy).await?;
    let mut text = String::new();
    let mut by_number: Vec<&ClusterMember> = answer.members.iter().collect();
    by_number.sort_unstable_by_key(|member| member.number);
    for member in by_number {
        writeln!(text, "{}", serde_json::to_string(&line(member, &answer.members))?)?;
    }
    print(text)?;
    print_summary(&answer, diagnostics);
    Ok(())
}

fn line<'a>(member: &'a ClusterMember, all: &'a [ClusterMember]) -> Line<'a> {
    let kind = match member.relation {
        ClusterRelation::Single => LinkKind::Single,
        ClusterRelation::Similar => LinkKind::Similar,
        ClusterRelation::ShingleEquivalent => LinkKind::ShingleEquivalent,
    };
    Line {
        document: &member.name,
        cluster: member.cluster,
        representative: member.cluster == member.number,
        kind: kind.word(),
        reason: member.not_compared.map(|reason| match reason {
            NotCompared::TooShort => "too short: it has no fingerprints",
            NotCompared::NotSampled => "too short: none of its fingerprints is in the sample",
            NotCompared::Common => {
                "all of its fingerprints are common: each is in more submissions than the limit"
            }
            NotCompared::TooLarge => "too large: it has more fingerprints than fit into a record",
        }),
        number: member.number,
        fingerprints: member.fingerprints,
        strongest: member.strongest.and_then(|link| {
            let with = all.get(link.with)?;
            Some(Strongest {
                document: &with.name,
                number: with.number,
                shared: link.shared,
                resemblance: link.resemblance,
                containment: link.containment,
                other_containment: link.other_containment,
            })
        }),
    }
}

fn print_summary(found: &Clusters, diagnostics: Diagnostics) {
    let Clusters { clusters, clustered, fingerprints, one_in, common, common_limit, .. } = *found;
    let (submissions, single, not_compared) =
        (found.members.len(), found.single(), found.not_compared().count());
    let ignored = match common {
        0 => String::new(),
        common => format!(". Ignored {common} fingerprints that more than {common_limit} submissions share"),
    };
    let message = format!(
        "{submissions} submissions: {clustered} in {clusters} clusters, {single} single, {not_compared} not compared or \
         compared only as a whole. Estimated from {fingerprints} fingerprints{ignored}",
    );
    let summary = json!({
        "submissions": submissions,
        "clusters": clusters,
        "clustered": clustered,
        "single": single,
        "apart": not_compared,
        "fingerprints": fingerprints,
        "one_in": one_in,
        "common": common,
    });
    diagnostics.say(&message, &json!({ "summary": summary }));
}
