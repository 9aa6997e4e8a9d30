//! Findings: what three or more submissions share beyond the usual, as one result instead of none or hundreds of pairs.
//!
//! If most of a class copied one program, nothing in it is rare, and if a tenth did, each two of them are a pair. So groups
//! are found before pairs are scored:
//!
//! 1. *Seeds* are nearly equal submissions (`seeds`).
//! 2. Who else belongs to a group, and who does not, is decided by what its members have and others do not
//!    (`membership`). What unrelated programs share is part of the estimate, so that a group that is nearly the whole
//!    class is judged, too.
//! 3. The *kind* says what a group means ([`FindingKind`]): versions of one program are told from programs that were
//!    written into the same code by what is left beside it (`rest`), and from programs of which the task leaves little
//!    choice by the evidence.
//!
//! Versions that are a large part of the class count as one submission wherever scores depend on how many have something.
//! Passages that many have beyond that are given code (`given`), which does not count.

pub(crate) mod given;
mod membership;
mod rest;
mod seeds;

use std::ops::Range;

use chaffinch_submission::TokenizedSubmission;
use rustc_hash::FxHashMap;

use crate::features::Features;
use crate::findings::given::{GIVEN_RUN, GivenCode, SHARE};
use crate::findings::membership::{Members, Membership, USUAL_SHARE, common, median};
use crate::findings::rest::rest;
use crate::findings::seeds::{MIN_MEMBERS, seeds};
use crate::groups::Class;
use crate::index::files_of;
use crate::index::numbering::Numbered;
use crate::masks::masked::Masked;
use crate::scoring::ranking::ScoredPair;
use crate::{Cutoff, Finding, FindingKind, FindingStatistics, LINKS, Link, Region};

/// A group of submissions that share much.
pub(crate) struct Group {
    kind: FindingKind,
    /// The members, ascending.
    members: Vec<u32>,
    /// How much what they share tells against people who worked alone, in bits.
    bits: f64,
    /// About how many counted tokens they have in common.
    tokens: u32,
    /// For each member, the share of the statements common to the group that it has.
    shares: Vec<f64>,
}

/// Least resemblances of the forms of a seed, and fewest people of its group. Copies into which much was inserted are found
/// after those that are nearly equal, and only in groups of versions: less resemblance chains programs of one task.
const SEEDS: [(f64, f64); 2] = [(0.85, MIN_MEMBERS), (0.7, MIN_PADDED)];
const MIN_PADDED: f64 = 5.0;

/// Least evidence for versions of one program, in bits. Groups of people who worked alone on a task of ten lines have 8;
/// copies of a program of 200 tokens that four in five have copied have 20.
const MIN_BITS: f64 = 18.0;

/// Least distance between the members of a group of versions and everybody else, in bits for a unit of weight. The members
/// of a group of similar solutions differ from others gradually.
const MIN_DISTANCE: f64 = 0.8;

/// Least share of a version that is common to the group.
const MIN_COMMON: f64 = 0.6;

/// How much more like the group than the programs of others are what is left of a version is, as a share of the most that it
/// can be.
const LIKE_GROUP: f64 = 0.2;

/// Share of the class from which on versions of one program count as one where the rarity of code is concerned. Smaller
/// groups hardly make it less rare.
const LARGE_SHARE: f64 = 0.4;

/// Members of groups that are listed although the task may leave little choice: at least so many, and this share of the
/// class.
const MIN_ALIKE: (f64, f64) = (5.0, 0.1);

/// By what findings are judged.
pub(crate) const STATISTICS: FindingStatistics = FindingStatistics {
    usual_share: USUAL_SHARE,
    bits: MIN_BITS,
    distance: MIN_DISTANCE,
    common: MIN_COMMON,
    given_tokens: GIVEN_RUN as u32,
    given_share: SHARE,
};

/// Finds the groups of a class, largest first. Nobody is in two, except of those who were given the same code. `forms` are
/// those of all submissions.
pub(crate) fn groups(
    submissions: &[TokenizedSubmission],
    features: &Features,
    forms: &Numbered,
    masked: &Masked<'_>,
    class: &Class,
) -> Vec<Group> {
    let people = class.parties.weights(&class.takes_part(&masked.counted));
    let all: f64 = people.iter().sum();
    let mut membership = Membership::new(&features.views, forms, people.clone());
    let mut found = Vec::new();
    for (resemblance, least) in SEEDS {
        let seeds = seeds(forms, &masked.counts, membership.free(), class, resemblance);
        membership.count_as_one(&seeds);
        for seed in &seeds {
            let Some(group) = membership.group(seed) else { continue };
            let count: f64 = group.submissions.iter().map(|&member| people[member as usize]).sum();
            if count < least - 1e-9 {
                continue;
            }
            let kind = kind_of(&group, submissions, masked, forms);
            if least > MIN_MEMBERS && kind != FindingKind::Versions {
                continue;
            }
            // Who was given the same code may still be one of those who copied the rest.
            if kind != FindingKind::GivenCode {
                membership.take(&group.submissions);
            }
            if kind != FindingKind::SmallTask || (MIN_ALIKE.0 <= count && MIN_ALIKE.1 * all <= count) {
                let Members { submissions: members, bits, shares, common, .. } = group;
                let tokens = members.iter().map(|&member| f64::from(masked.counted[member as usize]));
                let tokens = (median(tokens.collect()) * common).round() as u32;
                found.push(Group { kind, members, bits, tokens, shares });
            }
        }
    }
    found.sort_by(|a, b| b.members.len().cmp(&a.members.len()).then_with(|| a.members.cmp(&b.members)));
    found
}

/// Returns what a group means.
fn kind_of(
    group: &Members,
    submissions: &[TokenizedSubmission],
    masked: &Masked<'_>,
    forms: &Numbered,
) -> FindingKind {
    let is_evident = MIN_BITS <= group.bits
        && MIN_DISTANCE <= group.least - group.most_outside
        && MIN_COMMON <= group.common;
    match () {
        () if !is_evident => FindingKind::SmallTask,
        () if has_own_work(group, submissions, masked, forms) => FindingKind::GivenCode,
        () => FindingKind::Versions,
    }
}

/// Returns whether half of the members have work of their own beside the passages that the group has in common: enough of
/// it, and no more like the group than the programs of others are.
fn has_own_work(
    group: &Members,
    submissions: &[TokenizedSubmission],
    masked: &Masked<'_>,
    forms: &Numbered,
) -> bool {
    let rest = rest(submissions, &masked.masks, forms, &group.submissions);
    let has_own = |(tokens, left): &(u32, Vec<u32>)| {
        let beyond_others = common(left, &group.usual, &forms.weights) - group.common_outside;
        *tokens > 0 && beyond_others < LIKE_GROUP * (1.0 - group.common_outside)
    };
    rest.len() < 2 * rest.iter().filter(|left| has_own(left)).count()
}

/// Returns the submissions of each group of a kind.
pub(crate) fn of_kind(groups: &[Group], kind: FindingKind) -> impl Iterator<Item = &[u32]> {
    groups.iter().filter(move |group| group.kind == kind).map(|group| group.members.as_slice())
}

/// Returns the submissions of each group of versions that is so large a part of the class that its code would be common
/// there.
pub(crate) fn large<'g>(groups: &'g [Group], class: &Class) -> impl Iterator<Item = &'g [u32]> {
    let least = LARGE_SHARE * (class.batch - class.parties.staff_among(class.batch)) as f64;
    of_kind(groups, FindingKind::Versions).filter(move |members| least <= members.len() as f64)
}

/// Returns the finding of each submission that is one of several versions of one program.
pub(crate) fn of_versions(findings: &[Finding]) -> FxHashMap<u32, u32> {
    let versions = (0..).zip(findings).filter(|(_, finding)| finding.kind == FindingKind::Versions);
    versions.flat_map(|(at, finding)| finding.submissions.iter().map(move |&member| (member, at))).collect()
}

/// Returns the findings that submissions are versions of one program.
pub(crate) fn versions(findings: &[Finding]) -> impl Iterator<Item = &Finding> {
    findings.iter().filter(|finding| finding.kind == FindingKind::Versions)
}

/// Returns the indices of the pairs of versions with the one that has most of what they share.
pub(crate) fn with_representatives(
    findings: &[Finding],
    ranked: &[ScoredPair],
) -> impl Iterator<Item = usize> {
    let is_with = |pair: &ScoredPair| {
        let finding = pair.versions.map(|at| &findings[at as usize]);
        finding.is_some_and(|one| [pair.left, pair.right].contains(&one.representative))
    };
    (0..ranked.len()).filter(move |&at| is_with(&ranked[at]))
}

/// Adds what pairs say of versions: the smallest expect value, and links with others. The pairs are ranked.
pub(crate) fn with_links(mut findings: Vec<Finding>, ranked: &[ScoredPair], named: Cutoff) -> Vec<Finding> {
    let of = of_versions(&findings);
    for pair in ranked {
        if let Some(at) = pair.versions {
            let expect = &mut findings[at as usize].expect;
            *expect = expect.or(pair.expect);
        }
    }
    for pair in ranked.iter().filter(|pair| pair.versions.is_none() && pair.reaches(named)) {
        for side in [pair.left, pair.right] {
            let Some(&at) = of.get(&side) else { continue };
            let finding = &mut findings[at as usize];
            if finding.between.len() < LINKS * finding.submissions.len() {
                let &ScoredPair { left, right, expect, suspicion, .. } = pair;
                finding.between.push(Link { left, right, expect, suspicion });
            }
        }
    }
    findings
}

/// Returns the findings of groups and of given code: versions first, then given code, then the others.
pub(crate) fn findings(
    groups: Vec<Group>,
    given: Vec<GivenCode>,
    submissions: &[TokenizedSubmission],
) -> Vec<Finding> {
    let of_group = |Group { kind, members, bits, tokens, shares }: Group| {
        let most = Finding::first_of_most(&shares).unwrap_or_default();
        Finding {
            kind,
            representative: members[most],
            submissions: members,
            shares,
            bits,
            expect: None,
            tokens,
            passages: Vec::new(),
            between: Vec::new(),
        }
    };
    let of_given = |GivenCode { members, submission, passages, shares }: GivenCode| {
        let files: Vec<_> = files_of(&submissions[submission as usize]).map(|(_, tokens)| tokens).collect();
        let region = |tokens: Range<usize>| {
            let file = files.partition_point(|of_file| of_file.end <= tokens.start);
            let start = files[file].start;
            Region { file: file as u32, tokens: (tokens.start - start) as u32..(tokens.end - start) as u32 }
        };
        Finding {
            kind: FindingKind::GivenCode,
            submissions: members,
            shares,
            bits: 0.0,
            expect: None,
            tokens: passages.iter().map(|passage| passage.len() as u32).sum(),
            representative: submission,
            passages: passages.into_iter().map(region).collect(),
            between: Vec::new(),
        }
    };
    // A group that was written into the same code is listed by the passages that it has.
    let (versions, others): (Vec<Group>, Vec<Group>) = (groups.into_iter())
        .filter(|group| group.kind != FindingKind::GivenCode)
        .partition(|group| group.kind == FindingKind::Versions);
    let versions = versions.into_iter().map(of_group);
    versions.chain(given.into_iter().map(of_given)).chain(others.into_iter().map(of_group)).collect()
}
