//! `/drafts/{draft}`: the preview of an upload before it is compared. It is one plain form: each button changes one
//! thing, and the page comes back with the result.

use std::collections::{BTreeSet, HashSet};
use std::ops::Deref;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use chaffinch_pages::{Frame, Message, NamesSwitch, PageLocation, platform_export};
use chaffinch_storage::{AnalysisOptions, Draft, Named};
use chrono::{DateTime, Utc};

use crate::api::drafts::DraftPath;
use crate::app::App;
use crate::error::WebError;
use crate::http::blocking::blocking;
use crate::http::guard::{Admitted, InSomeCourse, Upload};
use crate::http::name_visibility;
use crate::http::request::{Form, Path};
use crate::intake::draft_names::DraftNames;
use crate::intake::preview::{Encoded, Preview, PreviewFile, PreviewSubmission};
use crate::intake::{self, DraftChanges, Fields, Incoming, draft_of};
use crate::pages::batches::new::{language_title, languages, layouts};
use crate::pages::frame::{frame, render};
use crate::pages::values::{Choice, size_text};

/// The maximum number of rows in each table. The API returns all of them.
const SUBMISSIONS: usize = 1000;
const FILES: usize = 50;
const SKIPPED: usize = 500;
const DOUBTFUL: usize = 100;
const UNPARSED: usize = 100;
const PLAIN: usize = 2000;

/// Encodings offered in the list. A rule with a pattern can name others.
const ENCODINGS: &[&str] = &[
    "UTF-8",
    "UTF-16LE",
    "UTF-16BE",
    "windows-1252",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1256",
    "ISO-8859-2",
    "ISO-8859-15",
    "KOI8-R",
    "IBM866",
    "macintosh",
    "Shift_JIS",
    "EUC-JP",
    "ISO-2022-JP",
    "EUC-KR",
    "gb18030",
    "Big5",
];

#[derive(Template)]
#[template(path = "service/draft.html")]
struct DraftPage<'a> {
    frame: Frame,
    path: String,
    refused: Option<String>,
    title: &'a str,
    expires: DateTime<Utc>,
    platforms: Option<Message>,
    /// Number of files of all submissions together.
    files: usize,
    preview: &'a Preview,
    options: &'a AnalysisOptions,
    layouts: Vec<Choice>,
    languages: Vec<Choice>,
    /// Digests of files that the user marked as starter code.
    starter_files: BTreeSet<&'a str>,
    submissions: Vec<SubmissionRow<'a>>,
    columns: Columns,
    more_submissions: usize,
    /// Submissions that the user marked as starter code. They are no longer compared.
    handed_out: Vec<&'a str>,
    /// Submissions that are left out.
    ignored: &'a [String],
    /// Files whose encoding may be wrong.
    doubtful: Vec<Encoded<'a>>,
    more_doubtful: usize,
    /// Files that were read as plain UTF-8. One of them at a time can be corrected.
    plain: Vec<Choice>,
    /// Rules that name files by pattern, one a line.
    encodings: String,
    /// Files that the parser has warnings about, with their submissions.
    unparsed: Vec<(&'a str, &'a PreviewFile)>,
    more_unparsed: usize,
    more_skipped: usize,
}

impl DraftPage<'_> {
    /// Returns the encodings that can be chosen for the file with this digest.
    fn encoding_choices(&self, digest: &str) -> Vec<Choice> {
        let pattern = format!("digest:{digest}=");
        let chosen = self.options.encodings.iter().find_map(|rule| rule.strip_prefix(&pattern));
        let choice = |name: &&str| Choice {
            value: (*name).to_owned(),
            label: (*name).to_owned(),
            selected: chosen == Some(*name),
        };
        ENCODINGS.iter().map(choice).collect()
    }
}

/// The columns of the table of submissions that are not empty.
#[expect(clippy::struct_excessive_bools, reason = "each column is there or not")]
struct Columns {
    authors: bool,
    attempts: bool,
    times: bool,
    actions: bool,
}

impl Columns {
    fn new(rows: &[SubmissionRow<'_>]) -> Self {
        let any = |is_known: fn(&SubmissionRow<'_>) -> bool| rows.iter().any(is_known);
        Self {
            authors: any(|row| row.submission.author.is_some()),
            attempts: any(|row| row.submission.attempt.is_some()),
            times: any(|row| row.submission.submitted_at.is_some()),
            actions: any(|row| row.is_staff || row.looks_like_staff || row.looks_handed_out),
        }
    }
}

/// A row of the table of submissions.
struct SubmissionRow<'a> {
    submission: &'a PreviewSubmission,
    more_files: usize,
    is_staff: bool,
    looks_like_staff: bool,
    looks_handed_out: bool,
}

impl SubmissionRow<'_> {
    fn shown(&self) -> &[PreviewFile] {
        &self.submission.files[..self.submission.files.len().min(FILES)]
    }
}

/// Stores an upload as a draft and redirects to it.
pub(crate) async fn create(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    incoming: Incoming,
) -> Result<Response, WebError> {
    let mut fields = Fields::new(&intake::BATCH);
    match intake::make_draft(&app, &who, incoming, &mut fields).await {
        Ok(draft) => Ok(Redirect::to(&path(&draft)).into_response()),
        Err(error) if error.replaces_the_form() => Err(error),
        Err(error) => crate::pages::batches::new::page(&app, &who, &fields, Some(error)).await,
    }
}

pub(crate) async fn show(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    Path(path): Path<DraftPath>,
) -> Result<Response, WebError> {
    let draft = draft_of(&app, &who, &path.draft).await?;
    page(app, who, draft, None).await
}

/// Applies the fields of the form, then does what the button says.
pub(crate) async fn change(
    who: InSomeCourse<Upload>,
    State(app): State<App>,
    Path(named): Path<DraftPath>,
    Form(form): Form<Vec<(String, String)>>,
) -> Result<Response, WebError> {
    let draft = draft_of(&app, &who, &named.draft).await?;
    let button = form.iter().find(|(name, _)| name == "do").map(|(_, value)| value.as_str());
    if button == Some("discard") {
        app.storage.delete_draft(draft.id).await?;
        return Ok(Redirect::to("/batches/new").into_response());
    }
    let changes = match DraftNames::hiding(&app, &who, &draft).await? {
        Some(people) => people.originals(sent_changes(&people.draft(draft.clone()).wish.options, &form)),
        None => sent_changes(&draft.wish.options, &form),
    };
    let updated = intake::change_draft(&app, &who, &draft, changes).await;
    let done = match updated {
        Ok(draft) if button == Some("run") => {
            let run = intake::run_draft(&app, &who, &draft).await;
            run.map(|batch| format!("/batches/{}", batch.id)).map_err(|error| (draft, error))
        }
        Ok(draft) => Ok(path(&draft)),
        Err(error) => Err((draft, error)),
    };
    match done {
        Ok(to) => Ok(Redirect::to(&to).into_response()),
        Err((_, error)) if error.kind().status.is_server_error() => Err(error),
        Err((draft, error)) => page(app, who, draft, Some(error)).await,
    }
}

fn path(draft: &Draft) -> String {
    format!("/drafts/{}", draft.id)
}

/// Combines the present options of a draft with the form that was sent.
fn sent_changes(options: &AnalysisOptions, form: &[(String, String)]) -> DraftChanges {
    let mut changes = DraftChanges::default();
    let mut encodings = options.encodings.clone();
    let (mut handed_out, mut staff) = (options.handed_out.clone(), options.staff.clone());
    let mut ignored = None;
    let (mut any_file, mut any_encoding) = (None, None);
    // A form can name thousands of entries, and the lists can hold a hundred thousand. Sets keep this fast.
    let named = |button: &str| -> HashSet<&String> {
        form.iter().filter(|(name, _)| name == button).map(|(_, value)| value).collect()
    };
    let (taken_back, no_staff) = (named("take_back"), named("no_staff"));
    handed_out.retain(|one| !taken_back.contains(one));
    staff.retain(|one| !no_staff.contains(one));
    for (name, value) in form {
        match name.as_str() {
            "title" => changes.title = Some(value.clone()),
            "language" => changes.language = Some(value.clone()),
            "layout" => changes.layout = Some(value.clone()),
            // Sent with the rows, all of which it covers. A browser sends only the ticked boxes.
            "rows" => _ = ignored.get_or_insert_with(Vec::new),
            "ignore" => ignored.get_or_insert_with(Vec::new).push(value.clone()),
            "hand_out" => handed_out.push(value.clone()),
            "any_file" => any_file = Some(value).filter(|value| !value.is_empty()),
            "any_encoding" => any_encoding = Some(value).filter(|value| !value.is_empty()),
            "staff" => staff.push(value.clone()),
            "encodings" => {
                encodings.retain(|rule| rule.starts_with("digest:"));
                encodings
                    .extend(value.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned));
            }
            name => {
                let Some(digest) = name.strip_prefix("encoding-") else { continue };
                let pattern = format!("digest:{digest}=");
                encodings.retain(|rule| !rule.starts_with(&pattern));
                if !value.is_empty() {
                    encodings.insert(0, pattern + value);
                }
            }
        }
    }
    if let (Some(digest), Some(encoding)) = (any_file, any_encoding) {
        encodings.retain(|rule| !rule.starts_with(&format!("digest:{digest}=")));
        encodings.insert(0, format!("digest:{digest}={encoding}"));
    }
    DraftChanges {
        encodings: Some(encodings),
        handed_out: Some(handed_out),
        ignored,
        staff: Some(staff),
        ..changes
    }
}

/// Renders the page on a thread that may block, because a preview can list 90,000 files.
async fn page(
    app: App,
    who: impl Deref<Target = Admitted> + Send + 'static,
    draft: Draft,
    refused: Option<WebError>,
) -> Result<Response, WebError> {
    let turn = app.auth.preview(draft.account).await?;
    let names = DraftNames::hiding(&app, &who, &draft).await?;
    blocking(move || {
        let _turn = turn;
        let preview = Preview::new(&draft.wish)?;
        match names {
            Some(names) => written(&app, &who, &names.draft(draft), &names.preview(preview), refused),
            None => written(&app, &who, &draft, &preview, refused),
        }
    })
    .await
}

fn written(
    app: &App,
    who: &Admitted,
    draft: &Draft,
    preview: &Preview,
    refused: Option<WebError>,
) -> Result<Response, WebError> {
    let Draft { wish, expires, .. } = draft;
    let options = &wish.options;
    let mut fields = Fields::new(&intake::BATCH);
    fields.suggest("layout", options.layout.name())?;
    fields.suggest("language", options.language.as_deref().unwrap_or("auto"))?;
    let digests = options.encodings.iter().filter_map(|rule| rule.strip_prefix("digest:")?.split_once('='));
    let digests: BTreeSet<&str> = digests.map(|(digest, _)| digest).collect();
    let has_rule = |digest: &str| digests.contains(digest);
    let (doubtful, plain): (Vec<Encoded<'_>>, Vec<Encoded<'_>>) =
        preview.encoded().into_iter().partition(|one| one.is_doubtful() || has_rule(&one.file.digest));
    let plain = plain.into_iter().take(PLAIN).map(|one| Choice {
        value: one.file.digest.clone(),
        label: one.place(),
        selected: false,
    });
    let unparsed = unparsed(preview);
    let submissions = rows(preview, options);
    let status = refused.as_ref().map_or(StatusCode::OK, |error| error.kind().status);
    let html = render(&DraftPage {
        frame: Frame {
            names: Some(NamesSwitch { action: name_visibility::SWITCH.to_owned(), hidden: who.names_hidden }),
            ..frame(who, who.words.say("draft"), PageLocation::Service, "/batches/new")
        },
        path: path(draft),
        refused: refused.map(|error| error.to_string()),
        title: &wish.title,
        expires: *expires,
        platforms: platform_export(
            who.words,
            &preview.layouts,
            preview.submissions.iter().map(|one| (one.author.is_some(), one.submitted_at.is_some())),
        ),
        files: preview.submissions.iter().map(|submission| submission.files.len()).sum(),
        layouts: layouts(who.words, &fields),
        languages: languages(app, &fields),
        starter_files: options.handed_out.iter().filter_map(|name| name.strip_prefix("digest:")).collect(),
        columns: Columns::new(&submissions),
        submissions,
        more_submissions: preview.submissions.len().saturating_sub(SUBMISSIONS),
        handed_out: options
            .handed_out
            .iter()
            .map(String::as_str)
            .filter(|name| !name.starts_with("digest:"))
            .collect(),
        ignored: &options.ignored,
        more_doubtful: doubtful.len().saturating_sub(DOUBTFUL),
        doubtful: doubtful.into_iter().take(DOUBTFUL).collect(),
        plain: plain.collect(),
        encodings: options
            .encodings
            .iter()
            .filter(|rule| !rule.starts_with("digest:"))
            .cloned()
            .collect::<Vec<_>>()
            .join("\n"),
        more_unparsed: unparsed.len().saturating_sub(UNPARSED),
        unparsed: unparsed.into_iter().take(UNPARSED).collect(),
        more_skipped: preview.skipped.len().saturating_sub(SKIPPED),
        preview,
        options,
    })?;
    Ok((status, html).into_response())
}

fn unparsed(preview: &Preview) -> Vec<(&str, &PreviewFile)> {
    let mut rows = Vec::new();
    for submission in &preview.submissions {
        let files = submission.files.iter().filter(|file| !file.parsing.is_empty());
        rows.extend(files.map(|file| (submission.name.as_str(), file)));
    }
    rows
}

fn rows<'a>(preview: &'a Preview, options: &AnalysisOptions) -> Vec<SubmissionRow<'a>> {
    let staff: BTreeSet<&String> = options.staff.iter().collect();
    let row = |submission: &'a PreviewSubmission| {
        let is_named = |name: &String| staff.contains(name);
        let is_staff = is_named(&submission.name) || submission.author.as_ref().is_some_and(is_named);
        let suggestion = submission.suggestion.as_deref();
        SubmissionRow {
            more_files: submission.files.len().saturating_sub(FILES),
            looks_like_staff: suggestion == Some("staff") && !is_staff,
            looks_handed_out: suggestion == Some("handed-out"),
            is_staff,
            submission,
        }
    };
    preview.submissions.iter().take(SUBMISSIONS).map(row).collect()
}
