//! Faults, each of which a real service meets some day: processes killed, paused and ended, a database that goes away,
//! disks that are full. Whatever was accepted ends as it would have ended undisturbed.
//!
//! `CHAFFINCH_FAULTS_KILLS` says how often each process is killed, `CHAFFINCH_FAULTS_SEED` repeats an earlier choice of
//! moments as far as moments can be repeated. Both are printed.

mod away;
mod campus;
mod disk;
pub(crate) mod kills;
mod leases;
mod leftovers;
pub(crate) mod process;
mod traffic;
pub(crate) mod university;
