//! Patterns on the form of a comparison, and `/batches/new/patterns`: what they leave of the chosen files. The script sends
//! only the names of the files, which are not stored.

use askama::Template;
use axum::response::Html;
use chaffinch_extract::{Outline, outline};
use chaffinch_pages::Locale;
use chaffinch_storage::AnalysisOptions;
use serde::Deserialize;

use crate::error::Result;
use crate::http::guard::{InSomeCourse, Upload};
use crate::http::request::Json;
use crate::intake::{self, Fields};
use crate::limits::fair_queue::blocking;
use crate::pages::frame::render;

/// Largest size of a question, in bytes: names of about 60,000 files.
pub(crate) const MAX_NAMES_BYTES: usize = 4 << 20;

/// Number of paths that are shown of those that are left.
const SHOWN: usize = 12;

/// Patterns of the files that are compared, and of those that are not, line by line.
#[derive(Clone, Default)]
pub(crate) struct PatternLists {
    pub(crate) include: String,
    pub(crate) exclude: String,
}

impl PatternLists {
    pub(crate) fn of(options: &AnalysisOptions) -> Self {
        Self { include: options.include.join("\n"), exclude: options.exclude.join("\n") }
    }

    /// Returns what the form was sent with.
    pub(crate) fn sent(fields: &Fields) -> Self {
        let sent = |name| fields.get(name).unwrap_or_default().to_owned();
        Self { include: sent("include"), exclude: sent("exclude") }
    }
}

/// The patterns as they are typed, and the paths of the chosen files. The first part of a path is a chosen folder or file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PatternQuestion {
    include: Vec<String>,
    exclude: Vec<String>,
    layout: String,
    paths: Vec<String>,
}

#[derive(Template)]
#[template(path = "service/pattern_preview.html")]
struct PatternPreview {
    words: Locale,
    /// Why the patterns cannot be used, or what they leave.
    outline: Result<Outline, String>,
}

pub(crate) async fn preview(
    who: InSomeCourse<Upload>,
    Json(question): Json<PatternQuestion>,
) -> Result<Html<String>> {
    let PatternQuestion { include, exclude, layout, paths } = question;
    let layout = intake::layout(&layout)?;
    let read = move || Ok(outline(paths.iter().map(String::as_str), layout, &include, &exclude));
    let outline = blocking(read).await?.map_err(|refused| refused.to_string());
    render(&PatternPreview { words: who.words, outline })
}
