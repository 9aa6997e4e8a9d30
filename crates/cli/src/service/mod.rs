//! The processes of the service: `serve` and `worker`, and what they connect.

mod clusterer;
mod erasures;
mod finder;
mod first_link;
mod moss;
pub(crate) mod serve;
mod signals;
mod surveyor;
pub(crate) mod worker;
