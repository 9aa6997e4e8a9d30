//! The processes of the service: `serve` and `worker`, and what they connect.

mod erasures;
mod first_link;
mod moss;
mod queries;
pub(crate) mod serve;
mod signals;
mod telemetry;
pub(crate) mod worker;
