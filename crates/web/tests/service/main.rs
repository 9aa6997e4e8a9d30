//! Tests of the service as its callers see it: the real router with a real database in a temporary file.

#![expect(clippy::unwrap_used, reason = "tests end by panicking")]

mod access;
mod account;
mod admin;
mod archive_pages;
mod archives;
mod background;
mod batches;
mod bodies;
mod case_pages;
mod cases;
mod checks;
mod connections;
mod courses;
mod downloads;
mod drafts;
mod errors;
mod events;
mod evidence;
mod language;
mod lasting;
mod limits;
mod lists;
mod mail;
mod marks;
mod openapi;
mod pages;
mod passwords;
mod persons;
mod printed;
mod provider;
mod proxies;
mod query;
mod reports;
mod review_pages;
mod revisions;
mod roles;
mod shares;
mod sign_in;
mod term;
mod test_app;
