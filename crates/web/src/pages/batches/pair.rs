//! `/batches/{id}/pairs/{pair}` and `/batches/{id}/submissions/{submission}`: the code of a report. Shared links show the
//! same pages.

use std::sync::Arc;

use askama::Template;
use axum::response::Html;
use chaffinch_pages::{
    self as pages, CaseLink, Differences, Frame, MatchParts, Notice, PairLayout, SubmissionLayout, View,
    percent_encode,
};
use chaffinch_report::{Pair, PairId, Report, SubmissionId};
use serde::Deserialize;
use uuid::Uuid;

use crate::error::{Result, WebError};
use crate::http::guard::{OnBatch, Read};
use crate::http::request::{PairPath, Path, Query};
use crate::pages::batches::notices::{Done, OUTDATED, ReportCases};
use crate::pages::batches::report::{Reader, page_with, report_page};
use crate::pages::frame::{batch_path, render};
use crate::services::{marks, reports};

#[derive(Deserialize)]
pub(crate) struct PairQuery {
    /// Part number, from 1.
    part: Option<usize>,
    /// `diff` shows the pair line by line.
    view: Option<String>,
    /// A match on one side, such as `l-7`. The page shows the part that contains it.
    at: Option<String>,
}

pub(crate) async fn pair(
    on: OnBatch<Read>,
    Path(PairPath { pair: id }): Path<PairPath>,
    Query(query): Query<PairQuery>,
    Query(list): Query<View>,
    Query(done): Query<Done>,
) -> Result<Html<String>> {
    let mut reader = Reader::from(&on);
    reader.frame.place = list.place(&reader.frame.place);
    let here = reader.frame.place.pair(id);
    reader.frame.notice = done.notice(&on.who, &on.batch, &here).await?;
    let case = ReportCases::load(&on).await?.among(&[id.left, id.right]);
    let mut with = ShownWith { case: Some(case), marked: None };
    if let Some(mut review) = marks::review(&on.who, &on.batch).await? {
        let marked: Option<PairId> = done.marked.as_ref().and_then(|pair| pair.parse().ok());
        review.advances = marked.is_some_and(|marked| marked != id);
        with.marked = marked.filter(|marked| review.marks.contains_key(marked));
        let refused = done.marked.as_deref().and_then(|done| done.strip_prefix(OUTDATED));
        if let Some(refused) = refused.and_then(|pair| pair.parse::<PairId>().ok()) {
            let by = review.marks.get(&refused).map(|mark| mark.by.as_str()).unwrap_or_default();
            let text = on.who.words.say("reviewing-changed").text("by", by).plain();
            reader.frame.notice = Some(Notice { text, undo: None });
        }
        reader.frame.actions.review = Some(Arc::new(review));
    }
    match pair_page(&reader, id, query, &list, with).await? {
        Some(page) => Ok(page),
        None => unlisted(&reader, id).await,
    }
}

/// What the page of a pair shows besides the pair.
#[derive(Default)]
pub(crate) struct ShownWith {
    /// The case of its people.
    case: Option<CaseLink>,
    /// The pair that the reader marked last.
    marked: Option<PairId>,
}

/// Renders one pair, which was opened from a list. Returns `None` if the report does not list it.
pub(crate) async fn pair_page(
    reader: &Reader,
    id: PairId,
    query: PairQuery,
    list: &View,
    with: ShownWith,
) -> Result<Option<Html<String>>> {
    let batch = &reader.batch;
    reports::must_exist(batch)?;
    let PairId { left, right } = reader.ids.numbers(id)?;
    let id = reader.ids.pair(PairId { left, right });
    let turn = reader.app.auth.page(reader.caller).await?;
    let Some(record) = reader.app.storage.pair(batch.id, batch.current(), left, right).await? else {
        return Ok(None);
    };
    let stored =
        reports::stored_sources(&*reader.app.storage, batch, batch.current(), &[left, right]).await?;
    let list = list.clone();
    let page = page_with(reader, &turn, vec![record], stored, move |frame, report, sources| {
        let mut frame = frame.clone();
        // A reference answer is nobody's work, so no case is about it.
        let is_answer = |number| report.submission(number).is_some_and(|one| one.reference().is_some());
        frame.actions.case = with.case.filter(|_| ![id.left, id.right].into_iter().any(is_answer));
        if let Some(marked) = with.marked {
            frame.notice = marked_notice(&frame, report, marked, id);
        }
        let frame = &frame;
        let pair = report.pair(id).ok_or(WebError::NotFound)?;
        let part = query.part.unwrap_or(1);
        match query.view.as_deref() {
            None => PairLayout::new(frame, report, pair, sources).and_then(|layout| {
                let part = query.at.and_then(|at| layout.part_at(&at)).unwrap_or(part);
                pages::pair(frame, report, &list, pair, &layout, part)
            }),
            Some("diff") => Differences::new(report, pair, sources)
                .and_then(|found| pages::differences(frame, report, &list, pair, &found, part)),
            Some(_) => None,
        }
        .ok_or(WebError::NotFound)
    });
    page.await.map(Some)
}

/// Says which pair the reader marked before this one, with the button that takes it back.
fn marked_notice(frame: &Frame, report: &Report, marked: PairId, here: PairId) -> Option<Notice> {
    let (left, right) = report.sides(marked)?;
    let review = frame.actions.review.as_ref()?;
    let mark = review.marks.get(&marked)?;
    let state = frame.words.say(if mark.state.is_empty() {
        "mark-open".to_owned()
    } else {
        format!("mark-{}", mark.state)
    });
    let text = frame.words.say("reviewing-marked-pair").text("left", &left.name).text("right", &right.name);
    let back = percent_encode(&frame.place.pair(here));
    Some(Notice {
        text: text.words("state", &state).plain(),
        undo: Some(format!("{}?undo={}&back={back}", frame.place.mark(marked), mark.version)),
    })
}

#[derive(Template)]
#[template(path = "service/unlisted.html")]
struct UnlistedPage {
    frame: Frame,
    title: String,
    path: String,
    revision: u32,
    left: String,
    right: String,
    left_href: String,
    right_href: String,
}

/// Renders the page of two submissions that are not listed as a pair now. They may have been listed before or may be
/// later, so links to them stay valid.
async fn unlisted(reader: &Reader, id: PairId) -> Result<Html<String>> {
    let id = reader.ids.pair(reader.ids.numbers(id)?);
    let path = batch_path(&reader.batch);
    report_page(reader, move |frame, report| {
        let name = |number| report.submission(number).map(|submission| submission.name.clone());
        let (Some(left), Some(right), true) = (name(id.left), name(id.right), id.left < id.right) else {
            return Err(WebError::NotFound);
        };
        let page = UnlistedPage {
            frame: frame.titled(format!("{left} · {right}")),
            title: report.title.clone(),
            path,
            revision: report.revision,
            left,
            right,
            left_href: frame.place.submission(id.left),
            right_href: frame.place.submission(id.right),
        };
        render(&page).map(|Html(html)| html)
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct PartQuery {
    /// Part number, from 1.
    part: Option<usize>,
}

pub(crate) async fn submission(
    on: OnBatch<Read>,
    Path((_, id)): Path<(Uuid, SubmissionId)>,
    Query(query): Query<PartQuery>,
    Query(done): Query<Done>,
) -> Result<Html<String>> {
    let mut reader = Reader::from(&on);
    let here = reader.frame.place.submission(id.0);
    reader.frame.notice = done.notice(&on.who, &on.batch, &here).await?;
    submission_page(&reader, id, &query).await
}

/// Renders one submission.
pub(crate) async fn submission_page(
    reader: &Reader,
    id: SubmissionId,
    query: &PartQuery,
) -> Result<Html<String>> {
    let batch = &reader.batch;
    let number = reader.ids.number(id)?;
    let turn = reader.app.auth.page(reader.caller).await?;
    let report = reader.app.auth.reports.read(&*reader.app.storage, &turn, batch).await?;
    let mut pairs = Vec::new();
    for pair in pages::pairs_of(&report, number) {
        pairs.extend(reader.app.storage.pair(batch.id, batch.current(), pair.left, pair.right).await?);
    }
    let stored = reports::stored_sources(&*reader.app.storage, batch, batch.current(), &[number]).await?;
    let (frame, ids, part) = (reader.frame.clone(), reader.ids, query.part.unwrap_or(1));
    let id = ids.id(number);
    let html = turn.run(move || {
        let (report, sources) = reports::assembled(report, &pairs, &stored, ids.hiding())?;
        let pairs = pages::pairs_of(&report, id).into_iter().filter_map(|id| report.pair(id));
        let pairs: Vec<&Pair> = pairs.filter(|pair| pair.matches.is_some()).collect();
        SubmissionLayout::new(&frame, &report, id, &pairs, &sources, &MatchParts::default())
            .and_then(|layout| pages::submission(&frame, &report, &layout, part))
            .ok_or(WebError::NotFound)
    });
    html.await.map(Html)
}
