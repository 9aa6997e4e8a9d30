//! Serves connections like `axum::serve`, but limits their number and closes connections of clients that are too slow
//! to send a request or to read a response.
//!
//! Only HTTP/1 is supported. With one request at a time, a connection is either busy or idle, and a client cannot reset
//! streams. If a response is sent before the request was read completely, the connection closes only after the client had
//! time to read it: TCP resets a socket that is closed with unread bytes, and the client loses the response.

mod connections;

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{ConnectInfo, Request};
use axum::http::header::{CONNECTION, EXPECT, HOST};
use axum::http::{HeaderValue, Version};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::serve::Listener;
use axum::{Extension, Router};
use futures_util::StreamExt as _;
use http_body::{Frame, SizeHint};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::Layer as _;

use crate::app::App;
use crate::error::WebError;
use crate::limits::body::hold_until_sent;
use crate::routes::router;
use crate::serve::connections::{ConnectionRefused, ConnectionSlot, Connections};

/// The interval for summing up durations in the metrics. They are kept one by one until then, even if nobody requests
/// `/metrics`.
const UPKEEP_EVERY: Duration = Duration::from_secs(5);

/// The maximum size in bytes of a request's head. About as many bytes of a response wait for the client to take them.
const BUFFER: usize = 64 << 10;

/// How long a connection without a request may stay open after it was asked to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The maximum number of bytes read from a refused connection. A client that has sent more may not get the reason.
const MAX_UNREAD: usize = 64 << 10;

/// Serves until [`App::shutdown`] is cancelled. Then it accepts no more connections and returns after the last
/// response.
pub async fn serve(mut listener: TcpListener, app: App) {
    let (shutdown, metrics, idle) = (app.shutdown.clone(), app.metrics.clone(), app.settings.idle);
    let connections = Connections::new(app.settings.connections, app.settings.trusted_proxies.clone());
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    // Attack: thousands of connections that send a header a minute. The router limits the time for bodies.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(idle).max_buf_size(BUFFER);
    let router = router(app)
        .layer(middleware::from_fn(linger))
        .layer(middleware::from_fn(one_host))
        .layer(middleware::from_fn(at_work));
    let server = Server { builder, router, idle, shutdown: shutdown.clone() };
    let serving = TaskTracker::new();
    let mut upkeep = tokio::time::interval(UPKEEP_EVERY);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = Listener::accept(&mut listener) => accepted,
            _ = upkeep.tick() => {
                metrics.run_upkeep();
                continue;
            }
            () = shutdown.cancelled() => break,
        };
        match connections.enter(peer) {
            Ok(slot) => {
                serving.spawn(server.clone().serve_connection(stream, peer, slot));
            }
            Err(why) => refuse(stream, why),
        }
    }
    drop(listener);
    serving.close();
    serving.wait().await;
}

/// What serving a connection needs.
#[derive(Clone)]
struct Server {
    builder: Builder<TokioExecutor>,
    router: Router,
    idle: Duration,
    shutdown: CancellationToken,
}

impl Server {
    /// Serves one connection to its end.
    async fn serve_connection(self, stream: TcpStream, peer: SocketAddr, slot: ConnectionSlot) {
        // Events are small and must not be delayed. If the option cannot be set, they arrive a little later.
        let _ = stream.set_nodelay(true);
        // Attack: a client that requests much and reads nothing, so that the data to send stays in memory forever.
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.idle));
        let slot = Arc::new(slot);
        let router = Extension(Arc::clone(&slot)).layer(self.router);
        let service = TowerToHyperService::new(Extension(ConnectInfo(peer)).layer(router));
        let mut connection =
            pin!(self.builder.serve_connection(TokioIo::new(Box::pin(stream)), service).into_owned());
        let is_asked_to_close = tokio::select! {
            ended = connection.as_mut() => return log(ended),
            () = slot.gone.cancelled() => true,
            () = self.shutdown.cancelled() => false,
        };
        connection.as_mut().graceful_shutdown();
        loop {
            // A request that arrived at the same moment is still answered.
            let is_idle = !slot.is_at_work();
            tokio::select! {
                ended = connection.as_mut() => return log(ended),
                () = tokio::time::sleep(CLOSE_TIMEOUT), if is_asked_to_close => if is_idle { return },
            }
        }
    }
}

fn log(ended: Result<(), Box<dyn std::error::Error + Send + Sync>>) {
    if let Err(error) = ended {
        // The client closed the connection or was too slow. Neither is an error of the server.
        tracing::debug!(error.cause = %error, "a connection ended early");
    }
}

/// Sends the reason for refusing a connection, without waiting. Bytes that the socket does not take at once are lost.
fn refuse(stream: TcpStream, why: ConnectionRefused) {
    metrics::counter!("chaffinch_connections_refused_total").increment(1);
    let text = format!("{why} Close some, or try again in 5 s.\n");
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\
         Retry-After: 5\r\nConnection: close\r\n\r\n{text}",
        text.len()
    );
    // The stream is still non-blocking. If this fails, the response is lost.
    let Ok(mut stream) = stream.into_std() else { return };
    let _ = stream.write(answer.as_bytes());
    let _ = stream.shutdown(Shutdown::Write);
    // If a socket is closed with unread bytes, TCP resets it and the client may not see the response.
    let mut unread = vec![0; MAX_UNREAD];
    let _ = stream.read(&mut unread);
}

/// Marks the connection as busy until its response is sent.
async fn at_work(Extension(slot): Extension<Arc<ConnectionSlot>>, request: Request, next: Next) -> Response {
    let work = slot.work();
    drop(slot);
    hold_until_sent(next.run(request).await, work)
}

/// Attack: two host names, of which a proxy uses one and this service the other. RFC 9112, section 3.2, requires
/// exactly one.
async fn one_host(request: Request, next: Next) -> Response {
    match request.headers().get_all(HOST).iter().count() {
        1 => next.run(request).await,
        0 if request.version() < Version::HTTP_11 => next.run(request).await,
        count => WebError::Malformed(format!("it has {count} `Host` headers instead of one")).into_response(),
    }
}

/// How long the rest of an unwanted request is read, as in nginx: in total, and without receiving a byte.
const LINGER: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_secs(5);

/// The maximum number of unwanted bytes to read. A client that has read the response by then stops sending.
const MAX_UNWANTED: usize = 64 << 20;

/// Middleware for every request. It acts on requests with a body.
async fn linger(request: Request, next: Next) -> Response {
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
