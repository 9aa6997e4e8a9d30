//! Keeps a resource of a request, such as a permit, until its answer is sent.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use http_body::{Frame, SizeHint};

/// Holds a value until the body of the response is sent or dropped.
pub(crate) fn hold_until_sent(response: Response, resource: impl Send + Unpin + 'static) -> Response {
    response.map(|body| Body::new(HoldingBody { body, _resource: resource }))
}

struct HoldingBody<H> {
    body: Body,
    _resource: H,
}

impl<H: Unpin> HttpBody for HoldingBody<H> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
