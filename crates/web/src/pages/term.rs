//! `/courses/{course}/term`: what all comparisons of a course say together of each two people, and who is who. Pages of
//! cases show the same rows.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use axum::response::{Html, Redirect};
use chaffinch_pages::Frame;
use chaffinch_report::{TermEvidence, TermPair, TermReport};
use chaffinch_storage::{Action, may};
use chrono::{DateTime, FixedOffset};
use serde::Deserialize;

use crate::error::{Result, WebError};
use crate::http::guard::{Change, OnCourse, Read};
use crate::http::request::{Form, Query};
use crate::pages::batches::report::PageQuery;
use crate::pages::courses::{CourseHead, path};
use crate::pages::frame::render;
use crate::pages::term_graph::TermGraph;
use crate::services::courses;

/// Number of pairs on a page. Each can be opened to show up to all tasks of a course.
const PAIRS: usize = 25;

/// Number of people with changing partners that are shown.
const CHANGING: usize = 50;

#[derive(Template)]
#[template(path = "service/term.html")]
struct TermPage {
    frame: Frame,
    head: CourseHead,
    report: TermReport,
    tasks: Vec<TaskRow>,
    counted: usize,
    rows: Vec<TermRow>,
    graph: Option<TermGraph>,
    changing: Vec<ChangingRow>,
    before: Option<String>,
    after: Option<String>,
    /// Who is who, for those who may change it.
    table: Option<String>,
}

struct TaskRow {
    href: String,
    title: String,
    when: Option<DateTime<FixedOffset>>,
    people: u32,
    /// Message key of the reason why it does not count.
    left_out: Option<String>,
    /// Address and title of the later comparison, if it was uploaded again.
    again: Option<(String, String)>,
}

/// A person who stands out with several others.
struct ChangingRow {
    person: String,
    partners: Vec<String>,
}

pub(crate) async fn show(on: OnCourse<Read>, Query(query): Query<PageQuery>) -> Result<Html<String>> {
    let OnCourse { who, course, .. } = on;
    let page = query.page.unwrap_or(1).max(1);
    let hidden = who.names_hidden;
    let report = courses::evidence(&who.app, &course, hidden).await?;
    let pages = report.evidence.len().div_ceil(PAIRS).max(1);
    if pages < page {
        return Err(WebError::NotFound);
    }
    let path = path(&course);
    let turn = |page: usize| format!("{path}/term?page={page}#pairs");
    let changes = may(&who.actor, Action::Change, course.id) && page == 1 && !hidden;
    let table = if changes { Some(courses::people(&who.app, &course).await?) } else { None };
    let head = CourseHead::new(&who, &course, "/term");
    render(&TermPage {
        frame: Frame { names: Some(who.names_switch()), ..head.frame(&who) },
        tasks: tasks(&report),
        counted: report.tasks.iter().filter(|task| task.left_out.is_none()).count(),
        rows: report
            .evidence
            .iter()
            .skip((page - 1) * PAIRS)
            .take(PAIRS)
            .map(|pair| TermRow::new(&report, pair))
            .collect(),
        graph: if page == 1 { TermGraph::new(report.named()) } else { None },
        changing: if page == 1 { changing(report.named()) } else { Vec::new() },
        before: (page > 1).then(|| turn(page - 1)),
        after: (page < pages).then(|| turn(page + 1)),
        table,
        report,
        head,
    })
}

fn tasks(report: &TermReport) -> Vec<TaskRow> {
    let task = |task: &chaffinch_report::TermTask| TaskRow {
        href: batch_href(&task.batch),
        title: task.title.clone(),
        when: DateTime::parse_from_rfc3339(&task.created).ok(),
        people: task.people,
        left_out: task.left_out.as_ref().map(|why| format!("term-left-out-{why}")),
        again: task.again.as_ref().map(|later| (batch_href(later), report.title(later).to_owned())),
    };
    report.tasks.iter().map(task).collect()
}

/// Returns the people of named pairs who have several partners, the one with most partners first.
fn changing(named: &[TermPair]) -> Vec<ChangingRow> {
    let mut partners: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for pair in named {
        partners.entry(&pair.left).or_default().insert(&pair.right);
        partners.entry(&pair.right).or_default().insert(&pair.left);
    }
    let several = partners.into_iter().filter(|(_, partners)| partners.len() > 1);
    let row = |(person, partners): (&str, BTreeSet<&str>)| ChangingRow {
        person: person.to_owned(),
        partners: partners.into_iter().map(str::to_owned).collect(),
    };
    let mut rows: Vec<ChangingRow> = several.map(row).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.partners.len()));
    rows.truncate(CHANGING);
    rows
}

#[derive(Deserialize)]
pub(crate) struct People {
    /// Who is who, as a table. Empty: nothing is known.
    #[serde(default)]
    table: String,
}

pub(crate) async fn set_people(on: OnCourse<Change>, Form(form): Form<People>) -> Result<Redirect> {
    courses::set_people(&on.who, &on.course, &form.table).await?;
    Ok(Redirect::to(&format!("{}/term", path(&on.course))))
}

/// A pair of people.
pub(crate) struct TermRow {
    pub(crate) rank: u32,
    pub(crate) left: String,
    pub(crate) right: String,
    pub(crate) expect: String,
    pub(crate) named: bool,
    pub(crate) shared: u32,
    /// Number of tasks on which the evidence rests.
    pub(crate) counts: usize,
    pub(crate) since: Option<String>,
    pub(crate) tasks: Vec<TermTaskRow>,
}

/// What two people have in common in one task.
pub(crate) struct TermTaskRow {
    pub(crate) title: String,
    pub(crate) href: String,
    pub(crate) expect: String,
    pub(crate) counts: bool,
}

impl TermRow {
    pub(crate) fn new(report: &TermReport, pair: &TermPair) -> Self {
        let evidence = |task: &TermEvidence| TermTaskRow {
            title: report.title(&task.batch).to_owned(),
            href: format!("{}/pairs/{}", batch_href(&task.batch), task.pair),
            expect: chaffinch_pages::expect(task.expect),
            counts: task.counts,
        };
        Self {
            rank: pair.rank,
            left: pair.left.clone(),
            right: pair.right.clone(),
            expect: chaffinch_pages::expect(pair.expect),
            named: pair.expect <= report.cutoff_expect,
            shared: pair.shared,
            counts: pair.tasks.iter().filter(|task| task.counts).count(),
            since: pair.since.as_deref().map(|since| report.title(since).to_owned()),
            tasks: pair.tasks.iter().map(evidence).collect(),
        }
    }
}

fn batch_href(batch: &str) -> String {
    format!("/batches/{batch}")
}
