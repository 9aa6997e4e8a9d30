//! Who may come in, and how many at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use ipnet::IpNet;

use crate::Settings;
use crate::backoff::{BackOff, place};

/// Watches over the connections of all listeners.
#[derive(Debug)]
pub(crate) struct Door {
    allow: Vec<IpNet>,
    connections: usize,
    of_one: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    backoff: BackOff,
    /// Connections by place; nobody is in it with none.
    inside: HashMap<IpAddr, usize>,
    all: usize,
}

/// A connection that was let in; it leaves when this is dropped.
#[derive(Debug)]
pub(crate) struct Inside {
    door: Arc<Door>,
    place: IpAddr,
}

impl Door {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            allow: settings.allow.clone(),
            connections: settings.connections,
            of_one: settings.connections_of_one,
            state: Mutex::default(),
        }
    }

    /// Lets in, or not: nobody is told why.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr, now: Instant) -> Option<Inside> {
        let address = address.to_canonical();
        if !self.allow.is_empty() && !self.allow.iter().any(|network| network.contains(&address)) {
            return None;
        }
        let place = place(address);
        let mut state = self.state();
        if state.backoff.blocks(place, now) || state.all >= self.connections {
            return None;
        }
        let here = state.inside.entry(place).or_default();
        if *here >= self.of_one {
            return None;
        }
        *here += 1;
        state.all += 1;
        drop(state);
        Some(Inside { door: Arc::clone(self), place })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Counts are right also after a panic elsewhere.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Inside {
    /// Whether somebody from the same place said wrong numbers meanwhile.
    pub(crate) fn is_blocked(&self, now: Instant) -> bool {
        self.door.state().backoff.blocks(self.place, now)
    }

    /// A wrong number was said.
    pub(crate) fn wrong(&self, now: Instant) {
        self.door.state().backoff.wrong(self.place, now);
    }

    /// For the log.
    pub(crate) fn place(&self) -> IpAddr {
        self.place
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        let mut state = self.door.state();
        state.all -= 1;
        if let Some(here) = state.inside.get_mut(&self.place) {
            *here -= 1;
            if *here == 0 {
                state.inside.remove(&self.place);
            }
        }
    }
}
