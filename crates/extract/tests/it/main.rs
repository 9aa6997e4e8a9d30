//! What comes in from outside and what the crate makes of it, through the public functions alone.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod agree;
mod damage;
mod formats;
mod hostile;
mod made;
mod platforms;
mod rule;
mod work;
