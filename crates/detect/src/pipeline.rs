//! The stages of a comparison in order: number k-grams, mask, screen, verify, rank, list.

use std::{
    mem::take,
    sync::atomic::{AtomicU64, Ordering},
};

use chaffinch_submission::{Progress, Scheme, TokenStream, TokenizedSubmission};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::{
    alignment::batch::Batch,
    background::Background,
    clusters::{duplicates, find},
    features::{
        document_frequency::DocumentFrequencies,
        forms::Forms,
        long_runs,
        passages::{self, FeatureInput},
        view::{MAX_POSTINGS, Rarity, View},
    },
    groups::{near_identical, parties::Parties},
    index::{kgrams::Kgrams, numbering::Numbered, postings::Postings, unmasked::UnmaskedKgrams},
    limits::{
        BOILERPLATE_RUN, DEFAULT_CUTOFF, DEFAULT_CUTOFF_EXPECT, MIN_MATCH, NEIGHBOURS, SMALL_CLASS_CUTOFF,
        TOO_SHORT,
    },
    listing::{
        figures,
        most_matched::{self, Admitted},
        pairs::{self, PairFrequencies},
    },
    masks::{boilerplate, common, elsewhere, templates, token_masks::Masks},
    references::{coverage::Coverage, places::places},
    results::{
        analysis::{Analysis, DetectionSettings, JudgedPairs, LeftOut, Screening},
        options::{Cutoff, Options, Template},
        submission::{Counts, Mask},
    },
    scoring::{
        chance, distribution,
        expect::{Models, Population},
        explanation::explanations,
        scored_pair::{ScoredPair, rank},
        scores::Scores,
        screening::{self, Candidates},
    },
};

/// Compares a batch with itself, and with the archived submissions and the reference answers that follow it in
/// `submissions`.
///
/// `submissions` must be in name order, with the archived ones after those of the batch, and reference answers last. `boilerplate` is the starter code that was handed
/// out, `background` what was handed in elsewhere, too.
pub fn analyse(
    submissions: &[TokenizedSubmission],
    boilerplate: &[TokenStream],
    background: &Background,
    options: &Options,
    progress: &dyn Progress,
) -> Analysis {
    let compare = |options: &Options, admit: bool, progress: &dyn Progress| {
        compare(submissions, boilerplate, background, options, admit, progress)
    };
    let (mut analysis, listed) = compare(options, options.submission_limit > 0, progress);
    // What is left out shows only in a comparison without the limit.
    if let Some(left_out) = analysis.left_out.as_mut().filter(|left_out| left_out.passages > 0) {
        let without = Options {
            submission_limit: 0,
            max_pairs: 1,
            most_matched: 0,
            pairs_with_matches: 0,
            ..options.clone()
        };
        let (_, mut pairs) = compare(&without, true, &());
        let listed: FxHashSet<(u32, u32)> = listed.iter().map(|pair| pair.sides).collect();
        pairs.retain(|pair| pair.stands_out && !listed.contains(&pair.sides));
        left_out.pairs = pairs.len() as u32;
        let mut sides: Vec<u32> = pairs.into_iter().flat_map(|pair| [pair.sides.0, pair.sides.1]).collect();
        sides.sort_unstable();
        sides.dedup();
        left_out.submissions = sides.len() as u32;
    }
    analysis
}

/// A pair that [`Floor`](crate::Floor) admits.
struct ListedPair {
    sides: (u32, u32),
    /// Whether it stands out by itself, not only beside stronger pairs.
    stands_out: bool,
}

/// Compares a batch. With `admit`, the pairs that [`Floor`](crate::Floor) admits are returned beside the analysis.
fn compare(
    submissions: &[TokenizedSubmission],
    boilerplate: &[TokenStream],
    background: &Background,
    options: &Options,
    admit: bool,
    progress: &dyn Progress,
) -> (Analysis, Vec<ListedPair>) {
    let batch = submissions.iter().take_while(|submission| submission.archive.is_none()).count();
    let is_reference = |submission: &TokenizedSubmission| {
        submission.archive.as_ref().is_some_and(|label| label.reference.is_some())
    };
    let references = submissions.iter().take_while(|submission| !is_reference(submission)).count();
    let parties = Parties::find(submissions, &options.teams, &options.staff);
    let mut templates = options.templates.clone();
    templates.sort();
    templates.dedup();

    let mut masks = masks(submissions, boilerplate, &templates);
    elsewhere::mask(&mut masks, submissions, &background.common);
    let common_elsewhere = common::distinct(&masks, &submissions[..batch], Mask::Elsewhere);
    let mut kgrams = Kgrams::number(submissions, &masks);
    let ids = kgrams.weights.len();
    let counts = near_identical::near_identical(&kgrams.unmasked(), ids, batch, &parties);
    let mut left_out = None;
    if options.submission_limit > 0 {
        let units = common::by_submission(submissions.len(), batch);
        common::common(&mut masks, submissions, &units, MIN_MATCH as usize, options.submission_limit);
        left_out = Some(LeftOut {
            passages: common::distinct(&masks, submissions, Mask::Common),
            ..LeftOut::default()
        });
    }
    if options.common_limit > 0 {
        let units = common::by_group(&counts);
        common::common(&mut masks, submissions, &units, MIN_MATCH as usize, options.common_limit);
    }
    if options.submission_limit.max(options.common_limit) > 0 {
        kgrams.mask(&masks);
    }
    let masks = masks;
    let coverage = Coverage::find(submissions, &masks, references as u32..submissions.len() as u32)
        .with_own_work(submissions, &masks, &background.own);
    let input = FeatureInput { submissions, masks: &masks, groups: parties.counted(), coverage: &coverage };
    let runs = long_runs::find(input, MAX_POSTINGS, [batch, references]);
    let kgrams_in_too_many = runs.as_ref().map_or(0, |runs| runs.kgrams);
    let extensions = runs.as_ref().map_or(Some(0), |runs| runs.extensions);
    let (runs, frequent) = runs.map(|runs| (runs.view, runs.frequent)).unzip();
    let (views, forms) = views(input, &mut kgrams, runs);

    let screened = AtomicU64::new(0);
    let features = screening::Features { views: &views, frequent: frequent.as_ref() };
    let Candidates { pairs: candidates, are_all } =
        screening::candidates(features, &parties, batch, NEIGHBOURS, &|| {
            let done = screened.fetch_add(1, Ordering::Relaxed) + 1;
            progress.report("screening", done, batch as u64);
        });
    let screening = Screening { frequent_kgrams: kgrams_in_too_many, extensions, all_verified: are_all };
    drop(frequent);
    let all = candidates.len() as u64;
    progress.report("verifying", 0, all);
    let counted: Vec<u32> =
        masks.par_iter().map(|mask| mask.iter().filter(|token| token.is_none()).count() as u32).collect();
    let too_short: Vec<bool> = counted.iter().map(|&counted| counted < TOO_SHORT).collect();
    let found = Scores::new(&views, &candidates, &parties, &coverage);
    let mut scored: Vec<ScoredPair> = candidates
        .iter()
        .zip(&found.suspicion)
        .zip(0..)
        .map(|((&(left, right), &(suspicion, transitive)), candidate)| ScoredPair {
            left,
            right,
            suspicion,
            expect: None,
            transitive,
            too_short: coverage.counted([left, right], &counted).into_iter().any(|side| side < TOO_SHORT),
            candidate,
        })
        .collect();
    progress.report("verifying", all, all);
    let verified_pairs = scored.iter().filter(|pair| (pair.right as usize) < references).count();
    let unmasked: Vec<UnmaskedKgrams<'_>> =
        kgrams.indexed.iter().zip(&masks).map(|(indexed, mask)| UnmaskedKgrams::new(indexed, mask)).collect();
    let distinct = kgrams.unmasked();
    let postings = match parties.have(&distinct) {
        Some(have) => Postings::invert(&have, ids),
        None => Postings::invert(&distinct, ids),
    };
    let forms =
        (options.pairs_with_matches > 0).then(|| Forms::new(forms, submissions, &masks, &counts, &parties));
    let known = Batch {
        submissions,
        indexed: &kgrams.indexed,
        unmasked: &unmasked,
        kgrams: &distinct,
        masks: &masks,
        counted: &counted,
        forms: forms.as_ref(),
        coverage: &coverage,
        own_work: &background.own,
    };
    let of_postings = |postings| DocumentFrequencies { postings, counts: &counts };
    let frequencies = PairFrequencies {
        kgrams: of_postings(&postings),
        forms: of_postings(forms.as_ref().map_or(&postings, |forms| &forms.postings)),
    };
    let takes_part: Vec<bool> = (0..batch)
        .map(|index| !too_short[index] && !parties.is_staff(index as u32))
        .chain(std::iter::repeat(false))
        .take(submissions.len())
        .collect();
    let chance = chance::chance(&candidates, &found.strength, &takes_part, &parties.sets(), &found.linked);
    let group_sizes = Counts::sizes(&counts);
    let models = chance.as_ref().map(|chance| {
        let (_, students) = chance::first_of_sets(&takes_part, &parties.sets());
        let (archived, answers) = (references - batch, submissions.len() - references);
        let population = Population::new(students, archived, parties.staff_among(batch), answers);
        Models::new((chance, population), &parties, known, &frequencies.kgrams, &group_sizes)
    });
    let mut judged = JudgedPairs::default();
    if let Some(models) = models {
        models.set(&mut scored, &found.strength);
        judged.among = models.class_pairs();
    }
    let (cutoff, cutoff_expect) = match options.cutoff {
        Some(Cutoff::Suspicion(cutoff)) => (cutoff, None),
        Some(Cutoff::Expect(cutoff)) if chance.is_some() => (DEFAULT_CUTOFF, Some(cutoff)),
        None if chance.is_some() => (DEFAULT_CUTOFF, Some(DEFAULT_CUTOFF_EXPECT)),
        Some(Cutoff::Expect(_)) | None => (SMALL_CLASS_CUTOFF, None),
    };
    let (mut with_staff, mut students): (Vec<_>, Vec<_>) =
        scored.into_iter().partition(|pair| parties.has_staff((pair.left, pair.right)));
    let mut with_references: Vec<ScoredPair> =
        with_staff.extract_if(.., |pair| references <= pair.right as usize).collect();
    for pairs in [&mut students, &mut with_staff, &mut with_references] {
        rank(pairs);
    }
    let of_class = students.iter().filter(|pair| !pair.too_short && (pair.right as usize) < batch);
    judged.pairs = of_class.filter_map(|pair| Some((pair.left, pair.right, pair.expect?))).collect();
    let named = cutoff_expect.map_or(Cutoff::Suspicion(cutoff), Cutoff::Expect);
    let clusters =
        find::clusters(&students, named, submissions.len(), |pair| pairs::similarity_of(known, pair));
    let admitted = if admit || options.most_matched > 0 {
        most_matched::admitted(known, &students, batch, chance.is_some())
    } else {
        Vec::new()
    };
    let listed = |pair: &Admitted| {
        let ScoredPair { left, right, .. } = students[pair.at];
        ListedPair { sides: (left, right), stands_out: pair.stands_out }
    };
    let listed = admitted.iter().map(listed).collect();
    let further = most_matched::most_matched(admitted, options.most_matched);
    let kept = pairs::kept(&students, &with_staff, options.max_pairs, &further);
    let resembling = pairs::resembling(&with_references, named, options.max_pairs);
    let [why, why_resembling] = [&kept, &resembling].map(|kept: &Vec<ScoredPair>| {
        let explained = &kept[..kept.len().min(options.pairs_with_matches)];
        explanations(explained, &views, &found, models, &parties, &coverage)
    });
    // Listing needs much memory again, and no views.
    drop(views);
    let pairs = pairs::pairs(known, &kept, why, options, &frequencies, progress);
    let resembling = pairs::pairs(known, &resembling, why_resembling, options, &frequencies, &());
    let distribution = distribution::distribution(&students, &takes_part, chance);
    let analysis = Analysis {
        settings: DetectionSettings {
            schemes: schemes(submissions),
            common_limit: options.common_limit,
            submission_limit: options.submission_limit,
            cutoff,
            cutoff_expect,
            min_match: MIN_MATCH,
            boilerplate_run: BOILERPLATE_RUN,
            too_short: TOO_SHORT,
            neighbours: NEIGHBOURS as u32,
            screening,
            boilerplate_files: boilerplate.len() as u32,
            templates,
            teams: options.teams.clone(),
            staff: options.staff.clone(),
        },
        submissions: (0..submissions.len() as u32)
            .map(|index| figures::of_submission(known.submission(index), TOO_SHORT, index, &parties))
            .collect(),
        counts,
        verified_pairs,
        judged,
        pairs,
        references: resembling,
        clusters,
        duplicates: duplicates::find(submissions, &too_short, &parties, references),
        distribution,
        left_out,
        common_elsewhere,
        own_work_pairs: coverage.pairs_with_own_work(&candidates),
    };
    (analysis, listed)
}

/// Returns the masks of boilerplate and templates, before common passages are masked.
fn masks(submissions: &[TokenizedSubmission], boilerplate: &[TokenStream], templates: &[Template]) -> Masks {
    let passages = templates::streams(submissions, templates);
    let mut long: Vec<&TokenStream> = passages
        .iter()
        .map(|(_, stream)| stream)
        .filter(|stream| BOILERPLATE_RUN as usize <= stream.values.len())
        .collect();
    // The same template marked in two places is one handout.
    long.sort_by(|a, b| (a.scheme, &a.values, &a.statements).cmp(&(b.scheme, &b.values, &b.statements)));
    long.dedup_by(|a, b| (a.scheme, &a.values, &a.statements) == (b.scheme, &b.values, &b.statements));
    let handed_out: Vec<&TokenStream> = boilerplate.iter().chain(long).collect();
    let mut masks = boilerplate::boilerplate(submissions, &handed_out, BOILERPLATE_RUN as usize);
    if !passages.is_empty() {
        templates::mask_short(&mut masks, submissions, &passages);
    }
    masks
}

/// Returns the views of the batch in the order of [`ViewKind`](crate::ViewKind), with that of `runs` if there is one, and
/// the numbers of forms. It takes the lists of k-grams that only a view needs.
///
/// k-grams that count are one in [`ONE_IN`](crate::index::kgrams::ONE_IN); those selected by winnowing find neighbours.
fn views(read: FeatureInput<'_>, kgrams: &mut Kgrams<'_>, runs: Option<View>) -> (Vec<View>, Numbered) {
    let ([statements, forms, texts, lines], all_forms) = passages::views(read);
    let lists = kgrams.lists.iter_mut();
    let (weighed, selected): (Vec<Vec<u32>>, _) =
        lists.map(|lists| (take(&mut lists.weighed), take(&mut lists.selected))).unzip();
    let places = places(kgrams, read.masks, &weighed, read.coverage);
    let kgrams = View::new(weighed, Some(selected), take(&mut kgrams.weights), Rarity::Counted, read.groups)
        .with_places(places);
    let views = [kgrams, statements, forms, texts].into_iter().chain(runs).chain([lines]);
    (views.collect(), all_forms)
}

/// Returns the schemes in use, each with its languages; sorted.
fn schemes(submissions: &[TokenizedSubmission]) -> Vec<(Scheme, Vec<&'static str>)> {
    let mut seen: Vec<(Scheme, &'static str)> = submissions
        .iter()
        .flat_map(|submission| &submission.files)
        .map(|file| (file.stream.scheme, file.stream.language))
        .collect();
    seen.sort_unstable();
    seen.dedup();
    seen.chunk_by(|a, b| a.0 == b.0).map(|same| (same[0].0, same.iter().map(|row| row.1).collect())).collect()
}
