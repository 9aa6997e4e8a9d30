//! Accepts connections and serves each of them in a task of its own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::client;
use crate::server::Server;

/// The pause after a connection could not be accepted, for example because too many files are open.
const ACCEPT_PAUSE: Duration = Duration::from_millis(200);

/// Serves until `shutdown` is cancelled. Clients that wait for a reply then get none, but their accepted jobs are kept.
pub async fn serve(listeners: Vec<TcpListener>, server: Server, shutdown: CancellationToken) {
    let server = Arc::new(server);
    let mut serving = JoinSet::new();
    for listener in listeners {
        serving.spawn(listen(listener, Arc::clone(&server), shutdown.clone()));
    }
    while serving.join_next().await.is_some() {}
}

async fn listen(listener: TcpListener, server: Arc<Server>, shutdown: CancellationToken) {
    let mut clients = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = clients.join_next() => continue,
            () = shutdown.cancelled() => return,
        };
        match accepted {
            Ok((stream, address)) => {
                // A refused client gets no reply.
                let Some(connection) = server.connections.admit(address.ip(), Instant::now()) else {
                    continue;
                };
                let server = Arc::clone(&server);
                clients.spawn(async move {
                    if let Err(ended) = client::serve(&server, stream, connection).await {
                        log(&ended);
                    }
                });
            }
            Err(error) => {
                tracing::warn!(error.cause = %error, "cannot accept a connection");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

fn log(ended: &client::EarlyEnd) {
    match ended {
        // The client closed the connection or was too slow. Neither is an error of the server.
        client::EarlyEnd::Connection(_) | client::EarlyEnd::Slow => {
            tracing::debug!(error.cause = %ended, "a MOSS client's connection ended early");
        }
        client::EarlyEnd::Fault(cause) => {
            tracing::error!(error.cause = %cause, "cannot serve a MOSS client");
        }
    }
}
