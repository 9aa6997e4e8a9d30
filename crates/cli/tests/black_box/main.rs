//! Tests the real binary from outside, as users, scripts and browsers see it. None of its code is linked.
//!
//! No test sleeps to let something happen. Tests wait for outcomes and fail with a message if they do not occur.

#![expect(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

mod accessibility;
mod archive;
mod attacks;
mod backup;
mod bad_input;
mod binary;
mod browser;
mod browser_session;
mod built;
mod cases;
mod check;
mod client;
mod clones;
mod compare;
mod confinement;
mod corpus;
mod crash;
mod description;
mod documentation;
mod faults;
mod found;
mod generated;
mod graph;
mod hidden;
mod highlights;
mod hostile;
mod independence;
mod languages;
mod looks;
mod moss;
mod nbgrader;
mod notify;
mod operator;
mod outside;
mod overview;
mod packaging;
mod pair_page;
mod person;
mod pictures;
mod postgres;
mod provider;
mod random;
mod references;
mod review;
mod reviewing;
mod samples;
mod serve;
mod service;
mod submit;
mod telemetry;
mod term;
mod translations;
mod upgrade;
mod uploads;
mod webdriver;
