//! Limits on how much one client may ask for: rates, quotas, and queues for work that takes long.

pub(crate) mod address_limit;
pub(crate) mod caller;
pub(crate) mod fair_queue;
pub(crate) mod hold;
pub(crate) mod pace;
pub(crate) mod page_turn;
pub(crate) mod rates;
