//! Finds the comments of a match that only one side has. Matches ignore comments, so a page must not show a comment as
//! matched just because the code around it is.

use chaffinch_detect::{Match, Region};
use chaffinch_submission::Span;

use crate::distinctive::folded_comment;
use crate::values::Reading;

/// Returns the comments of either region that the other region does not have, in the order of the text. Layout,
/// capitals and comment signs are ignored. Where a text was not kept, no comment of the other side is known to be equal.
pub(crate) fn differing_comments(
    found: &Match,
    left: &[Reading<'_>],
    right: &[Reading<'_>],
) -> [Vec<Span>; 2] {
    let sides = [within(&found.left, left), within(&found.right, right)];
    if sides.iter().any(|(_, comments)| comments.is_empty()) {
        return sides.map(|(_, comments)| comments.to_vec());
    }
    let folded = sides.map(|(reading, comments)| -> Vec<String> {
        comments.iter().map(|&comment| folded_comment(reading.at(comment))).collect()
    });
    let known = folded.clone().map(|mut folded| {
        folded.sort_unstable();
        folded
    });
    [0, 1].map(|side: usize| {
        let others = &known[1 - side];
        let comments = sides[side].1.iter().zip(&folded[side]);
        comments.filter(|(_, folded)| others.binary_search(folded).is_err()).map(|(&span, _)| span).collect()
    })
}

/// Returns the file of a region and the comments between its first and its last token.
fn within<'a>(region: &Region, files: &[Reading<'a>]) -> (Reading<'a>, &'a [Span]) {
    let reading = files[region.file as usize];
    let (spans, comments) = (&reading.stream.spans, &reading.stream.comments);
    let start = spans[region.tokens.start as usize].start;
    let end = spans[region.tokens.end as usize - 1].end;
    let first = comments.partition_point(|comment| comment.start < start);
    let count = comments[first..].partition_point(|comment| comment.start < end);
    (reading, &comments[first..first + count])
}
