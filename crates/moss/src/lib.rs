//! The socket that MOSS's clients talk to: a dialogue becomes an ordinary batch, and is answered with the address of its
//! results.
//!
//! What is said and understood is `moss-protocol`'s; here are connections, time and disk. The results are pages of `web`.
//!
//! - **Nobody is told anything who did not say a number that is known here**: not that it is wrong, nor that one is made to
//!   wait. Wrong numbers make the next connection from the same address wait, and in the end those from the networks around
//!   it (module `backoff`): 31 bits can be guessed.
//! - **Bounded**: connections, altogether, from one place, and of strangers from one network; bytes and files of a job; bytes
//!   of the unfinished jobs of an account, and of all; the time of each step.
//! - **On disk**: files go into one nameless file in the spool folder as they arrive, and from there into the database.
//! - **Accepted is kept**: an address is answered when batch, files and results are in the database, not before. If the
//!   report is not there within [`MossSettings::answer_within`], whoever opens the address waits for it instead.
//!
//! Deliberately absent: encryption, which the clients do not know; the manual describes tunnels.

mod backoff;
mod client;
mod door;
mod files;
mod job;
mod listen;
mod server;
mod tarball;

use std::time::Duration;

use chaffinch_moss_protocol::{Languages, Limits};
use chaffinch_spool::Spool;
use chrono::{DateTime, TimeDelta, Utc};
use ipnet::IpNet;

pub use listen::serve;
pub use server::Server;

/// What an operator decides, and what is fixed.
#[derive(Debug, Clone)]
pub struct MossSettings {
    /// Where readers of results find them, without a slash at the end. Independent of where this listens.
    pub base: String,
    /// For files on their way into the database.
    pub spool: Spool,
    /// The canonical name of a language by a client's.
    pub languages: Languages,
    /// What a client may send.
    pub limits: Limits,
    /// Who may connect at all; empty: everybody.
    pub allow: Vec<IpNet>,
    /// How long a client waits for its report before it gets the address anyway. Some give up after a minute.
    pub answer_within: Duration,
    /// How long results can be seen.
    pub results_for: TimeDelta,
    /// How long a client may take to say who it is.
    pub greeting: Duration,
    /// How long a client may be silent.
    pub idle: Duration,
    /// How long a client may take to send everything.
    pub upload: Duration,
    /// Connections at the same time.
    pub connections: usize,
    /// Connections at the same time from one address, or one network of IPv6. Many users come through one tunnel.
    pub connections_of_one: usize,
    /// Of these, connections from one IPv4 /24 or IPv6 /48 that have not said a known number yet.
    pub strangers_of_network: usize,
    /// What time it is.
    pub now: fn() -> DateTime<Utc>,
}

impl MossSettings {
    /// Defaults.
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
            strangers_of_network: 32,
            now: Utc::now,
        }
    }
}
