//! `chaffinch submit`: runs a comparison on a service elsewhere. It packs, uploads, follows the job and fetches the
//! report.
//!
//! Every request can be repeated: uploads carry an `Idempotency-Key`, and all other requests only read. A broken
//! connection, a restart of the service or a request to wait therefore costs only time.

pub(crate) mod check;
mod client;
mod follow;
mod retry;
mod upload;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use chaffinch_pages::{Locale, verdict};
use chaffinch_report::FoundCounts;
use chaffinch_submission::Named;
use serde_json::{Value, json};

use crate::compare::preview;
use crate::input::clones::ClonesFile;
use crate::input::{self, ComparisonOptions, Destination};
use crate::installation;
use crate::program::diagnostics::Diagnostics;
use crate::program::print;
use client::{Client, ServiceOptions};
use upload::Upload;

/// Default time for which a service may be unreachable before an upload is given up.
const UPLOAD_PATIENCE: Duration = Duration::from_mins(5);
/// Number of days that earlier submissions, sent with the comparison, stay on the server.
const ARCHIVE_DAYS: i64 = 30;

/// Submit a comparison to a service and fetch the report
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  export CHAFFINCH_SERVER=https://chaffinch.example.edu CHAFFINCH_TOKEN=chf_token_...
  chaffinch submit --base handout/ submissions.zip
  chaffinch submit --wait --course Algorithms --title \"Week 3\" week3/
  chaffinch submit --format json --output report.json --archive \"Week 3, last year\" week3/

Prints the id of the comparison when everything is stored. --wait also waits for the analysis. --format,
--output and --evidence wait too, and then fetch what `chaffinch compare` would have written.

--archive takes names or ids of archives on the server. If it is a path to files, these are sent along and
kept on the server for 30 days. After a broken connection the command tries again; nothing is accepted twice.
Submissions are found as described in `chaffinch compare --help`.

Exit status: 0 done (without --wait: accepted), 1 failed, cancelled or refused, 2 wrong usage.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    service: ServiceOptions,
    /// Wait until the analysis has finished
    #[arg(long)]
    wait: bool,
    /// Time after which to give up if the service does not answer [default: 300 while uploading, never while waiting]
    #[arg(long, value_name = "SECONDS")]
    patience: Option<u64>,
    /// Course of the comparison, by name or id [default: your personal course]
    #[arg(long)]
    course: Option<String>,
    /// Delete the comparison at this time: a date or an RFC 3339 time
    #[arg(long, value_name = "TIME")]
    keep_until: Option<String>,
    /// URL to which the service sends a signed message when the analysis has finished
    #[arg(long, value_name = "URL")]
    notify_url: Option<String>,
    /// Id of a comparison or archive on the server: passages that at least 3 people have there who are not in this class are
    /// ignored when scoring. The report names it
    #[arg(long, value_name = "ID")]
    background: Vec<String>,
    /// Id of a comparison or archive on the server with earlier work of this class: a passage is ignored for two people if
    /// both had it in their own
    #[arg(long, value_name = "ID")]
    own_work: Vec<String>,
    /// Key that makes the upload repeatable: the same content with the same key gives the same comparison
    /// [default: a new key]
    #[arg(long, value_name = "KEY")]
    idempotency_key: Option<String>,
    #[command(flatten)]
    options: ComparisonOptions,
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    if arguments.options.dry_run {
        let clones = arguments.options.export_clones(diagnostics)?;
        let request = input::request(&arguments.options, &clones)?;
        return preview::print_preview(&request, arguments.options.choice()?);
    }
    // The destination is checked first, so that an error is reported before the work and not after it.
    let options = &arguments.options;
    let is_requested = options.format.is_some() || options.output.is_some() || !options.evidence.is_empty();
    let destination = is_requested.then(|| Destination::plan(options)).transpose()?;
    let client = arguments.service.client(diagnostics)?;
    let fields = fields(arguments)?;
    let clones = arguments.options.export_clones(diagnostics)?;
    installation::block_on(async {
        let patience = arguments.patience.map(Duration::from_secs);
        submit(arguments, &client, (fields, &clones), patience, destination).await
    })
}

/// Returns the text fields of the upload from the options. Archives are added later.
fn fields(arguments: &Arguments) -> anyhow::Result<Vec<(&'static str, String)>> {
    let options = &arguments.options;
    options.match_length()?;
    let teams = options.teams()?;
    let team_rows = teams
        .iter()
        .enumerate()
        .flat_map(|(at, team)| team.iter().map(move |member| format!("{},{at}\n", quote(member))));
    let teams: String = std::iter::once("member,team\n".to_owned()).chain(team_rows).collect();
    let staff: String = options.staff.iter().map(|name| quote(name) + "\n").collect();
    let list = |lines: &[String]| (!lines.is_empty()).then(|| lines.join("\n"));
    let optional = [
        ("language", Some(options.language_name()?.to_owned())),
        ("layout", Some(options.layout.name().to_owned())),
        ("common_limit", Some(options.common.to_string())),
        ("max_pairs", Some(options.max_pairs.to_string())),
        ("matches", Some(options.matches.to_string())),
        ("encodings", list(&options.encoding)),
        ("name_encoding", options.name_encoding.clone()),
        ("include", list(&options.include)),
        ("exclude", list(&options.exclude)),
        ("min_match", options.min_match.map(|tokens| tokens.to_string())),
        ("kgram", options.kgram.map(|tokens| tokens.to_string())),
        ("window", options.window.map(|kgrams| kgrams.to_string())),
        ("handed_out", list(&options.handed_out)),
        ("teams", (!options.team.is_empty()).then_some(teams)),
        ("staff", (!options.staff.is_empty()).then_some(staff)),
        ("cutoff_expect", options.cutoff_expect.map(|pairs| pairs.to_string())),
        ("title", options.title.clone()),
        ("course", arguments.course.clone()),
        ("keep_until", arguments.keep_until.clone()),
        ("notify_url", arguments.notify_url.clone()),
        ("count_vendored", options.count_vendored.then(|| "true".to_owned())),
        ("count_given", options.count_given.then(|| "true".to_owned())),
        ("translations", options.translations.then(|| "true".to_owned())),
    ];
    let fields = optional.into_iter().filter_map(|(name, text)| Some((name, text?)));
    let ids = [("background", &arguments.background), ("own_work", &arguments.own_work)];
    let ids = ids.into_iter().flat_map(|(name, ids)| ids.iter().map(move |id| (name, id.clone())));
    Ok(fields.chain(ids).collect())
}

/// Returns a cell of a CSV table.
fn quote(cell: &str) -> String {
    format!("\"{}\"", cell.replace('"', "\"\""))
}

async fn submit(
    arguments: &Arguments,
    client: &Client,
    (mut fields, clones): (Vec<(&'static str, String)>, &[ClonesFile]),
    patience: Option<Duration>,
    destination: Option<Destination>,
) -> anyhow::Result<()> {
    let options = &arguments.options;
    let uploading = Some(patience.unwrap_or(UPLOAD_PATIENCE));
    // This checks the access token before everything is sent.
    client.json("/batches?limit=1", uploading).await?;
    let key = arguments.idempotency_key.clone().unwrap_or_else(|| uuid::Uuid::new_v4().to_string());
    for (at, named) in options.archive.iter().enumerate() {
        let archive = match named.to_str() {
            Some(name) if !named.exists() => name.to_owned(),
            _ => send_archive(arguments, client, named, &format!("{key} {at}"), patience).await?,
        };
        fields.push(("archives", archive));
    }
    let mut upload = Upload::new(options.layout, &options.paths, "submissions")?;
    for clones in clones {
        upload.add_clones(clones)?;
    }
    upload.add(options.layout, &options.base, "boilerplate")?;
    for (label, path) in &options.reference {
        upload.add_reference(options.layout, label, path)?;
    }
    upload.fields = fields;
    let batch = client.upload("/batches", &upload, Some(&key), uploading).await?;
    let id = batch["id"].as_str().context("the answer of the service has no id of a comparison")?.to_owned();
    let page = format!("{}/batches/{id}", client.server);
    client.diagnostics.say(&format!("accepted: {page}"), &json!({ "batch": id, "page": page }));
    if destination.is_none() {
        print(format!("{id}\n"))?;
    }
    if destination.is_none() && !arguments.wait {
        return Ok(());
    }
    follow::follow_to_end(client, &format!("/batches/{id}"), "the comparison", patience).await?;
    let place = match destination {
        Some(destination) => {
            follow::fetch_report(client, &id, options, &destination, patience).await?;
            destination.shown()
        }
        None => Some(format!("See {page}")),
    };
    let found = client.json(&format!("/batches/{id}"), patience).await?["report"]["found"].take();
    let message = [sentence(&found), place].into_iter().flatten().collect::<Vec<_>>().join(" ");
    client.diagnostics.say(&message, &json!({ "batch": id, "status": "done", "found": found }));
    Ok(())
}

/// Returns what the report found in one sentence; `None` if an older service does not say.
fn sentence(found: &Value) -> Option<String> {
    let found: FoundCounts = serde_json::from_value(found.clone()).ok()?;
    Some(verdict(Locale::english(), &found).plain())
}

/// Creates an archive from files on this machine for this comparison. Returns its id once it is filled.
async fn send_archive(
    arguments: &Arguments,
    client: &Client,
    path: &PathBuf,
    key: &str,
    patience: Option<Duration>,
) -> anyhow::Result<String> {
    let uploading = Some(patience.unwrap_or(UPLOAD_PATIENCE));
    let options = &arguments.options;
    let mut upload = Upload::new(options.layout, std::slice::from_ref(path), "submissions")?;
    let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
    let stem: String = stem.chars().filter(|c| !c.is_control()).take(50).collect();
    let until = chrono::Utc::now() + chrono::TimeDelta::days(ARCHIVE_DAYS);
    upload.fields = vec![
        // The key makes the name unique, and equal when the request is repeated.
        ("name", format!("{stem} {key}").chars().take(100).collect()),
        ("keep_until", until.format("%Y-%m-%d").to_string()),
        ("language", options.language_name()?.to_owned()),
        ("layout", options.layout.name().to_owned()),
    ];
    if let Some(course) = &arguments.course {
        upload.fields.push(("course", course.clone()));
    }
    let archive =
        client.upload("/archives", &upload, Some(key.replace(' ', "-").as_str()), uploading).await?;
    let id = archive["id"].as_str().context("the answer of the service has no id of an archive")?.to_owned();
    follow::follow_to_end(client, &format!("/archives/{id}"), "the archive", patience).await?;
    Ok(id)
}
