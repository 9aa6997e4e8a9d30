//! Tests the protocol without a server.

mod dialogue;
mod pages;
