//! Measures what the engine finds in classes whose copies are known. The pipeline is that of `compare`, without files.

use chaffinch_detect::{Background, DEFAULT_CUTOFF_EXPECT, Options, SMALL_CLASS_CUTOFF, analyse};
use chaffinch_normalize::{Choice, tokenize};
use chaffinch_submission::{SourceFile, SubmissionHeader, TokenStream, TokenizedFile, TokenizedSubmission};
use rayon::prelude::*;

use super::corpus::Class;

/// The result of one or more classes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    /// Strength ([`Score::strength`]) of each copy with its original.
    pub(crate) guilty: Vec<f64>,
    /// Strength of all other pairs.
    pub(crate) innocent: Vec<f64>,
    /// Number of other pairs that are named by default.
    pub(crate) accused: usize,
    /// Number of submissions.
    pub(crate) submissions: usize,
}

impl Found {
    /// Joins the results of several classes.
    pub(crate) fn pooled<'f>(parts: impl IntoIterator<Item = &'f Self>) -> Self {
        parts.into_iter().fold(Self::default(), |mut all, part| {
            all.guilty.extend(&part.guilty);
            all.innocent.extend(&part.innocent);
            all.accused += part.accused;
            all.submissions += part.submissions;
            all
        })
    }

    /// Returns the share of copies above a strength.
    pub(crate) fn recall_above(&self, limit: f64) -> f64 {
        let above = self.guilty.iter().filter(|strength| limit < **strength).count();
        above as f64 / self.guilty.len() as f64
    }

    /// Returns the strength that at most this share of the innocent pairs exceeds.
    pub(crate) fn limit(&self, rate: f64) -> f64 {
        let mut sorted = self.innocent.clone();
        sorted.sort_by(|a, b| b.total_cmp(a));
        sorted.get((rate * sorted.len() as f64) as usize).copied().unwrap_or(f64::NEG_INFINITY)
    }

    /// Returns the average precision of the ranking. Equal strengths share their rank.
    pub(crate) fn average_precision(&self) -> f64 {
        let copies = self.guilty.iter().map(|strength| (*strength, true));
        let mut ranked: Vec<(f64, bool)> =
            copies.chain(self.innocent.iter().map(|strength| (*strength, false))).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut hits, mut seen, mut total) = (0, 0, 0.0);
        for equal in ranked.chunk_by(|a, b| a.0.total_cmp(&b.0).is_eq()) {
            let new = equal.iter().filter(|pair| pair.1).count();
            hits += new;
            seen += equal.len();
            total += (new * hits) as f64 / seen as f64;
        }
        total / self.guilty.len() as f64
    }

    /// Returns the probability that a copy is stronger than an innocent pair (the area under the ROC curve).
    pub(crate) fn area_under_curve(&self) -> f64 {
        let mut innocent = self.innocent.clone();
        innocent.sort_by(f64::total_cmp);
        let weaker = |strength: &f64| {
            let below = innocent.partition_point(|other| other < strength);
            let equal = innocent.partition_point(|other| other <= strength) - below;
            below as f64 + equal as f64 / 2.0
        };
        self.guilty.iter().map(weaker).sum::<f64>() / (self.guilty.len() * innocent.len()) as f64
    }

    /// Returns the median of the copies' strengths.
    pub(crate) fn median(&self) -> f64 {
        let mut sorted = self.guilty.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
    }

    /// Returns the number of accusations per 300 submissions.
    pub(crate) fn accused_per_300(&self) -> f64 {
        300.0 * self.accused as f64 / self.submissions as f64
    }
}

/// The result for two submissions.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Score {
    /// In bits. 0 if they were not found to be neighbours.
    pub(crate) suspicion: f64,
    /// Expect value; `None` if they were not found to be neighbours, or the class is too small.
    expect: Option<f64>,
    /// Whether the pair is listed separately because a submission is too short.
    pub(crate) too_short: bool,
}

impl Score {
    /// Bits of suspicion that count as a factor of ten, in a class that is too small for expect values.
    const BITS_PER_POWER: f64 = 20.0;

    /// Strength of two that share nothing.
    const NONE: f64 = -99.0;

    /// Returns what ranks pairs of all classes: the negative decimal logarithm of the expect value. Larger is stronger.
    pub(crate) fn strength(&self) -> f64 {
        match self.expect {
            Some(expect) => -expect.max(1e-99).log10(),
            None if self.suspicion > 0.0 => self.suspicion / Self::BITS_PER_POWER,
            None => Self::NONE,
        }
    }

    /// Returns whether the pair is named by default.
    pub(crate) fn is_named(&self) -> bool {
        !self.too_short
            && self
                .expect
                .map_or(SMALL_CLASS_CUTOFF <= self.suspicion, |expect| expect <= DEFAULT_CUTOFF_EXPECT)
    }
}

/// The results for all pairs of a class.
pub(crate) struct Scores {
    submissions: usize,
    /// The results, row by row. The smaller index comes first.
    of: Vec<Score>,
}

impl Scores {
    /// Returns the result for two submissions, in any order.
    pub(crate) fn of(&self, left: usize, right: usize) -> Score {
        self.of[left.min(right) * self.submissions + left.max(right)]
    }

    /// Returns all results with their indexes. The smaller index comes first.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = ((usize, usize), Score)> {
        let n = self.submissions;
        (0..n)
            .flat_map(move |left| (left + 1..n).map(move |right| ((left, right), self.of[left * n + right])))
    }
}

/// Compares a class as `compare` does, optionally with a handout as starter code and with another k.
pub(crate) fn compare(class: &Class, handout: Option<&str>, k: Option<u16>) -> Scores {
    let texts: Vec<&String> = class.texts.iter().collect();
    let submissions: Vec<TokenizedSubmission> = texts
        .into_par_iter()
        .enumerate()
        .map(|(number, text)| submission(class.dialect.ending, number, text, k))
        .collect();
    let boilerplate: Vec<TokenStream> =
        handout.into_iter().map(|text| tokens(class.dialect.ending, text.to_owned(), k).1).collect();
    let options = Options { max_pairs: 0, pairs_with_matches: 0, ..Options::DEFAULT };
    let analysis = analyse(&submissions, &boilerplate, &Background::default(), &options, &());
    let submissions = submissions.len();
    let mut of = vec![Score::default(); submissions * submissions];
    for pair in &analysis.pairs {
        let score = Score { suspicion: pair.suspicion, expect: pair.expect, too_short: pair.too_short };
        of[pair.left as usize * submissions + pair.right as usize] = score;
    }
    Scores { submissions, of }
}

/// Measures a class, optionally with another k.
pub(crate) fn measure(class: &Class, k: Option<u16>) -> Found {
    let mut found = Found { submissions: class.texts.len(), ..Found::default() };
    for (pair, score) in compare(class, None, k).pairs() {
        if class.guilty.contains(&pair) {
            found.guilty.push(score.strength());
        } else {
            found.innocent.push(score.strength());
            found.accused += usize::from(score.is_named());
        }
    }
    found
}

/// Measures many classes, each separately.
pub(crate) fn measure_all(classes: &[Class], k: Option<u16>) -> Vec<Found> {
    classes.par_iter().map(|class| measure(class, k)).collect()
}

fn tokens(ending: &str, text: String, k: Option<u16>) -> (SourceFile, TokenStream) {
    let file = SourceFile::plain(format!("main.{ending}"), text);
    let mut stream = tokenize(&file, Choice::Auto);
    stream.scheme.k = k.unwrap_or(stream.scheme.k);
    (file, stream)
}

/// Reads a text as the file `main.ENDING` of the submission with this number, optionally with another k.
pub(super) fn submission(ending: &str, number: usize, text: &str, k: Option<u16>) -> TokenizedSubmission {
    let (file, stream) = tokens(ending, text.to_owned(), k);
    TokenizedSubmission {
        header: SubmissionHeader::named(format!("s{number:03}")),
        archive: None,
        files: vec![TokenizedFile { record: (&file).into(), stream: stream.into() }],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_ranking() {
        let found = Found {
            guilty: vec![9.0, 5.0, 5.0],
            innocent: vec![7.0, 5.0, 1.0, 0.0],
            accused: 2,
            submissions: 100,
        };
        assert_eq!((found.limit(0.0), found.limit(0.25)), (7.0, 5.0));
        let close = |value: f64, expected: f64| (value - expected).abs() < 1e-12;
        assert!(close(found.recall_above(found.limit(0.0)), 1.0 / 3.0));
        assert!(close(found.median(), 5.0) && close(found.accused_per_300(), 6.0));
        // The copy at 9 is above all four. Those at 5 are above two and equal to one.
        assert!(close(found.area_under_curve(), (4.0 + 2.5 + 2.5) / 12.0));
        // One of one, then three of five at the last two.
        assert!(close(found.average_precision(), (1.0 + 2.0 * 3.0 / 5.0) / 3.0));
    }
}
