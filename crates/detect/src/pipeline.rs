//! The stages of a comparison in order: mask, read features, screen, verify, estimate chance, rank, list.

use chaffinch_submission::{MatchLength, Progress, Scheme, TokenStream, TokenizedSubmission};
use rustc_hash::FxHashSet;

use crate::alignment::batch::Batch;
use crate::features::forms::Forms;
use crate::features::{Features, features};
use crate::findings::given::{GivenCode, mask_given};
use crate::findings::{self, Group};
use crate::groups::Class;
use crate::groups::same_text::SameText;
use crate::index::distinct;
use crate::index::numbering::Numbered;
use crate::listing::floor::Admitted;
use crate::listing::{floor, pairs};
use crate::masks::masked::{Masked, mask};
use crate::references::Coverage;
use crate::scoring::expect::Models;
use crate::scoring::ranking::{Ranked, ScoredPair};
use crate::scoring::scores::{Scores, explanations};
use crate::scoring::screening::{Candidates, candidates};
use crate::scoring::{chance, cutoff, ranking};
use crate::{
    Analysis, BOILERPLATE_RUN, Background, Counts, Cutoff, DetectionSettings, ExpectValues, FindingKind,
    JudgedPairs, MIN_SAME_TEXT, NEIGHBOURS, Options, Screening, TOO_SHORT, clusters, is_calibrated,
    min_match,
};

/// The input of a comparison, see [`analyse`].
#[derive(Clone, Copy)]
struct Input<'a> {
    submissions: &'a [TokenizedSubmission],
    boilerplate: &'a [TokenStream],
    background: &'a Background,
    options: &'a Options,
}

/// Compares a batch with itself, and with the archived submissions and the reference answers that follow it in
/// `submissions`.
///
/// `submissions` must be in name order, with the archived ones after those of the batch, and reference answers last.
/// `boilerplate` is the starter code that was handed out, `background` what was handed in elsewhere, too.
pub fn analyse(
    submissions: &[TokenizedSubmission],
    boilerplate: &[TokenStream],
    background: &Background,
    options: &Options,
    progress: &dyn Progress,
) -> Analysis {
    let input = Input { submissions, boilerplate, background, options };
    let (mut analysis, listed) = compare(input, options.submission_limit > 0, progress);
    // What is left out shows only in a comparison without the limit.
    if let Some(left_out) = analysis.left_out.as_mut().filter(|left_out| left_out.passages > 0) {
        let without = Options {
            submission_limit: 0,
            max_pairs: 1,
            most_matched: 0,
            pairs_with_matches: 0,
            ..options.clone()
        };
        let (_, mut pairs) = compare(Input { options: &without, ..input }, true, &());
        let listed: FxHashSet<(u32, u32)> = listed.iter().map(|pair| pair.sides).collect();
        pairs.retain(|pair| pair.stands_out && !listed.contains(&pair.sides));
        left_out.pairs = pairs.len() as u32;
        let sides = pairs.iter().flat_map(|pair| [pair.sides.0, pair.sides.1]);
        left_out.submissions = distinct(sides).len() as u32;
    }
    analysis
}

/// Compares a batch. With `admit`, the pairs that [`Floor`](crate::Floor) admits are returned with the analysis.
fn compare(input: Input<'_>, admit: bool, progress: &dyn Progress) -> (Analysis, Vec<Admitted>) {
    let Input { submissions, boilerplate, background, options } = input;
    let class = Class::new(submissions, options);
    let parties = &class.parties;

    // What counts, and what three or more share.
    let mut read =
        Read::new(input, &class, mask(submissions, &class, boilerplate, &background.common, options));
    // A limit for submissions says how many may have a passage.
    let counts_given = options.count_given || options.submission_limit > 0;
    let given = if counts_given { Vec::new() } else { read.mask_given(submissions, &class) };
    if !given.is_empty() {
        let masks = std::mem::take(&mut read.masked.masks);
        read = Read::new(input, &class, read.masked.with_masks(masks, submissions, options.match_length));
    }
    let Read { masked, coverage, features, forms, groups } = read;
    let units = parties.units(findings::large(&groups, &class));
    let found = findings::findings(groups, given, submissions);

    // Candidates, and their verified scores.
    let Candidates { pairs: candidates, screening } = candidates(&features, parties, class.batch, progress);
    // Verification needs much memory, and no frequent runs.
    let views = features.views;
    drop(features.long_runs);
    let all = candidates.len() as u64;
    progress.report("verifying", 0, all);
    let scores = Scores::new(&views, &candidates, parties, &units, &coverage);
    let mut verified = scores.scored(&candidates, &masked.counted);
    progress.report("verifying", all, all);
    let verified_pairs = verified.iter().filter(|pair| (pair.right as usize) < class.references).count();

    // What chance leaves.
    let forms = (options.pairs_with_matches > 0)
        .then(|| Forms::new(forms, submissions, &masked.masks, &masked.counts, parties));
    let batch =
        Batch::new(submissions, &masked, parties, forms, &coverage, &background.own, options.match_length);
    let takes_part = class.takes_part(&masked.counted);
    let tail = chance::chance(&candidates, &scores.strength, &takes_part, &units.sets, &scores.linked);
    let own = submissions.iter().flat_map(|one| &one.files).map(|file| file.stream.scheme);
    let expect_values = match &tail {
        None => ExpectValues::ClassTooSmall,
        Some(_) if is_calibrated(options.match_length, own) => ExpectValues::Known,
        Some(_) => ExpectValues::MatchLength,
    };
    let chance = tail.filter(|_| expect_values == ExpectValues::Known);
    let group_sizes = Counts::sizes(&masked.counts);
    let in_versions = findings::of_versions(&found);
    for pair in &mut verified {
        let [left, right] = [pair.left, pair.right].map(|side| in_versions.get(&side).copied());
        pair.versions = left.filter(|_| left == right);
    }
    let models =
        chance.as_ref().map(|chance| Models::new(chance, &class, &takes_part, &batch, &group_sizes, &units));
    if let Some(models) = models {
        models.set(&mut verified, &scores.strength);
    }

    // The ranking, and what follows from it.
    let ranked = Ranked::new(verified, &class);
    let among = models.map_or(0, Models::class_pairs);
    let judged = JudgedPairs { among, pairs: ranked.judged(class.batch) };
    let versions: Vec<&[u32]> = findings::versions(&found).map(|one| one.submissions.as_slice()).collect();
    let sets = parties.units(versions.iter().copied()).sets;
    let by_rate = cutoff::by_rate(&ranked.students, class.batch, &sets, versions.len());
    let cutoffs = Cutoff::in_force(options.cutoff, expect_values, by_rate);
    let named = cutoffs.1.map_or(Cutoff::Suspicion(cutoffs.0), Cutoff::Expect);
    let similarity = |pair: &ScoredPair| pairs::similarity_of(&batch, pair);
    let is_named = |expect: f64| cutoffs.1.is_none_or(|cutoff| expect <= cutoff);
    let would_be_named = |models: &Models<'_>, at: u32| is_named(models.of_copy(at, &scores.baselines));
    let too_alike = models.map_or(0, |models| {
        let own = (0..).zip(&takes_part).filter(|(_, takes_part)| **takes_part);
        own.filter(|&(at, _)| !would_be_named(&models, at)).count() as u32
    });
    let clusters = clusters::clusters(&ranked.students, named, (class.all, &in_versions), similarity);
    let admitted = if admit || options.most_matched > 0 {
        floor::admitted(&batch, &ranked.students, class.batch, chance.is_some())
    } else {
        Vec::new()
    };

    // The list.
    let mut further = floor::most_matched(&admitted, options.most_matched);
    further.extend(findings::with_representatives(&found, &ranked.students));
    let same_text = SameText::new(submissions, &masked.masks, parties);
    let is_same = |pair: &ScoredPair| MIN_SAME_TEXT <= same_text.tokens(pair.left, pair.right);
    let is_always = |pair: &ScoredPair| !pair.too_short && pair.versions.is_none() && is_same(pair);
    let kept = pairs::kept(&ranked.students, &ranked.with_staff, options.max_pairs, &further, is_always);
    let resembling = pairs::resembling(&ranked.with_references, named, options.max_pairs);
    let [why, why_resembling] = [&kept, &resembling].map(|kept: &Vec<ScoredPair>| {
        let explained = pairs::with_matches(&batch, kept, options.pairs_with_matches);
        explanations(explained, &views, &scores, models, &units, &coverage)
    });
    // Listing needs much memory again, and no views.
    drop(views);
    let mut pairs = pairs::pairs(&batch, (&kept, &found), why, progress);
    for pair in &mut pairs {
        pair.same_text_tokens = same_text.tokens(pair.left, pair.right);
    }
    let references = pairs::pairs(&batch, (&resembling, &[]), why_resembling, &());
    let analysis = Analysis {
        settings: settings(input, cutoffs, expect_values, screening),
        submissions: (0..class.all as u32)
            .map(|index| pairs::of_submission(batch.submission(index), parties))
            .collect(),
        verified_pairs,
        judged,
        pairs,
        references,
        findings: findings::with_links(found, &ranked.students, named),
        clusters,
        duplicates: clusters::duplicates(submissions, &masked.counted, parties, class.references),
        distribution: ranking::distribution(&ranked.students, &takes_part, too_alike, chance),
        left_out: masked.left_out,
        common_elsewhere: masked.common_elsewhere,
        own_work_pairs: coverage.pairs_with_own_work(&candidates),
        counts: masked.counts,
    };
    (analysis, admitted)
}

/// What counts of a class, its features, and the groups that they make.
struct Read<'a> {
    masked: Masked<'a>,
    coverage: Coverage,
    features: Features,
    forms: Numbered,
    groups: Vec<Group>,
}

impl<'a> Read<'a> {
    fn new(
        Input { submissions, background, options, .. }: Input<'a>,
        class: &Class,
        mut masked: Masked<'a>,
    ) -> Self {
        let coverage = Coverage::find(submissions, &masked.masks, class.references as u32..class.all as u32)
            .with_own_work(submissions, &masked.masks, &background.own);
        let (features, forms) = features(submissions, &mut masked, class, &coverage, options.match_length);
        let groups = findings::groups(submissions, &features, &forms, &masked, class);
        Self { masked, coverage, features, forms, groups }
    }

    /// Masks given code.
    fn mask_given(&mut self, submissions: &[TokenizedSubmission], class: &Class) -> Vec<GivenCode> {
        // Whatever a group means, its members say no more than one that others were given what they have.
        let alike = [FindingKind::Versions, FindingKind::SmallTask];
        let alike = alike.into_iter().flat_map(|kind| findings::of_kind(&self.groups, kind));
        let units = class.parties.units_of_students(&class.parties.units(alike), class.batch);
        let groups: Vec<&[u32]> = findings::of_kind(&self.groups, FindingKind::GivenCode).collect();
        mask_given(&mut self.masked.masks, submissions, &units, &groups)
    }
}

fn settings(
    Input { submissions, boilerplate, options, .. }: Input<'_>,
    (cutoff, cutoff_expect): (f64, Option<f64>),
    expect_values: ExpectValues,
    screening: Screening,
) -> DetectionSettings {
    DetectionSettings {
        schemes: schemes(submissions, options.match_length),
        common_limit: options.common_limit,
        submission_limit: options.submission_limit,
        cutoff,
        cutoff_expect,
        cutoff_rate: cutoff_expect.filter(|_| options.cutoff.is_none()).map(|_| cutoff::RATE),
        expect_values,
        min_match: min_match(options.match_length),
        boilerplate_run: BOILERPLATE_RUN,
        too_short: TOO_SHORT,
        neighbours: NEIGHBOURS as u32,
        findings: findings::STATISTICS,
        screening,
        boilerplate_files: boilerplate.len() as u32,
        templates: distinct(options.templates.iter().cloned()),
        teams: options.teams.clone(),
        staff: options.staff.clone(),
        count_vendored: options.count_vendored,
        count_given: options.count_given,
    }
}

/// Returns the schemes in use, each with its languages; sorted.
fn schemes(submissions: &[TokenizedSubmission], length: MatchLength) -> Vec<(Scheme, Vec<&'static str>)> {
    let files = submissions.iter().flat_map(|submission| &submission.files);
    let seen = distinct(files.map(|file| (length.scheme(file.stream.scheme), file.stream.language)));
    seen.chunk_by(|a, b| a.0 == b.0).map(|same| (same[0].0, same.iter().map(|row| row.1).collect())).collect()
}
