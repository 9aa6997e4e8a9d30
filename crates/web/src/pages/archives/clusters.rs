//! `/archives/{id}/clusters`: clusters of similar submissions of an archive. The form and its result are on one page.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chaffinch_query::{ClusterMember, ClusterRelation, Clusters, Measure, NotCompared, StrongestLink};
use chaffinch_report::{Frame, PageLocation, SubmissionId};
use serde::Deserialize;

use super::cluster_pseudonyms::without_names;
use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{OnArchive, Read};
use crate::http::request::Query;
use crate::pages::frame::{frame, render};
use crate::pages::paths::archive_path;
use crate::pages::values::{Choice, percent};
use crate::services::{clusters, shares};

/// Number of clusters on a page.
const CLUSTERS: usize = 20;

/// Number of members shown of each cluster.
const MEMBERS: usize = 10;

/// Number of members on a page of one cluster.
const MEMBERS_ALONE: usize = 200;

/// Number of submissions listed by name for each reason why submissions were not compared.
const NAMED_APART: usize = 100;

#[derive(Template)]
#[template(path = "service/archive_clusters.html")]
struct ClustersPage {
    frame: Frame,
    name: String,
    /// Path of the archive's page.
    path: String,
    measures: Vec<Choice>,
    threshold: String,
    /// Why there is no result.
    refused: Option<String>,
    answer: Option<AnswerView>,
}

struct AnswerView {
    submissions: usize,
    clusters: u64,
    clustered: u64,
    single: u64,
    fingerprints: u64,
    one_in: u64,
    common: u64,
    common_limit: u32,
    cards: Vec<Card>,
    /// Address of all clusters. Set only if the page shows a single cluster.
    all: Option<String>,
    apart: Vec<ApartRow>,
    before: Option<String>,
    after: Option<String>,
}

/// A cluster.
struct Card {
    /// Number of its first submission. It is unique on the page.
    id: SubmissionId,
    size: u32,
    /// Whether every member has the same fingerprints as another member.
    same: bool,
    rows: Vec<MemberRow>,
    /// Number of members that are not shown, and the address that shows them.
    more: Option<(usize, String)>,
}

struct MemberRow {
    name: String,
    same: bool,
    fingerprints: u64,
    link: Option<LinkRow>,
}

struct LinkRow {
    with: String,
    resemblance: String,
    containment: String,
    other_containment: String,
    shared: u32,
}

struct ApartRow {
    /// Message key of the reason.
    words: String,
    count: usize,
    names: Vec<String>,
    more: usize,
}

/// Query of the form. A field that was left empty counts as not sent.
#[derive(Deserialize)]
pub(crate) struct ClusterForm {
    #[serde(default)]
    measure: Measure,
    #[serde(default)]
    threshold: String,
    page: Option<usize>,
    /// Number of the first submission of the only cluster to show.
    cluster: Option<SubmissionId>,
}

impl ClusterForm {
    fn threshold(&self) -> Result<f64, WebError> {
        let text = self.threshold.trim();
        // Accepts a comma as the decimal separator, which some languages use.
        let number = text.replace(',', ".").parse();
        clusters::threshold(if text.is_empty() { None } else { Some(number.unwrap_or(f64::NAN)) })
    }

    /// Returns the address of another page or cluster of the same result.
    fn href(&self, path: &str, threshold: f64, cluster: Option<SubmissionId>, page: usize) -> String {
        let measure = self.measure.name();
        let cluster = cluster.map_or_else(String::new, |cluster| format!("&cluster={cluster}"));
        let page = if 1 < page { format!("&page={page}") } else { String::new() };
        format!("{path}/clusters?measure={measure}&threshold={threshold}{cluster}{page}")
    }
}

pub(crate) async fn show(
    on: OnArchive<Read>,
    State(app): State<App>,
    Query(form): Query<ClusterForm>,
) -> Result<Response, WebError> {
    let answer = match form.threshold() {
        Ok(threshold) => {
            let found =
                clusters::clusters(&app, on.who.actor.account.id, &on.archive, (form.measure, threshold))
                    .await;
            let hidden = match found {
                Ok(found) if on.who.names_hidden => {
                    let what = format!("archive {}", on.archive.id);
                    let key = shares::pseudonym_key(&app, &what, found.members.len() as u32).await?;
                    Ok(Arc::new(without_names(Arc::unwrap_or_clone(found), &key, on.who.words)))
                }
                found => found,
            };
            hidden.map(|found| (threshold, found))
        }
        Err(error) => Err(error),
    };
    let (answer, refused) = match answer {
        Ok(answer) => (Some(answer), None),
        // Errors of the service get the error page, which shows the request id. A deleted archive gets it too.
        Err(error) if error.kind().status.is_server_error() || matches!(error, WebError::NotFound) => {
            return Err(error);
        }
        Err(error) => (None, Some(error)),
    };
    let status = refused.as_ref().map_or(StatusCode::OK, |error| error.kind().status);
    let path = archive_path(&on.archive);
    let measure = |(measure, words): (Measure, &str)| Choice {
        value: measure.name().to_owned(),
        label: on.who.words.say(words).plain(),
        selected: measure == form.measure,
    };
    let answer = answer.map(|(threshold, found)| answer_view(&form, threshold, &path, &found)).transpose()?;
    let html = render(&ClustersPage {
        frame: frame(
            &on.who,
            format!("{} · {}", on.who.words.say("alike").plain(), on.archive.name),
            PageLocation::Service,
            "",
        ),
        measures: [
            (Measure::Resemblance, "alike-by-resemblance"),
            (Measure::Containment, "alike-by-containment"),
        ]
        .map(measure)
        .into(),
        threshold: if form.threshold.is_empty() { clusters::THRESHOLD.to_string() } else { form.threshold },
        refused: refused.map(|error| error.to_string()),
        answer,
        path,
        name: on.archive.name,
    })?;
    Ok((status, html).into_response())
}

fn answer_view(
    form: &ClusterForm,
    threshold: f64,
    path: &str,
    found: &Clusters,
) -> Result<AnswerView, WebError> {
    let name = |member: &ClusterMember| member.name.clone();
    let mut clusters = found.members.chunk_by(|one, other| one.cluster == other.cluster);
    let page = form.page.unwrap_or(1).max(1);
    let (cards, pages) = match form.cluster {
        None => {
            let skipped = (page - 1).saturating_mul(CLUSTERS);
            let card = |members: &[ClusterMember]| {
                let id = SubmissionId(members[0].cluster);
                let left = members.len().saturating_sub(MEMBERS);
                let more = (0 < left).then(|| (left, form.href(path, threshold, Some(id), 1)));
                card(found, members, &members[..members.len() - left], more, &name)
            };
            let together = clusters.take_while(|members| 1 < members.len());
            let cards: Vec<Card> = together.skip(skipped).take(CLUSTERS).map(card).collect();
            (cards, (found.clusters as usize).div_ceil(CLUSTERS).max(1))
        }
        Some(id) => {
            let members = clusters.find(|members| members[0].cluster == id.0).ok_or(WebError::NotFound)?;
            let shown = members.chunks(MEMBERS_ALONE).nth(page - 1).unwrap_or_default();
            (vec![card(found, members, shown, None, &name)], members.len().div_ceil(MEMBERS_ALONE))
        }
    };
    if pages < page {
        return Err(WebError::NotFound);
    }
    let turn = |page| form.href(path, threshold, form.cluster, page);
    Ok(AnswerView {
        submissions: found.members.len(),
        clusters: found.clusters,
        clustered: found.clustered,
        single: found.single(),
        fingerprints: found.fingerprints,
        one_in: found.one_in,
        common: found.common,
        common_limit: found.common_limit,
        cards,
        all: form.cluster.map(|_| form.href(path, threshold, None, 1)),
        apart: if form.cluster.is_none() && page == 1 { apart(found, name) } else { Vec::new() },
        before: (1 < page).then(|| turn(page - 1)),
        after: (page < pages).then(|| turn(page + 1)),
    })
}

fn card(
    found: &Clusters,
    members: &[ClusterMember],
    shown: &[ClusterMember],
    more: Option<(usize, String)>,
    name: &impl Fn(&ClusterMember) -> String,
) -> Card {
    let link = |link: StrongestLink| {
        Some(LinkRow {
            with: name(found.members.get(link.with)?),
            resemblance: percent(link.resemblance),
            containment: percent(link.containment),
            other_containment: percent(link.other_containment),
            shared: link.shared,
        })
    };
    let row = |member: &ClusterMember| MemberRow {
        name: name(member),
        same: member.relation == ClusterRelation::ShingleEquivalent,
        fingerprints: member.fingerprints,
        link: member.strongest.and_then(link),
    };
    Card {
        id: SubmissionId(members[0].cluster),
        size: members[0].size,
        same: members.iter().all(|member| member.relation == ClusterRelation::ShingleEquivalent),
        rows: shown.iter().map(row).collect(),
        more,
    }
}

/// Groups the submissions that were not compared by reason.
fn apart(found: &Clusters, name: impl Fn(&ClusterMember) -> String) -> Vec<ApartRow> {
    let of_reason = |reason: NotCompared| {
        let mut members =
            found.not_compared().filter(move |(_, why)| *why == reason).map(|(member, _)| member);
        let names: Vec<String> = members.by_ref().take(NAMED_APART).map(&name).collect();
        let more = members.count();
        ApartRow { words: format!("alike-{}", reason.name()), count: names.len() + more, names, more }
    };
    let reasons =
        [NotCompared::TooShort, NotCompared::NotSampled, NotCompared::Common, NotCompared::TooLarge];
    reasons.into_iter().map(of_reason).filter(|row| 0 < row.count).collect()
}
