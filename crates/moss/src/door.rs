//! Decides which connections are accepted, and limits how many are open at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use ipnet::IpNet;

use crate::MossSettings;
use crate::backoff::{BackOff, place, widest};

/// Counts the connections of all listeners.
#[derive(Debug)]
pub(crate) struct Door {
    allow: Vec<IpNet>,
    connections: usize,
    of_one: usize,
    strangers: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    backoff: BackOff,
    /// Open connections by client network, see [`place`].
    inside: Counts,
    /// Connections that have not sent a known user id yet, by their widest network.
    strangers: Counts,
    all: usize,
}

/// Connections by network. A network without connections has no entry.
#[derive(Debug, Default)]
struct Counts(HashMap<IpAddr, usize>);

impl Counts {
    fn of(&self, network: IpAddr) -> usize {
        self.0.get(&network).copied().unwrap_or_default()
    }

    fn enter(&mut self, network: IpAddr) {
        *self.0.entry(network).or_default() += 1;
    }

    fn leave(&mut self, network: IpAddr) {
        if let Some(here) = self.0.get_mut(&network) {
            *here -= 1;
            if *here == 0 {
                self.0.remove(&network);
            }
        }
    }
}

/// A connection that was accepted. Dropping it frees its place.
#[derive(Debug)]
pub(crate) struct Inside {
    door: Arc<Door>,
    address: IpAddr,
    is_known: bool,
}

impl Door {
    pub(crate) fn new(settings: &MossSettings) -> Self {
        Self {
            allow: settings.allow.clone(),
            connections: settings.connections,
            of_one: settings.connections_of_one,
            strangers: settings.strangers_of_network,
            state: Mutex::default(),
        }
    }

    /// Accepts or refuses a connection. The client does not learn the reason for a refusal.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr, now: Instant) -> Option<Inside> {
        let address = address.to_canonical();
        if !self.allow.is_empty() && !self.allow.iter().any(|network| network.contains(&address)) {
            return None;
        }
        let (place, network) = (place(address), widest(address));
        let mut state = self.state();
        if state.backoff.blocks(address, now)
            || self.connections <= state.all
            || self.of_one <= state.inside.of(place)
            // Attack: connections from all addresses of a network that take every place and send nothing.
            || self.strangers <= state.strangers.of(network)
        {
            return None;
        }
        state.all += 1;
        state.inside.enter(place);
        state.strangers.enter(network);
        drop(state);
        Some(Inside { door: Arc::clone(self), address, is_known: false })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // The counts are right even after a panic elsewhere.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Inside {
    /// Returns whether wrong ids from the same network block this client by now.
    pub(crate) fn is_blocked(&self, now: Instant) -> bool {
        self.door.state().backoff.blocks(self.address, now)
    }

    /// Records that the client sent a wrong user id.
    pub(crate) fn wrong(&self, now: Instant) {
        self.door.state().backoff.wrong(self.address, now);
    }

    /// Records that the client sent a known user id.
    pub(crate) fn known(&mut self) {
        if !self.is_known {
            self.is_known = true;
            self.door.state().strangers.leave(widest(self.address));
        }
    }

    /// Returns the client's network, for the log.
    pub(crate) fn place(&self) -> IpAddr {
        place(self.address)
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        // If the client never sent a known id, this removes it from `strangers`.
        self.known();
        let mut state = self.door.state();
        state.all -= 1;
        state.inside.leave(place(self.address));
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
        let state = door.state();
        assert!(state.all == 0 && state.inside.0.is_empty() && state.strangers.0.is_empty());
    }
}
