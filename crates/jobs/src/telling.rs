//! Tells programs of others that the work on a batch has ended: a signed POST, tried until it is heard or given up.
//!
//! Whom it may go to is decided when a connection is made, about the address that is connected to: a name that leads
//! somewhere else the next moment gains nothing. Nothing of an answer but its status is read, and no redirection is
//! followed.

use std::fmt::Write as _;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{DueNotification, MOST_ATTEMPTS, Storage, StorageError, Told, rest};
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use serde_json::json;
use sha2::Sha256;
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::addresses::{Network, may_be_told};
use crate::clock::Clock;

/// Everything of one attempt.
const ATTEMPT: Duration = Duration::from_secs(10);
const CONNECT: Duration = Duration::from_secs(5);
/// Messages under way at the same time: one slow receiver holds up nobody.
const AT_ONCE: usize = 16;

/// What an operator decides about messages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TellingSettings {
    /// Networks inside which programs may be told, beside everything outside.
    pub allowed: Vec<Network>,
}

/// What signs a message: the time and the body, so that neither can be changed or sent again later.
pub fn signature(secret: &str, timestamp: i64, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key will do");
    mac.update(format!("{timestamp}.").as_bytes());
    mac.update(body);
    let bytes = mac.finalize().into_bytes();
    let mut text = String::new();
    for byte in bytes {
        write!(text, "{byte:02x}").expect("a String takes everything");
    }
    text
}

/// Tells whoever is to be told, until the end of the process.
pub(crate) struct Teller {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    allowed: Arc<[Network]>,
    http: Client,
}

/// There is no TLS here, or no resolver.
#[derive(Debug, thiserror::Error)]
#[error("messages to others cannot be sent from here")]
pub(crate) struct Unable(#[source] Box<dyn std::error::Error + Send + Sync>);

impl Teller {
    pub(crate) fn new(
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
        settings: &TellingSettings,
    ) -> Result<Self, Unable> {
        let allowed: Arc<[Network]> = settings.allowed.clone().into();
        let http = Client::builder()
            .tls_backend_preconfigured(tls().map_err(|error| Unable(error.into()))?)
            .dns_resolver(Arc::new(Guarded(Arc::clone(&allowed))))
            // Attack: a good address that answers "it is over there", at a bad one.
            .redirect(Policy::none())
            // Attack: a proxy of the environment connects to what this process must not.
            .no_proxy()
            .connect_timeout(CONNECT)
            .timeout(ATTEMPT)
            .pool_max_idle_per_host(0)
            .user_agent(concat!("chaffinch/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| Unable(error.into()))?;
        Ok(Self { storage, clock, allowed, http })
    }

    pub(crate) async fn run(self: Arc<Self>, poll_every: Duration, shutdown: CancellationToken) {
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        let mut changes = self.storage.changes();
        while !shutdown.is_cancelled() {
            changes.mark_unchanged();
            let Ok(turn) = Arc::clone(&turns).acquire_owned().await else { return };
            match self.storage.due_notification(self.clock.now()).await {
                Ok(Some(due)) => {
                    let teller = Arc::clone(&self);
                    tokio::spawn(async move {
                        teller.tell(due).await;
                        drop(turn);
                    });
                    continue;
                }
                Ok(None) => {}
                Err(error) => tracing::error!(?error, "cannot look for messages to send"),
            }
            drop(turn);
            tokio::select! {
                () = shutdown.cancelled() => {}
                _ = changes.changed() => {}
                () = sleep(poll_every) => {}
            }
        }
    }

    /// One attempt, and what becomes of it.
    async fn tell(&self, due: DueNotification) {
        let told = self.attempt(&due).await;
        let outcome = match &told {
            Told::Heard => "heard",
            Told::Later { .. } => "later",
            Told::Never { .. } => "never",
        };
        tracing::info!(batch.id = %due.batch, attempt = due.attempt, outcome, "told whoever wanted to know of an end");
        metrics::counter!("chaffinch_notifications_total", "outcome" => outcome).increment(1);
        // Not noted: it is sent again after a while, which receivers are told to expect.
        let noted: Result<bool, StorageError> = self.storage.settle_notification(&due, &told).await;
        if let Err(error) = noted {
            tracing::warn!(?error, batch.id = %due.batch, "what became of a message cannot be noted; it will be sent again");
        }
    }

    async fn attempt(&self, due: &DueNotification) -> Told {
        let url = match Url::parse(&due.url) {
            Ok(url) if self.is_outside(&url) => url,
            Ok(_) => return Told::Never { error: UNREACHABLE.to_owned() },
            Err(error) => return Told::Never { error: format!("the address cannot be read: {error}") },
        };
        let now = self.clock.now();
        let body = message(due, now).to_string().into_bytes();
        let timestamp = now.timestamp();
        let request = self
            .http
            .post(url)
            .header("content-type", "application/json")
            .header("chaffinch-delivery", due.job.to_string())
            .header("chaffinch-timestamp", timestamp)
            .header("chaffinch-signature", format!("v1={}", signature(&due.secret, timestamp, &body)))
            .body(body);
        let error = match request.send().await {
            Ok(answer) if answer.status().is_success() => return Told::Heard,
            Ok(answer) => format!("it answered {}", answer.status()),
            Err(error) if error.is_connect() => UNREACHABLE.to_owned(),
            Err(error) if error.is_timeout() => format!("no answer within {} s", ATTEMPT.as_secs()),
            Err(_) => "the connection broke".to_owned(),
        };
        if MOST_ATTEMPTS <= due.attempt {
            return Told::Never { error: format!("{error}; given up after {MOST_ATTEMPTS} attempts") };
        }
        Told::Later { error, at: now + rest(due.attempt) }
    }

    /// Names are looked at when they are resolved.
    fn is_outside(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        literal.parse::<IpAddr>().map_or(true, |address| may_be_told(address, &self.allowed))
    }
}

/// Why a message is not sent. One text, and for names one course of attempts. Attack: whoever may upload learns from what
/// is said of a name, or from how soon it is given up, which names there are inside.
const UNREACHABLE: &str = "no connection can be made, or the address is in a network that messages may not go to (setting notify_allow)";

/// What is told: no name, no text, no title, which may have names in it.
fn message(due: &DueNotification, now: DateTime<Utc>) -> serde_json::Value {
    let api = format!("{}/api/v1/batches/{}", due.base, due.batch);
    let report = due.revision.map(|_| format!("{api}/report"));
    json!({
        "event": "batch.ended",
        "delivery": due.job,
        "at": now,
        "id": due.batch,
        "status": due.status.name(),
        "work": due.work.name(),
        "revision": due.revision,
        "links": { "batch": api, "report": report, "page": format!("{}/batches/{}", due.base, due.batch) },
    })
}

/// Resolves names to addresses that may be told, and to none where any other is among them.
struct Guarded(Arc<[Network]>);

/// A name leads inside.
#[derive(Debug, thiserror::Error)]
#[error("the name leads to an address that is not to be told")]
struct Inside;

impl Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let allowed = Arc::clone(&self.0);
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if !found.iter().all(|address| may_be_told(address.ip(), &allowed)) {
                return Err(Inside.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Trusts the authorities of the system.
fn tls() -> Result<rustls::ClientConfig, rustls::Error> {
    let mut roots = rustls::RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

#[cfg(test)]
mod tests {
    use super::signature;

    #[test]
    fn the_signature_is_what_others_compute() {
        // printf '1764000000.{"id":1}' | openssl dgst -sha256 -hmac chf_notify_key
        assert_eq!(
            signature("chf_notify_key", 1_764_000_000, b"{\"id\":1}"),
            "70787018d5e1986f81466184fdfb0ee1985373cb92124f6f2005120b970aec60"
        );
    }
}
