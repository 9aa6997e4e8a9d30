//! The signed-in account.

pub(crate) mod moss_numbers;
pub(crate) mod password;
pub(crate) mod show;
pub(crate) mod tokens_box;
