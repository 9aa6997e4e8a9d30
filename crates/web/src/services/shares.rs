//! Creates share links, which show one report to anyone who has the link. For the API and the page.

use axum::http::HeaderMap;
use chaffinch_report::PseudonymKey;
use chaffinch_storage::{
    Batch, Credential, MAX_SHARE_DURATION, NewShare, Secret, SecretHash, Share, ShareId, ShareKey,
};
use chrono::{DateTime, TimeDelta, Utc};

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::intake::idempotency_key;

/// Path of shared reports.
pub(crate) const SHARED: &str = "/shared";

/// Prefix of the secrets of links.
const PREFIX: &str = "chf_share_";

/// Default duration of a link.
pub(crate) const DEFAULT_SHARE_DURATION: TimeDelta = TimeDelta::days(14);

/// A request for a link.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ShareRequest {
    pub(crate) expires: Option<DateTime<Utc>>,
    pub(crate) names_hidden: bool,
    pub(crate) exports: bool,
}

/// Creates a link. Returns what is stored of it, and its secret, which is shown only now.
///
/// With an `Idempotency-Key`, the secret is derived from that key, from the credential of the request, and from a
/// random key of this installation. A repeated request therefore creates the same link, and the link itself is not
/// stored. Attack: if a proxy signs people in, a request contains nothing that others cannot know.
pub(crate) async fn make(
    who: &Admitted,
    batch: &Batch,
    headers: &HeaderMap,
    wish: ShareRequest,
) -> Result<(Share, Secret)> {
    let by = who.by();
    let expires = match wish.expires {
        Some(end) => who.until(end)?,
        None => {
            who.end().map_or(by.at + DEFAULT_SHARE_DURATION, |end| end.min(by.at + DEFAULT_SHARE_DURATION))
        }
    };
    if expires <= by.at || expires > by.at + MAX_SHARE_DURATION {
        let problem = format!("must be within the next {} days", MAX_SHARE_DURATION.num_days());
        return Err(WebError::field("expires", problem));
    }
    let secret = match idempotency_key(headers)? {
        None => Secret::random(PREFIX).map_err(WebError::internal)?,
        Some(key) => {
            let secret = installation_key(&who.app).await?;
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
    Ok((who.app.storage.create_share(&new, &by).await?, secret))
}

/// Returns the random key of this installation.
async fn installation_key(app: &App) -> Result<ShareKey> {
    let mut fresh = ShareKey::default();
    getrandom::fill(&mut fresh).map_err(WebError::internal)?;
    Ok(app.storage.share_key(&fresh).await?)
}

/// Returns the key of the pseudonyms of something that is no comparison, such as a draft.
pub(crate) async fn pseudonym_key(app: &App, what: &str, people: u32) -> Result<PseudonymKey> {
    let secret = [&installation_key(app).await?[..], what.as_bytes()].concat();
    Ok(PseudonymKey::new(&secret, people))
}

/// Returns the URL of the link.
pub(crate) fn address(app: &App, secret: &Secret) -> String {
    format!("{}{SHARED}/{}", app.settings.public_url, secret.reveal())
}
