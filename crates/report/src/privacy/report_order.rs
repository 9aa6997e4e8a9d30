//! Removes from a report without names what depends on the order of the names: numbers of submissions, which side of a
//! pair is the left one, and the order of everything that has no rank. Codes take the place of the numbers, and lists are
//! in the order of codes. Between equal ranks, codes decide.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::text_edits::regions;
use crate::model::{ClusterLink, Match, Pair, PairId, Region, Report, Review};

/// Puts a report without names in the order of codes. `code` returns the code for a number, and `file` the new number of a
/// file of a submission (by its old number).
pub(super) fn reorder(report: &mut Report, code: impl Fn(u32) -> u32, file: impl Fn(u32, u32) -> u32) {
    let codes: HashMap<u32, u32> =
        report.submissions.iter().map(|submission| (submission.id, code(submission.id))).collect();
    let code = |number: u32| codes.get(&number).copied().unwrap_or_else(|| code(number));
    for pair in report.listed_mut() {
        let (left, right) = (pair.id.left, pair.id.right);
        for (submission, region) in
            pair.matches.iter_mut().flatten().flat_map(|found| regions(found, left, right))
        {
            region.file = file(submission, region.file);
        }
        pair.id = PairId { left: code(left), right: code(right) };
        if pair.id.right < pair.id.left {
            pair.swap_sides();
        }
        reorder_matches(pair);
        reorder_renames(pair);
        pair.references.sort_by(|a, b| b.tokens.cmp(&a.tokens).then_with(|| a.reference.cmp(&b.reference)));
    }
    if let Some(review) = &mut report.settings.review {
        for template in &mut review.templates {
            let of = report.submissions.iter().find(|one| one.name == template.submission);
            if let Some(of) = of {
                template.region.file = file(of.id, template.region.file);
            }
        }
    }
    for submission in &mut report.submissions {
        for one in &mut submission.files {
            one.file = file(submission.id, one.file);
        }
        submission.files.sort_by_key(|one| one.file);
        submission.id = code(submission.id);
    }
    report.submissions.sort_by_key(|submission| submission.id);
    if let Some(translations) = &mut report.translations {
        // The statements of the left side are counted.
        for pair in &mut translations.pairs {
            let left = report.submissions.iter().find(|one| one.id == pair.id.left);
            if let Some(left) = left {
                pair.matched_tokens = (pair.left_share * f64::from(left.tokens)).round() as u32;
            }
        }
        rank(&mut translations.pairs, |pair| (bits(pair.expect), pair.similarity.to_bits()));
    }
    rank(&mut report.pairs, strength);
    reorder_references(report);
    reorder_findings(report, &code);
    reorder_groups(report, &code);
    report.settings.handed_out.sort();
    report
        .skipped
        .sort_by(|a, b| (&a.submission, &a.path, &a.reason).cmp(&(&b.submission, &b.path, &b.reason)));
    if let Some(mut review) = report.settings.review.take() {
        reorder_review(&mut review, report);
        report.settings.review = Some(review);
    }
}

fn bits(number: Option<f64>) -> Option<u64> {
    number.map(f64::to_bits)
}

/// What ranks a pair.
fn strength(pair: &Pair) -> (bool, Option<u64>, u64) {
    (pair.too_short, bits(pair.expect), pair.suspicion.to_bits())
}

/// Sorts what is equally strong, and therefore side by side.
fn settle_ties<T, S: PartialEq, O: Ord>(list: &mut [T], strength: impl Fn(&T) -> S, order: impl Fn(&T) -> O) {
    for equal in list.chunk_by_mut(|a, b| strength(a) == strength(b)) {
        equal.sort_by_key(&order);
    }
}

/// Puts equally strong pairs in the order of codes, and gives the ranks to the pairs in their new order.
fn rank<S: PartialEq>(pairs: &mut [Pair], strength: impl Fn(&Pair) -> S) {
    let ranks: Vec<u32> = pairs.iter().map(|pair| pair.rank).collect();
    settle_ties(pairs, strength, |pair| pair.id);
    for (pair, rank) in pairs.iter_mut().zip(ranks) {
        pair.rank = rank;
    }
}

fn place(region: &Region) -> (u32, u32, u32) {
    (region.file, region.start_byte, region.end_byte)
}

/// Puts matches of the same length in the order of their places on the left side.
fn reorder_matches(pair: &mut Pair) {
    let Some(matches) = &mut pair.matches else { return };
    let mut numbered: Vec<(u32, Match)> = (1..).zip(std::mem::take(matches)).collect();
    for (_, found) in &mut numbered {
        found.left_further.sort_by_key(place);
        found.right_further.sort_by_key(place);
        found.pieces.sort_by_key(|piece| (piece.left, piece.right));
        found.archived_in.sort();
    }
    settle_ties(
        &mut numbered,
        |(_, found)| found.tokens,
        |(_, found)| (place(&found.left), place(&found.right)),
    );
    let numbers: BTreeMap<u32, u32> = numbered.iter().map(|(before, _)| *before).zip(1..).collect();
    for rare in pair.why.iter_mut().flat_map(|why| &mut why.rarest) {
        rare.number = numbers.get(&rare.number).copied().unwrap_or(rare.number);
    }
    if let Some(why) = &mut pair.why {
        settle_ties(&mut why.rarest, |rare| rare.bits.to_bits(), |rare| rare.number);
    }
    matches.extend(numbered.into_iter().map(|(_, found)| found));
}

/// Keeps the renames that look the same from both sides: each name once, and the places that both sides count.
fn reorder_renames(pair: &mut Pair) {
    let Some(renames) = &mut pair.renames else { return };
    renames.sort_by(|a, b| {
        b.consistent.cmp(&a.consistent).then_with(|| (&a.left, &a.right).cmp(&(&b.left, &b.right)))
    });
    let (mut lefts, mut rights) = (BTreeSet::new(), BTreeSet::new());
    renames.retain(|rename| lefts.insert(rename.left.clone()) & rights.insert(rename.right.clone()));
    for rename in renames {
        rename.places = rename.consistent;
    }
}

/// Keeps the pairs of one submission together, the submission with the strongest pair first.
fn reorder_references(report: &mut Report) {
    let ranks: Vec<u32> = report.references.iter().map(|pair| pair.rank).collect();
    let answers: BTreeSet<u32> =
        report.submissions.iter().filter(|one| one.reference().is_some()).map(|one| one.id).collect();
    let student = |pair: &Pair| if answers.contains(&pair.id.left) { pair.id.right } else { pair.id.left };
    let pairs = std::mem::take(&mut report.references);
    let mut groups: Vec<Vec<Pair>> =
        pairs.chunk_by(|a, b| student(a) == student(b)).map(<[Pair]>::to_vec).collect();
    for group in &mut groups {
        settle_ties(group, strength, |pair| pair.id);
    }
    settle_ties(&mut groups, |group| strength(&group[0]), |group| student(&group[0]));
    report.references = groups.into_iter().flatten().collect();
    for (pair, rank) in report.references.iter_mut().zip(ranks) {
        pair.rank = rank;
    }
}

/// Puts findings and their members in the order of codes. Of several members that have most, the first one by code stands
/// for them.
fn reorder_findings(report: &mut Report, code: &dyn Fn(u32) -> u32) {
    let ids: HashMap<&String, u32> = report.submissions.iter().map(|one| (&one.name, one.id)).collect();
    let id = |name: &String| ids.get(name).copied();
    let mut findings = std::mem::take(&mut report.findings);
    for finding in &mut findings {
        let mut members: Vec<(String, f64)> =
            finding.submissions.drain(..).zip(finding.shares.drain(..)).collect();
        members.sort_by_key(|(name, _)| id(name));
        (finding.submissions, finding.shares) = members.into_iter().unzip();
        if let Some(most) = chaffinch_detect::Finding::first_of_most(&finding.shares) {
            finding.representative.clone_from(&finding.submissions[most]);
        }
        reorder_links(&mut finding.between, code);
    }
    settle_ties(
        &mut findings,
        |finding| (finding.kind, finding.submissions.len(), finding.bits.to_bits()),
        |finding| finding.submissions.iter().map(id).collect::<Vec<_>>(),
    );
    let ids: HashMap<u32, u32> = findings.iter().map(|finding| finding.id).zip(1..).collect();
    for (finding, id) in findings.iter_mut().zip(1..) {
        finding.id = id;
    }
    // A damaged report may name a finding that it does not have.
    for pair in &mut report.pairs {
        pair.finding = pair.finding.and_then(|id| ids.get(&id).copied());
    }
    report.findings = findings;
}

fn reorder_links(links: &mut [ClusterLink], code: &dyn Fn(u32) -> u32) {
    for link in links.iter_mut() {
        link.id = PairId::new(code(link.id.left), code(link.id.right));
    }
    settle_ties(links, |link| (bits(link.expect), link.suspicion.to_bits()), |link| link.id);
}

fn reorder_groups(report: &mut Report, code: &dyn Fn(u32) -> u32) {
    let ids: HashMap<&String, u32> = report.submissions.iter().map(|one| (&one.name, one.id)).collect();
    let id = |name: &String| ids.get(name).copied();
    for cluster in &mut report.clusters {
        cluster.submissions.sort_by_key(id);
        reorder_links(&mut cluster.links, code);
        reorder_links(&mut cluster.between, code);
    }
    settle_ties(
        &mut report.clusters,
        |cluster| (bits(cluster.expect), cluster.suspicion.to_bits()),
        |cluster| cluster.submissions.iter().map(id).collect::<Vec<_>>(),
    );
    for set in &mut report.duplicates {
        set.submissions.sort_by_key(id);
    }
    settle_ties(
        &mut report.duplicates,
        |set| set.kind,
        |set| set.submissions.iter().map(id).collect::<Vec<_>>(),
    );
}

/// Puts teams, their members, staff and templates in the order of their pseudonyms. A team is named by its place.
fn reorder_review(review: &mut Review, report: &mut Report) {
    review.staff.sort();
    review
        .templates
        .sort_by(|a, b| (&a.submission, place(&a.region)).cmp(&(&b.submission, place(&b.region))));
    let mut teams: Vec<(usize, Vec<String>)> = (1..).zip(std::mem::take(&mut review.teams)).collect();
    for (_, team) in &mut teams {
        team.sort();
    }
    teams.sort_by(|(_, a), (_, b)| a.cmp(b));
    let numbers: BTreeMap<String, usize> =
        teams.iter().map(|(before, _)| before.to_string()).zip(1..).collect();
    for submission in &mut report.submissions {
        let number = submission.team.as_ref().and_then(|team| numbers.get(team));
        submission.team = number.map(ToString::to_string).or_else(|| submission.team.take());
    }
    review.teams.extend(teams.into_iter().map(|(_, team)| team));
}

#[cfg(test)]
mod tests;
