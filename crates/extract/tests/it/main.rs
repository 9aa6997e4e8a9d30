//! Tests the crate through its public functions: external input and the resulting submissions.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod agree;
mod damage;
mod documents;
mod exports;
mod formats;
mod hostile;
mod made;
mod names;
mod patterns;
mod platforms;
mod provenance;
mod rule;
mod sources;
mod work;
