//! The table of transformations, and how they are combined: a copy at one level also has the transformations of the
//! levels below.

use super::source::Source;
use super::{branches, choices, dead, declarations, extract, inline, layout, loops, order};
use super::{redundant, rename, spelling, updates};
use crate::random::SplitMix64;

/// A way to disguise a program.
#[derive(Debug)]
pub(crate) struct Transformation {
    /// Name used in tables.
    pub(crate) name: &'static str,
    /// Level of the work that it needs, from 1 (layout) to 5 (control flow).
    pub(crate) rung: u8,
    /// Applies the transformation. Returns `None` if it does not fit the program.
    change: fn(&Source, &mut SplitMix64) -> Option<String>,
}

/// The highest level.
pub(crate) const TOP: u8 = 5;

const fn on(
    rung: u8,
    name: &'static str,
    change: fn(&Source, &mut SplitMix64) -> Option<String>,
) -> Transformation {
    Transformation { name, rung, change }
}

/// All transformations, ordered by level and, within a level, in the order in which they are applied.
pub(crate) static TRANSFORMATIONS: [Transformation; 31] = [
    on(1, "remove-comments", layout::remove_comments),
    on(1, "change-comments", layout::change_comments),
    on(1, "add-comments", layout::add_comments),
    on(1, "break-lines", layout::break_lines),
    on(1, "indent", layout::indent),
    on(2, "reword-messages", spelling::reword_messages),
    on(2, "respell-strings", spelling::respell_strings),
    on(2, "respell-types", spelling::respell_types),
    on(2, "rename", rename::rename),
    on(3, "split-declarations", declarations::split_declarations),
    on(3, "join-declarations", declarations::join_declarations),
    on(3, "swap-statements", order::swap_statements),
    on(3, "shuffle-imports", order::shuffle_imports),
    on(3, "shuffle-functions", order::shuffle_functions),
    on(4, "temporaries", redundant::insert_temporaries),
    on(4, "brackets", redundant::insert_brackets),
    on(4, "dead-statements", dead::insert_dead_statements),
    on(4, "debug-prints", dead::insert_debug_prints),
    on(4, "unused-functions", dead::insert_unused_functions),
    on(5, "branch-to-choice", choices::branch_to_choice),
    on(5, "choice-to-branch", choices::choice_to_branch),
    on(5, "else-to-early-exit", branches::else_to_early_exit),
    on(5, "early-exit-to-else", branches::early_exit_to_else),
    on(5, "swap-branches", branches::swap_branches),
    on(5, "swap-operands", branches::swap_operands),
    on(5, "respell-updates", updates::respell_updates),
    on(5, "inline-functions", inline::inline_functions),
    on(5, "extract-blocks", extract::extract_blocks),
    on(5, "while-to-for", loops::while_to_for),
    on(5, "for-to-while", loops::for_to_while),
    on(5, "break-loops", loops::break_loops),
];

/// Opposite transformations. Of each pair, only one is applied.
const OPPOSITES: [[&str; 2]; 4] = [
    ["remove-comments", "change-comments"],
    ["split-declarations", "join-declarations"],
    ["branch-to-choice", "choice-to-branch"],
    ["else-to-early-exit", "early-exit-to-else"],
];

impl Transformation {
    /// Returns the program disguised in this way alone.
    pub(crate) fn apply(&self, source: &Source, rng: &mut SplitMix64) -> Option<Source> {
        let text = (self.change)(source, rng)?;
        let parsed = Source::parse(text, source.dialect);
        Some(parsed.expect("a transformation's result parses (tested on the whole corpus)"))
    }

    /// Returns any program disguised in this way. The program may contain what no transformation was tested on, so
    /// `None` is also returned if the result has syntax errors.
    pub(super) fn apply_to_any(&self, source: &Source, rng: &mut SplitMix64) -> Option<Source> {
        Source::parse((self.change)(source, rng)?, source.dialect)
    }
}

/// A way to apply a transformation.
type Apply = fn(&Transformation, &Source, &mut SplitMix64) -> Option<Source>;

/// Returns the program disguised by the transformations up to a level, or `None` if none of that level itself fits. The
/// highest level comes first, so that the code that it inserts is renamed and laid out like the rest.
pub(crate) fn climb(program: &Source, top: u8, rng: &mut SplitMix64) -> Option<Source> {
    climb_by(Transformation::apply, program, top, rng)
}

/// Does the same as [`climb`] for any program that parses.
pub(crate) fn climb_any(program: &Source, top: u8, rng: &mut SplitMix64) -> Option<Source> {
    climb_by(Transformation::apply_to_any, program, top, rng)
}

/// Returns any program disguised by about a third of the transformations, of any level. There are very many variants.
pub(crate) fn vary(program: &Source, rng: &mut SplitMix64) -> Option<Source> {
    climb_by(
        |transformation, source, rng| {
            if rng.below(3) == 0 { transformation.apply_to_any(source, rng) } else { None }
        },
        program,
        1 + rng.below(u64::from(TOP)) as u8,
        rng,
    )
}

fn climb_by(apply: Apply, program: &Source, top: u8, rng: &mut SplitMix64) -> Option<Source> {
    let left_out = OPPOSITES.map(|two| two[rng.below(2) as usize]);
    let mut disguised: Option<Source> = None;
    let mut reached = false;
    for at in (1..=top).rev() {
        for transformation in TRANSFORMATIONS.iter().filter(|known| known.rung == at) {
            if left_out.contains(&transformation.name) {
                continue;
            }
            if let Some(next) = apply(transformation, disguised.as_ref().unwrap_or(program), rng) {
                disguised = Some(next);
                reached |= at == top;
            }
        }
    }
    disguised.filter(|_| reached)
}
