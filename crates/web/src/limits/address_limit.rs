//! Limits the concurrent requests of one address behind a trusted proxy. For other peers, [`mod@crate::serve`] limits
//! the connections instead.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use chaffinch_storage::throttle::client_network;

use crate::app::App;
use crate::error::WebError;
use crate::http::client::Client;
use crate::limits::hold::hold_until_sent;

/// Seconds after which a client should try again. Requests are short.
const SECONDS: u32 = 5;

/// Limits the requests of one address. It wraps every request.
pub(crate) async fn limit_address(State(app): State<App>, request: Request, next: Next) -> Response {
    let client: Client = request.extensions().get().copied().unwrap_or_default();
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map(|peer| client_network(peer.0.ip().to_canonical()));
    // A request of the proxy itself, or without a client address, is not limited.
    let Some(network) = client.network().filter(|network| client.proxied && Some(*network) != peer) else {
        return next.run(request).await;
    };
    let Some(permit) = app.auth.requests.take(network) else {
        let limit = app.auth.requests.limit() as u32;
        let what = "requests at the same time from your address";
        return WebError::TooMany { what, limit, seconds: SECONDS }.into_response();
    };
    hold_until_sent(next.run(request).await, permit)
}
