//! Follows a job to its end by server-sent events, even if the connection breaks or the service is unreachable
//! repeatedly.

use std::time::Duration;

use anyhow::anyhow;
use reqwest::{Response, StatusCode};
use serde_json::Value;

use super::client::{Client, Gone, SILENCE, Trouble, Waits};
use crate::diagnostics::Diagnostics;
use crate::progress::Shown;

/// Largest size of one event in bytes, far more than any event has.
const EVENT: usize = 64 << 10;

/// Returns when `what` (at this path of the API) is done. An error says how else it ended.
pub(super) async fn to_the_end(
    client: &Client,
    path: &str,
    what: &str,
    patience: Option<Duration>,
    diagnostics: Diagnostics,
) -> anyhow::Result<()> {
    let shown = Shown::new(diagnostics);
    let mut waits = Waits::new(patience);
    let mut last = String::new();
    let ended = loop {
        match listen(client, path, &mut last, &shown, &mut waits).await {
            Ok(Some(ended)) => break ended,
            // The service has shut down in an orderly way.
            Ok(None) => {
                let why = "the connection ended before the job was finished".to_owned();
                waits.after(client, Trouble::Passing { why, after: None }).await?;
            }
            Err(Trouble::Final(error)) if error.is::<Gone>() => {
                break Ended { event: "deleted".to_owned(), status: Value::Null };
            }
            Err(trouble) => waits.after(client, trouble).await?,
        }
    };
    shown.end();
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
struct Ended {
    event: String,
    status: Value,
}

/// Reads one connection. Returns `None` if the connection ended before the job.
async fn listen(
    client: &Client,
    path: &str,
    last: &mut String,
    shown: &Shown,
    waits: &mut Waits,
) -> Result<Option<Ended>, Trouble> {
    let known = [("last-event-id", last.clone())];
    let known: Vec<(&str, &str)> =
        known.iter().filter(|(_, id)| !id.is_empty()).map(|(name, id)| (*name, id.as_str())).collect();
    let mut response = client.get(&format!("/api/v1{path}/events"), &known).await?;
    waits.over();
    if response.status() == StatusCode::NO_CONTENT {
        // The job ended with the event that was received last. The resource itself has the result.
        last.clear();
        return Ok(None);
    }
    let mut text = Vec::new();
    while let Some(piece) = piece(&mut response).await? {
        waits.over();
        text.extend_from_slice(&piece);
        while let Some(end) = text.windows(2).position(|pair| pair == b"\n\n") {
            let event = Event::of(&String::from_utf8_lossy(&text[..end]));
            text.drain(..end + 2);
            let Some(event) = event else { continue };
            *last = event.id;
            if event.name == "progress" {
                tell(shown, &event.data);
            } else {
                return Ok(Some(Ended { event: event.name, status: event.data }));
            }
        }
        if EVENT < text.len() {
            return Err(Trouble::Final(anyhow!("the service sent an event that is not valid")));
        }
    }
    Ok(None)
}

/// Returns the next piece of a stream. The service sends something at regular intervals, so silence is an error.
async fn piece(response: &mut Response) -> Result<Option<Vec<u8>>, Trouble> {
    match tokio::time::timeout(SILENCE, response.chunk()).await {
        Ok(piece) => Ok(piece?.map(|piece| piece.to_vec())),
        Err(_) => Err(Trouble::Passing {
            why: "no data arrived on the connection".to_owned(),
            after: Some(Duration::ZERO),
        }),
    }
}

fn tell(shown: &Shown, status: &Value) {
    let stage = status["stage"].as_str().filter(|stage| !stage.is_empty());
    let stage = stage.or_else(|| status["status"].as_str()).unwrap_or("waiting");
    let number = |name: &str| status[name].as_u64().unwrap_or(0);
    shown.show(stage, number("done"), number("total"));
}

/// An event as it is in the stream.
struct Event {
    name: String,
    data: Value,
    id: String,
}

impl Event {
    /// Parses an event. Returns `None` for a comment, which only shows that the connection is alive.
    fn of(lines: &str) -> Option<Self> {
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
    fn events_are_read_and_comments_are_none() {
        let event =
            Event::of("event: progress\nid: 1f\nretry: 2000\ndata: {\"status\":\"running\"}").unwrap();
        assert_eq!((event.name.as_str(), event.id.as_str()), ("progress", "1f"));
        assert_eq!(event.data["status"], "running");
        assert!(Event::of(": ").is_none());
        assert_eq!(Event::of("event:deleted\ndata:null").unwrap().data, Value::Null);
    }
}
