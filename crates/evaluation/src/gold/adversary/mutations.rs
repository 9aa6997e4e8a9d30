//! The mutations that an adversary tries, each at one random place of a program.

use std::ops::Range;

use super::graft::graft;
use crate::gold::ladder::TRANSFORMATIONS;
use crate::gold::source::Source;
use crate::gold::{dead, redundant};
use crate::random::SplitMix64;

/// A changed program that was not examined yet.
pub(super) struct Proposal {
    /// Name of the mutation.
    pub(super) mutation: &'static str,
    pub(super) program: Source,
}

/// How a mutation changes a program.
enum Change {
    /// Inserts a statement of any program of the class.
    Graft,
    /// Changes one place by itself.
    Place(fn(&Source, &mut SplitMix64) -> Option<String>),
    /// The transformation of this name, on one statement, block or function.
    Part(&'static str),
    /// The transformation of this name, on the whole program.
    Whole(&'static str),
}

/// What an adversary knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repertoire {
    /// To insert statements of the class and its own dead code, to change the order of what is independent, and to split
    /// expressions.
    Usual,
    /// The disguises of the gold standard as well.
    Everything,
}

/// All mutations, each with the weight of its choice: those of [`Repertoire::Usual`], then the others. Transformations that change comments only are left out: comments
/// do not count. So are those that change what is printed.
const MUTATIONS: [(u64, &str, Change); 24] = [
    (10, "class-statement", Change::Graft),
    (6, "dead-lines", Change::Place(dead::insert_dead_lines)),
    (6, "hoist-operand", Change::Place(redundant::hoist_operand)),
    (1, "unused-functions", Change::Place(dead::insert_unused_functions)),
    (1, "swap-statements", Change::Part("swap-statements")),
    (1, "shuffle-functions", Change::Whole("shuffle-functions")),
    (1, "temporaries", Change::Part("temporaries")),
    (1, "split-declarations", Change::Part("split-declarations")),
    (1, "rename", Change::Whole("rename")),
    (1, "break-lines", Change::Whole("break-lines")),
    (1, "indent", Change::Whole("indent")),
    (1, "shuffle-imports", Change::Whole("shuffle-imports")),
    (1, "respell-strings", Change::Part("respell-strings")),
    (1, "respell-types", Change::Part("respell-types")),
    (1, "join-declarations", Change::Part("join-declarations")),
    (1, "brackets", Change::Part("brackets")),
    (1, "branches", Change::Part("swap-branches")),
    (1, "swap-operands", Change::Part("swap-operands")),
    (1, "respell-updates", Change::Part("respell-updates")),
    (1, "inline-functions", Change::Part("inline-functions")),
    (1, "extract-blocks", Change::Part("extract-blocks")),
    (1, "while-to-for", Change::Part("while-to-for")),
    (1, "for-to-while", Change::Part("for-to-while")),
    (1, "break-loops", Change::Part("break-loops")),
];

/// Number of mutations of [`Repertoire::Usual`].
const USUAL: usize = 8;

/// Returns the program after a random mutation, or `None` if it does not fit or the result has syntax errors. `class`
/// has the programs from which statements are taken.
pub(super) fn propose(
    program: &Source,
    class: &[Source],
    repertoire: Repertoire,
    rng: &mut SplitMix64,
) -> Option<Proposal> {
    let (mutation, change) = chosen(repertoire, rng);
    let program = match change {
        Change::Graft => {
            // The program itself is one of the class.
            let donor = class.get(rng.below(class.len() as u64 + 1) as usize).unwrap_or(program);
            Source::parse(graft(program, donor, rng)?, program.dialect)
        }
        Change::Place(change) => Source::parse(change(program, rng)?, program.dialect),
        Change::Part(name) => {
            let part = random_part(program, rng)?;
            transformed(&program.focused(part), name, rng)
        }
        Change::Whole(name) => transformed(program, name, rng),
    }?;
    Some(Proposal { mutation, program })
}

fn chosen(repertoire: Repertoire, rng: &mut SplitMix64) -> (&'static str, &'static Change) {
    let known = match repertoire {
        Repertoire::Usual => &MUTATIONS[..USUAL],
        Repertoire::Everything => &MUTATIONS[..],
    };
    let mut left = rng.below(known.iter().map(|(weight, ..)| weight).sum());
    for (weight, name, change) in known {
        if left < *weight {
            return (name, change);
        }
        left -= weight;
    }
    unreachable!("the number is below the sum of the weights")
}

fn transformed(program: &Source, name: &str, rng: &mut SplitMix64) -> Option<Source> {
    let known = TRANSFORMATIONS.iter().find(|known| known.name == name);
    known.expect("the table names transformations only").apply_to_any(program, rng)
}

/// Returns the bytes of a random statement, block or function.
fn random_part(program: &Source, rng: &mut SplitMix64) -> Option<Range<usize>> {
    let mut parts = program.nodes();
    parts.retain(|node| program.is_block(*node) || program.is_function(*node) || program.is_statement(*node));
    let part = parts.get(rng.below(parts.len().max(1) as u64) as usize)?;
    Some(part.byte_range())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::gold::dialect::DIALECTS;

    const C: &str = "#include <stdio.h>\n\nstatic int twice(int n)\n{\n    return n + n;\n}\n\nstatic int last(int n)\n\
                     {\n    if (n > 3)\n        n = twice(n) + 1;\n    return n;\n}\n\nint main(void)\n{\n    int sum = 0;\n    \
                     for (int i = 0; i < 9; i++) {\n        sum += twice(i);\n    }\n    printf(\"%d\\n\", last(sum));\n    \
                     return 0;\n}\n";
    const PYTHON: &str = "import sys\nimport math\n\n\ndef twice(n):\n    return n + n\n\n\ndef main():\n    total = 0\n    \
                          for i in range(9):\n        total = total + twice(i) * len(\"ab\")\n    print(total)\n\n\nmain()\n";

    /// Returns what some seeds make of a program with statements of itself.
    fn proposals(text: &str, dialect: usize) -> Vec<Proposal> {
        let program = Source::parse(text.to_owned(), &DIALECTS[dialect]).unwrap();
        (0..600)
            .filter_map(|seed| propose(&program, &[], Repertoire::Everything, &mut SplitMix64::seeded(seed)))
            .collect()
    }

    #[test]
    fn every_kind_of_mutation_is_proposed_and_changes_the_program() {
        for (text, dialect, kinds) in [(C, 0, 12), (PYTHON, 2, 10)] {
            let proposals = proposals(text, dialect);
            assert!(proposals.iter().all(|proposal| proposal.program.text != text));
            let proposed: BTreeSet<&str> = proposals.iter().map(|proposal| proposal.mutation).collect();
            assert!(proposed.len() >= kinds, "{proposed:?}");
            for kind in ["class-statement", "dead-lines", "hoist-operand", "unused-functions", "rename"] {
                assert!(proposed.contains(kind), "{kind}");
            }
        }
    }

    #[test]
    fn who_knows_the_usual_inserts_reorders_and_splits() {
        let program = Source::parse(C.to_owned(), &DIALECTS[0]).unwrap();
        let proposed: BTreeSet<&str> = (0..600)
            .filter_map(|seed| propose(&program, &[], Repertoire::Usual, &mut SplitMix64::seeded(seed)))
            .map(|proposal| proposal.mutation)
            .collect();
        assert!(
            ["class-statement", "dead-lines", "hoist-operand"].iter().all(|kind| proposed.contains(kind))
        );
        assert!(!proposed.contains("rename") && !proposed.contains("brackets"), "{proposed:?}");
    }

    #[test]
    fn a_program_and_a_seed_give_one_proposal() {
        let texts = |proposals: Vec<Proposal>| -> Vec<String> {
            proposals.into_iter().map(|proposal| proposal.program.text).collect()
        };
        assert_eq!(texts(proposals(C, 0)), texts(proposals(C, 0)));
    }

    #[test]
    fn a_transformation_changes_its_part_only() {
        let program = Source::parse(C.to_owned(), &DIALECTS[0]).unwrap();
        let part = C.find("if (n > 3)").unwrap()..C.find("    return n;\n}\n\nint main").unwrap();
        let focused = program.focused(part.clone());
        for seed in 0..40 {
            let changed = transformed(&focused, "swap-operands", &mut SplitMix64::seeded(seed));
            for text in changed.into_iter().map(|changed| changed.text) {
                assert!(text.starts_with(&C[..part.start]) && text.ends_with(&C[part.end..]), "{text}");
            }
        }
    }

    #[test]
    fn an_operand_is_computed_before_its_statement() {
        let program = Source::parse(PYTHON.to_owned(), &DIALECTS[2]).unwrap();
        let hoisted =
            (0..40).filter_map(|seed| redundant::hoist_operand(&program, &mut SplitMix64::seeded(seed)));
        let lines: BTreeSet<String> = hoisted
            .filter_map(|text| text.lines().find(|line| line.contains(" = twice(i)")).map(str::to_owned))
            .collect();
        assert!(lines.iter().any(|line| line.trim_start().split(' ').next() != Some("total")), "{lines:?}");
    }
}
