//! Repeated short patterns in every grammar: parsing each of them stays within its budget. An ordinary run tries the
//! patterns that were found to be expensive, and checks what is counted. `scripts/soak parse` tries thousands of
//! patterns and measures time.

use std::collections::BTreeSet;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::language::{Language, read};
use crate::languages::languages;
use crate::parse::{TreeDetail, budget};

/// Patterns that were expensive in some grammar.
const EXPENSIVE: &str = "a< impl< import< case␣1: <!-- <a␣ <a> %w[ =pod⏎ ( { [ a( a{ (a, (( [a] {a: if(a)b;else␣ a?b: x=> @a :: /*␣ \
    a␣~ ~␣ lambda: (in␣ a| a␣|␣ a? a! a' :\" ::( ('' ∷( -do` *⏎/⏎ ^a= x=> sizeof␣␣x=>␣ <<E⏎ <⏎a⏎␣ 1, a*a* a, new␣a ]␣a␣ }␣a␣ \
    fn␣x␣->␣ #if␣a⏎ ⏎␣␣a if␣a:⏎ {- ${ #{ f\"{ --[[ a␣isolated␣ enum␣)␣throw␣ orderby␣#else␣ to␣a␣ \"␣>␣$␣ `)\"\"\"==";

/// Further parts of patterns, in addition to the words and symbols of the language.
const PIECES: &str = "a 1 \" ' ` ⏎ ␣ a␣ ( ) { } [ ] < > # @ \\ / * ; : , . = ? ! ~ - + | & ^ % $ _ é => :: ... /* */ // #| (* \
    {- --[[ <!-- --> <?php␣ ${ #{ $( \"\"\" ''' a( a[ a{ a< a: a. a= a; a-> a? 'a \\a 0x 1.";

fn patterns(list: &str) -> Vec<String> {
    list.split_whitespace().map(|pattern| pattern.replace('␣', " ").replace('⏎', "\n")).collect()
}

/// Returns a text of a repeated pattern. In PHP, it starts with an opening tag.
fn repeat_pattern(language: &Language, pattern: &str, size: usize) -> String {
    let opening = if language.name() == "php" { "<?php " } else { "" };
    opening.to_owned() + &pattern.repeat(size / pattern.len())
}

fn languages_with_grammar() -> impl Iterator<Item = &'static Language> {
    languages().iter().filter(|language| language.grammar().is_some())
}

#[test]
fn no_pattern_takes_more_than_its_budget() {
    let mut given_up = BTreeSet::new();
    for language in languages_with_grammar() {
        let kinds = language.kinds().expect("it has a grammar");
        for pattern in patterns(EXPENSIVE) {
            let text = repeat_pattern(language, &pattern, 9_000);
            let allowed = budget(text.len());
            let (tree, spent) = kinds.guarded.parse(&text, kinds.grammar.costs, allowed);
            // The step that exceeds the budget is counted and not done.
            let step = kinds.grammar.costs.recovery + spent.memory;
            assert!(spent.work <= allowed.work + step, "{} {pattern:?}: {spent:?}", language.name());
            let within = spent.work <= allowed.work && spent.memory <= allowed.memory;
            assert_eq!(tree.is_some(), within, "{} {pattern:?}: {spent:?}", language.name());
            if !within {
                given_up.insert(language.name());
            }
        }
    }
    // HTML has no expressions to nest, and no errors to recover from.
    let all: BTreeSet<_> = languages_with_grammar().map(Language::name).collect();
    assert!(given_up.len() + 2 >= all.len(), "a sweep that finds nothing: {given_up:?}");
}

/// Limit of processor time for reading one MiB, in an optimised build.
const MAX_TIME_PER_MEBIBYTE: Duration = Duration::from_secs(2);
/// Budgets of shorter texts are those of this size in bytes.
const MIN_BUDGET_BYTES: usize = 8 << 10;

/// Result of one measurement.
struct Measurement {
    share: f64,
    language: &'static Language,
    pattern: String,
    size: usize,
}

fn measure(language: &'static Language, pattern: String, size: usize) -> Measurement {
    let text = repeat_pattern(language, &pattern, size);
    let now =
        || Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("this clock does not go back");
    let took = || {
        let before = now();
        std::hint::black_box(read(language, &text, TreeDetail::Statements));
        now().abs_diff(before).as_secs_f64()
    };
    let allowed =
        MAX_TIME_PER_MEBIBYTE.as_secs_f64() * size.max(MIN_BUDGET_BYTES) as f64 / f64::from(1 << 20);
    // Other processes disturb the measurement, so the best of several counts.
    let mut share = took() / allowed;
    for _ in 0..4 {
        if share > 0.8 {
            share = share.min(took() / allowed);
        }
    }
    Measurement { share, language, pattern, size }
}

/// Returns every word and symbol of a language and `pairs` combinations of them. They are the same in every run.
fn patterns_of(language: &Language, pairs: usize) -> Vec<String> {
    let rules = language.rules();
    let words = [rules.keywords, rules.soft_keywords, rules.ignored_words, rules.operators];
    let words: Vec<String> = words.iter().flat_map(|list| patterns(list)).collect();
    let mut all = patterns(EXPENSIVE);
    all.extend(patterns(PIECES));
    for word in &words {
        all.extend([format!("{word} "), format!("a {word} "), format!("{word}(")]);
    }
    let lexemes: Vec<String> = patterns(PIECES).into_iter().chain(words).collect();
    // Xorshift generator.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut any = |count: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % count
    };
    for _ in 0..pairs {
        let separator = [" ", "", "\n", " "][any(4)];
        let parts: Vec<&str> = (0..2 + any(3)).map(|_| lexemes[any(lexemes.len())].as_str()).collect();
        all.push(parts.join(separator) + separator);
    }
    let all: BTreeSet<String> = all.into_iter().collect();
    all.into_iter().collect()
}

/// Returns the highest memory use of this process, in bytes.
fn highest_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() << 10
}

#[test]
#[ignore = "looks at the clock and takes a quarter of an hour; run by scripts/soak parse"]
fn soak() {
    let pairs = std::env::var("CHAFFINCH_SOAK_PAIRS").map_or(400, |pairs| pairs.parse().unwrap());
    println!("share of 2 s a MiB; language; bytes; pattern");
    let mut beyond = 0;
    for language in languages_with_grammar() {
        let mut measurements: Vec<Measurement> = patterns_of(language, pairs)
            .into_iter()
            .map(|pattern| measure(language, pattern, 8 << 10))
            .collect();
        for (size, worst) in [(64 << 10, 40), (1 << 20, 4)] {
            measurements.sort_by(|a, b| b.share.total_cmp(&a.share));
            let patterns: BTreeSet<String> =
                measurements.iter().map(|measurement| measurement.pattern.clone()).take(worst).collect();
            measurements.extend(patterns.into_iter().map(|pattern| measure(language, pattern, size)));
        }
        measurements.sort_by(|a, b| b.share.total_cmp(&a.share));
        let over = measurements.iter().filter(|measurement| measurement.share > 1.0).count();
        beyond += over;
        for Measurement { share, language, pattern, size } in measurements.iter().take(over.max(3)) {
            println!("{share:.2}  {}  {size}  {pattern:?}", language.name());
        }
    }
    let memory = highest_memory();
    println!("at most {} MiB of memory", memory >> 20);
    assert_eq!(beyond, 0, "patterns that cost more than {MAX_TIME_PER_MEBIBYTE:?} a MiB");
    assert!(memory < 400 << 20, "{memory} bytes of memory");
}
