//! Counts by client: what limits guesses, connections, requests and bytes, on HTTP and on the socket of MOSS alike. In
//! memory, so each process counts for itself.

mod bounded_map;
mod networks;
mod quota;

pub use bounded_map::BoundedMap;
pub use networks::{NETWORK_SIZES, client_network, networks_around, widest_network};
pub use quota::{Quota, QuotaPermit};
