//! Submissions and links as lines of text, with a tab between two values.

use std::fmt::Write as _;

use chaffinch_report::{ClusterLink, Pair, PairId, Submission, Unit};

use super::groups::Groups;
use crate::shared::{Strength, percent};

/// Characters of a name. A longer one ends in an ellipsis.
const MAX_NAME: usize = 60;

/// Returns a line for each submission: its number, the number of its colour, `1` for an earlier submission, its name,
/// and the name of its group.
pub(super) fn lines_of_nodes(submissions: &[&Submission], groups: &Groups) -> String {
    let mut lines = String::new();
    for (submission, (group, colour)) in submissions.iter().zip(groups.each()) {
        let archived = u8::from(submission.archive.is_some());
        let (name, group) = (one_line(&submission.name), one_line(group));
        push(&mut lines, format_args!("{}\t{colour}\t{archived}\t{name}\t{group}", submission.written_id()));
    }
    lines
}

/// Returns a line for each link: the positions of both sides among `ids`, its strength for scripts and for readers, the
/// share of both sides in percent, the longest match, and `1` if the pair has a page. `listed` has the pairs of the
/// report, by id. Pairs that are not listed have only their strength.
pub(super) fn lines_of_links(
    links: &[ClusterLink],
    ids: &[u32],
    listed: &[(PairId, &Pair)],
    unit: Unit,
) -> String {
    let mut text = String::new();
    for link in links {
        let [left, right] =
            [link.id.left, link.id.right].map(|id| ids.binary_search(&id).unwrap_or_default());
        let Strength { score, shown } = Strength::new(unit, link.expect, link.suspicion);
        let start = format_args!("{left}\t{right}\t{score}\t{shown}");
        match listed.binary_search_by_key(&link.id, |(id, _)| *id).ok().map(|at| listed[at].1) {
            Some(pair) => {
                let [left, right] =
                    [pair.left_share, pair.right_share].map(|share| percent(share).replace(" %", ""));
                let opens = u8::from(pair.match_count.is_some());
                push(&mut text, format_args!("{start}\t{left}\t{right}\t{}\t{opens}", pair.longest_match));
            }
            None => push(&mut text, format_args!("{start}\t–\t–\t–\t0")),
        }
    }
    text
}

fn push(lines: &mut String, line: std::fmt::Arguments) {
    writeln!(lines, "{line}").expect("writing to a String cannot fail");
}

/// Returns a name without the characters that divide values, and not longer than [`MAX_NAME`].
fn one_line(name: &str) -> String {
    let line = |name: &str| name.replace(['\t', '\n', '\r'], " ");
    match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", line(&name[..end])),
        None => line(name),
    }
}
