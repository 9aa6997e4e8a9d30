//! Explains why a request has no answer, whether another attempt may succeed, and waits between the attempts.

use std::io;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use reqwest::header::RETRY_AFTER;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};

use crate::program::Usage;
use crate::program::diagnostics::Diagnostics;

/// Number of bytes that are read of a refusal.
const MAX_REFUSAL_BYTES: usize = 64 << 10;

/// Reason why there is no answer.
pub(super) enum RequestError {
    /// Another attempt may succeed.
    Temporary { why: String, after: Option<Duration> },
    /// Another attempt would fail as well.
    Final(anyhow::Error),
}

/// The requested object does not exist, or this account may not see it.
#[derive(Debug, thiserror::Error)]
#[error("the server has no such resource, or this access token may not see it")]
pub(super) struct NotFound;

impl From<reqwest::Error> for RequestError {
    fn from(error: reqwest::Error) -> Self {
        // The innermost cause says what happened.
        let why = anyhow::Chain::new(&error).last().map(ToString::to_string).unwrap_or_default();
        if error.is_builder() {
            return Self::Final(Usage(format!("the URL of the service is not valid: {why}")).into());
        }
        // A certificate does not become valid by waiting.
        if why.contains("certificate") {
            return Self::Final(anyhow!(
                "the certificate of the service is not trusted: {why}. Use --ca to trust another authority."
            ));
        }
        Self::Temporary { why, after: None }
    }
}

impl From<io::Error> for RequestError {
    fn from(error: io::Error) -> Self {
        Self::Final(error.into())
    }
}

/// Returns the response if its status is a success.
pub(super) async fn check_status(mut response: Response) -> Result<Response, RequestError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let after = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    let mut body = Vec::new();
    while let Ok(Some(piece)) = response.chunk().await {
        body.extend_from_slice(&piece);
        if MAX_REFUSAL_BYTES < body.len() {
            break;
        }
    }
    let problem: Value = serde_json::from_slice(&body).unwrap_or_default();
    Err(explain_refusal(status, &problem, after.map(Duration::from_secs)))
}

/// Explains a refusal to the user.
fn explain_refusal(status: StatusCode, problem: &Value, after: Option<Duration>) -> RequestError {
    let code = problem["code"].as_str().unwrap_or_default();
    let detail = match problem["detail"].as_str() {
        Some(detail) => detail.to_owned(),
        None => format!("it answered {status}, but not as Chaffinch does. Check the URL."),
    };
    match status {
        StatusCode::TOO_MANY_REQUESTS
        | StatusCode::BAD_GATEWAY
        | StatusCode::SERVICE_UNAVAILABLE
        | StatusCode::GATEWAY_TIMEOUT
        | StatusCode::REQUEST_TIMEOUT
        | StatusCode::INSUFFICIENT_STORAGE => {
            let why = if problem.is_object() { detail } else { format!("it answered {status}") };
            RequestError::Temporary { why, after }
        }
        StatusCode::UNAUTHORIZED => RequestError::Final(anyhow!(
            "the access token is not valid: {detail} Create one under /account of the service, or with `chaffinch token create`."
        )),
        StatusCode::NOT_FOUND if code == "not-found" => RequestError::Final(NotFound.into()),
        StatusCode::FORBIDDEN => RequestError::Final(anyhow!("the access token may not do this: {detail}")),
        StatusCode::PAYLOAD_TOO_LARGE => RequestError::Final(anyhow!("the upload is too large: {detail}")),
        _ if ["too-few-submissions", "invalid-field", "unknown-field", "invalid-idempotency-key"]
            .contains(&code) =>
        {
            RequestError::Final(Usage(detail).into())
        }
        _ => {
            let id = problem["request_id"].as_str().map(|id| format!(" (request {id})")).unwrap_or_default();
            let id = if status.is_server_error() { id } else { String::new() };
            RequestError::Final(anyhow!("the service refused the request: {detail}{id}"))
        }
    }
}

/// First wait after a failure. Each further wait is twice as long, up to the longest.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const MAX_WAIT: Duration = Duration::from_secs(30);
/// The longest wait that a service may ask for.
const MAX_REQUESTED_WAIT: Duration = Duration::from_mins(15);

/// The waits between attempts.
pub(super) struct RetryWaits<'a> {
    /// URL of the service, for messages.
    server: &'a str,
    diagnostics: Diagnostics,
    patience: Option<Duration>,
    since: Instant,
    next: Duration,
}

impl<'a> RetryWaits<'a> {
    pub(super) fn new(server: &'a str, patience: Option<Duration>, diagnostics: Diagnostics) -> Self {
        Self { server, diagnostics, patience, since: Instant::now(), next: FIRST_WAIT }
    }

    /// Resets the waits after an answer of the service. A later failure counts as a new one.
    pub(super) fn reset(&mut self) {
        *self = Self::new(self.server, self.patience, self.diagnostics);
    }

    /// Waits, or returns the error if another attempt is useless.
    pub(super) async fn wait(&mut self, error: RequestError) -> anyhow::Result<()> {
        let (why, after) = match error {
            RequestError::Final(error) => return Err(error),
            RequestError::Temporary { why, after } => (why, after),
        };
        let wait = after.unwrap_or(self.next).min(MAX_REQUESTED_WAIT);
        if self.patience.is_some_and(|patience| patience < self.since.elapsed() + wait) {
            let seconds = self.since.elapsed().as_secs();
            anyhow::bail!(
                "{} did not accept the request: {why} (gave up after {seconds} s; use --patience to try longer)",
                self.server
            );
        }
        let shown = if wait.as_secs() == 0 { "a moment".to_owned() } else { format!("{} s", wait.as_secs()) };
        let message = format!("{}: {why}; trying again in {shown}", self.server);
        self.diagnostics.say(&message, &json!({ "retry_seconds": wait.as_secs_f64() }));
        tokio::time::sleep(wait).await;
        if after.is_none() {
            self.next = (self.next * 2).min(MAX_WAIT);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn refusals_differ_from_temporary_errors() {
        let problem = |code: &str| json!({"code": code, "detail": "Because."});
        for (status, code, passes, usage) in [
            (401, "unauthenticated", false, false),
            (403, "forbidden", false, false),
            (413, "upload-too-large", false, false),
            (422, "damaged-archive", false, false),
            (422, "too-few-submissions", false, true),
            (422, "invalid-field", false, true),
            (429, "too-many-requests", true, false),
            (503, "slow", true, false),
            (507, "disk-full", true, false),
            (500, "internal", false, false),
        ] {
            let status = StatusCode::from_u16(status).unwrap();
            match explain_refusal(status, &problem(code), Some(Duration::from_secs(7))) {
                RequestError::Temporary { why, after } => {
                    assert!(passes, "{code}");
                    assert_eq!((why.as_str(), after), ("Because.", Some(Duration::from_secs(7))));
                }
                RequestError::Final(error) => {
                    assert_eq!((passes, error.is::<Usage>()), (false, usage), "{code}");
                    assert!(error.to_string().contains("Because."), "{error}");
                }
            }
        }
        // A proxy does not answer in the format of Chaffinch.
        assert!(matches!(
            explain_refusal(StatusCode::BAD_GATEWAY, &Value::Null, None),
            RequestError::Temporary { .. }
        ));
    }
}
