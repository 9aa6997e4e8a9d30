//! Measures exact duplicates: the speed of the fingerprint, and how many new documents pass the filter.

use std::hint::black_box;

use chaffinch_sketch::Key;

use super::{speed, texts};
use crate::algorithms::exact::{BloomFilter, ExactIndex, KarpRabin, Membership};
use crate::bench::figures::{Aim, Figures};
use crate::random::SplitMix64;

/// Number of values in the filter, and of new values.
const VALUES: usize = 1_000_000;

/// The rate of false positives for which the filter is configured.
const RATE: f64 = 0.01;

pub(super) fn run(figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let (documents, _) = texts::documents();
    let bytes = documents.iter().map(Vec::len).sum::<usize>() as f64;
    let function = KarpRabin::new(&Key::PUBLIC);
    let [reading, looking_up] = speed::core_medians([
        &mut || {
            for document in &documents {
                black_box(function.of(document));
            }
        },
        &mut || {
            let mut index = ExactIndex::new(documents.len(), &Key::PUBLIC);
            for (number, document) in (0..).zip(&documents) {
                black_box(index.insert(number, document, |number| &documents[number as usize]));
            }
        },
    ]);
    let name = "sketches-duplicates-karp-rabin";
    figures.figure(name, bytes / reading / 1e6, "MB/s per core", Aim::Shown)?;
    let name = "sketches-duplicates-verified-look-up";
    figures.figure(name, bytes / looking_up / 1e6, "MB/s per core", Aim::Shown)?;

    let mut random = SplitMix64::seeded(5);
    let mut filter = BloomFilter::new(VALUES, RATE, &Key::PUBLIC);
    for _ in 0..VALUES {
        filter.insert(random.next());
    }
    let passed = (0..VALUES).filter(|_| filter.look_up(random.next()) == Membership::PerhapsSeen).count();
    // Of a million values, 1 % is certain within 0.03 %. The integer number of probes costs another 0.01 %.
    let rate = passed as f64 / VALUES as f64;
    figures.figure("sketches-duplicates-false-positives", rate, "of new values", Aim::AtMost(0.0105))?;
    let bits = filter.bytes() as f64 * 8.0 / VALUES as f64;
    figures.figure("sketches-duplicates-filter", bits, "bits per value", Aim::AtMost(9.6))
}
