//! The service as its callers see it: the real router over a real database in a temporary file.

mod access;
mod account;
mod batches;
mod errors;
mod events;
mod house;
mod limits;
mod openapi;
mod pages;
mod reports;
mod sign_in;
