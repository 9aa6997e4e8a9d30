//! Links that show one report to whoever has them: made, for REST and for the page alike.

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};
use chaffinch_storage::{Batch, LONGEST_SHARE, NewShare, Secret, Share, ShareId};
use chrono::{DateTime, TimeDelta, Utc};

use crate::app::App;
use crate::error::WebError;
use crate::guard::Admitted;
use crate::intake::idempotency_key;

/// Where shared reports are.
pub(crate) const SHARED: &str = "/shared";

/// How the secrets of links begin.
const PREFIX: &str = "chf_share_";

/// A link is good for so long unless asked otherwise.
pub(crate) const USUAL: TimeDelta = TimeDelta::days(14);

/// What a link shall show.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wish {
    pub(crate) expires: Option<DateTime<Utc>>,
    pub(crate) names_hidden: bool,
    pub(crate) exports: bool,
}

/// Makes a link: what is kept of it, and its secret, which is told this once.
///
/// With an `Idempotency-Key` the secret follows from the key and from what signed the request in, which only the sender
/// has: the same request, sent again, makes the same link, and nothing of the secret has to be kept here.
pub(crate) async fn make(
    app: &App,
    who: &Admitted,
    batch: &Batch,
    headers: &HeaderMap,
    wish: Wish,
) -> Result<(Share, Secret), WebError> {
    let by = app.by(who);
    let expires = wish.expires.unwrap_or(by.at + USUAL);
    if expires <= by.at || by.at + LONGEST_SHARE < expires {
        let problem = format!("must lie in the next {} days", LONGEST_SHARE.num_days());
        return Err(WebError::Field { name: "expires", problem });
    }
    let secret = match idempotency_key(headers)? {
        None => Secret::random(PREFIX).map_err(WebError::internal)?,
        Some(key) => {
            let signed_in = headers.get(AUTHORIZATION).or_else(|| headers.get(COOKIE));
            let signed_in = blake3::hash(signed_in.map_or(b"", |value| value.as_bytes()));
            let of = [&batch.id.0.as_bytes()[..], key.as_bytes()].concat();
            Secret::derived(PREFIX, signed_in.as_bytes(), &of)
        }
    };
    let new = NewShare {
        id: ShareId::new(by.at),
        hash: secret.hash(),
        batch: batch.id,
        creator: who.actor.account.id,
        expires,
        names_hidden: wish.names_hidden,
        exports: wish.exports,
    };
    Ok((app.storage.create_share(&new, &by).await?, secret))
}

/// The link itself.
pub(crate) fn address(app: &App, secret: &Secret) -> String {
    format!("{}{SHARED}/{}", app.settings.public_url, secret.reveal())
}
