//! Limits the number of connections, in total and for each address, and chooses which idle connection to close when a
//! limit is reached.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chaffinch_storage::throttle::client_network;
use ipnet::IpNet;
use tokio_util::sync::CancellationToken;

use crate::http::client::trusts;
use crate::settings::ConnectionLimits;

/// Connections from this machine that are accepted beyond the limit, so that a health check always gets an answer.
const RESERVED: usize = 16;

/// The maximum number of connections that were asked to close and have not closed yet. Beyond it, no further connection
/// is asked to close.
const MAX_LEAVING: usize = 64;

/// Counts the connections and remembers which of them are idle.
pub(super) struct Connections {
    limits: ConnectionLimits,
    proxies: Vec<IpNet>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    last: u64,
    open: HashMap<u64, Open>,
    /// Open connections by address. An address without connections has no entry. Trusted proxies are not counted.
    of_address: HashMap<IpAddr, usize>,
    /// Idle connections in the order in which they became idle.
    idle: BTreeMap<u64, u64>,
    leaving: usize,
}

struct Open {
    address: Option<IpAddr>,
    /// The position in `State::idle` while the connection waits for a request.
    idle: Option<u64>,
    gone: CancellationToken,
}

/// Why a connection is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ConnectionRefused {
    #[error("The service has {0} open connections that are all in use, which is its limit (connections).")]
    All(usize),
    #[error(
        "Your address has {0} open connections that are all in use, which is the limit (connections-per-address)."
    )]
    Address(usize),
}

/// An open connection. Dropping it makes room for another one.
pub(super) struct ConnectionSlot {
    connections: Arc<Connections>,
    id: u64,
    /// Cancelled when the connection is asked to close.
    pub(super) gone: CancellationToken,
    at_work: AtomicBool,
}

/// Marks its connection as busy until it is dropped.
pub(crate) struct AtWork(Arc<ConnectionSlot>);

impl Connections {
    pub(super) fn new(limits: ConnectionLimits, proxies: Vec<IpNet>) -> Arc<Self> {
        Arc::new(Self { limits, proxies, state: Mutex::default() })
    }

    /// Admits a connection. If a limit is reached, asks the connection that has been idle longest to close.
    pub(super) fn enter(self: &Arc<Self>, peer: SocketAddr) -> Result<ConnectionSlot, ConnectionRefused> {
        let peer = peer.ip().to_canonical();
        // A proxy forwards requests of many clients, so their requests are limited instead.
        let address = (!trusts(&self.proxies, peer)).then(|| client_network(peer));
        let mut state = self.state();
        if let Some(address) = address {
            let limit = self.limits.of_address;
            let here = state.of_address.get(&address).copied().unwrap_or_default();
            if limit <= here && !state.hang_up(|open| open.address == Some(address)) {
                return Err(ConnectionRefused::Address(limit));
            }
        }
        let limit = self.limits.all + if peer.is_loopback() { RESERVED } else { 0 };
        if limit <= state.open.len() && !state.hang_up(|_| true) {
            return Err(ConnectionRefused::All(self.limits.all));
        }
        let (id, gone) = (state.next(), CancellationToken::new());
        state.open.insert(id, Open { address, idle: Some(id), gone: gone.clone() });
        state.idle.insert(id, id);
        if let Some(address) = address {
            *state.of_address.entry(address).or_default() += 1;
        }
        Ok(ConnectionSlot { connections: Arc::clone(self), id, gone, at_work: AtomicBool::new(false) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // The counts are right even after a panic elsewhere.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Asks the connection to close that has been idle longest among those that match. Returns false if none of them is
    /// idle.
    fn hang_up(&mut self, among: impl Fn(&Open) -> bool) -> bool {
        if self.leaving >= MAX_LEAVING {
            return false;
        }
        let chosen = |id: &&u64| self.open.get(id).is_some_and(&among);
        let Some(&id) = self.idle.values().find(chosen) else { return false };
        if let Some(open) = self.remove(id) {
            open.gone.cancel();
            self.leaving += 1;
        }
        true
    }

    fn remove(&mut self, id: u64) -> Option<Open> {
        let open = self.open.remove(&id)?;
        if let Some(since) = open.idle {
            self.idle.remove(&since);
        }
        if let Some(address) = open.address
            && let Some(here) = self.of_address.get_mut(&address)
        {
            *here -= 1;
            if *here == 0 {
                self.of_address.remove(&address);
            }
        }
        Some(open)
    }
}

impl ConnectionSlot {
    pub(super) fn is_at_work(&self) -> bool {
        self.at_work.load(Ordering::Relaxed)
    }

    /// Marks the connection as busy because a request arrived.
    pub(super) fn work(self: &Arc<Self>) -> AtWork {
        self.at_work.store(true, Ordering::Relaxed);
        let mut state = self.connections.state();
        let since = state.open.get_mut(&self.id).and_then(|open| open.idle.take());
        if let Some(since) = since {
            state.idle.remove(&since);
        }
        AtWork(Arc::clone(self))
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.at_work.store(false, Ordering::Relaxed);
        let mut state = self.0.connections.state();
        let now = state.next();
        if let Some(open) = state.open.get_mut(&self.0.id) {
            open.idle = Some(now);
            state.idle.insert(now, self.0.id);
        }
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut state = self.connections.state();
        if state.remove(self.id).is_none() {
            state.leaving -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: &str) -> SocketAddr {
        SocketAddr::new(address.parse().unwrap(), 4711)
    }

    fn connections(all: usize, of_address: usize) -> Arc<Connections> {
        Connections::new(ConnectionLimits { all, of_address }, vec!["10.0.0.1/32".parse().unwrap()])
    }

    #[test]
    fn the_longest_idle_one_makes_room() {
        let connections = connections(3, 9);
        let enter = |address| connections.enter(at(address)).map(Arc::new);
        let [first, second, third] =
            ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map(|address| enter(address).unwrap());
        // The first connection has served a request since, and the second is serving one.
        drop(first.work());
        let at_work = second.work();
        let fourth = enter("192.0.2.4").unwrap();
        assert_eq!([&first, &second, &third].map(|place| place.gone.is_cancelled()), [false, false, true]);
        let _fourth_works = fourth.work();
        let fifth = enter("192.0.2.5").unwrap();
        assert!(first.gone.is_cancelled());
        let _fifth_works = fifth.work();
        assert_eq!(enter("192.0.2.6").err(), Some(ConnectionRefused::All(3)), "all are at work");
        assert!(enter("127.0.0.1").is_ok(), "a health check");
        drop(at_work);
        assert!(enter("192.0.2.6").is_ok());
        assert!(second.gone.is_cancelled());
    }

    #[test]
    fn an_address_makes_room_for_itself_and_a_proxy_is_no_address() {
        let connections = connections(9, 2);
        let enter = |address| connections.enter(at(address)).map(Arc::new);
        let other = enter("192.0.2.9").unwrap();
        let places = ["2001:db8::1", "2001:db8::2"].map(|address| enter(address).unwrap());
        let work = places.each_ref().map(ConnectionSlot::work);
        assert_eq!(enter("2001:db8::3").err(), Some(ConnectionRefused::Address(2)), "one network");
        drop(work);
        assert!(enter("2001:db8::3").is_ok());
        assert!(places[0].gone.is_cancelled() && !other.gone.is_cancelled());
        let proxied: Vec<_> = (0..5).map(|_| enter("10.0.0.1").unwrap()).collect();
        assert!(proxied.iter().all(|place| !place.gone.is_cancelled()));
        drop((places, proxied, other));
        let state = connections.state();
        assert!(state.open.is_empty() && state.idle.is_empty() && state.of_address.is_empty());
        assert_eq!(state.leaving, 0);
    }

    #[test]
    fn nobody_is_told_to_go_while_many_have_not_gone() {
        let connections = connections(1, 9);
        let places: Vec<_> = (0..=MAX_LEAVING).map(|_| connections.enter(at("192.0.2.1")).unwrap()).collect();
        assert_eq!(connections.enter(at("192.0.2.1")).err(), Some(ConnectionRefused::All(1)));
        drop(places);
        assert!(connections.enter(at("192.0.2.1")).is_ok());
    }
}
