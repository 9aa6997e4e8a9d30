//! `/`: the batches that the reader may see, newest first.

use askama::Template;
use axum::extract::State;
use axum::response::Html;
use chaffinch_report::{Frame, Locale, PageLocation};
use chaffinch_storage::{Batch, BatchFilter, BatchId, Status};
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Own, Read};
use crate::http::request::Query;
use crate::pages::frame::{frame, render};
use crate::pages::values::{StatusChip, When, stage_text};

const ROWS: u32 = 50;

#[derive(Template)]
#[template(path = "service/batches.html")]
struct BatchesPage {
    frame: Frame,
    rows: Vec<BatchRow>,
    /// Whether the list is empty and no page precedes it.
    first_visit: bool,
    newest: Option<&'static str>,
    older: Option<String>,
}

struct BatchRow {
    title: String,
    href: String,
    status: StatusChip,
    /// Progress of a running analysis.
    note: Option<String>,
    submissions: Option<u32>,
    pairs: Option<u32>,
    created: When,
}

#[derive(Deserialize)]
pub(crate) struct ListQuery {
    after: Option<Uuid>,
}

pub(crate) async fn list(
    who: Own<Read>,
    State(app): State<App>,
    Query(query): Query<ListQuery>,
) -> Result<Html<String>, WebError> {
    let filter = BatchFilter {
        account: who.actor.account.id,
        course: None,
        after: query.after.map(BatchId),
        limit: ROWS,
    };
    let page = app.storage.batches(&filter).await?;
    render(&BatchesPage {
        frame: frame(&who, who.words.say("batches"), PageLocation::Service, "/"),
        first_visit: page.items.is_empty() && query.after.is_none(),
        rows: page.items.into_iter().map(|batch| BatchRow::new(who.words, batch)).collect(),
        newest: query.after.map(|_| "/"),
        older: page.next.map(|id| format!("/?after={id}")),
    })
}

impl BatchRow {
    fn new(words: Locale, batch: Batch) -> Self {
        Self {
            href: format!("/batches/{}", batch.id),
            status: (&batch.status).into(),
            note: match batch.status {
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
            submissions: batch.revision.as_ref().map(|revision| revision.submissions),
            pairs: batch.revision.as_ref().map(|revision| revision.pairs),
            created: batch.created.into(),
            title: batch.title,
        }
    }
}
