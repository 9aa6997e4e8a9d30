//! `chaffinch check`: checks one submission against what a course on a service has stored, before the deadline.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use chaffinch_extract::Layout;
use serde_json::json;
use uuid::Uuid;

use super::client::ServiceOptions;
use super::upload::Upload;
use crate::installation;
use crate::program::diagnostics::Diagnostics;
use crate::program::print;

/// Exit status if something was found.
const FOUND: u8 = 3;
/// Default time for which the service may be unreachable, or ask to wait, before the check is given up.
const PATIENCE: Duration = Duration::from_mins(5);

/// Check one submission against a course before the deadline
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  export CHAFFINCH_SERVER=https://chaffinch.example.edu CHAFFINCH_TOKEN=chf_token_...
  chaffinch check --course 0198c0de-0000-7000-8000-000000000000 ada/
  chaffinch check --course 0198c0de-0000-7000-8000-000000000000 --keep-case ada.zip

Sends one submission: a file, an archive or a folder. The service compares it with the archives of the course.
An owner of the course turns checks on in its settings. Nothing is stored unless a case is asked for and
something is found. Prints `nothing found`, `found` or `received`, and never a name.

A token that can only check (`chaffinch token create --check`, or /account) is enough. What it learns depends
on the course.

Exit status: 0 nothing found, or received; 1 failed or refused; 2 wrong usage; 3 found.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    service: ServiceOptions,
    /// Id of the course, as in the URL of its page
    #[arg(long, value_name = "COURSE-ID")]
    course: Uuid,
    /// Language of the files: auto, or a name that `chaffinch languages` prints
    #[arg(long, default_value = "auto", value_name = "LANGUAGE")]
    language: String,
    /// Search this finished comparison of the course too: its id, as in the URL of its page
    #[arg(long, value_name = "COMPARISON-ID")]
    comparison: Option<Uuid>,
    /// Keep the submission and open a case if something is found
    #[arg(long)]
    keep_case: bool,
    /// Time after which to give up if the service does not answer or asks to wait [default: 300]
    #[arg(long, value_name = "SECONDS")]
    patience: Option<u64>,
    /// The submission: a file, an archive or a folder
    path: PathBuf,
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<ExitCode> {
    let client = arguments.service.client(diagnostics)?;
    let mut upload = Upload::new(Layout::Whole, std::slice::from_ref(&arguments.path), "submissions")?;
    upload.fields.push(("language", arguments.language.clone()));
    upload.fields.extend(arguments.comparison.map(|id| ("batch", id.to_string())));
    upload.fields.extend(arguments.keep_case.then(|| ("keep", "case".to_owned())));
    let path = format!("/courses/{}/checks", arguments.course);
    let patience = arguments.patience.map_or(PATIENCE, Duration::from_secs);
    let answer = installation::block_on(async { client.upload(&path, &upload, None, Some(patience)).await })?;
    let (text, status) = match answer["outcome"].as_str() {
        Some("nothing-found") => ("nothing found", 0),
        Some("received") => ("received", 0),
        Some("found") => ("found", FOUND),
        _ => bail!("the answer of the service has no outcome that this version knows"),
    };
    print(format!("{text}\n"))?;
    if let Some(batch) = answer["batch"].as_str() {
        let page = format!("{}/batches/{batch}", client.server);
        diagnostics.say(&format!("kept: {page}"), &json!({ "batch": batch, "page": page }));
    }
    Ok(ExitCode::from(status))
}
