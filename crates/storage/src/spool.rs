//! Manages the folder of unfinished uploads: data from HTTP or from a MOSS client stays here until the database has it.
//!
//! - **Limits**: code that writes into the folder reserves the bytes first ([`Spool::reserve`]). There is a limit for
//!   all uploads together and one for each account, so that one account cannot fill the folder for all others.
//! - **Private**: the folder has mode 0700.
//! - **Cleanup**: files that a killed process left behind are removed when the next process starts.
//!
//! This module does not know about requests or the database.

mod folder;
mod reservation;

pub use folder::Spool;
pub use reservation::{Reservation, SpoolFull, SpoolLimits};
