//! Answers that come before a request was read to its end: the connection closes after them, and not before their
//! client had a chance to read them. A socket closed on bytes nobody has read is reset, and takes the answer with it.

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

/// How long the rest of a request is read that nobody wants, as nginx does it: in all, and without a byte.
const LINGER: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_secs(5);

/// Bytes of it. A client that has read the answer by then sends no more.
const MAX_UNWANTED: usize = 64 << 20;

/// Around every request with a body.
pub(super) async fn linger(request: Request, next: Next) -> Response {
    // A client that waits for our word before it sends the body sends none.
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
        if MAX_UNWANTED < bytes {
            break;
        }
    }
}

/// A body that comes back when it is dropped before its end.
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
            // Where nobody waits for it any more, the connection has ended.
            let _ = back.send(std::mem::take(&mut self.body));
        }
    }
}
