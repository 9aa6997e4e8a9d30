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
pub(crate) struct Door {
    allow: Vec<IpNet>,
    backoff: Mutex<BackOff>,
    /// All open connections.
    connections: Quota<()>,
    /// Open connections by client network.
    of_client: Quota<IpAddr>,
    /// Connections that have not sent a known user id yet, by their widest network.
    strangers: Quota<IpAddr>,
}

/// A connection that was accepted. Dropping it frees its place.
#[derive(Debug)]
pub(crate) struct Inside {
    door: Arc<Door>,
    address: IpAddr,
    /// Until the client sends a known user id.
    stranger: Option<QuotaPermit<IpAddr>>,
    _places: (QuotaPermit<()>, QuotaPermit<IpAddr>),
}

impl Door {
    pub(crate) fn new(settings: &MossSettings) -> Self {
        Self {
            allow: settings.allow.clone(),
            backoff: Mutex::default(),
            connections: Quota::new(settings.connections as u64),
            of_client: Quota::new(settings.connections_of_one as u64),
            strangers: Quota::new(settings.strangers_of_network as u64),
        }
    }

    /// Accepts or refuses a connection. The client does not learn the reason for a refusal.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr, now: Instant) -> Option<Inside> {
        let address = address.to_canonical();
        if !self.allow.is_empty() && !self.allow.iter().any(|network| network.contains(&address)) {
            return None;
        }
        if self.backoff().blocks(address, now) {
            return None;
        }
        let places = (self.connections.take(())?, self.of_client.take(client_network(address))?);
        // Attack: connections from all addresses of a network that take every place and send nothing.
        let stranger = self.strangers.take(widest_network(address))?;
        Some(Inside { door: Arc::clone(self), address, stranger: Some(stranger), _places: places })
    }

    fn backoff(&self) -> MutexGuard<'_, BackOff> {
        // The counts are right even after a panic elsewhere.
        self.backoff.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Inside {
    /// Returns whether wrong ids from the same network block this client by now.
    pub(crate) fn is_blocked(&self, now: Instant) -> bool {
        self.door.backoff().blocks(self.address, now)
    }

    /// Records that the client sent a wrong user id.
    pub(crate) fn wrong(&self, now: Instant) {
        self.door.backoff().wrong(self.address, now);
    }

    /// Records that the client sent a known user id.
    pub(crate) fn known(&mut self) {
        self.stranger = None;
    }

    /// Returns the client's network, for the log.
    pub(crate) fn place(&self) -> IpAddr {
        client_network(self.address)
    }
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::{Spool, SpoolLimits};

    use super::*;

    #[test]
    fn strangers_of_one_network_leave_room_for_others() {
        let spool = Spool::of(std::env::temp_dir(), SpoolLimits::default());
        let mut settings = MossSettings::new("http://h", spool, |_| None);
        settings.strangers_of_network = 4;
        let door = Arc::new(Door::new(&settings));
        let enter = |address: &str| door.enter(address.parse().unwrap(), Instant::now());
        for (shape, elsewhere) in [("2001:db8:1:{}::1", "2001:db8:2::1"), ("192.0.2.{}", "198.51.100.1")] {
            let from = |number: usize| enter(&shape.replace("{}", &number.to_string()));
            let mut inside: Vec<Inside> = (1..=4).map(|number| from(number).unwrap()).collect();
            assert!(from(5).is_none(), "{shape}");
            assert!(enter(elsewhere).is_some(), "another network");
            // A client that becomes known makes room for one other client.
            inside[0].known();
            let fifth = from(5).unwrap();
            assert!(from(6).is_none(), "{shape}");
            drop(inside.remove(0));
            assert!(from(6).is_none(), "{shape}");
            drop(fifth);
            assert!(from(6).is_some(), "{shape}");
        }
        assert_eq!(door.connections.held_by(()), 0);
    }
}
