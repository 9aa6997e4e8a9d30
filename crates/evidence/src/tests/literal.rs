//! How literal a match is called, compared with an oracle that divides the texts into words and signs by itself.

use chaffinch_detect::DuplicateKind;

use super::*;
use crate::Literal;

/// What can stand in a place without changing the tokens that are compared, and two names.
struct Slots {
    path: &'static str,
    modifiers: &'static [&'static str],
    receivers: &'static [&'static str],
    layout: &'static [&'static str],
}

const JAVA: Slots = Slots {
    path: "Main.java",
    modifiers: &[
        "",
        "public ",
        "final ",
        "public  static ",
        "public /* c */ static ",
        "@A(\"x y\") ",
        "@A(\"x  y\") ",
        "@A( \"x y\" ) ",
    ],
    receivers: &["", "this.", "this . "],
    layout: &[" ", "\t", " // note\n", " /* note */ "],
};

const TYPESCRIPT: Slots = Slots {
    path: "main.ts",
    modifiers: &["", "private ", "public ", "readonly ", "/* c */ readonly "],
    receivers: &["", ";", " ; "],
    layout: &[" ", "\n", " // note\n", " /* note */ "],
};

const PROSE: Slots = Slots {
    path: "essay.txt",
    modifiers: &["", "- ", "\u{201c}", "(", "( "],
    receivers: &["", "...", "-"],
    layout: &[" ", "\n", ", ", " \u{2013} ", "! "],
};

/// Places of a program that `choices` fills.
const PLACES: usize = 40;

/// Returns a program or text that is the same for all choices, apart from what `slots` and the choices put into it.
fn text(slots: &Slots, choices: &[usize]) -> String {
    let mut choices = choices.iter().copied();
    let mut choose = |from: &'static [&'static str]| from[choices.next().unwrap_or(0) % from.len()];
    let mut text = String::new();
    for at in 0..PLACES / 4 {
        let operator = ["+", "-", "*", "/", "%"][at * at % 5];
        let modifiers = choose(slots.modifiers);
        let receiver = choose(slots.receivers);
        let layout = choose(slots.layout);
        let name = choose(&["total", "total", "total", "sum"]);
        let lines = match slots.path {
            "Main.java" => format!(
                "class A{at} {{ {modifiers}int f = {at}; int m(int a) {{{layout}return a {operator} {receiver}f * {name}; }} }}\n"
            ),
            "main.ts" => format!(
                "class A{at} {{ {modifiers}f: number = {at}\n m(a: number) {{{layout}return a {operator} f * {name}{receiver}\n}} }}\n"
            ),
            _ => format!(
                "{modifiers}the{layout}{name} of number{at} was{receiver} more than a{at} and less than b{at}\n"
            ),
        };
        text.push_str(&lines);
    }
    text
}

/// Divides a text into words, quoted strings and single signs, without comments and layout.
fn leaves(text: &str, is_prose: bool) -> Vec<&str> {
    let mut leaves = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let closed = |open: usize, close: &str| {
            rest[open..].find(close).map_or(rest.len(), |at| open + at + close.len())
        };
        let word = rest.find(|next: char| !next.is_alphanumeric()).unwrap_or(rest.len());
        let (end, shown) = match first {
            _ if first.is_whitespace() => (first.len_utf8(), false),
            '/' if !is_prose && rest.starts_with("//") => (closed(2, "\n"), false),
            '/' if !is_prose && rest.starts_with("/*") => (closed(2, "*/"), false),
            '"' if !is_prose => (closed(1, "\""), true),
            _ => (word.max(first.len_utf8()), true),
        };
        leaves.extend(shown.then(|| &rest[..end]));
        rest = &rest[end..];
    }
    leaves
}

/// Compares two texts, and what is said of them with what the oracle says.
fn check(slots: &Slots, texts: &[String; 2]) -> Result<(), TestCaseError> {
    let batch = Batch::of(slots.path, texts.to_vec(), 0, &[]);
    let of_pair = batch.of_pair(0, 1);
    let matches = batch.analysis.pairs[0].matches.as_deref().unwrap();
    prop_assert!(!matches.is_empty());
    let is_prose = slots.path == PROSE.path;
    for (found, evidence) in matches.iter().zip(&of_pair.matches) {
        let region = |side: usize, region: &Region| {
            let spans = &batch.tokenized[side].files[0].stream.spans;
            let [first, last] = [region.tokens.start, region.tokens.end - 1].map(|at| spans[at as usize]);
            &batch.texts[side][first.start as usize..last.end as usize]
        };
        let [left, right] = [region(0, &found.left), region(1, &found.right)];
        let same_tokens = leaves(left, is_prose) == leaves(right, is_prose);
        let expected = if !found.pieces.is_empty() {
            Literal::Rewritten
        } else if left == right {
            Literal::SameCharacters
        } else if same_tokens {
            Literal::SameTokens
        } else {
            Literal::Renamed
        };
        prop_assert_eq!(evidence.literal, Some(expected), "{}\n---\n{}", left, right);
        let agreement = evidence.agreement.unwrap();
        if found.pieces.is_empty() {
            prop_assert_eq!(agreement.is_complete(), same_tokens);
        }
    }
    let whole = batch.analysis.duplicates.iter().any(|set| set.kind == DuplicateKind::LexicallyEquivalent);
    prop_assert_eq!(whole, leaves(&texts[0], is_prose) == leaves(&texts[1], is_prose));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn identical_means_equal_words_and_signs(
        slots in prop::sample::select(vec![0_usize, 1, 2]),
        choices in prop::collection::vec(0..8_usize, PLACES),
        edits in prop::collection::vec((0..PLACES, 0..8_usize), 0..4),
    ) {
        let slots = [&JAVA, &TYPESCRIPT, &PROSE][slots];
        let mut edited = choices.clone();
        for (at, choice) in edits {
            edited[at] = choice;
        }
        check(slots, &[text(slots, &choices), text(slots, &edited)])?;
    }
}

#[test]
fn ignored_words_that_differ_are_counted() {
    let plain = text(&JAVA, &[]);
    let changed = text(&JAVA, &[0, 0, 0, 0, 1, 1]);
    let batch = Batch::of(JAVA.path, vec![plain.clone(), changed], 0, &[]);
    let of_pair = batch.of_pair(0, 1);
    let [found] = &of_pair.matches[..] else { panic!("one match: {of_pair:?}") };
    let agreement = found.agreement.unwrap();
    // `public`, and `this` with its dot.
    assert_eq!((agreement.identical, agreement.differing_ignored), (agreement.tokens, 3));
    assert_eq!(found.literal, Some(Literal::Renamed));
    // Without texts, nothing is known.
    let batch = Batch {
        texts: vec![String::new(), String::new()],
        ..Batch::of(JAVA.path, vec![plain.clone(), plain], 0, &[])
    };
    assert_eq!(batch.of_pair(0, 1).matches[0].literal, None);
}

/// Programs of twelve statements, without comments and strings, in languages that ignore capitals.
fn program_in_small_letters(path: &str) -> String {
    let statement = |at: usize| match path {
        "marks.sql" => format!("select t{at}.mark, count(*) from grades t{at} where t{at}.mark > {at};\n"),
        "main.pas" => format!("procedure step{at}(var total: integer); begin total := total + {at} end;\n"),
        "Main.vb" => format!("Dim total{at} As Double Precision{at} = 2\n").to_lowercase(),
        "main.f90" => format!("double precision function step{at}(x)\nstep{at} = x * {at}\nend function\n"),
        "main.adb" => {
            format!("procedure step{at} is total : integer := {at}; begin put(total); end step{at};\n")
        }
        _ => format!(
            "process (clk{at}) begin if rising_edge(clk{at}) then q{at} <= d{at}; end if; end process;\n"
        ),
    };
    (0..12).map(statement).collect()
}

#[test]
fn capitals_are_no_renames_where_the_language_ignores_them() {
    for path in ["marks.sql", "main.pas", "Main.vb", "main.f90", "main.adb", "unit.vhd"] {
        let small = program_in_small_letters(path);
        let renamed = small
            .replace("total", "sum")
            .replace("mark", "points")
            .replace("step", "part")
            .replace("clk", "tick");
        for (other, is_renamed) in [(small.to_uppercase(), false), (renamed.to_uppercase(), true)] {
            let batch = Batch::of(path, vec![small.clone(), other], 0, &[]);
            let of_pair = batch.of_pair(0, 1);
            let [found] = &of_pair.matches[..] else { panic!("{path}: one match: {of_pair:?}") };
            let expected = if is_renamed { Literal::Renamed } else { Literal::SameTokens };
            assert_eq!(found.literal, Some(expected), "{path}");
            assert_eq!(of_pair.renames.unwrap().count > 0, is_renamed, "{path}");
        }
    }
}
