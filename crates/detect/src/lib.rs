//! The batch pipeline: screen, verify, rank (Schleimer, Wilkerson, Aiken 2003, section 5).
//!
//! One function in, one value out: [`analyse`] takes tokenised submissions and gives an [`Analysis`]. Nothing is
//! ever n by n: neighbours come from walking posting lists (`screen`), each submission's best [`NEIGHBOURS`] are
//! verified on the exact sets of what they have (`view`, `suspicion`), and only pairs that are listed get a tiling
//! (`runs`, `tiling`). Work and memory are linear in tokens and postings. The result is the same for any
//! thread count and any order in: every tie is decided by the submissions' order, which is that of their names.
//!
//! Deliberately absent: texts, languages, I/O, clocks, randomness in any result (`seeded` has what hash maps need).
//! `docs/detection.md` explains every constant.

mod analysis;
mod chain;
mod cluster;
mod distribution;
mod duplicates;
mod figures;
mod forms;
mod grams;
mod ground;
mod groups;
mod list;
mod live;
mod mask;
mod numbering;
mod occurrences;
mod parties;
mod passages;
mod regions;
mod rewritten;
mod runs;
mod screen;
mod seeded;
mod selective;
mod spread;
mod suspicion;
mod tables;
mod template;
mod through;
mod tiling;
mod union;
mod view;

#[cfg(test)]
mod tests;

use std::{
    slice,
    sync::atomic::{AtomicUsize, Ordering},
};

use chaffinch_submission::{Scheme, TokenStream, TokenizedSubmission};
use rayon::prelude::*;

pub use analysis::{
    Analysis, Cluster, Counts, DetectionSettings, DuplicateKind, Duplicates, Link, Literal, Mask, Match,
    Options, Pair, Piece, Progress, Region, SubmissionFigures, Template,
};
pub use distribution::{Bar, Chance, Distribution};
use live::{Live, Postings};
use parties::Parties;
use passages::Readable;
pub use regions::streams as template_streams;
pub use seeded::{SeededHasher, SeededMap, SeededSet, Seeds};
pub use selective::{SELECTIVE_VERSION, Selective, selective};
use view::{Rarity, View};

/// Pairs at or above this suspicion open clusters.
pub const DEFAULT_CUTOFF: f64 = 15.0;

/// The weakest pair through which others rise. The larger a class, the more have a third in common by chance; at this
/// height chance has little left.
const LINK: f64 = 10.0;

/// Neighbours verified a submission.
pub const NEIGHBOURS: usize = 100;

/// Shortest match listed, in tokens: no longer than any scheme's guarantee threshold t, so that whatever a
/// fingerprint is guaranteed for is shown.
pub const MIN_MATCH: u32 = 8;

/// Shortest run shared with a boilerplate file that masks its tokens. Well above k: at k = 6 an unrelated program
/// would mask most of everyone's code, and at 20 still a tenth of some classes.
pub const BOILERPLATE_RUN: u32 = 32;

/// Fewer counted tokens than this on a side: too short to judge.
pub const TOO_SHORT: u32 = 40;

/// Links told of a cluster, a member, beyond those that hold it together.
pub const LINKS: usize = 4;

/// Further occurrences told of a match, a side.
pub const FURTHER: usize = 8;

/// Matches of a pair that are listed. Of the labelled classes none has a pair with more than 300; two large files that were made
/// for it have tens of thousands, and a report of them would fill any memory.
pub const MAX_MATCHES: usize = 2_000;

/// Further places of all matches of a pair that are listed.
pub const MAX_FURTHER: usize = 4_000;

/// Compares a batch with itself and with the archived submissions that follow it in `submissions`.
///
/// `submissions` are in name order, those with an archive label last; `boilerplate` is what was handed out.
pub fn analyse(
    submissions: &[TokenizedSubmission],
    boilerplate: &[TokenStream],
    options: &Options,
    progress: &dyn Progress,
) -> Analysis {
    let batch = submissions.iter().take_while(|submission| submission.archive.is_none()).count();
    let (indexed, ids) = grams::intern(submissions);

    let parties = Parties::find(submissions, &options.teams, &options.staff);
    let mut templates = options.templates.clone();
    templates.sort();
    templates.dedup();

    let mut masks = masks(submissions, boilerplate, &templates);
    let mut live = live_kgrams(&indexed, &masks);
    let mut kgrams = distinct(&live, ids, |_, _| true);
    let counts = groups::near_identical(&kgrams, ids, batch, &parties);
    if 0 < options.common_limit {
        mask::common(&mut masks, submissions, &counts, MIN_MATCH as usize, options.common_limit);
        live = live_kgrams(&indexed, &masks);
        kgrams = distinct(&live, ids, |_, _| true);
    }
    let read = Readable { submissions, masks: &masks, groups: parties.counted() };
    let views = views(read, &indexed, &live, ids);

    let screened = AtomicUsize::new(0);
    let candidates = screen::candidates(&views, &parties, batch, NEIGHBOURS, &|| {
        let done = screened.fetch_add(1, Ordering::Relaxed) + 1;
        progress.report("screening", done, batch);
    });
    progress.report("verifying", 0, candidates.len());
    let counted: Vec<u32> =
        masks.par_iter().map(|mask| mask.iter().filter(|token| token.is_none()).count() as u32).collect();
    let too_short: Vec<bool> = counted.iter().map(|&counted| counted < TOO_SHORT).collect();
    let scored: Vec<list::Scored> = candidates
        .iter()
        .zip(suspicions(&views, &candidates, &parties))
        .map(|(&(left, right), (suspicion, through))| list::Scored {
            left,
            right,
            suspicion,
            through,
            too_short: too_short[left as usize] || too_short[right as usize],
        })
        .collect();
    progress.report("verifying", candidates.len(), candidates.len());
    let verified_pairs = scored.len();
    let (mut with_staff, mut students): (Vec<_>, Vec<_>) =
        scored.into_iter().partition(|pair| parties.has_staff((pair.left, pair.right)));
    list::rank(&mut students);
    list::rank(&mut with_staff);

    let holders = Postings::invert(parties.have(&kgrams).as_ref().unwrap_or(&kgrams), ids);
    let forms =
        (0 < options.pairs_with_matches).then(|| forms::Forms::new(submissions, &masks, &counts, &parties));
    let known = list::Batch {
        submissions,
        indexed: &indexed,
        live: &live,
        kgrams: &kgrams,
        masks: &masks,
        counted: &counted,
        forms: forms.as_ref(),
    };
    let cutoff = options.cutoff.unwrap_or(DEFAULT_CUTOFF);
    let clusters = cluster::clusters(&students, cutoff, submissions.len(), |pair| known.similarity(pair));
    let spread = |holders| spread::Spread { holders, counts: &counts };
    let spreads = list::Spreads {
        kgrams: spread(&holders),
        forms: spread(forms.as_ref().map_or(&holders, |forms| &forms.holders)),
    };
    let takes_part: Vec<bool> = (0..batch)
        .map(|index| !too_short[index] && !parties.is_staff(index as u32))
        .chain(std::iter::repeat(false))
        .take(submissions.len())
        .collect();
    let distribution = distribution::distribution(&students, &takes_part, parties.sets());
    let kept = list::kept(&students, &with_staff, options.max_pairs);
    let pairs = list::pairs(known, &kept, options, &spreads, progress);
    Analysis {
        settings: DetectionSettings {
            schemes: schemes(submissions),
            common_limit: options.common_limit,
            cutoff,
            min_match: MIN_MATCH,
            boilerplate_run: BOILERPLATE_RUN,
            too_short: TOO_SHORT,
            neighbours: NEIGHBOURS as u32,
            boilerplate_files: boilerplate.len() as u32,
            templates,
            teams: options.teams.clone(),
            staff: options.staff.clone(),
        },
        submissions: (0..submissions.len() as u32)
            .map(|index| figures::of_submission(known.known(index), TOO_SHORT, index, &parties))
            .collect(),
        counts,
        verified_pairs,
        pairs,
        clusters,
        duplicates: duplicates::find(submissions, &too_short, &parties),
        distribution,
    }
}

/// What does not count of each submission before anybody asks what is common.
fn masks(
    submissions: &[TokenizedSubmission],
    boilerplate: &[TokenStream],
    templates: &[Template],
) -> mask::Masks {
    let passages = regions::streams(submissions, templates);
    let mut long: Vec<&TokenStream> = passages
        .iter()
        .map(|(_, stream)| stream)
        .filter(|stream| BOILERPLATE_RUN as usize <= stream.values.len())
        .collect();
    // Who calls the same template in two places has handed out one.
    long.sort_by(|a, b| (a.scheme, &a.values, &a.statements).cmp(&(b.scheme, &b.values, &b.statements)));
    long.dedup_by(|a, b| (a.scheme, &a.values, &a.statements) == (b.scheme, &b.values, &b.statements));
    let handed_out: Vec<&TokenStream> = boilerplate.iter().chain(long).collect();
    let mut masks = mask::boilerplate(submissions, &handed_out, BOILERPLATE_RUN as usize);
    if !passages.is_empty() {
        regions::mask_short(&mut masks, submissions, &passages);
    }
    masks
}

/// The five views of the batch, that of lines last.
fn views(read: Readable<'_>, indexed: &[grams::Indexed], live: &[Live<'_>], ids: usize) -> [View; 5] {
    let tables = tables::find(read.submissions);
    let ((kgrams, texts), ((statements, forms), lines)) = rayon::join(
        || rayon::join(|| kgram_view(read, indexed, live, ids), || passages::texts(read, &tables)),
        || {
            rayon::join(
                || rayon::join(|| passages::statements(read), || passages::forms(read)),
                || passages::lines(read, &tables),
            )
        },
    );
    [kgrams, statements, forms, texts, lines]
}

/// The suspicion of each pair, and the third through which it rose.
fn suspicions(views: &[View; 5], pairs: &[(u32, u32)], parties: &Parties) -> Vec<(f64, Option<u32>)> {
    // Lines tell the same whoever forms a group.
    let [others @ .., lines] = views;
    let by_lines = suspicion::of_pairs(slice::from_ref(lines), parties.counted(), pairs);
    let most = |groups: Option<&groups::Groups>| -> Vec<f64> {
        let by_others = suspicion::of_pairs(others, groups, pairs);
        by_others.iter().zip(&by_lines).map(|(&others, &lines)| others.max(lines)).collect()
    };
    let mut own = most(parties.counted());
    if let Some(groups) = groups::by_suspicion(pairs, &own, parties) {
        own = most(Some(&groups));
    }
    through::raised(pairs, &own, parties, LINK)
}

fn live_kgrams<'a>(indexed: &'a [grams::Indexed], masks: &mask::Masks) -> Vec<Live<'a>> {
    indexed.par_iter().zip(masks).map(|(indexed, mask)| Live::new(indexed, mask)).collect()
}

/// Distinct unmasked k-grams of each submission, of those `chosen` by submission and position.
fn distinct(live: &[Live<'_>], ids: usize, chosen: impl Fn(usize, usize) -> bool + Sync) -> Vec<Vec<u32>> {
    let chosen = &chosen;
    let lists = live.par_iter().enumerate();
    numbering::distinct(lists.map(|(at, live)| live.ids(move |position| chosen(at, position))), ids)
}

/// Unmasked k-grams: those that weigh, and those by which neighbours are looked for, which winnowing selected. A token
/// is in k of them, of which one in [`grams::ONE_IN`] weighs.
fn kgram_view(read: Readable<'_>, indexed: &[grams::Indexed], live: &[Live<'_>], ids: usize) -> View {
    let weighed = distinct(live, ids, |at, position| indexed[at].weighed[position]);
    let selected = distinct(live, ids, |at, position| indexed[at].selected[position]);
    let weight = |k: u16| f32::from(grams::ONE_IN) / f32::from(k);
    let weights: Vec<f32> = k_of_ids(read.submissions, indexed, ids).into_iter().map(weight).collect();
    View::new(weighed, Some(selected), weights, Rarity::Counted, read.groups)
}

/// The k of each id's scheme.
fn k_of_ids(submissions: &[TokenizedSubmission], indexed: &[grams::Indexed], ids: usize) -> Vec<u16> {
    let mut ks = vec![1; ids];
    for (submission, indexed) in submissions.iter().zip(indexed) {
        for (file, place) in submission.files.iter().zip(&indexed.files) {
            for &id in &indexed.ids[place.start as usize..(place.start + place.tokens) as usize] {
                if id != grams::NONE {
                    ks[id as usize] = file.stream.scheme.k;
                }
            }
        }
    }
    ks
}

/// Schemes in use, each with its languages; sorted.
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
