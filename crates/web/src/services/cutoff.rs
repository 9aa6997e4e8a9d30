//! Which cut-offs a comparison may have. Uploads, further reports and the pages check them here.

use chaffinch_storage::Cutoff;

use crate::error::WebError;

/// Largest cut-off, far above every suspicion and every number of pairs. Larger values could become infinite, which JSON
/// cannot express.
const MAX_CUTOFF: f64 = 1e9;

/// Checks a cut-off in either unit.
pub(crate) fn check(cutoff: Cutoff) -> Result<(), WebError> {
    match cutoff {
        Cutoff::Expect(pairs) => cutoff_expect(pairs).map(|_| ()),
        Cutoff::Suspicion(bits) if (0.0..=MAX_CUTOFF).contains(&bits) => Ok(()),
        Cutoff::Suspicion(_) => Err(WebError::field("cutoff", format!("must be 0 to {MAX_CUTOFF}"))),
    }
}

/// Checks a number of pairs expected by chance.
pub(crate) fn cutoff_expect(pairs: f64) -> Result<f64, WebError> {
    if 0.0 < pairs && pairs <= MAX_CUTOFF {
        Ok(pairs)
    } else {
        Err(WebError::field("cutoff_expect", format!("must be greater than 0 and at most {MAX_CUTOFF}")))
    }
}

/// Refuses a cut-off that is given in both units.
pub(crate) fn two_cutoffs() -> WebError {
    WebError::field("cutoff_expect", "cannot be given together with cutoff; leave one of them out")
}
