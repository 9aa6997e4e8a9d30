//! Links that show one report to whoever has them: made, for REST and for the page alike.

use axum::http::HeaderMap;
use chaffinch_storage::{
    Batch, Credential, MAX_SHARE_DURATION, NewShare, Secret, SecretHash, Share, ShareId, ShareKey,
};
use chrono::{DateTime, TimeDelta, Utc};

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Admitted;
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
/// With an `Idempotency-Key` the secret follows from the key, from what signed the request in, and from a random key of this
/// installation: the same request, sent again, makes the same link, and the link itself is not kept here. Attack: where a
/// proxy signs people in, a request holds nothing that others cannot know.
pub(crate) async fn make(
    app: &App,
    who: &Admitted,
    batch: &Batch,
    headers: &HeaderMap,
    wish: Wish,
) -> Result<(Share, Secret), WebError> {
    let by = who.by(&app.clock);
    let expires = match wish.expires {
        Some(end) => who.until(end)?,
        None => who.end().map_or(by.at + USUAL, |end| end.min(by.at + USUAL)),
    };
    if expires <= by.at || by.at + MAX_SHARE_DURATION < expires {
        let problem = format!("must be within the next {} days", MAX_SHARE_DURATION.num_days());
        return Err(WebError::Field { name: "expires", problem });
    }
    let secret = match idempotency_key(headers)? {
        None => Secret::random(PREFIX).map_err(WebError::internal)?,
        Some(key) => {
            let mut fresh = ShareKey::default();
            getrandom::fill(&mut fresh).map_err(WebError::internal)?;
            let secret = app.storage.share_key(&fresh).await?;
            let SecretHash(signed_in) = match &who.actor.credential {
                Credential::Session(session) => session.hash,
                Credential::Token { hash, .. } => *hash,
                Credential::Proxy => SecretHash([0; 32]),
            };
            let creator = who.actor.account.id.0.as_bytes();
            let of = [creator, &signed_in[..], batch.id.0.as_bytes(), key.as_bytes()].concat();
            Secret::derived(PREFIX, &secret, &of)
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
