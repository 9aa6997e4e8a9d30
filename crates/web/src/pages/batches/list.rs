//! `/`: the comparisons that the reader may see, and what can be done with one: cancel, rename, delete, open the sample. The
//! list can be searched and sorted, and the address has the search, the order and the page.

use askama::Template;
use axum::response::{Html, Redirect};
use chaffinch_pages::{Frame, Locale, Message, found_list, percent_encode};
use chaffinch_report::FoundCounts;
use chaffinch_storage::{
    Action, Actor, Batch, BatchId, BatchListing, BatchOrder, BatchSummary, CaseFilter, CaseStatus,
    ListedBatch, Named, Status, may,
};
use serde::Deserialize;

use crate::error::{Result, WebError};
use crate::http::guard::{Change, Delete, InSomeCourse, OnBatch, Own, Read, Upload};
use crate::http::request::{Form, Query};
use crate::intake;
use crate::pages::frame::{TIME, batch_path, frame, render, stage_text};
use crate::pages::preferences::local;
use crate::services::batches;

/// Comparisons on a page.
const ROWS: usize = 50;
/// Longest search, in characters. It is longer than every title.
const SEARCH_LENGTH: usize = 250;

#[derive(Template)]
#[template(path = "service/batches.html")]
struct BatchesPage {
    frame: Frame,
    rows: Vec<BatchRow>,
    /// Whether there is no comparison, and no search that could hide one.
    first_visit: bool,
    query: ListQuery,
    /// Number of all comparisons that were found.
    found: usize,
    heads: Vec<Head>,
    newer: Option<String>,
    older: Option<String>,
    /// The address of this list, to which a renamed comparison returns.
    here: String,
    /// What waits for the reader among the listed comparisons, on the first page.
    attention: Vec<Link>,
}

/// A link with its text.
struct Link {
    text: Message,
    href: String,
}

/// The head of a column.
struct Head {
    /// Message key.
    words: &'static str,
    is_number: bool,
    /// The address of the list in this order. `None`: the list cannot be sorted by it.
    href: Option<String>,
    /// Value of `aria-sort`, if the list is sorted by it.
    sorted: Option<&'static str>,
}

struct BatchRow {
    batch: Batch,
    summary: BatchSummary,
    /// Progress of a running analysis.
    note: Option<String>,
    /// What the report found, in words. `None`: it is not known.
    found: Option<String>,
    /// Number of pairs that somebody has marked, if the reader may mark them.
    marked: Option<u64>,
    /// Number of pairs of the class that the report names.
    named: u64,
    /// Whether the reader may upload with the same settings.
    may_repeat: bool,
    may_rename: bool,
    may_delete: bool,
}

impl BatchRow {
    fn has_menu(&self) -> bool {
        self.may_rename || self.may_delete || self.may_repeat
    }
}

/// The search, the order and the page of a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct ListQuery {
    /// Words of the title or the course.
    #[serde(default)]
    q: String,
    /// An order by name, after `-` if it is reversed. Empty or unknown: newest first.
    #[serde(default)]
    sort: String,
    /// From 1.
    #[serde(default)]
    page: Option<usize>,
}

impl ListQuery {
    /// Returns the order, and whether it is reversed.
    fn order(&self) -> (BatchOrder, bool) {
        let (name, descending) = match self.sort.strip_prefix('-') {
            Some(name) => (name, true),
            None => (self.sort.as_str(), false),
        };
        BatchOrder::from_name(name).map_or((BatchOrder::Created, true), |order| (order, descending))
    }

    fn page(&self) -> usize {
        self.page.unwrap_or(1).clamp(1, usize::MAX / ROWS)
    }

    /// Returns the address of a list with this search.
    fn address(&self, sort: &str, page: usize) -> String {
        let fields = [
            (!self.q.is_empty()).then(|| format!("q={}", percent_encode(&self.q))),
            (!sort.is_empty()).then(|| format!("sort={sort}")),
            (page > 1).then(|| format!("page={page}")),
        ];
        let fields: Vec<String> = fields.into_iter().flatten().collect();
        if fields.is_empty() { "/".to_owned() } else { format!("/?{}", fields.join("&")) }
    }

    /// Returns the value of `sort` for an order. The newest first is the default.
    fn sort(order: BatchOrder, descending: bool) -> String {
        match (order, descending) {
            (BatchOrder::Created, true) => String::new(),
            (order, true) => format!("-{}", order.name()),
            (order, false) => order.name().to_owned(),
        }
    }
}

pub(crate) async fn list(who: Own<Read>, Query(mut query): Query<ListQuery>) -> Result<Html<String>> {
    query.q = query.q.trim().chars().take(SEARCH_LENGTH).collect();
    let (order, descending) = query.order();
    query.sort = ListQuery::sort(order, descending);
    let page = query.page();
    let list = who
        .app
        .storage
        .list_batches(&BatchListing {
            account: who.actor.account.id,
            words: query.q.clone(),
            order,
            descending,
            offset: (page - 1) * ROWS,
            limit: ROWS,
        })
        .await?;
    let reviewed: Vec<BatchId> = (list.items.iter().map(|listed| &listed.batch))
        .filter(|batch| may(&who.actor, Action::Change, batch.course))
        .map(|batch| batch.id)
        .collect();
    let marks = who.app.storage.mark_counts(&reviewed).await?;
    let row = |listed: ListedBatch| {
        let marked = marks.get(&listed.batch.id).map(|counts| counts.values().sum());
        BatchRow::new(who.words, &who.actor, listed, marked)
    };
    let rows: Vec<BatchRow> = list.items.into_iter().map(row).collect();
    let is_first = page == 1 && query.q.is_empty();
    render(&BatchesPage {
        frame: frame(&who, who.words.say("batches"), "/"),
        first_visit: list.found == 0 && query.q.is_empty(),
        attention: if is_first { attention(&who, &rows).await? } else { Vec::new() },
        rows,
        heads: heads(&query, (order, descending)),
        newer: (page > 1 && list.found > 0).then(|| query.address(&query.sort, page - 1)),
        older: (page.saturating_mul(ROWS) < list.found).then(|| query.address(&query.sort, page + 1)),
        here: query.address(&query.sort, page),
        found: list.found,
        query,
    })
}

/// Comparisons named among what waits for the reader, of each kind.
const MAX_WAITING: usize = 5;

/// Open cases that are counted.
const MAX_COUNTED: u32 = 100;

/// Returns what waits for the reader: comparisons that failed, reviews that have begun and marked fewer pairs than the
/// report names, and open cases.
async fn attention(who: &Own<Read>, rows: &[BatchRow]) -> Result<Vec<Link>> {
    let of = |row: &BatchRow, text: Message| Link {
        text: text.text("title", &row.batch.title),
        href: batch_path(&row.batch),
    };
    let failed =
        rows.iter().filter(|row| row.may_rename && matches!(row.batch.status, Status::Failed { .. }));
    let failed = failed.map(|row| of(row, who.words.say("attention-failed")));
    let begun = rows.iter().filter_map(|row| {
        let marked = row.marked.filter(|marked| (1..row.named).contains(marked))?;
        Some(of(row, who.words.say("attention-review").number("count", marked)))
    });
    let courses = who.courses(Action::See);
    let filter = CaseFilter { courses, status: Some(CaseStatus::Open), after: None, limit: MAX_COUNTED };
    let cases = who.app.storage.cases(&filter).await?;
    let key = if cases.next.is_some() { "attention-many-cases" } else { "attention-cases" };
    let cases = (!cases.items.is_empty()).then(|| Link {
        text: who.words.say(key).number("count", cases.items.len()),
        href: "/cases?status=open".to_owned(),
    });
    Ok(failed.take(MAX_WAITING).chain(begun.take(MAX_WAITING)).chain(cases).collect())
}

/// Returns the heads of the columns. A head sorts by its column, and by the reverse if the list is sorted by it.
fn heads(query: &ListQuery, now: (BatchOrder, bool)) -> Vec<Head> {
    let sorting = |words, is_number, order: BatchOrder| {
        let (is_sorted, descending) = (now.0 == order, now.1);
        // A text begins with A, everything else with the largest or newest.
        let next = if is_sorted { !descending } else { order != BatchOrder::Title };
        Head {
            words,
            is_number,
            href: Some(query.address(&ListQuery::sort(order, next), 1)),
            sorted: is_sorted.then_some(if descending { "descending" } else { "ascending" }),
        }
    };
    let plain = |words| Head { words, is_number: false, href: None, sorted: None };
    vec![
        sorting("batch-title", false, BatchOrder::Title),
        plain("course"),
        plain("status"),
        sorting("batches-uploaded", false, BatchOrder::Created),
        sorting("submissions", true, BatchOrder::Submissions),
        sorting("batches-results", false, BatchOrder::Found),
        sorting("batches-open-cases", true, BatchOrder::OpenCases),
    ]
}

/// Returns what a report found, separated by commas; `None` if it could judge nothing.
fn found_text(words: Locale, counts: &FoundCounts) -> Option<String> {
    let nothing = || (counts.judged > 1).then(|| words.say("batches-nothing"));
    found_list(words, counts).or_else(nothing).map(|text| text.plain())
}

impl BatchRow {
    fn new(words: Locale, actor: &Actor, listed: ListedBatch, marked: Option<u64>) -> Self {
        let ListedBatch { batch, mut summary } = listed;
        let found = summary.found.take();
        let counts: Option<FoundCounts> = found.and_then(|found| serde_json::from_value(found.counts).ok());
        let may_do = |action| may(actor, action, batch.course);
        Self {
            may_repeat: may_do(Action::Upload),
            may_rename: may_do(Action::Change),
            may_delete: may_do(Action::Delete),
            note: match &batch.status {
                Status::Running(progress) if progress.total > 0 => {
                    let count = words.say("progress-count").number("done", progress.done);
                    let count = count.number("total", progress.total).plain();
                    Some(format!("{}, {count}", stage_text(words, &progress.stage)))
                }
                Status::Running(progress) if !progress.stage.is_empty() => {
                    Some(stage_text(words, &progress.stage))
                }
                _ => None,
            },
            marked,
            named: counts.as_ref().map_or(0, |counts| u64::from(counts.pairs)),
            found: counts.and_then(|counts| found_text(words, &counts)),
            batch,
            summary,
        }
    }
}

/// A new title, from the menu of a row of the list.
#[derive(Deserialize)]
pub(crate) struct Rename {
    title: String,
    /// The address of the list.
    #[serde(default)]
    back: String,
}

pub(crate) async fn rename(on: OnBatch<Change>, Form(form): Form<Rename>) -> Result<Redirect> {
    batches::rename(&on.who, &on.batch, &form.title).await?;
    Ok(Redirect::to(&local(&form.back)))
}

#[derive(Template)]
#[template(path = "service/delete.html")]
struct DeletePage {
    frame: Frame,
    title: String,
    path: String,
}

/// Compares the sample class, unless the account has done so before, and leads to the report.
pub(crate) async fn open_sample(who: InSomeCourse<Upload>) -> Result<Redirect> {
    let accepted = intake::open_sample(&who).await?;
    Ok(Redirect::to(&batch_path(accepted.batch())))
}

pub(crate) async fn cancel(on: OnBatch<Change>) -> Result<Redirect> {
    on.who.app.storage.cancel(on.batch.id, &on.who.by()).await?.ok_or(WebError::NotFound)?;
    Ok(Redirect::to(&batch_path(&on.batch)))
}

pub(crate) async fn confirm_delete(on: OnBatch<Delete>) -> Result<Html<String>> {
    render(&DeletePage {
        frame: frame(&on.who, on.who.words.say("delete-title"), ""),
        title: on.batch.title.clone(),
        path: batch_path(&on.batch),
    })
}

pub(crate) async fn delete(on: OnBatch<Delete>) -> Result<Redirect> {
    batches::delete(&on.who, &on.batch).await?;
    Ok(Redirect::to("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_keep_search_and_order() {
        let query = |q: &str, sort: &str| ListQuery { q: q.to_owned(), sort: sort.to_owned(), page: None };
        assert_eq!(query("", "").address("", 1), "/");
        assert_eq!(query("a&b ü", "").address("-beyond", 2), "/?q=a%26b%20%C3%BC&sort=-beyond&page=2");
        assert_eq!(query("", "-cases").order(), (BatchOrder::OpenCases, true));
        assert_eq!(query("", "nonsense").order(), (BatchOrder::Created, true));
        assert_eq!(query("", "date").order(), (BatchOrder::Created, false));
        let huge = ListQuery { page: Some(usize::MAX), ..query("", "") };
        assert!((huge.page() - 1).checked_mul(ROWS).is_some());
    }
}
