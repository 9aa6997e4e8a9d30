//! Tests faults that occur in real services: processes that are killed, paused and ended, an unavailable database, and
//! full disks. Everything that was accepted ends as without the fault.
//!
//! `CHAFFINCH_FAULTS_KILLS` sets how often each process is killed. `CHAFFINCH_FAULTS_SEED` repeats an earlier choice of
//! moments, as far as timing can be repeated. Both are printed.

mod away;
pub(crate) mod deployment;
mod disk;
pub(crate) mod kills;
mod leases;
mod leftovers;
pub(crate) mod process;
mod traffic;
mod workload;
