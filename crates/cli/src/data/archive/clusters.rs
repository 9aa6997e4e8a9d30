//! `chaffinch archive clusters`: prints which submissions of an archive are alike, as JSON Lines. It reads the database
//! and writes only a temporary folder.

use std::fmt::Write as _;

use chaffinch_corpus::{LinkKind, Policy};
use chaffinch_jobs::{
    ArchiveClusters, COMMON_LIMIT, ChildLimits, ChildSettings, ClusterLimits, ClusterRelation,
    ClusteredSubmission, Clusterer, NotCompared,
};
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
    let clusterer = Clusterer::new(settings, HolderId::new(Utc::now()), ClusterLimits::OPERATOR)?;
    let answer = clusterer.cluster(storage, archive.id, policy).await?;
    let mut text = String::new();
    for member in &answer.members {
        writeln!(text, "{}", serde_json::to_string(&line(member, &answer.members))?)?;
    }
    print(text)?;
    print_summary(&answer, diagnostics);
    Ok(())
}

fn line<'a>(member: &'a ClusteredSubmission, all: &'a [ClusteredSubmission]) -> Line<'a> {
    let cluster = all.get(member.placement.cluster as usize).map_or(member.number, |first| first.number);
    let kind = match member.placement.relation {
        ClusterRelation::Single => LinkKind::Single,
        ClusterRelation::Similar => LinkKind::Similar,
        ClusterRelation::Same => LinkKind::ShingleEquivalent,
    };
    Line {
        document: &member.name,
        cluster,
        representative: cluster == member.number,
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
        strongest: member.placement.strongest.and_then(|link| {
            let with = all.get(link.with as usize)?;
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

fn print_summary(clustered: &ArchiveClusters, diagnostics: Diagnostics) {
    let members = &clustered.members;
    let single = members.iter().filter(|member| member.placement.relation == ClusterRelation::Single).count();
    let firsts = members.iter().enumerate().filter(|(at, member)| {
        member.placement.cluster as usize == *at && member.placement.relation != ClusterRelation::Single
    });
    let (clusters, not_compared) =
        (firsts.count(), members.iter().filter(|member| member.not_compared.is_some()).count());
    let fingerprints: u64 = members.iter().map(|member| member.fingerprints).sum();
    let common = match clustered.common {
        0 => String::new(),
        common => format!(". Ignored {common} fingerprints that more than {COMMON_LIMIT} submissions share"),
    };
    let message = format!(
        "{} submissions: {} in {clusters} clusters, {single} single, {not_compared} not compared or compared only as a whole. \
         Estimated from {fingerprints} fingerprints{common}",
        members.len(),
        members.len() - single,
    );
    let summary = json!({
        "submissions": members.len(),
        "clusters": clusters,
        "clustered": members.len() - single,
        "single": single,
        "apart": not_compared,
        "fingerprints": fingerprints,
        "one_in": clustered.one_in,
        "common": clustered.common,
    });
    diagnostics.say(&message, &json!({ "summary": summary }));
}
