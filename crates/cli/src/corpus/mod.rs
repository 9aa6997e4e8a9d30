//! `chaffinch corpus`: near-duplicate clustering of any documents, and corpora in the service.

mod add;
mod changes;
mod cluster;
mod command;
mod estimate;
mod group;
mod holders;
mod key;
mod options;
mod query;
mod recluster;
mod sample;
mod sketch;
mod stored_add;
mod stored_query;

pub(crate) use command::{Arguments, run};
