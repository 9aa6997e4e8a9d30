//! Limits on how much one client may ask for: rates, quotas, and queues for work that takes long.

pub(crate) mod body;
pub(crate) mod fair_queue;
pub(crate) mod rates;
