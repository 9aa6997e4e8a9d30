//! Measures look-ups of one document, on both sides in turn.

use std::time::Instant;

use chaffinch_index::{DocumentSet, Fingerprint, Question, Selection, candidates};

use super::blocks::{Blocks, SCHEME};
use super::content::{FIRST, FREQUENT};
use super::plain;
use super::sides::{Sides, percentiles};
use crate::bench::figures::{Aim, Figures};

/// Number of documents looked up for a median.
const ASKED: u64 = 200;

/// A fingerprint in at most this many documents is rare.
const RARE: u32 = 10;

/// Kinds of look-ups, each with the largest number of documents of a fingerprint.
pub(super) const KINDS: [(&str, u32); 2] = [("rare", RARE), ("common", FREQUENT)];

/// Number of candidates requested.
const MAX_COUNT: usize = 100;

impl Sides<'_> {
    /// Measures look-ups of one document, first with rare fingerprints only, then with all that are not frequent.
    pub(super) async fn look_up(
        &mut self,
        documents: u64,
        both: bool,
        figures: &mut Figures<'_>,
    ) -> anyhow::Result<()> {
        let among = std::iter::once(FIRST..FIRST + documents).collect();
        for (kind, limit) in KINDS {
            let (mut blocks, mut plain, mut read) = (Vec::new(), Vec::new(), 0);
            // The first half warms up.
            for number in 0..2 * ASKED {
                let asked = [self.content.asked(number, documents)];
                let question = question(&asked, &among, limit);
                let start = Instant::now();
                let found = candidates(&self.blocks.storage, &question).await?;
                let time = start.elapsed().as_secs_f64();
                if both {
                    let start = Instant::now();
                    let other =
                        plain::candidates(&mut self.plain, &asked[0], documents, limit, MAX_COUNT).await?;
                    if ASKED <= number {
                        plain.push(start.elapsed().as_secs_f64());
                    }
                    let same = found.of[0].iter().map(|candidate| candidate.document.0 - FIRST).eq(other);
                    anyhow::ensure!(same, "the sides disagree");
                }
                if ASKED <= number {
                    blocks.push(time);
                    read += found.read.bytes;
                }
            }
            let name = self.named(&format!("look-up-{documents}-{kind}"));
            let [median, worst] = percentiles(&mut blocks);
            figures.figure(&format!("{name}-p50"), median, "ms", Aim::Shown)?;
            figures.figure(&format!("{name}-p99"), worst, "ms", Aim::Shown)?;
            figures.figure(&format!("{name}-read"), read as f64 / ASKED as f64 / 1e3, "kB", Aim::Shown)?;
            if both {
                let [plain, worst] = percentiles(&mut plain);
                figures.figure(&format!("{name}-plain-p50"), plain, "ms", Aim::Shown)?;
                figures.figure(&format!("{name}-plain-p99"), worst, "ms", Aim::Shown)?;
                let most = if limit == RARE { 2.0 } else { 1.0 };
                figures.figure(&name, median / plain, "times the plain table, p50", Aim::AtMost(most))?;
            }
        }
        Ok(())
    }

    /// Looks up the same documents in an index with this many documents and in `smaller`, which has the first of them,
    /// in turn.
    pub(super) async fn growth(
        &self,
        documents: u64,
        smaller: (&Blocks, u64),
        figures: &mut Figures<'_>,
    ) -> anyhow::Result<()> {
        let sides = [(&self.blocks, documents), smaller];
        let among = sides.map(|(_, documents)| std::iter::once(FIRST..FIRST + documents).collect());
        for (kind, limit) in KINDS {
            let mut times = [Vec::new(), Vec::new()];
            for number in 0..2 * ASKED {
                let asked = [self.content.asked(number, smaller.1)];
                for (side, (blocks, _)) in sides.iter().enumerate() {
                    let start = Instant::now();
                    candidates(&blocks.storage, &question(&asked, &among[side], limit)).await?;
                    if ASKED <= number {
                        times[side].push(start.elapsed().as_secs_f64());
                    }
                }
            }
            let [[larger, _], [smaller, _]] = times.each_mut().map(|times| percentiles(times));
            let name = self.named(&format!("look-up-growth-{kind}"));
            let unit = "times for 3 times the postings, p50";
            figures.figure(&name, larger / smaller, unit, Aim::AtMost(1.3))?;
        }
        Ok(())
    }
}

/// Returns the question for these documents, which ignores fingerprints in more than `limit` documents.
pub(super) fn question<'a>(
    asked: &'a [Vec<Fingerprint>],
    among: &'a DocumentSet,
    limit: u32,
) -> Question<'a> {
    Question {
        scheme: SCHEME,
        documents: asked,
        among,
        selection: Selection::default(),
        frequency_limit: limit,
        most: MAX_COUNT,
    }
}
