//! Notifies other programs when the work on a batch has ended.

mod addresses;
mod notifier;

pub use addresses::{Network, NetworkError, is_allowed_receiver};
pub(crate) use notifier::Notifier;
pub use notifier::{NotificationSettings, signature};
