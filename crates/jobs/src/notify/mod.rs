//! Notifies other programs when the work on a batch has ended.

mod addresses;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{
    DeliveryOutcome, DueNotification, MAX_NOTIFICATION_ATTEMPTS, Named, Storage, StorageError, rest,
};
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use ipnet::IpNet;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use serde_json::json;
use sha2::Sha256;
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::runtime::Clock;

pub use addresses::is_allowed_receiver;

/// Time limit of one attempt as a whole.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit of the connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Number of notifications sent at the same time, so that one slow receiver does not delay the others.
const MAX_CONCURRENT: usize = 16;

/// Settings of the operator for notifications.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotificationSettings {
    /// Internal networks to which notifications may be sent, in addition to all public addresses.
    pub allowed: Vec<IpNet>,
}

/// Returns the signature of a notification (HMAC-SHA-256, hexadecimal). It covers the time and the body, so that
/// neither can be changed or sent again later.
pub fn signature(secret: &str, timestamp: i64, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key will do");
    mac.update(format!("{timestamp}.").as_bytes());
    mac.update(body);
    chaffinch_extract::hex(&mac.finalize().into_bytes().into())
}

/// Sends notifications until the process ends.
pub(crate) struct Notifier {
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    allowed: Arc<[IpNet]>,
    http: Client,
}

/// Error: TLS or the resolver cannot be set up on this machine.
#[derive(Debug, thiserror::Error)]
#[error("notifications cannot be sent from this machine")]
pub(crate) struct NotifierSetupError(#[source] Box<dyn std::error::Error + Send + Sync>);

impl Notifier {
    pub(crate) fn new(
        storage: Arc<dyn Storage>,
        clock: Arc<dyn Clock>,
        settings: &NotificationSettings,
    ) -> Result<Self, NotifierSetupError> {
        let allowed: Arc<[IpNet]> = settings.allowed.clone().into();
        let http = Client::builder()
            .tls_backend_preconfigured(tls().map_err(|error| NotifierSetupError(error.into()))?)
            .dns_resolver(Arc::new(CheckedResolver(Arc::clone(&allowed))))
            // Attack: a permitted address redirects to a forbidden one.
            .redirect(Policy::none())
            // Attack: a proxy from the environment connects to addresses that are forbidden to this process.
            .no_proxy()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(ATTEMPT_TIMEOUT)
            .pool_max_idle_per_host(0)
            .user_agent(concat!("chaffinch/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| NotifierSetupError(error.into()))?;
        Ok(Self { storage, clock, allowed, http })
    }

    pub(crate) async fn run(self: Arc<Self>, poll_interval: Duration, shutdown: CancellationToken) {
        let permits = Arc::new(Semaphore::new(MAX_CONCURRENT));
        let mut changes = self.storage.changes();
        while !shutdown.is_cancelled() {
            changes.mark_unchanged();
            let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
            match self.storage.due_notification(self.clock.now()).await {
                Ok(Some(due)) => {
                    let notifier = Arc::clone(&self);
                    tokio::spawn(async move {
                        notifier.notify(due).await;
                        drop(permit);
                    });
                    continue;
                }
                Ok(None) => {}
                Err(error) => tracing::error!(?error, "cannot look for notifications to send"),
            }
            drop(permit);
            tokio::select! {
                () = shutdown.cancelled() => {}
                _ = changes.changed() => {}
                () = sleep(poll_interval) => {}
            }
        }
    }

    /// Makes one attempt and records its outcome.
    async fn notify(&self, due: DueNotification) {
        let result = self.attempt(&due).await;
        let outcome = match &result {
            DeliveryOutcome::Accepted => "heard",
            DeliveryOutcome::Retry { .. } => "later",
            DeliveryOutcome::GivenUp { .. } => "never",
        };
        tracing::info!(batch.id = %due.batch, attempt = due.attempt, outcome, "sent a notification");
        metrics::counter!("chaffinch_notifications_total", "outcome" => outcome).increment(1);
        // If this fails, the notification is sent again later. The documentation tells receivers to expect repetitions.
        let recorded: Result<bool, StorageError> = self.storage.settle_notification(&due, &result).await;
        if let Err(error) = recorded {
            tracing::warn!(?error, batch.id = %due.batch, "cannot record the outcome of a notification; it will be sent again");
        }
    }

    async fn attempt(&self, due: &DueNotification) -> DeliveryOutcome {
        let url = match Url::parse(&due.url) {
            Ok(url) if self.has_allowed_host(&url) => url,
            Ok(_) => return DeliveryOutcome::GivenUp { error: UNREACHABLE.to_owned() },
            Err(error) => {
                return DeliveryOutcome::GivenUp { error: format!("the URL cannot be read: {error}") };
            }
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
            Ok(answer) if answer.status().is_success() => return DeliveryOutcome::Accepted,
            Ok(answer) => format!("the receiver answered {}", answer.status()),
            Err(error) if error.is_connect() => UNREACHABLE.to_owned(),
            Err(error) if error.is_timeout() => format!("no answer within {} s", ATTEMPT_TIMEOUT.as_secs()),
            Err(_) => "the connection broke".to_owned(),
        };
        if MAX_NOTIFICATION_ATTEMPTS <= due.attempt {
            return DeliveryOutcome::GivenUp {
                error: format!("{error}; given up after {MAX_NOTIFICATION_ATTEMPTS} attempts"),
            };
        }
        DeliveryOutcome::Retry { error, at: now + rest(due.attempt) }
    }

    /// Checks a URL whose host is an IP address. Host names are checked when they are resolved.
    fn has_allowed_host(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        literal.parse::<IpAddr>().map_or(true, |address| is_allowed_receiver(address, &self.allowed))
    }
}

/// Reason why a notification is not sent. It is the same text in all cases, and names get the same sequence of
/// attempts. Attack: a user who may upload learns from the error text, or from how soon the service gives up, which
/// names exist in the internal network.
const UNREACHABLE: &str = "cannot connect, or the address is in a network to which no notifications may be sent (setting notify_allow)";

/// Returns the content of a notification. It holds no name, no text and no title, because a title may contain names.
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

/// Resolves names to addresses that may be notified. If a name has any other address, it gets none.
struct CheckedResolver(Arc<[IpNet]>);

/// Error: a name resolves to a forbidden address.
#[derive(Debug, thiserror::Error)]
#[error("the name leads to an address to which no notifications may be sent")]
struct ForbiddenAddress;

impl Resolve for CheckedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let allowed = Arc::clone(&self.0);
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if !found.iter().all(|address| is_allowed_receiver(address.ip(), &allowed)) {
                return Err(ForbiddenAddress.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Returns a TLS configuration that trusts the certificate authorities of the system.
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
    use super::*;

    #[test]
    fn the_signature_equals_that_of_openssl() {
        // printf '1764000000.{"id":1}' | openssl dgst -sha256 -hmac chf_notify_key
        assert_eq!(
            signature("chf_notify_key", 1_764_000_000, b"{\"id\":1}"),
            "70787018d5e1986f81466184fdfb0ee1985373cb92124f6f2005120b970aec60"
        );
    }
}
