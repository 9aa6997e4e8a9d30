//! Attacks on parsers: whole classes of small files that took a gigabyte of memory or minutes.

use super::bombs::{self, Entry};
use super::cases::{Case, Fate};

/// Returns a class in which every submission has a program and such a file, all different.
fn class(ending: &str, unit: &str, bytes: usize, submissions: usize) -> Vec<u8> {
    let text = |at: usize| unit.repeat((bytes - at) / unit.len());
    bombs::class(
        (0..submissions).map(|at| Entry::stored(format!("s{at:03}/a.{ending}"), text(at).as_bytes())),
    )
}

fn many(full: bool) -> usize {
    if full { 600 } else { 20 }
}

pub(super) fn all() -> Vec<Case> {
    let case = |what, make| Case { what, name: "class.zip", fate: Fate::Taken, make };
    vec![
        case("17 KB of `a<`, one file", |_| class("java", "a<", 17_000, 1)),
        case("a class of 17 KB of `a<`, Java", |full| class("java", "a<", 17_000, many(full))),
        case("a class of 17 KB of `impl<`, C#", |full| class("cs", "impl<", 17_000, many(full))),
        case("a class of 16 KB of `a ~`, C", |full| class("c", "a ~", 16_000, many(full))),
        case("a MiB of `a ~`, C", |full| class("c", "a ~", if full { 1 << 20 } else { 1 << 18 }, 1)),
    ]
}
