//! Connections: as `axum::serve` has them, but a client that does not get on with its request loses its place.

use std::time::Duration;

use axum::Extension;
use axum::extract::ConnectInfo;
use axum::serve::Listener;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tower::Layer as _;

use crate::app::App;
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
    let router = router(app);
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
