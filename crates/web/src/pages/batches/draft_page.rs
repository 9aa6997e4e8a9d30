//! The page of a draft: what would be compared, and what can be corrected before.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Deref;

use askama::Template;
use axum::response::Response;
use chaffinch_pages::{Frame, Message, platform_export};
use chaffinch_storage::{AnalysisOptions, Draft, Named, composed};
use chrono::{DateTime, Utc};

use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::intake::preview::{Encoded, Preview, PreviewFile, PreviewSubmission};
use crate::intake::{self, DraftNames, Fields};
use crate::limits::fair_queue::blocking;
use crate::pages::batches::new::{language_title, languages, layouts};
use crate::pages::frame::{Choice, frame, render_form, size_text};

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
    /// Encodings of names in archives.
    name_encodings: Vec<Choice>,
    /// Patterns of the files that are compared, and of those that are not, line by line.
    include: String,
    exclude: String,
    /// The shortest match, the tokens of a k-gram, and the window.
    lengths: [String; 3],
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

/// Renders the page on a thread that may block, because a preview can list 90,000 files.
pub(super) async fn page(
    who: impl Deref<Target = Admitted> + Send + 'static,
    draft: Draft,
    refused: Option<WebError>,
) -> Result<Response> {
    let turn = who.app.auth.preview(draft.account).await?;
    let names = DraftNames::hiding(&who, &draft).await?;
    blocking(move || {
        let _turn = turn;
        let preview = Preview::new(&draft.wish)?;
        match names {
            Some(names) => written(&who, &names.draft(draft), &names.preview(preview), refused.as_ref()),
            None => written(&who, &draft, &preview, refused.as_ref()),
        }
    })
    .await
}

fn written(who: &Admitted, draft: &Draft, preview: &Preview, refused: Option<&WebError>) -> Result<Response> {
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
    let page = DraftPage {
        frame: Frame {
            names: Some(who.names_switch()),
            ..frame(who, who.words.say("draft"), "/batches/new")
        },
        path: path(draft),
        refused: refused.map(ToString::to_string),
        title: &wish.title,
        expires: *expires,
        platforms: platform_export(
            who.words,
            &preview.layouts,
            preview.submissions.iter().map(|one| (one.author.is_some(), one.submitted_at.is_some())),
        ),
        files: preview.submissions.iter().map(|submission| submission.files.len()).sum(),
        layouts: layouts(who.words, &fields),
        languages: languages(&who.app, &fields),
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
        include: options.include.join("\n"),
        exclude: options.exclude.join("\n"),
        lengths: [options.match_length.tokens(), options.match_length.k(), options.match_length.w()]
            .map(|length| length.map(|length| length.to_string()).unwrap_or_default()),
        name_encodings: name_encodings(options.name_encoding.as_deref()),
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
    };
    render_form(&page, refused)
}

/// Encodings of names in archives, offered in the list. The API takes others.
const NAME_ENCODINGS: &[&str] = &[
    "cp437",
    "cp850",
    "cp852",
    "cp866",
    "gbk",
    "Big5",
    "Shift_JIS",
    "EUC-KR",
    "windows-1251",
    "windows-1252",
];

fn name_encodings(chosen: Option<&str>) -> Vec<Choice> {
    let known = NAME_ENCODINGS.iter().copied();
    let further = chosen.filter(|name| !NAME_ENCODINGS.contains(name));
    let choice = |name: &str| Choice {
        value: name.to_owned(),
        label: name.to_owned(),
        selected: chosen == Some(name),
    };
    known.chain(further).map(choice).collect()
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
    let staff: BTreeSet<Cow<'_, str>> = options.staff.iter().map(|name| composed(name)).collect();
    let row = |submission: &'a PreviewSubmission| {
        let is_named = |name: &String| staff.contains(&composed(name));
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

pub(super) fn path(draft: &Draft) -> String {
    format!("/drafts/{}", draft.id)
}
