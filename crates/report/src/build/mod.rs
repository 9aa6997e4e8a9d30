//! Makes the report: token ranges become bytes and lines, indexes become names and ids.

mod pairs;
mod submissions;
mod translations;

use chaffinch_detect as detect;
use chaffinch_evidence::PairEvidence;
use chaffinch_submission::{Skipped, TokenizedSubmission};
use chaffinch_translation::Translations;

use crate::model::{self, PairId};
use crate::verdict;
use pairs::{region_of, round};

pub use pairs::{DIGITS, round_expect};

/// Facts that a report has in addition to the analysis.
#[derive(Debug, Clone)]
pub struct ReportHeading<'a> {
    /// Title of the report.
    pub title: &'a str,
    /// Number of the report in its batch, from 1.
    pub revision: u32,
    /// Ids of the submissions, in their order: each number from 1 once. They belong to the batch and do not depend on
    /// the order in which it was compared.
    pub ids: &'a [u32],
    /// Files that were not analysed.
    pub skipped: &'a [Skipped],
    /// As [`model::Report::layouts`].
    pub layouts: &'a [String],
    /// Pairs in different languages; `None` if they were not looked for.
    pub translations: Option<&'a Translations>,
    /// Work elsewhere whose common passages are ignored.
    pub background: model::Background,
    /// Earlier work of the authors; `None` if nobody named any.
    pub own_work: Option<model::OwnWork>,
    /// What they handed in before.
    pub handed_in_before: &'a detect::OwnWork,
}

/// Makes the report of an analysis. `submissions` are those of the analysis, in the same order. `evidence` is that
/// of each pair. Missing entries mean that no evidence is known.
pub fn build(
    analysis: &detect::Analysis,
    submissions: &[TokenizedSubmission],
    evidence: Vec<PairEvidence<'_>>,
    heading: ReportHeading<'_>,
) -> model::Report {
    let ReportHeading { title, revision, ids, skipped, layouts, translations, .. } = heading;
    let names = |indexes: &[u32]| {
        let mut indexes = indexes.to_vec();
        indexes.sort_unstable_by_key(|&at| ids[at as usize]);
        indexes.into_iter().map(|at| submissions[at as usize].header.name.clone()).collect()
    };
    let before = heading.handed_in_before.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
    let mut listed: Vec<model::Submission> = submissions
        .iter()
        .zip(&analysis.submissions)
        .zip(ids)
        .zip(before)
        .map(|(((submission, figures), &id), before)| {
            submissions::submission(id, submission, figures, before)
        })
        .collect();
    listed.sort_by_key(|submission| submission.id);
    let mut pairs: Vec<model::Pair> = analysis
        .pairs
        .iter()
        .chain(&analysis.references)
        .zip(1..)
        .zip(evidence.into_iter().chain(std::iter::repeat_with(PairEvidence::default)))
        .map(|((pair, rank), evidence)| pairs::pair(rank, pair, submissions, ids, evidence))
        .collect();
    let translations = translations.map(|found| {
        let listed = pairs.iter().map(|pair| pair.id).collect();
        translations::translations(found, submissions, ids, &listed, pairs.len() as u32)
    });
    let mut report = model::Report {
        format: model::FORMAT,
        title: title.to_owned(),
        chaffinch: env!("CARGO_PKG_VERSION").to_owned(),
        revision,
        settings: model::ReportSettings {
            background: model::Background { passages: analysis.common_elsewhere, ..heading.background },
            own_work: heading
                .own_work
                .map(|own_work| model::OwnWork { pairs: analysis.own_work_pairs, ..own_work }),
            ..settings(&analysis.settings, submissions)
        },
        verified_pairs: analysis.verified_pairs as u64,
        submissions: listed,
        references: pairs.split_off(analysis.pairs.len()),
        pairs,
        findings: (1..)
            .zip(&analysis.findings)
            .map(|(number, found)| finding(number, found, submissions, ids))
            .collect(),
        clusters: analysis
            .clusters
            .iter()
            .map(|cluster| model::Cluster {
                submissions: names(&cluster.submissions),
                similarity: round(cluster.similarity),
                expect: cluster.expect.map(round_expect),
                suspicion: round(cluster.suspicion),
                links: cluster.links.iter().map(|link| self::link(link, ids)).collect(),
                between: cluster.between.iter().map(|link| self::link(link, ids)).collect(),
            })
            .collect(),
        duplicates: analysis
            .duplicates
            .iter()
            .map(|set| model::Duplicates {
                kind: match set.kind {
                    detect::DuplicateKind::Identical => model::DuplicateKind::Identical,
                    detect::DuplicateKind::LexicallyEquivalent => model::DuplicateKind::LexicallyEquivalent,
                    detect::DuplicateKind::TokenEquivalent => model::DuplicateKind::TokenEquivalent,
                },
                submissions: names(&set.submissions),
            })
            .collect(),
        boilerplate: model::Boilerplate { files: analysis.settings.boilerplate_files },
        skipped: skipped.to_vec(),
        distribution: distribution(&analysis.distribution, analysis.settings.cutoff_expect),
        groups: detect::Counts::groups(&analysis.counts) as u32,
        layouts: layouts.to_vec(),
        left_out: analysis.left_out.map(|detect::LeftOut { passages, pairs, submissions }| model::LeftOut {
            passages,
            pairs,
            submissions,
        }),
        translations,
    };
    verdict::name_pairs(&mut report);
    report
}

fn finding(
    number: u32,
    finding: &detect::Finding,
    submissions: &[TokenizedSubmission],
    ids: &[u32],
) -> model::Finding {
    let name = |at: u32| submissions[at as usize].header.name.clone();
    let mut members: Vec<(u32, f64)> =
        finding.submissions.iter().copied().zip(finding.shares.iter().copied()).collect();
    members.sort_unstable_by_key(|(at, _)| ids[*at as usize]);
    model::Finding {
        id: number,
        may_be_starter_code: finding.kind == detect::FindingKind::GivenCode,
        kind: match finding.kind {
            detect::FindingKind::Versions => model::FindingKind::Versions,
            detect::FindingKind::GivenCode => model::FindingKind::GivenCode,
            detect::FindingKind::SmallTask => model::FindingKind::SmallTask,
        },
        submissions: members.iter().map(|(at, _)| name(*at)).collect(),
        shares: members.iter().map(|(_, share)| round(*share)).collect(),
        bits: round(finding.bits),
        expect: finding.expect.map(round_expect),
        tokens: finding.tokens,
        representative: name(finding.representative),
        passages: (finding.passages.iter())
            .map(|passage| model::Template {
                submission: name(finding.representative),
                region: pairs::region(passage, &submissions[finding.representative as usize]),
            })
            .collect(),
        between: finding.between.iter().map(|link| self::link(link, ids)).collect(),
    }
}

fn link(link: &detect::Link, ids: &[u32]) -> model::ClusterLink {
    let [one, other] = [link.left, link.right].map(|at| ids[at as usize]);
    model::ClusterLink {
        id: PairId::new(one, other),
        expect: link.expect.map(round_expect),
        suspicion: round(link.suspicion),
    }
}

fn distribution(distribution: &detect::Distribution, cutoff_expect: Option<f64>) -> model::Distribution {
    model::Distribution {
        submissions: distribution.submissions,
        pairs: distribution.pairs,
        too_alike: distribution.too_alike,
        bars: distribution
            .bars
            .iter()
            .map(|&detect::Bar { from, to, pairs, strongest }| model::Bar {
                from: round(from),
                to: to.map(round),
                pairs,
                strongest,
            })
            .collect(),
        chance: distribution.chance.as_ref().map(|chance| model::Chance {
            submissions: chance.submissions,
            expected_at_cutoff: cutoff_expect.map(|cutoff| cutoff.min(distribution.pairs as f64)),
            tail: model::Tail {
                from: round(chance.from),
                rate: round(chance.rate),
                share: round(chance.share),
            },
            bars: distribution
                .by_expect
                .iter()
                .map(|&detect::ExpectBar { from, to, pairs }| model::ExpectBar {
                    from: round_expect(from),
                    to: round_expect(to),
                    pairs,
                })
                .collect(),
        }),
    }
}

fn settings(
    settings: &detect::DetectionSettings,
    submissions: &[TokenizedSubmission],
) -> model::ReportSettings {
    model::ReportSettings {
        schemes: settings
            .schemes
            .iter()
            .map(|(scheme, languages)| model::Scheme {
                family: scheme.family.to_owned(),
                languages: languages.iter().map(|&language| language.to_owned()).collect(),
                normalizer: scheme.normalizer,
                k: scheme.k,
                w: scheme.w,
                t: scheme.t(),
                guarantee: settings.screening.guarantee(*scheme),
            })
            .collect(),
        common: settings.common_limit,
        cutoff: round(settings.cutoff),
        cutoff_expect: settings.cutoff_expect.map(round_expect),
        cutoff_rate: settings.cutoff_rate,
        expect_reason: (settings.expect_values == detect::ExpectValues::MatchLength)
            .then_some(model::NoExpectReason::MatchLength),
        min_match: settings.min_match,
        boilerplate_run: settings.boilerplate_run,
        too_short: settings.too_short,
        neighbours: settings.neighbours,
        findings: Some(model::FindingStatistics {
            usual_share: settings.findings.usual_share,
            bits: settings.findings.bits,
            distance: settings.findings.distance,
            common: settings.findings.common,
            given_tokens: settings.findings.given_tokens,
            given_share: round(settings.findings.given_share),
        }),
        screening: model::Screening {
            max_postings: detect::MAX_POSTINGS,
            frequent_fingerprints: settings.screening.frequent_kgrams,
            all_verified: settings.screening.all_verified,
        },
        background: model::Background::default(),
        archives: Vec::new(),
        archive_guarantee: None,
        handed_out: Vec::new(),
        encodings: Vec::new(),
        name_encoding: None,
        include: Vec::new(),
        exclude: Vec::new(),
        count_vendored: settings.count_vendored,
        count_given: settings.count_given,
        review: review(settings, submissions),
        submission_limit: settings.submission_limit,
        own_work: None,
    }
}

/// Returns the decisions of reviewers; `None` if there are none.
fn review(
    settings: &detect::DetectionSettings,
    submissions: &[TokenizedSubmission],
) -> Option<model::Review> {
    let detect::DetectionSettings { templates, teams, staff, .. } = settings;
    let template = |template: &detect::Template| {
        let submission = submissions.get(template.submission as usize)?;
        let record = &submission.files.get(template.file as usize)?.record;
        let bytes = template.bytes.start..template.bytes.end.min(record.bytes);
        let region = (!bytes.is_empty()).then(|| region_of(bytes, template.file, record))?;
        Some(model::Template { submission: submission.header.name.clone(), region })
    };
    let review = model::Review {
        templates: templates.iter().filter_map(template).collect(),
        teams: teams.clone(),
        staff: staff.clone(),
    };
    (review != model::Review::default()).then_some(review)
}
