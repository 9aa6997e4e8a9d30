//! Connections: as `axum::serve` has them, but a client that does not get on with its request loses its place.

use std::time::Duration;

use axum::Extension;
use axum::extract::{ConnectInfo, Request};
use axum::http::Version;
use axum::http::header::HOST;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::serve::Listener;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tower::Layer as _;

use crate::app::App;
use crate::error::WebError;
use crate::routes::router;

/// Durations are kept one by one until somebody asks for `/metrics` or they are summed up; nobody may ever ask.
const UPKEEP_EVERY: Duration = Duration::from_secs(5);

/// Serves until [`App::shutdown`] is cancelled, then takes no more connections and ends when the last request is
/// answered.
pub async fn serve(mut listener: TcpListener, app: App) {
    let (shutdown, metrics) = (app.shutdown.clone(), app.metrics.clone());
    let mut builder = Builder::new(TokioExecutor::new()).http1_only();
    // Attack: thousands of connections that send a header a minute. Bodies are watched by the router.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(app.settings.idle);
    let router = router(app).layer(middleware::from_fn(one_host));
    let connections = GracefulShutdown::new();
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
        // Events are small and shall not wait for more; where that cannot be set, they come a little later.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(Extension(ConnectInfo(peer)).layer(router.clone()));
        let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                // The client went, or was too slow: nobody's fault here.
                tracing::debug!(error.cause = %error, "a connection ended early");
            }
        });
    }
    drop(listener);
    connections.shutdown().await;
}

/// Attack: two names of which a proxy believes one and we the other. RFC 9112, section 3.2, wants one.
async fn one_host(request: Request, next: Next) -> Response {
    match request.headers().get_all(HOST).iter().count() {
        1 => next.run(request).await,
        0 if request.version() < Version::HTTP_11 => next.run(request).await,
        count => WebError::Malformed(format!("it has {count} `Host` headers instead of one")).into_response(),
    }
}
