//! The key of the pseudonyms of a comparison.

use chaffinch_report::PseudonymKey;
use chaffinch_storage::Batch;

/// Returns the key of the pseudonyms in the reports of a batch, which is the same for all of them.
pub fn pseudonym_key(batch: &Batch) -> PseudonymKey {
    PseudonymKey::new(&batch.pseudonyms.key, batch.pseudonyms.submissions)
}
