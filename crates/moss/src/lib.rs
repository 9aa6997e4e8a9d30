//! Serves the TCP socket for MOSS clients: each dialogue becomes an ordinary batch, and the reply is the URL of its
//! results.
//!
//! [`protocol`] parses and answers the dialogue, and renders the result pages, which `web` serves. The other modules
//! handle connections, time and disk.
//!
//! - **No information without a known user id**: a client does not learn that its id is wrong, nor that it has to wait.
//!   Wrong ids delay the next connection from the same address, and in the end connections from the networks around it
//!   (module `backoff`), because an id of 31 bits can be guessed.
//! - **Limits**: connections in total, from one client network, and from unknown clients of one wider network. Bytes
//!   and files of a job. Bytes of the unfinished jobs of an account, and of all accounts. The time of each step.
//! - **On disk**: files go into one unnamed file in the spool folder as they arrive, and from there into the database.
//! - **Accepted means stored**: the server replies with a URL only after batch, files and results are in the database.
//!   If the report is not ready within [`MossSettings::answer_within`], the page at that URL waits for it instead.
//!
//! There is no encryption, because the clients do not support it. The manual describes tunnels.

mod backoff;
mod client;
mod connections;
mod files;
pub mod protocol;
mod server;

use std::time::Duration;

use chaffinch_storage::Spool;
use chrono::{DateTime, TimeDelta, Utc};
use ipnet::IpNet;

use protocol::{Languages, Limits};

pub use client::serve;
pub use server::Server;

/// Settings of the MOSS server: some come from the operator, the others are fixed.
#[derive(Debug, Clone)]
pub struct MossSettings {
    /// The base URL of result pages, without a slash at the end. It does not depend on the address of the MOSS socket.
    pub base: String,
    /// The spool for files on their way into the database.
    pub spool: Spool,
    /// Maps a client's language name to the canonical name.
    pub languages: Languages,
    /// Limits for what a client may send.
    pub limits: Limits,
    /// Networks that may connect. If empty, every address may connect.
    pub allow: Vec<IpNet>,
    /// How long a client waits for its report before it gets the URL anyway. Some clients give up after a minute.
    pub answer_within: Duration,
    /// How long results can be viewed.
    pub results_for: TimeDelta,
    /// How long a client may take to send its user id.
    pub greeting: Duration,
    /// How long a client may be silent.
    pub idle: Duration,
    /// How long a client may take to send everything.
    pub upload: Duration,
    /// The maximum number of open connections.
    pub connections: usize,
    /// The maximum number of open connections from one IPv4 address or IPv6 /64. Many users may connect through one
    /// tunnel.
    pub connections_of_one: usize,
    /// The maximum number of open connections from one IPv4 /24 or IPv6 /48 that have not sent a known user id yet.
    pub unidentified_of_network: usize,
    /// Returns the current time.
    pub now: fn() -> DateTime<Utc>,
}

impl MossSettings {
    /// Creates settings with the default limits and times.
    pub fn new(base: &str, spool: Spool, languages: Languages) -> Self {
        Self {
            base: base.trim_end_matches('/').to_owned(),
            spool,
            languages,
            limits: Limits::default(),
            allow: Vec::new(),
            answer_within: Duration::from_secs(45),
            results_for: TimeDelta::days(14),
            greeting: Duration::from_secs(15),
            idle: Duration::from_mins(1),
            upload: Duration::from_mins(15),
            connections: 256,
            connections_of_one: 64,
            unidentified_of_network: 32,
            now: Utc::now,
        }
    }
}
