//! Decides which connections are accepted, and limits how many are open at once.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use chaffinch_storage::throttle::{Quota, QuotaPermit, client_network, widest_network};
use ipnet::IpNet;

use crate::MossSettings;
use crate::backoff::BackOff;

/// Counts the connections of all listeners.
#[derive(Debug)]
pub(crate) struct Connections {
    allow: Vec<IpNet>,
    backoff: Mutex<BackOff>,
    /// All open connections.
    all: Quota<()>,
    /// Open connections by client network.
    of_client: Quota<IpAddr>,
    /// Connections that have not sent a known user id yet, by their widest network.
    unidentified: Quota<IpAddr>,
}

/// A connection that was accepted. Dropping it frees its place.
#[derive(Debug)]
pub(crate) struct Connection {
    connections: Arc<Connections>,
    address: IpAddr,
    /// Until the client sends a known user id.
    pub(crate) unidentified: Option<QuotaPermit<IpAddr>>,
    _places: (QuotaPermit<()>, QuotaPermit<IpAddr>),
}

impl Connections {
    pub(crate) fn new(settings: &MossSettings) -> Self {
        Self {
            allow: settings.allow.clone(),
            backoff: Mutex::default(),
            all: Quota::new(settings.connections as u64),
            of_client: Quota::new(settings.connections_of_one as u64),
            unidentified: Quota::new(settings.unidentified_of_network as u64),
        }
    }

    /// Accepts or refuses a connection. The client does not learn the reason for a refusal.
    pub(crate) fn admit(self: &Arc<Self>, address: IpAddr, now: Instant) -> Option<Connection> {
        let address = address.to_canonical();
        if !self.allow.is_empty() && !self.allow.iter().any(|network| network.contains(&address)) {
            return None;
        }
        if self.backoff().blocks(address, now) {
            return None;
        }
        let places = (self.all.take(())?, self.of_client.take(client_network(address))?);
        // Attack: connections from all addresses of a network that take every place and send nothing.
        let unidentified = self.unidentified.take(widest_network(address))?;
        Some(Connection {
            connections: Arc::clone(self),
            address,
            unidentified: Some(unidentified),
            _places: places,
        })
    }

    fn backoff(&self) -> MutexGuard<'_, BackOff> {
        // The counts are right even after a panic elsewhere.
        self.backoff.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Connection {
    /// Returns whether wrong ids from the same network block this client by now.
    pub(crate) fn is_blocked(&self, now: Instant) -> bool {
        self.connections.backoff().blocks(self.address, now)
    }

    /// Records that the client sent a wrong user id.
    pub(crate) fn record_wrong_id(&self, now: Instant) {
        self.connections.backoff().wrong(self.address, now);
    }

    /// Returns the client's network, for the log.
    pub(crate) fn network(&self) -> IpAddr {
        client_network(self.address)
    }
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::{Spool, SpoolLimits};

    use super::*;

    #[test]
    fn unidentified_clients_of_one_network_leave_room_for_others() {
        let spool = Spool::of(std::env::temp_dir(), SpoolLimits::default());
        let mut settings = MossSettings::new("http://h", spool, |_| None);
        settings.unidentified_of_network = 4;
        let connections = Arc::new(Connections::new(&settings));
        let admit = |address: &str| connections.admit(address.parse().unwrap(), Instant::now());
        for (shape, elsewhere) in [("2001:db8:1:{}::1", "2001:db8:2::1"), ("192.0.2.{}", "198.51.100.1")] {
            let from = |number: usize| admit(&shape.replace("{}", &number.to_string()));
            let mut admitted: Vec<Connection> = (1..=4).map(|number| from(number).unwrap()).collect();
            assert!(from(5).is_none(), "{shape}");
            assert!(admit(elsewhere).is_some(), "another network");
            // A client that becomes known makes room for one other client.
            admitted[0].unidentified = None;
            let fifth = from(5).unwrap();
            assert!(from(6).is_none(), "{shape}");
            drop(admitted.remove(0));
            assert!(from(6).is_none(), "{shape}");
            drop(fifth);
            assert!(from(6).is_some(), "{shape}");
        }
        assert_eq!(connections.all.held_by(()), 0);
    }
}
