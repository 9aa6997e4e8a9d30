//! Handles responses that are sent before the request was read completely. The connection closes after such a response,
//! but only after the client had time to read it. If a socket is closed with unread bytes, TCP resets it and the client
//! loses the response.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{CONNECTION, EXPECT};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::StreamExt as _;
use http_body::{Frame, SizeHint};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// How long the rest of an unwanted request is read, as in nginx: in total, and without receiving a byte.
const LINGER: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_secs(5);

/// The maximum number of unwanted bytes to read. A client that has read the response by then stops sending.
const MAX_UNWANTED: usize = 64 << 20;

/// Middleware for every request. It acts on requests with a body.
pub(super) async fn linger(request: Request, next: Next) -> Response {
    // A client that waits for `100 Continue` sends no body after a final response.
    if request.body().is_end_stream() || request.headers().contains_key(EXPECT) {
        return next.run(request).await;
    }
    let (back, mut rest) = oneshot::channel();
    let request = request.map(|body| Body::new(Lent { body, back: Some(back) }));
    let mut response = next.run(request).await;
    if let Ok(body) = rest.try_recv() {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        tokio::spawn(timeout(LINGER, drain(body)));
    }
    response
}

async fn drain(body: Body) {
    let (mut pieces, mut bytes) = (body.into_data_stream(), 0);
    while let Ok(Some(Ok(piece))) = timeout(PAUSE, pieces.next()).await {
        bytes += piece.len();
        if bytes > MAX_UNWANTED {
            break;
        }
    }
}

/// A body that is sent back through the channel if it is dropped before its end.
struct Lent {
    body: Body,
    back: Option<oneshot::Sender<Body>>,
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None | Some(Err(_)))) {
            self.back = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(back) = self.back.take()
            && !self.body.is_end_stream()
        {
            // If nobody receives it, the connection has ended.
            let _ = back.send(std::mem::take(&mut self.body));
        }
    }
}
