//! The folder of unfinished uploads: what arrives over HTTP or from a MOSS client lies here until the database has it.
//!
//! - **Bounded**: whoever writes into the folder reserves the bytes first ([`Spool::reserve`]). All uploads together have a
//!   limit, and each account has one, so that one account cannot fill the folder for all others.
//! - **Private**: mode 0700.
//! - **Emptied**: what a killed process left behind goes when the next one starts.
//!
//! Knows no requests and no database.

mod folder;
mod reservation;

pub use folder::Spool;
pub use reservation::{Reservation, SpoolFull, SpoolLimits};
