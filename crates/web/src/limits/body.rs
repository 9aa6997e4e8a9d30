//! Bodies of requests and answers: how large a small one may be and how slowly one may arrive, and a resource, such as a
//! permit, that is kept until an answer is sent.
//!
//! Each minute of waiting for a request must bring a minimum of bytes. Together with the limit on bytes, this bounds the
//! duration of a request.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::response::Response;
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt as _;
use tokio::time::Instant;

/// Largest body in bytes of a request that is no upload.
pub(crate) const MAX_SMALL_BODY_BYTES: usize = 64 << 10;

/// Time over which the rate is averaged. Only time in which the service waits for the client counts.
const WINDOW: Duration = Duration::from_mins(1);
/// Bytes that must arrive in each window: 1 KiB a second.
const MIN_BYTES: u64 = 60 << 10;

/// The body arrived too slowly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("fewer than {bytes} bytes arrived in {seconds} s")]
pub(crate) struct TooSlow {
    pub(crate) bytes: u64,
    pub(crate) seconds: u64,
}

/// Wraps the body of a request so that it fails with [`TooSlow`] if it arrives too slowly.
pub(crate) async fn keep_pace(request: Request) -> Request {
    request.map(|body| Body::new(Paced { body, waits_since: None, waited: Duration::ZERO, bytes: 0 }))
}

struct Paced {
    body: Body,
    /// When the present wait for the client began.
    waits_since: Option<Instant>,
    /// Time waited in this window.
    waited: Duration,
    bytes: u64,
}

impl Paced {
    /// Counts bytes that arrived. At the end of a window it checks that they were enough.
    fn count(&mut self, bytes: u64) -> Result<(), TooSlow> {
        self.waited += self.waits_since.take().map_or(Duration::ZERO, |since| since.elapsed());
        self.bytes += bytes;
        if self.waited < WINDOW {
            return Ok(());
        }
        // A single wait can be longer than a window.
        let enough = MIN_BYTES as f64 * self.waited.as_secs_f64() / WINDOW.as_secs_f64();
        let seconds = self.waited.as_secs();
        if (self.bytes as f64) < enough {
            return Err(TooSlow { bytes: enough as u64, seconds });
        }
        (self.waited, self.bytes) = (Duration::ZERO, 0);
        Ok(())
    }
}

impl HttpBody for Paced {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.waits_since.get_or_insert_with(Instant::now);
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        let bytes = match &frame {
            Some(Ok(frame)) => frame.data_ref().map_or(0, |data| data.len() as u64),
            // Complete, or broken for another reason.
            None | Some(Err(_)) => return Poll::Ready(frame),
        };
        match self.count(bytes) {
            Ok(()) => Poll::Ready(frame),
            Err(slow) => Poll::Ready(Some(Err(axum::Error::new(slow)))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Holds a value until the body of the response is sent or dropped.
pub(crate) fn hold_until_sent(response: Response, resource: impl Send + 'static) -> Response {
    response.map(|body| {
        // The body owns this closure, and the closure owns the value.
        Body::new(body.map_err(move |error| {
            let _held = &resource;
            error
        }))
    })
}

#[cfg(test)]
mod tests {
    use futures_util::{StreamExt as _, stream};

    use super::*;
    use crate::error::causes;

    /// Reads a body whose pieces arrive at this interval. Returns the number of pieces read and the error of the next
    /// one.
    async fn read(piece: usize, seconds: u64, pieces: usize) -> (usize, Option<TooSlow>) {
        let arriving = stream::iter(0..pieces).then(move |_| async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            Ok::<_, std::io::Error>(vec![b'x'; piece])
        });
        let request = keep_pace(Request::new(Body::from_stream(arriving))).await;
        let mut body = request.into_body().into_data_stream();
        let mut read = 0;
        while let Some(data) = body.next().await {
            match data {
                Ok(_) => read += 1,
                Err(error) => return (read, causes(&error).find_map(|cause| cause.downcast_ref()).copied()),
            }
        }
        (read, None)
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_body_is_refused_and_a_steady_one_is_read() {
        // A few bytes now and then, each within the time in which something must arrive.
        assert_eq!(read(1, 40, 100).await, (1, Some(TooSlow { bytes: 81_920, seconds: 80 })));
        // A fast beginning does not compensate for a slow rest.
        assert_eq!(read(10 << 10, 10, 1000).await, (1000, None));
        assert_eq!(read(9 << 10, 10, 1000).await.0, 5);
        // The body ends before the window does.
        assert_eq!(read(1, 15, 3).await, (3, None));
    }

    #[tokio::test(start_paused = true)]
    async fn time_that_the_service_takes_does_not_count() {
        let pieces = stream::repeat(vec![b'x'; 1]).take(10).map(Ok::<_, std::io::Error>);
        let request = keep_pace(Request::new(Body::from_stream(pieces))).await;
        let mut body = request.into_body().into_data_stream();
        for _ in 0..10 {
            tokio::time::sleep(Duration::from_mins(2)).await;
            body.next().await.unwrap().unwrap();
        }
        assert!(body.next().await.is_none());
    }
}
