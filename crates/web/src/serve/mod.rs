//! Connections: as `axum::serve` has them, but there is an end to how many there are, and a client that does not get on
//! with its request or does not read its answer loses its place.
//!
//! HTTP/1 only: with one request at a time a connection is either at work or waits, and a client has no streams to
//! reset.

mod connections;
mod linger;

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use axum::http::Version;
use axum::http::header::HOST;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::serve::Listener;
use axum::{Extension, Router};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::Layer as _;

use crate::app::App;
use crate::error::WebError;
use crate::limits::quota::hold_until_sent;
use crate::routes::router;
use connections::{ConnectionRefused, ConnectionSlot, Connections};

/// Durations are kept one by one until somebody asks for `/metrics` or they are summed up; nobody may ever ask.
const UPKEEP_EVERY: Duration = Duration::from_secs(5);

/// Bytes of a request's head, and about as many of an answer that its client has not taken yet.
const BUFFER: usize = 64 << 10;

/// How long a connection that is told to go may take, if there is no request on it.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Bytes read of what is not taken any more. A client that has sent more may not see why.
const MAX_UNHEARD: usize = 64 << 10;

/// Serves until [`App::shutdown`] is cancelled, then takes no more connections and ends when the last request is
/// answered.
pub async fn serve(mut listener: TcpListener, app: App) {
    let (shutdown, metrics, idle) = (app.shutdown.clone(), app.metrics.clone(), app.settings.idle);
    let connections = Connections::new(app.settings.connections, app.settings.trusted_proxies.clone());
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    // Attack: thousands of connections that send a header a minute. Bodies are watched by the router.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(idle).max_buf_size(BUFFER);
    let router = router(app)
        .layer(middleware::from_fn(linger::linger))
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
            Ok(place) => {
                serving.spawn(server.clone().attend(stream, peer, place));
            }
            Err(why) => refuse(stream, why),
        }
    }
    drop(listener);
    serving.close();
    serving.wait().await;
}

/// What every connection is served with.
#[derive(Clone)]
struct Server {
    builder: Builder<TokioExecutor>,
    router: Router,
    idle: Duration,
    shutdown: CancellationToken,
}

impl Server {
    /// Serves one connection to its end.
    async fn attend(self, stream: TcpStream, peer: SocketAddr, place: ConnectionSlot) {
        // Events are small and shall not wait for more; where that cannot be set, they come a little later.
        let _ = stream.set_nodelay(true);
        // Attack: a client that asks for much and reads nothing, and holds for ever what waits to be sent.
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.idle));
        let place = Arc::new(place);
        let router = Extension(Arc::clone(&place)).layer(self.router);
        let service = TowerToHyperService::new(Extension(ConnectInfo(peer)).layer(router));
        let mut connection =
            pin!(self.builder.serve_connection(TokioIo::new(Box::pin(stream)), service).into_owned());
        let told = tokio::select! {
            ended = connection.as_mut() => return log(ended),
            () = place.close_requested() => true,
            () = self.shutdown.cancelled() => false,
        };
        connection.as_mut().graceful_shutdown();
        loop {
            // A request may have come at the same moment: it is answered.
            let is_idle = !place.is_at_work();
            tokio::select! {
                ended = connection.as_mut() => return log(ended),
                () = tokio::time::sleep(LAST_WORDS), if told => if is_idle { return },
            }
        }
    }
}

fn log(ended: Result<(), Box<dyn std::error::Error + Send + Sync>>) {
    if let Err(error) = ended {
        // The client went, or was too slow: nobody's fault here.
        tracing::debug!(error.cause = %error, "a connection ended early");
    }
}

/// Says why a connection is not taken. Nobody waits for it: what the socket does not take at once is lost.
fn refuse(stream: TcpStream, why: ConnectionRefused) {
    metrics::counter!("chaffinch_connections_refused_total").increment(1);
    let text = format!("{why} Close some, or try again in 5 s.\n");
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\
         Retry-After: 5\r\nConnection: close\r\n\r\n{text}",
        text.len()
    );
    // Still non-blocking. It is lost where it fails.
    let Ok(mut stream) = stream.into_std() else { return };
    let _ = stream.write(answer.as_bytes());
    let _ = stream.shutdown(Shutdown::Write);
    // A socket closed on bytes nobody has read is reset, and its client might not see the answer.
    let mut unheard = vec![0; MAX_UNHEARD];
    let _ = stream.read(&mut unheard);
}

/// Notes that the connection is at work until its answer is sent.
async fn at_work(Extension(place): Extension<Arc<ConnectionSlot>>, request: Request, next: Next) -> Response {
    let work = place.work();
    drop(place);
    hold_until_sent(next.run(request).await, work)
}

/// Attack: two names of which a proxy believes one and we the other. RFC 9112, section 3.2, wants one.
async fn one_host(request: Request, next: Next) -> Response {
    match request.headers().get_all(HOST).iter().count() {
        1 => next.run(request).await,
        0 if request.version() < Version::HTTP_11 => next.run(request).await,
        count => WebError::Malformed(format!("it has {count} `Host` headers instead of one")).into_response(),
    }
}
