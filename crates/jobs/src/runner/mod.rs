//! Claims the jobs of the queue and runs each to its end: the asynchronous side, which uses the database and does no
//! analysis.

mod attempt;
mod commit;
mod heartbeat;
mod lanes;
mod maintenance;
mod settings;
mod stale_leases;

pub use lanes::Runner;
pub use settings::RunnerSettings;
