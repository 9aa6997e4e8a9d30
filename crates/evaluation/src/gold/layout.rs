//! Disguise level 1: changes layout and comments. Nothing that a compiler reads changes.

use tree_sitter::Node;

use super::rewrite::rewrite;
use super::source::{Source, above, children, is_comment};
use crate::random::SplitMix64;

/// Changes the blanks of the indentation.
pub(super) fn indent(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let old = source.unit();
    let units = [" ", "  ", "   ", "    ", "        ", "\t"].map(str::to_owned);
    let others: Vec<&String> = units.iter().filter(|unit| *unit != old).collect();
    let unit = others[rng.below(others.len() as u64) as usize];
    let leaves = leaves(source);
    let (mut text, mut at) = (String::new(), 0);
    for line in source.text.split_inclusive('\n') {
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        let first = leaves.partition_point(|leaf| leaf.end_byte() <= at + blanks);
        let inside = leaves.get(first).is_some_and(|leaf| leaf.start_byte() < at);
        let depth = match leaves.get(first) {
            // If indentation has a meaning, the tree gives the depth of a line.
            Some(leaf) if source.dialect.indented => {
                above(*leaf).filter(|around| around.kind() == "block").count()
            }
            _ => line[..blanks].matches(old).count(),
        };
        if inside {
            text += line;
        } else {
            text += &unit.repeat(depth);
            text += &line[blanks..];
        }
        at += line.len();
    }
    (text != source.text).then_some(text)
}

/// Breaks lines after commas, puts braces on separate lines, adds blanks in brackets, adds and removes blank lines.
pub(super) fn break_lines(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    let (own_line, wide) = (rng.below(2) == 0, rng.below(2) == 0);
    let leaves = leaves(source);
    let first = leaves.first()?;
    let mut text = source.text[..first.end_byte()].to_owned();
    for pair in leaves.windows(2) {
        let (left, right) = (pair[0], pair[1]);
        let gap = &source.text[left.end_byte()..right.start_byte()];
        let listed = left.parent().is_some_and(|list| {
            matches!(list.kind(), "argument_list" | "arguments" | "parameter_list" | "formal_parameters")
        });
        let before_block = right.kind() == "{"
            && right.parent().is_some_and(|block| source.is_block(block))
            && matches!(left.kind(), ")" | "else" | "do" | "try");
        let after_line = is_comment(left) && !source.of(left).starts_with("/*");
        if own_line && before_block && !gap.contains('\n') {
            text.push('\n');
            text += source.pad(right);
        } else if left.kind() == "," && listed && !gap.contains('\n') && rng.below(8) == 0 {
            text.push('\n');
            text += source.pad(left);
            text += "      ";
        } else if gap.contains("\n\n") && !after_line && rng.below(2) == 0 {
            text += &gap.replacen("\n\n", "\n", 1);
        } else if gap.contains('\n') && rng.below(8) == 0 {
            text += &gap.replacen('\n', "\n\n", 1);
        } else if wide && gap.is_empty() && (left.kind() == "(" || right.kind() == ")") {
            text.push(' ');
        } else {
            text += gap;
        }
        text += source.of(right);
    }
    text += &source.text[leaves.last()?.end_byte()..];
    (text != source.text).then_some(text)
}

/// Returns the tokens of a program. A string, a comment or a preprocessor line is one token.
fn leaves(source: &Source) -> Vec<Node<'_>> {
    let (mut found, mut open) = (Vec::new(), vec![source.root()]);
    while let Some(node) = open.pop() {
        let whole = node.kind().contains("string") && node.kind() != "concatenated_string"
            || node.kind().starts_with("preproc_")
            || node.kind() == "regex"
            || is_comment(node)
            || node.child_count() == 0;
        if whole {
            if !node.byte_range().is_empty() {
                found.push(node);
            }
        } else {
            open.extend(children(node).into_iter().rev());
        }
    }
    found
}

/// Removes all comments.
pub(super) fn remove_comments(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|_, node| is_comment(node).then(|| " ".to_owned()))
}

/// Adds comments above some statements.
pub(super) fn add_comments(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        if !r.source.is_statement(node) || !r.source.begins_line(node) || !r.chance(25) {
            return None;
        }
        let mark = r.source.dialect.comment;
        Some(format!("{mark} {}\n{}{}", remark(&|n| r.below(n)), r.source.pad(node), r.inside(node)))
    })
}

/// Replaces the text of every comment.
pub(super) fn change_comments(source: &Source, rng: &mut SplitMix64) -> Option<String> {
    rewrite(source, rng, &|r, node| {
        is_comment(node).then(|| {
            let text = remark(&|n| r.below(n));
            if r.of(node).starts_with("/*") {
                format!("/* {text} */")
            } else {
                format!("{} {text}", r.source.dialect.comment)
            }
        })
    })
}

fn remark(below: &dyn Fn(usize) -> usize) -> String {
    const PARTS: [[&str; 6]; 3] = [
        ["here we", "now", "first", "then we", "finally we", "after that"],
        ["look at", "store", "work out", "go over", "prepare", "check"],
        ["the next one", "the result", "what was read", "all of them", "the value", "this part"],
    ];
    PARTS.map(|part| part[below(part.len())]).join(" ")
}
