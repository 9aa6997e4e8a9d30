//! The pages of the service. They work without JavaScript. The crate `report` renders reports in the same frame.

pub(crate) mod account;
pub(crate) mod admin;
pub(crate) mod archives;
pub(crate) mod audit;
pub(crate) mod batches;
pub(crate) mod cases;
pub(crate) mod courses;
pub(crate) mod errors;
pub(crate) mod files;
mod frame;
pub(crate) mod language;
pub(crate) mod names;
mod paths;
mod preference;
pub(crate) mod printed;
pub(crate) mod query;
pub(crate) mod query_comparison;
mod query_place;
pub(crate) mod sign_in;
mod values;

/// The command that creates a sign-in link.
pub(crate) const SIGN_IN_COMMAND: &str = "chaffinch user link NAME";
