//! Tests.

use super::*;
use crate::definition::ParseCosts;
use crate::language::Language;
use crate::languages::{language, languages};

fn refusal(name: &str, text: &str) -> String {
    let kinds = language(name).unwrap().kinds().unwrap();
    let allowed = budget(text.len());
    let (tree, spent) = kinds.guarded.parse(text, kinds.grammar.costs, allowed);
    assert!(tree.is_none(), "{name}: {:?}", &text[..20]);
    // Work is counted before it is done, so the budget is exceeded by one step only.
    let over = |spent: u64, allowed: u64| spent.saturating_sub(allowed) < 1 << 20;
    assert!(over(spent.work, allowed.work) && over(spent.memory, allowed.memory), "{name}: {spent:?}");
    assert_eq!(parse(kinds, text, allowed).map(|_| ()), parse(kinds, text, allowed).map(|_| ()), "{name}");
    parse(kinds, text, allowed).map(|_| ()).unwrap_err()
}

/// At the end of these texts, the parser allocates up to 1 GB without calling its callbacks.
#[test]
fn memory_at_the_end_of_the_text_is_limited() {
    for (name, unit, times) in [("java", "a<", 8_500), ("csharp", "impl<", 3_400)] {
        refusal(name, &unit.repeat(times));
    }
}

/// The scanner of the grammar cannot keep a word of more than 255 bytes, and asserts that it could.
#[test]
fn a_parser_that_fails_is_given_up() {
    let text = format!("x <<\"{}\"\nputs x\n", "word ".repeat(60));
    let kinds = language("ruby").unwrap().kinds().unwrap();
    let note = parse(kinds, &text, budget(text.len())).map(|_| ()).unwrap_err();
    assert_eq!(note, "the parser gave up; tokenized without parsing");
    // The next parse begins afresh.
    assert!(parse(kinds, "puts 1\n", budget(0)).is_ok());
}

/// During error recovery, grammars take n * n steps without a callback.
#[test]
fn repeated_error_recovery_is_given_up() {
    for (name, unit) in [
        ("java", "case 1:"),
        ("c", "<!--"),
        ("c", "a ~"),
        ("go", "<!--"),
        ("csharp", "<a "),
        ("csharp", "a{"),
        ("rust", "%w["),
        ("ruby", "=pod\n"),
        ("haskell", "::("),
    ] {
        refusal(name, &unit.repeat(20_000 / unit.len()));
    }
}

/// Closing every open bracket just before the end makes no difference: texts are not parsed in parts.
#[test]
fn closing_brackets_at_the_end_do_not_help() {
    let text = format!("class A {{ int x = {}1{}; }}", "(a<".repeat(10_000), ">b)".repeat(10_000));
    refusal("java", &text);
    refusal("csharp", &text);
}

#[test]
fn a_parse_beyond_its_budget_is_given_up_and_the_next_begins_afresh() {
    let kinds = language("c").unwrap().kinds().unwrap();
    let text = "int f(void) { return 1; }\n".repeat(100);
    let budget = budget(text.len());
    let whole = parse(kinds, &text, budget).unwrap();
    for work in [0, 1, 1_000, 50_000, 200_000] {
        let refused = parse(kinds, &text, ParseBudget { work, ..budget }).map(|_| ());
        assert_eq!(
            refused,
            Err(format!("too complex to parse within {work} units of work; tokenized without parsing"))
        );
    }
    for memory in [0, 1_000, 9_000] {
        let refused = parse(kinds, &text, ParseBudget { memory, ..budget }).map(|_| ());
        assert_eq!(
            refused,
            Err(format!("too complex to parse within {memory} bytes of memory; tokenized without parsing"))
        );
    }
    let again = parse(kinds, &text, budget).unwrap();
    assert_eq!(whole.root_node().to_sexp(), again.root_node().to_sexp());
    assert!(!again.root_node().has_error());
}

/// A parse can be stopped at any step, in every grammar, including those with their own scanner.
#[test]
fn every_grammar_can_be_left_at_every_step() {
    for language in languages() {
        let Some(kinds) = language.kinds() else { continue };
        let sample = &sample(language);
        let (_, all) = kinds.guarded.parse(sample, kinds.grammar.costs, budget(sample.len()));
        for part in 0..40 {
            let work = all.work * part / 40;
            let (tree, spent) = kinds.guarded.parse(sample, kinds.grammar.costs, ParseBudget { work, ..all });
            assert!(tree.is_none() && spent.work > work, "{}", language.name());
        }
        let (tree, spent) = kinds.guarded.parse(sample, kinds.grammar.costs, all);
        assert!(tree.is_some() && spent == all, "{}", language.name());
    }
}

/// The guard recognises a recovery from an error by the size of a memory block.
#[test]
fn recoveries_are_counted() {
    let kinds = language("c").unwrap().kinds().unwrap();
    let count = |text: &str| {
        let costs = ParseCosts { step: 0, read: 0, block: 0, recovery: 1 << 32 };
        let unlimited = ParseBudget { work: u64::MAX, memory: u64::MAX };
        kinds.guarded.parse(text, costs, unlimited).1.work >> 32
    };
    assert_eq!(count(&"int f(void) { return 1; }\n".repeat(50)), 0);
    let broken = count(&"int f(void) { return 1; }\nint g( { return ) 1; }\n".repeat(50));
    assert!((50..=500).contains(&broken), "{broken}");
}

/// The sample programs stay far within the budget, as the measurement behind the constants says.
#[test]
fn ordinary_code_stays_far_within_its_budget() {
    for language in languages() {
        let Some(kinds) = language.kinds() else { continue };
        let sample = &sample(language);
        let allowed = budget(sample.len());
        let (tree, spent) = kinds.guarded.parse(sample, kinds.grammar.costs, allowed);
        assert!(tree.is_some(), "{}", language.name());
        let far = spent.work < allowed.work * 2 / 3 && spent.memory < allowed.memory * 2 / 3;
        assert!(far && spent.work > allowed.work / 50, "{}: {spent:?} of {allowed:?}", language.name());
    }
}

fn sample(language: &Language) -> String {
    let (name, ending) = (language.name(), language.endings()[0]);
    std::fs::read_to_string(format!("{}/samples/{name}.{ending}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}
