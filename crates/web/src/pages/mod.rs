//! The pages of the service. They work without JavaScript. The crate `report` renders reports in the same frame.

pub(crate) mod account;
pub(crate) mod admin;
pub(crate) mod archives;
pub(crate) mod audit;
pub(crate) mod batches;
pub(crate) mod cases;
pub(crate) mod courses;
pub(crate) mod data_requests;
mod frame;
pub(crate) mod preferences;
pub(crate) mod printed;
pub(crate) mod public;
pub(crate) mod query;
pub(crate) mod query_comparison;
pub(crate) mod sign_in;
pub(crate) mod term;
mod term_graph;

/// The command that creates a sign-in link.
pub(crate) const SIGN_IN_COMMAND: &str = "chaffinch user link NAME";
