//! Leaves out files that would use the memory of a whole class. Tokens are counted before anything is compared, so one
//! submission cannot end the analysis of all. What is left out depends only on the upload and the limit.

use chaffinch_submission::{Skipped, Submission, TokenizedFile, TokenizedSubmission};

/// Memory that comparing needs per token, in bytes, with everything that is kept of the token. Measured: 60 to 150.
const BYTES_PER_TOKEN: u64 = 160;

/// A submission can only be oversized if it has at least this many times the median size. If many submissions are
/// large, the class itself is large.
const MIN_MEDIAN_MULTIPLE: u64 = 4;

/// Removes the largest files from oversized submissions and lists them as skipped, if the class has more tokens than
/// fit into `memory_bytes`. Both slices hold the same files in the same order.
pub(crate) fn remove_oversized(
    submissions: &mut [Submission],
    tokenized: &mut [TokenizedSubmission],
    skipped: &mut Vec<Skipped>,
    memory_bytes: u64,
) {
    let max_tokens = memory_bytes / BYTES_PER_TOKEN;
    let sizes = tokenized.iter().map(|submission| submission.files.iter().map(tokens).sum()).collect();
    let Some(share) = fair_share(sizes, max_tokens) else { return };
    for (submission, tokenized) in submissions.iter_mut().zip(tokenized) {
        let mut size: u64 = tokenized.files.iter().map(tokens).sum();
        while share < size {
            // Among files of equal size, the first by path is removed.
            let largest = tokenized.files.iter().map(tokens).max().unwrap_or_default();
            let Some(at) = tokenized.files.iter().position(|file| tokens(file) == largest) else { break };
            let file = submission.files.remove(at);
            tokenized.files.remove(at);
            size -= largest;
            let reason = format!(
                "{largest} tokens; all submissions together have more than the {max_tokens} that fit into the memory of \
                 the analysis (job-memory), and this submission has more than its share of them"
            );
            skipped.push(Skipped {
                submission: Some(submission.header.name.clone()),
                path: file.path,
                reason,
            });
        }
    }
    skipped.sort();
}

fn tokens(file: &TokenizedFile) -> u64 {
    file.stream.tokens() as u64
}

/// Returns the number of tokens that each submission may have so that all fit together. Submissions below their share
/// leave the rest to larger ones (max-min fairness). Returns `None` if all fit, or if the large submissions are no
/// exceptions.
fn fair_share(mut sizes: Vec<u64>, max_tokens: u64) -> Option<u64> {
    sizes.sort_unstable();
    let median = *sizes.get(sizes.len() / 2)?;
    let mut left = max_tokens;
    for (before, &size) in sizes.iter().enumerate() {
        let share = left / (sizes.len() - before) as u64;
        if share < size {
            return (MIN_MEDIAN_MULTIPLE * median <= share).then_some(share);
        }
        left -= size;
    }
    None
}

#[cfg(test)]
mod tests {
    use chaffinch_normalize::{Choice, tokenize};
    use chaffinch_submission::SourceFile;

    use chaffinch_submission::SubmissionHeader;

    use super::*;

    fn class(files: &[(&str, &[(&str, usize)])]) -> (Vec<Submission>, Vec<TokenizedSubmission>) {
        let submission = |&(name, files): &(&str, &[(&str, usize)])| Submission {
            header: SubmissionHeader::named(name),
            archive: None,
            files: files.iter().map(|&(path, words)| SourceFile::plain(path, "a ".repeat(words))).collect(),
        };
        let submissions: Vec<Submission> = files.iter().map(submission).collect();
        let (tokenized, _) = crate::analysis::pipeline::tokenize_files(
            &submissions,
            &[],
            |_, file| tokenize(file, Choice::Auto),
            &(),
        );
        (submissions, tokenized)
    }

    #[test]
    fn shares_are_fair() {
        assert_eq!(fair_share(vec![1, 2, 3], 6), None, "all fit");
        assert_eq!(fair_share(vec![1, 1, 1, 100], 13), Some(10));
        assert_eq!(fair_share(vec![1, 1, 1, 8, 100], 20), Some(9));
        assert_eq!(fair_share(vec![1, 1, 1, 50, 100], 23), Some(10));
        assert_eq!(fair_share(vec![10, 10, 10, 11], 40), None, "the class is large, not one of it");
        assert_eq!(fair_share(Vec::new(), 0), None);
    }

    #[test]
    fn the_largest_files_of_an_oversized_submission_are_left_out() {
        let (mut submissions, mut tokenized) = class(&[
            ("ann", &[("a.txt", 10)]),
            ("bob", &[("b.txt", 10), ("pad.txt", 1000), ("z.txt", 20)]),
            ("cid", &[("c.txt", 10)]),
        ]);
        let mut skipped = Vec::new();
        remove_oversized(&mut submissions, &mut tokenized, &mut skipped, 200 * BYTES_PER_TOKEN);
        let left: Vec<&str> = submissions[1].files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(left, ["b.txt", "z.txt"]);
        assert!(submissions.iter().zip(&tokenized).all(|(one, other)| one.files.len() == other.files.len()));
        assert_eq!((skipped.len(), skipped[0].submission.as_deref()), (1, Some("bob")));
        assert!(skipped[0].reason.starts_with("1000 tokens"), "{skipped:?}");
    }

    #[test]
    fn a_class_that_fits_stays_whole() {
        let (mut submissions, mut tokenized) =
            class(&[("ann", &[("a.txt", 10)]), ("bob", &[("b.txt", 900)])]);
        let mut skipped = Vec::new();
        remove_oversized(&mut submissions, &mut tokenized, &mut skipped, 1000 * BYTES_PER_TOKEN);
        assert_eq!((skipped.len(), submissions[1].files.len()), (0, 1));
    }
}
