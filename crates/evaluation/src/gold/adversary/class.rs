//! The class of an adversary, and what Chaffinch says of a copy in it.

use chaffinch_detect::{Analysis, Background, Explanation, Options, ViewEvidence, analyse};
use chaffinch_report::{ReportHeading, build, is_named};
use chaffinch_submission::TokenizedSubmission;

use crate::gold::corpus::Class;
use crate::gold::measure::submission;
use crate::gold::source::Source;

/// A class in which one student copied and disguises the copy. Everybody else's work stays as it is.
pub(super) struct CopyInClass {
    ending: &'static str,
    submissions: Vec<TokenizedSubmission>,
    original: usize,
    copy: usize,
    /// All programs but the copy.
    pub(super) programs: Vec<Source>,
}

/// What Chaffinch computes for the copy and its original.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Verdict {
    /// Expect value; infinite if the pair has none.
    pub(super) expect: f64,
    /// In bits.
    pub(super) suspicion: f64,
    /// Number of tokens of the copy.
    pub(super) tokens: usize,
}

impl Verdict {
    /// Tokens that a mutation costs in addition to those that it adds: it must be found.
    const EFFORT: f64 = 5.0;

    /// Returns whether the pair is weaker than before: it has a larger expect value or, with the same one, less suspicion.
    pub(super) fn is_weaker_than(self, before: Self) -> bool {
        self.order(before).is_lt()
    }

    /// Returns what was gained for each token that was added: powers of ten of the expect value.
    pub(super) fn yields(self, before: Self) -> f64 {
        let added = self.tokens.saturating_sub(before.tokens);
        (self.expect / before.expect).log10() / (added as f64 + Self::EFFORT)
    }

    /// Orders verdicts, the weakest first.
    pub(super) fn order(self, other: Self) -> std::cmp::Ordering {
        other.expect.total_cmp(&self.expect).then(self.suspicion.total_cmp(&other.suspicion))
    }
}

/// What a report says of a pair.
pub(super) struct Judgement {
    pub(super) is_named: bool,
    /// Suspicion by each view, with the bits of what both sides have, and the expect value by each model of chance.
    pub(super) why: String,
}

impl CopyInClass {
    /// Takes a class, of which `copy` is the work of the adversary and `original` what was copied. Files end with
    /// `ending`.
    pub(super) fn new(class: &Class, ending: &'static str, original: usize, copy: usize) -> Self {
        let number = |(number, text): (usize, &String)| submission(ending, number, text, None);
        let others = class.texts.iter().enumerate().filter(|(number, _)| *number != copy);
        Self {
            ending,
            submissions: class.texts.iter().enumerate().map(number).collect(),
            original,
            copy,
            programs: others.filter_map(|(_, text)| Source::parse(text.clone(), class.dialect)).collect(),
        }
    }

    /// Returns what Chaffinch computes for a copy with this text.
    pub(super) fn verdict(&self, text: &str) -> Verdict {
        let submissions = self.with(text);
        let options = Options { max_pairs: 0, pairs_with_matches: 0, ..Options::DEFAULT };
        let analysis = analyse(&submissions, &[], &Background::default(), &options, &());
        let of_copy = |left: u32, right: u32| self.sides() == [left, right];
        let pair = analysis.pairs.iter().find(|pair| of_copy(pair.left, pair.right));
        Verdict {
            expect: pair.and_then(|pair| pair.expect).unwrap_or(f64::INFINITY),
            suspicion: pair.map_or(0.0, |pair| pair.suspicion),
            tokens: submissions[self.copy].files.iter().map(|file| file.stream.tokens()).sum(),
        }
    }

    /// Returns what the report of the class says of a copy with this text, with the options that users get.
    pub(super) fn judgement(&self, text: &str) -> Judgement {
        let submissions = self.with(text);
        let analysis = analyse(&submissions, &[], &Background::default(), &Options::DEFAULT, &());
        let report = report(&analysis, &submissions);
        let [left, right] = self.sides();
        let names = [left, right].map(|number| submissions[number as usize].header.name.as_str());
        let listed = report.pairs.iter().find(|pair| [&*pair.left, &*pair.right] == names);
        let pair = analysis.pairs.iter().find(|pair| [pair.left, pair.right] == [left, right]);
        Judgement {
            is_named: listed.is_some_and(|pair| is_named(&report, pair)),
            why: pair.and_then(|pair| pair.why.as_ref()).map_or_else(|| "not compared".to_owned(), describe),
        }
    }

    fn with(&self, text: &str) -> Vec<TokenizedSubmission> {
        let mut submissions = self.submissions.clone();
        submissions[self.copy] = submission(self.ending, self.copy, text, None);
        submissions
    }

    /// Returns the numbers of the copy and of the original, the smaller one first.
    fn sides(&self) -> [u32; 2] {
        [self.original.min(self.copy) as u32, self.original.max(self.copy) as u32]
    }
}

fn describe(why: &Explanation) -> String {
    let view = |of: &ViewEvidence| {
        let sides = of.left_bits.min(of.right_bits);
        format!("{:?} {:.1} ({:.0} of {sides:.0} common)", of.view, of.suspicion, of.bits)
    };
    let views: Vec<String> = why.views.iter().map(view).collect();
    let expect = |by: Option<f64>| by.map_or_else(|| "-".to_owned(), |expect| format!("{expect:.2e}"));
    let (class, run) = (expect(why.expect_by_class), expect(why.expect_by_run));
    format!("{}; usual {:.1}; expect by class {class}, by run {run}", views.join(", "), why.usual)
}

fn report(analysis: &Analysis, submissions: &[TokenizedSubmission]) -> chaffinch_report::Report {
    let ids: Vec<u32> = (1..=submissions.len() as u32).collect();
    let heading = ReportHeading {
        title: "Class of an adversary",
        revision: 1,
        ids: &ids,
        skipped: &[],
        layouts: &[],
        translations: None,
        background: chaffinch_report::Background::default(),
        own_work: None,
        handed_in_before: &Vec::new(),
    };
    build(analysis, submissions, Vec::new(), heading)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gold::corpus::{Disguise, classes, solutions};

    #[test]
    fn a_verbatim_copy_is_named_and_another_program_is_not() {
        let all = solutions().unwrap();
        let task = all.iter().find(|one| one.dialect.name == "python" && one.task == "stock").unwrap();
        let [class, _] = classes(task, Disguise::Rung(2), &all);
        let (original, copy) = class.guilty[0];
        let pair = CopyInClass::new(&class, "py", original, copy);
        let (verbatim, other) = (&class.texts[original], &class.texts[(original + 1) % 8]);
        assert!(pair.judgement(verbatim).is_named && !pair.judgement(other).is_named);
        assert!(pair.verdict(other).is_weaker_than(pair.verdict(verbatim)));
    }
}
