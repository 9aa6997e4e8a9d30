//! Follows a job to its end by server-sent events, even if the connection breaks or the service is unreachable
//! repeatedly.

use std::time::Duration;

use anyhow::anyhow;
use reqwest::{Response, StatusCode};
use serde_json::Value;

use super::client::{Client, SILENCE_TIMEOUT};
use super::error::{NotFound, RequestError};
use super::retry::RetryWaits;
use crate::terminal::progress::StageDisplay;

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
                break JobEnd { event: "deleted".to_owned(), status: Value::Null };
            }
            Err(error) => waits.wait(error).await?,
        }
    };
    display.end();
    match ended.event.as_str() {
        "done" => Ok(()),
        "failed" => {
            let reason = ended.status["reason"].as_str().unwrap_or("no reason was given");
            Err(anyhow!("{what} failed: {reason}"))
        }
        "cancelled" => Err(anyhow!("{what} was cancelled")),
        _ => Err(anyhow!("{what} was deleted")),
    }
}

/// How a job ended.
struct JobEnd {
    event: String,
    status: Value,
}

/// Reads one connection. Returns `None` if the connection ended before the job.
async fn follow_connection(
    client: &Client,
    path: &str,
    last: &mut String,
    display: &StageDisplay,
    waits: &mut RetryWaits<'_>,
) -> Result<Option<JobEnd>, RequestError> {
    let known = [("last-event-id", last.clone())];
    let known: Vec<(&str, &str)> =
        known.iter().filter(|(_, id)| !id.is_empty()).map(|(name, id)| (*name, id.as_str())).collect();
    let mut response = client.get(&format!("/api/v1{path}/events"), &known).await?;
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
            *last = event.id;
            if event.name == "progress" {
                show_progress(display, &event.data);
            } else {
                return Ok(Some(JobEnd { event: event.name, status: event.data }));
            }
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
