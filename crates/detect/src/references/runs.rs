//! Runs of tokens of submissions that agree with references, and what two submissions have from the same place. Linear in
//! the runs that overlap.

use std::ops::Range;

/// Tokens of a submission that agree with tokens of a reference, one after the other. The tokens of all references are counted
/// through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Run {
    /// First token in the reference.
    pub(super) place: u32,
    /// First token in the submission.
    pub(super) token: u32,
    /// Number of tokens.
    pub(super) tokens: u32,
}

impl Run {
    /// Returns the tokens of the submission at these tokens of the reference, which the run has.
    fn at(&self, places: &Range<u32>) -> Range<u32> {
        places.start - self.place + self.token..places.end - self.place + self.token
    }
}

/// Returns runs, each as long as possible, from others with equal tokens.
pub(super) fn joined(mut runs: Vec<Run>) -> Vec<Run> {
    // Runs with the same distance of both places continue each other.
    runs.sort_unstable_by_key(|run| (run.token.wrapping_sub(run.place), run.place));
    runs.dedup_by(|next, run| {
        let goes_on = next.token.wrapping_sub(next.place) == run.token.wrapping_sub(run.place)
            && next.place <= run.place + run.tokens;
        if goes_on {
            run.tokens = run.tokens.max(next.place + next.tokens - run.place);
        }
        goes_on
    });
    runs
}

/// Calls `each` with the tokens of both sides that agree with the same tokens of a reference, of which the first is given. The
/// runs are ascending.
pub(super) fn each_overlap([ours, theirs]: [&[Run]; 2], mut each: impl FnMut(u32, [Range<u32>; 2])) {
    let longest = theirs.iter().map(|run| run.tokens).max().unwrap_or(0);
    for our in ours {
        let end = our.place + our.tokens;
        let first = theirs.partition_point(|run| run.place + longest <= our.place);
        for their in theirs[first..].iter().take_while(|run| run.place < end) {
            let places = our.place.max(their.place)..end.min(their.place + their.tokens);
            if places.start < places.end {
                each(places.start, [our.at(&places), their.at(&places)]);
            }
        }
    }
}

/// Calls `each` with every number that both lists have, and the entries that have it.
pub(super) fn each_common(mut rest: [&[Covered]; 2], mut each: impl FnMut(u32, [&[Covered]; 2])) {
    while let [Some(ours), Some(theirs)] = rest.map(|side| side.first().map(|covered| covered.0)) {
        let place = ours.max(theirs);
        rest = rest.map(|side| &side[side.partition_point(|covered| covered.0 < place)..]);
        let at = rest.map(|side| side.partition_point(|covered| covered.0 == place));
        if at[0] > 0 && at[1] > 0 {
            each(place, [&rest[0][..at[0]], &rest[1][..at[1]]]);
        }
        rest = [&rest[0][at[0]..], &rest[1][at[1]..]];
    }
}

/// Something that several submissions have, by its number, and the token of a submission where it is: a token of a
/// reference (the tokens of all references are counted through), or a window of tokens.
pub(super) type Covered = (u32, u32);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::distinct;

    fn runs() -> impl Strategy<Value = Vec<Run>> {
        let run =
            (0..60_u32, 0..60_u32, 1..20_u32).prop_map(|(place, token, tokens)| Run { place, token, tokens });
        prop::collection::vec(run, 0..8)
    }

    fn each_token(runs: &[Run]) -> Vec<Covered> {
        distinct(runs.iter().flat_map(|run| (0..run.tokens).map(|at| (run.place + at, run.token + at))))
    }

    proptest! {
        #[test]
        fn joined_runs_have_the_same_tokens(runs in runs()) {
            let joined = joined(runs.clone());
            prop_assert_eq!(each_token(&joined), each_token(&runs));
            prop_assert_eq!(joined.iter().map(|run| run.tokens as usize).sum::<usize>(), each_token(&runs).len());
        }

        #[test]
        fn overlaps_are_the_tokens_that_both_have_from_the_same_place(ours in runs(), theirs in runs()) {
            let sides = [ours, theirs].map(|runs| distinct(joined(runs)));
            let mut found = [Vec::new(), Vec::new()];
            each_overlap([&sides[0], &sides[1]], |_, tokens| {
                found.iter_mut().zip(tokens).for_each(|(found, tokens)| found.extend(tokens));
            });
            let mut expected = [Vec::new(), Vec::new()];
            let tokens = [each_token(&sides[0]), each_token(&sides[1])];
            each_common([&tokens[0], &tokens[1]], |_, sides| {
                expected.iter_mut().zip(sides).for_each(|(all, side)| all.extend(side.iter().map(|one| one.1)));
            });
            prop_assert_eq!(found.map(distinct), expected.map(distinct));
        }
    }
}
