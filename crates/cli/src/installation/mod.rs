//! An installation as the operator's commands see it: its database, its accounts, and its archives by name.

mod accounts;
mod address;
mod archives;
mod database;

pub(crate) use accounts::{LINK_HOURS, add_account, find_account, first_account, sign_in_link};
pub(crate) use address::{public_address, publish_address};
pub(crate) use archives::{archives, course_named, courses, creator_and_course, is_named, parse_keep_until};
pub(crate) use database::{
    Database, Migrate, block_on, connections, create_data_dir, create_private_dir, open, operator,
    with_storage,
};
