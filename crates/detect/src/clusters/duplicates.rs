//! Finds submissions that are copies of each other, in the strictest sense that applies.

use chaffinch_submission::{TokenStream, TokenizedFile, TokenizedSubmission};
use rustc_hash::FxHashMap;

use crate::{
    groups::parties::Parties,
    limits::TOO_SHORT,
    results::clusters::{DuplicateKind, Duplicates},
};

/// Returns sets of copies. Two submissions are in a set of the strictest kind that joins them: an `identical` set is
/// not repeated as `lexically-equivalent` unless that set is larger. Submissions that are
/// too short by `counted`, their numbers of counted tokens, are never token-equivalent, because equal shapes mean nothing at that size. Submissions from `references` on are reference
/// answers and in no set.
pub(crate) fn find(
    submissions: &[TokenizedSubmission],
    counted: &[u32],
    parties: &Parties,
    references: usize,
) -> Vec<Duplicates> {
    let mut found: Vec<Duplicates> = Vec::new();
    let kinds =
        [DuplicateKind::Identical, DuplicateKind::LexicallyEquivalent, DuplicateKind::TokenEquivalent];
    for kind in kinds {
        let mut of_key: FxHashMap<Vec<(u128, u128)>, Vec<u32>> = FxHashMap::default();
        for (index, submission) in submissions[..references].iter().enumerate() {
            let judged = kind != DuplicateKind::TokenEquivalent || counted[index] >= TOO_SHORT;
            let has_tokens = submission.files.iter().any(|file| file.stream.tokens() > 0);
            if judged
                && has_tokens
                && let Some(key) = key(submission, kind)
            {
                of_key.entry(key).or_default().push(index as u32);
            }
        }
        let mut sets: Vec<Vec<u32>> = of_key.into_values().filter(|set| set.len() >= 2).collect();
        sets.sort_unstable();
        // Archived submissions are not compared with each other.
        sets.retain(|set| set.iter().any(|&index| submissions[index as usize].archive.is_none()));
        sets.retain(|set| set.iter().any(|&index| !parties.are_one(set[0], index)));
        sets.retain(|set| found.iter().all(|stricter| stricter.submissions != *set));
        found.extend(sets.into_iter().map(|submissions| Duplicates { kind, submissions }));
    }
    found
}

/// The digests of a file of which only the normalized tokens were kept, or that an earlier version of this program read.
const UNKNOWN: (u128, u128) = (0, 0);

/// Returns a key that is equal for copies, with one entry per file. File names do not matter. `None` if too little was
/// kept.
fn key(submission: &TokenizedSubmission, kind: DuplicateKind) -> Option<Vec<(u128, u128)>> {
    let has_content = |file: &&TokenizedFile| match kind {
        DuplicateKind::Identical => true,
        DuplicateKind::LexicallyEquivalent => file.stream.lexical != TokenStream::NO_TEXTS,
        DuplicateKind::TokenEquivalent => file.stream.tokens() > 0,
    };
    let mut key: Vec<(u128, u128)> = submission
        .files
        .iter()
        .filter(has_content)
        .map(|file| match kind {
            DuplicateKind::Identical => halves(&file.record.digest),
            DuplicateKind::LexicallyEquivalent => (file.stream.lexical, 0),
            DuplicateKind::TokenEquivalent => (of_values(&file.stream.read_values()), 0),
        })
        .collect();
    key.sort_unstable();
    (!key.contains(&UNKNOWN)).then_some(key)
}

fn halves(digest: &[u8; 32]) -> (u128, u128) {
    let number = |bytes: &[u8]| bytes.iter().fold(0_u128, |sum, &byte| sum << 8 | u128::from(byte));
    (number(&digest[..16]), number(&digest[16..]))
}

/// Returns two independent 64-bit hashes of the whole stream.
fn of_values(values: &[u64]) -> u128 {
    let fold = |seed: u64, factor: u64| {
        values.iter().fold(seed, |state, &value| (state.rotate_left(23) ^ value).wrapping_mul(factor))
    };
    let low = fold(0x9e37_79b9_7f4a_7c15, 0xff51_afd7_ed55_8ccd);
    let high = fold(0xc2b2_ae3d_27d4_eb4f, 0xc4ce_b9fe_1a85_ec53);
    u128::from(high) << 64 | u128::from(low)
}
