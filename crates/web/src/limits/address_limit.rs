//! How many requests of one address are answered at the same time where a trusted proxy speaks for many. The connections
//! of other peers are counted instead, see [`mod@crate::serve`].

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::app::App;
use crate::error::WebError;
use crate::http::client::{Client, network_of};
use crate::limits::quota::keep;

/// Seconds after which to try again: requests are short.
const SECONDS: u32 = 5;

/// Around every request.
pub(crate) async fn crowd(State(app): State<App>, request: Request, next: Next) -> Response {
    let client: Client = request.extensions().get().copied().unwrap_or_default();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map(|peer| network_of(peer.0.ip().to_canonical()));
    // A proxy that speaks for itself, or does not say for whom, is no crowd.
    let Some(network) = client.network().filter(|network| client.proxied && Some(*network) != peer) else {
        return next.run(request).await;
    };
    let Some(held) = app.gate.requests.take(network) else {
        let limit = app.gate.requests.limit() as u32;
        let what = "requests at the same time from your address";
        return WebError::TooMany { what, limit, seconds: SECONDS }.into_response();
    };
    keep(next.run(request).await, held)
}
