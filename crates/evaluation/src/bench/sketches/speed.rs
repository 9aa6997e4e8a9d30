//! Measures megabytes of text per second on one core, for all kinds of sketch and for tokenizing alone, which is done
//! as in the pipeline. Rabin fingerprints take the words themselves, byte by byte.

use std::hint::black_box;

use chaffinch_corpus::WordHasher;
use chaffinch_sketch::cut_word;

use super::kinds::{KINDS, Kind};
use super::texts;
use crate::bench::figures::{Aim, Figures};

/// Rounds in which the sides take turns. The median counts.
const ROUNDS: usize = 15;

pub(super) fn run(figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let (documents, what) = texts::documents();
    let bytes = documents.iter().map(Vec::len).sum::<usize>() as f64;
    writeln!(figures.out, "# sketches: {what}, {} documents of {} bytes", documents.len(), texts::DOCUMENT)?;
    for (at, kind) in KINDS.iter().enumerate() {
        let (mut words, mut lower) = (WordHasher::default(), Vec::new());
        let sides = beside_tokenising(&documents, kind, |text, take| {
            if kind.takes_bytes() {
                let mut tokens = Vec::with_capacity(text.len() / 4);
                texts::words(text, &mut lower, |word| cut_word(word, &mut tokens));
                take(&tokens);
            } else {
                words.feed(text, &mut *take);
                words.end(take);
            }
        })?;
        if at == 0 {
            figures.figure(
                "sketches-speed-tokenise",
                bytes / sides.alone / 1e6,
                "MB/s per core",
                Aim::Shown,
            )?;
            let ratio = sides.alone / sides.whole;
            figures.figure("sketches-speed-of-tokenise-only", ratio, "ratio", Aim::AtLeast(0.75))?;
        }
        let name = format!("sketches-speed-{}", kind.name);
        figures.figure(&name, bytes / sides.whole / 1e6, "MB/s per core", Aim::Shown)?;
        let per_document = sides.stored as f64 / documents.len() as f64;
        figures.figure(&format!("{name}-bytes"), per_document, "bytes per document", Aim::Shown)?;
    }
    Ok(())
}

/// A function that takes the next tokens of a document.
pub(in crate::bench) type Take<'a> = &'a mut dyn FnMut(&[u64]);

/// The measurements of a kind of sketch.
pub(in crate::bench) struct Sides {
    /// Seconds for tokenizing all documents.
    pub(in crate::bench) alone: f64,
    /// Seconds for tokenizing and sketching them.
    pub(in crate::bench) whole: f64,
    /// Bytes of all sketches.
    pub(in crate::bench) stored: usize,
}

/// Measures a kind beside tokenizing alone, in turn. `tokenise` passes the tokens of a document, in any number of
/// pieces, to the function that it gets.
pub(in crate::bench) fn beside_tokenising(
    documents: &[Vec<u8>],
    kind: &Kind,
    tokenise: impl FnMut(&[u8], Take<'_>),
) -> anyhow::Result<Sides> {
    let mut maker = kind.maker()?;
    let mut stored = 0;
    // Both sides tokenize.
    let tokenise = std::cell::RefCell::new(tokenise);
    let [alone, whole] = core_medians([
        &mut || {
            for document in documents {
                tokenise.borrow_mut()(document, &mut |tokens| {
                    black_box(tokens);
                });
            }
        },
        &mut || {
            stored = 0;
            for document in documents {
                tokenise.borrow_mut()(document, &mut |tokens| maker.feed(tokens));
                stored += maker.finish().bytes();
            }
        },
    ]);
    Ok(Sides { alone, whole, stored })
}

/// Returns the median seconds of `N` pieces of work, done in turn. Only the processor time of this thread counts,
/// because other work on the machine does not affect the speed of a core.
pub(in crate::bench) fn core_medians<const N: usize>(mut works: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..ROUNDS {
        for (work, times) in works.iter_mut().zip(&mut times) {
            times.push(core_seconds(work));
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[ROUNDS / 2]
    })
}

fn core_seconds(work: &mut dyn FnMut()) -> f64 {
    let now = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    };
    let start = now();
    work();
    now() - start
}
