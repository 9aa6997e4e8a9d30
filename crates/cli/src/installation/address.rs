//! The address at which browsers reach the service. It is set once, for `serve`, which stores it for the other commands.

use std::net::SocketAddr;

use chaffinch_storage::{InstallationFact, Storage};

use crate::settings::{Configuration, reachable};

/// Returns the address for links that a command prints: the setting, or what the service last used.
pub(crate) async fn public_address(
    storage: &dyn Storage,
    settings: &Configuration,
) -> anyhow::Result<String> {
    if settings.public_url.is_some() {
        return Ok(settings.public_address(settings.listen));
    }
    Ok(match stored_address(storage).await? {
        Some(stored) => stored,
        None => settings.public_address(settings.listen),
    })
}

/// Returns the address that the service last used.
async fn stored_address(storage: &dyn Storage) -> anyhow::Result<Option<String>> {
    if let Some(url) = storage.fact(InstallationFact::PublicUrl).await? {
        return Ok(Some(url));
    }
    Ok(storage.fact(InstallationFact::ListenUrl).await?)
}

/// Returns the address of a service that listens there, and stores it for other commands. Without a setting, the stored
/// one stays in force.
pub(crate) async fn publish_address(
    storage: &dyn Storage,
    settings: &Configuration,
    listening: SocketAddr,
) -> anyhow::Result<String> {
    store(storage, InstallationFact::ListenUrl, &format!("http://{}", reachable(listening))).await?;
    if settings.public_url.is_none() {
        let stored = storage.fact(InstallationFact::PublicUrl).await?;
        return Ok(stored.unwrap_or_else(|| settings.public_address(listening)));
    }
    let address = settings.public_address(listening);
    store(storage, InstallationFact::PublicUrl, &address).await?;
    Ok(address)
}

async fn store(storage: &dyn Storage, fact: InstallationFact, value: &str) -> anyhow::Result<()> {
    loop {
        let old = storage.fact(fact).await?;
        if old.as_deref() == Some(value) || storage.replace_fact(fact, old.as_deref(), Some(value)).await? {
            return Ok(());
        }
    }
}
