//! Follows a job to its end by server-sent events, even if the connection breaks or the service is unreachable repeatedly.
//! Then fetches the report and writes it where `compare` would have written it.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use reqwest::{Response, StatusCode};
use serde_json::Value;
use zip::ZipArchive;

use super::client::{Client, SILENCE_TIMEOUT};
use super::retry::{NotFound, RequestError, RetryWaits};
use crate::input::{ComparisonOptions, Destination, Format};
use crate::program::diagnostics::StageDisplay;
use crate::program::{print, write_file};

/// Largest size of one event in bytes, far more than any event has.
const MAX_EVENT_BYTES: usize = 64 << 10;

/// Returns when `what` (at this path of the API) is done. An error says how else it ended.
pub(super) async fn follow_to_end(
    client: &Client,
    path: &str,
    what: &str,
    patience: Option<Duration>,
) -> anyhow::Result<()> {
    let display = StageDisplay::new(client.diagnostics);
    let mut waits = RetryWaits::new(&client.server, patience, client.diagnostics);
    let mut last = String::new();
    let ended = loop {
        match follow_connection(client, path, &mut last, &display, &mut waits).await {
            Ok(Some(ended)) => break ended,
            // The service has shut down in an orderly way.
            Ok(None) => {
                let why = "the connection ended before the job was finished".to_owned();
                waits.wait(RequestError::Temporary { why, after: None }).await?;
            }
            Err(RequestError::Final(error)) if error.is::<NotFound>() => {
                break Event { name: "deleted".to_owned(), data: Value::Null, id: String::new() };
            }
            Err(error) => waits.wait(error).await?,
        }
    };
    display.end();
    match ended.name.as_str() {
        "done" => Ok(()),
        "failed" => {
            let reason = ended.data["reason"].as_str().unwrap_or("no reason was given");
            Err(anyhow!("{what} failed: {reason}"))
        }
        "cancelled" => Err(anyhow!("{what} was cancelled")),
        _ => Err(anyhow!("{what} was deleted")),
    }
}

/// Reads one connection. Returns the event that says how the job ended; `None` if the connection ended before the job.
async fn follow_connection(
    client: &Client,
    path: &str,
    last: &mut String,
    display: &StageDisplay,
    waits: &mut RetryWaits<'_>,
) -> Result<Option<Event>, RequestError> {
    let known = (!last.is_empty()).then_some(("last-event-id", last.as_str()));
    let mut response = client.get(&format!("/api/v1{path}/events"), known).await?;
    waits.reset();
    if response.status() == StatusCode::NO_CONTENT {
        // The job ended with the event that was received last. The resource itself has the result.
        last.clear();
        return Ok(None);
    }
    let mut text = Vec::new();
    while let Some(piece) = next_piece(&mut response).await? {
        waits.reset();
        text.extend_from_slice(&piece);
        while let Some(end) = text.windows(2).position(|pair| pair == b"\n\n") {
            let event = Event::parse(&String::from_utf8_lossy(&text[..end]));
            text.drain(..end + 2);
            let Some(event) = event else { continue };
            last.clone_from(&event.id);
            if event.name != "progress" {
                return Ok(Some(event));
            }
            show_progress(display, &event.data);
        }
        if MAX_EVENT_BYTES < text.len() {
            return Err(RequestError::Final(anyhow!("the service sent an event that is not valid")));
        }
    }
    Ok(None)
}

/// Returns the next piece of a stream. The service sends something at regular intervals, so silence is an error.
async fn next_piece(response: &mut Response) -> Result<Option<Vec<u8>>, RequestError> {
    match tokio::time::timeout(SILENCE_TIMEOUT, response.chunk()).await {
        Ok(piece) => Ok(piece?.map(|piece| piece.to_vec())),
        Err(_) => Err(RequestError::Temporary {
            why: "no data arrived on the connection".to_owned(),
            after: Some(Duration::ZERO),
        }),
    }
}

fn show_progress(display: &StageDisplay, status: &Value) {
    let stage = status["stage"].as_str().filter(|stage| !stage.is_empty());
    let stage = stage.or_else(|| status["status"].as_str()).unwrap_or("waiting");
    let number = |name: &str| status[name].as_u64().unwrap_or(0);
    display.show(stage, number("done"), number("total"));
}

/// An event as it is in the stream.
struct Event {
    name: String,
    data: Value,
    id: String,
}

impl Event {
    /// Parses an event. Returns `None` for a comment, which only shows that the connection is alive.
    fn parse(lines: &str) -> Option<Self> {
        let field = |name: &str| {
            let line = lines.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
            Some(line.strip_prefix(' ').unwrap_or(line).to_owned())
        };
        let data = serde_json::from_str(&field("data")?).ok()?;
        Some(Self { name: field("event")?, data, id: field("id").unwrap_or_default() })
    }
}

/// Fetches the report of a batch.
pub(super) async fn fetch_report(
    client: &Client,
    batch: &str,
    options: &ComparisonOptions,
    destination: &Destination,
    patience: Option<Duration>,
) -> anyhow::Result<()> {
    let path = report_path(batch, options);
    let mut file = client
        .persist(patience, async || download(client, &path, options.report_language.tag()).await)
        .await?;
    match destination {
        Destination::Folder { folder, .. } => folder.write(|put| unpack(file, put)),
        Destination::File(path) => write_file(path, &read_all(&mut file)?),
        Destination::StandardOutput => Ok(print(read_all(&mut file)?)?),
    }
}

/// Returns the path of the requested report at the service.
fn report_path(batch: &str, options: &ComparisonOptions) -> String {
    let names = if options.hide_names { "hidden" } else { "shown" };
    if !options.evidence.is_empty() {
        let numbers: Vec<String> = options.evidence.iter().map(u32::to_string).collect();
        return format!("/batches/{batch}/evidence.html?names={names}&submissions={}", numbers.join(","));
    }
    let ending = match options.format.unwrap_or_default() {
        Format::Html => ".zip",
        Format::Csv => ".csv",
        Format::Json | Format::Evidence => "",
    };
    format!("/api/v1/batches/{batch}/report{ending}?names={names}")
}

/// Stores the whole answer in a temporary file without a name, because a folder may be too large for memory.
async fn download(client: &Client, path: &str, language: &str) -> Result<File, RequestError> {
    let mut response = client.get(path, Some(("accept-language", language))).await?;
    let mut file = tempfile::tempfile()?;
    while let Some(piece) = response.chunk().await? {
        file.write_all(&piece)?;
    }
    file.rewind()?;
    Ok(file)
}

fn read_all(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Unpacks the folder in the archive. Attack: a false service sends paths that lead elsewhere.
fn unpack(file: File, put: &mut dyn FnMut(&str, &[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut archive = ZipArchive::new(file)?;
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at)?;
        if entry.is_dir() {
            continue;
        }
        let path = entry.enclosed_name().and_then(|path| {
            let below = path.components().skip(1).collect::<PathBuf>();
            below.to_str().filter(|path| !path.is_empty()).map(str::to_owned)
        });
        let path =
            path.ok_or_else(|| io::Error::other("the downloaded archive has a file outside its folder"))?;
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        put(&path, &bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_parsed_and_comments_are_ignored() {
        let event =
            Event::parse("event: progress\nid: 1f\nretry: 2000\ndata: {\"status\":\"running\"}").unwrap();
        assert_eq!((event.name.as_str(), event.id.as_str()), ("progress", "1f"));
        assert_eq!(event.data["status"], "running");
        assert!(Event::parse(": ").is_none());
        assert_eq!(Event::parse("event:deleted\ndata:null").unwrap().data, Value::Null);
    }
}
