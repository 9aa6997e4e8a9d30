//! One stray quote or bracket changes little of what is read, whatever the language.

use chaffinch_normalize::{Language, language, languages};

use crate::support::read;

/// Places at which a mark is inserted into the sample of a language.
const PLACES: usize = 100;
/// Places of them at which more of the tokens may change.
const EXCEPTIONS: usize = 1;
/// Share of the tokens that stay the same, in percent.
const SAME: usize = 80;
const MARKS: [char; 9] = ['"', '\'', '`', '(', ')', '[', ']', '{', '}'];

/// Returns how many tokens of `a` are also in `b`, in order (longest common subsequence).
fn same(a: &[u64], b: &[u64]) -> usize {
    let before = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[before..], &b[before..]);
    let after = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - after], &b[..b.len() - after]);
    let mut lengths = vec![0; b.len() + 1];
    for value in a {
        let mut diagonal = 0;
        for (at, other) in b.iter().enumerate() {
            let above = lengths[at + 1];
            lengths[at + 1] = if value == other { diagonal + 1 } else { above.max(lengths[at]) };
            diagonal = above;
        }
    }
    before + after + lengths[b.len()]
}

/// Returns the places (line, mark, percent) at which too much changes.
fn lost(language: &'static Language, sample: &str) -> Vec<(usize, char, usize)> {
    let whole = read(language, sample).values;
    assert!(whole.len() >= 200, "{}: {} tokens are too few", language.name(), whole.len());
    // An xorshift generator: the places are the same in every run.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 16).expect("usize has 64 bits") % below
    };
    (0..PLACES)
        .filter_map(|n| {
            let at = sample.floor_char_boundary(random(sample.len()));
            let mark = MARKS[n % MARKS.len()];
            let damaged = format!("{}{mark}{}", &sample[..at], &sample[at..]);
            let percent = same(&whole, &read(language, &damaged).values) * 100 / whole.len();
            (percent < SAME).then(|| (sample[..at].matches('\n').count() + 1, mark, percent))
        })
        .collect()
}

fn sample(language: &Language) -> String {
    let path =
        format!("{}/samples/{}.{}", env!("CARGO_MANIFEST_DIR"), language.name(), language.endings()[0]);
    std::fs::read_to_string(path).expect("the sample is there")
}

#[test]
fn a_stray_quote_or_bracket_changes_little() {
    let mut failed = Vec::new();
    for language in languages() {
        let lost = lost(language, &sample(language));
        if lost.len() > EXCEPTIONS {
            failed.push(format!("{}: {lost:?}", language.name()));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Lines that people paste into programs of any language.
const PASTED: [&str; 6] = [
    "Homework 3 by Ann O'Neil",
    "Question 1: what's the mean?",
    "Written by \"Ann",
    "5' 11\" (it's tall",
    "`quoted' as in the old days",
    "don't, can't, won't {",
];

/// Proper lines with a quote that opens nothing, or that another quote closes.
const PROPER: [(&str, &[&str]); 14] = [
    (
        "bash",
        &[
            "temp=\"${temp%]*}\"",
            "x=${x#*\\'}",
            "x=\"${x#*\\'}\"",
            "echo \"it's $(date +'%d')\"",
            "cat <<EOF\nit's a \"text\nEOF",
            "cat <<-'EOF'\n\tit's `a\n\tEOF",
            "echo it\\'s $# ${#x} \\\"",
            "echo $'it\\'s'",
            "echo \"a ${b:-\"c d\"} e\"",
        ],
    ),
    ("elixir", &["x = ~s(it's \"a)", "c = ?\"", "s = ~S'''\nit\"s\n'''", "\"a #{h[\"k\"]} b\""]),
    ("julia", &["b = a' * a'", "s = r\"it's\"i", "c = '\"'"]),
    ("lisp", &["(setq c ?\\\")", "(eq c #\\\")", "(setq |it's \"a| 1)", "; it's \"a", "(f #'car '(a b))"]),
    ("lua", &["s = [[it's \"a]]", "s = [==[it's]] \"a]==]", "-- it's"]),
    ("ml", &["let c = '\"'", "let f x' = x'", "let s = {|it's \"a|}", "(* it's *)"]),
    (
        "perl",
        &[
            "my $rest = $';",
            "print <<\"HTML\";\n<p>don't \"a</p>\nHTML",
            "print <<~END;\n  don't\n  END",
            "my $s = q{it's \"a};",
            "$x =~ s/'//g;",
            "my @w = qw(it's a);",
            "print $`, $&;",
            "=pod\n\nit's\n\n=cut",
        ],
    ),
    ("php", &["$s = <<<END\nit's \"a\nEND;", "# it's", "$s = \"a {$b[\"c\"]} d\";"]),
    ("r", &["s <- r\"(it's)\"", "`it's` <- 1", "# it's"]),
    (
        "ruby",
        &[
            "s = %q{it's \"a}",
            "s = <<~END\n  it's \"a\nEND",
            "c = ?\\'",
            "s = \"a #{h[\"k\"]} b\"",
            "w = %w[it's a]",
        ],
    ),
    ("scheme", &["(define |a \"b| 1)", "(define s #<<END\ndon't \"a\nEND\n)", "(eq? c #\\\")", "; it's \"a"]),
    (
        "sql",
        &[
            "# don't",
            "SELECT 1; # don't",
            "// Student's name",
            "INSERT INTO t VALUES ('don\\'t');",
            "INSERT INTO t VALUES ('C:\\', 'x');",
            "INSERT INTO t VALUES (q'{don't}');",
            "INSERT INTO t VALUES (q'[don't]', Q'!it's!');",
            "SELECT $x$it's$x$;",
            "SELECT $$it's$$;",
            "PROMPT it's",
            "REM it's",
            "\\echo it's",
            "-- it's",
            "SELECT E'it\\'s', N'a', X'0F', `it's`, \"it's\" FROM t;",
        ],
    ),
    ("swift", &["let s = \"unterminated", "let s = \"\"\"\nit's \"a\n\"\"\"", "let s = #\"it's\"#"]),
    (
        "tcl",
        &["regexp {^\"} $x", "set a b\"c", "puts {\"}", "puts [format \"a %s\" [list \"b c\"]]", "puts \\\""],
    ),
];

fn check_line(language: &'static Language, line: &str) -> Option<String> {
    let sample = sample(language);
    let whole = read(language, &sample).values;
    let lines: Vec<&str> = sample.split_inclusive('\n').collect();
    [0, lines.len() / 4, lines.len() / 2].into_iter().find_map(|at| {
        let damaged = format!("{}{line}\n{}", lines[..at].concat(), lines[at..].concat());
        let percent = same(&whole, &read(language, &damaged).values) * 100 / whole.len();
        (percent < SAME).then(|| format!("{}: {line:?} before line {}: {percent} %", language.name(), at + 1))
    })
}

#[test]
fn a_pasted_line_changes_little() {
    let lines = languages().iter().flat_map(|language| PASTED.map(|line| (language, line)));
    let failed: Vec<String> = lines.filter_map(|(language, line)| check_line(language, line)).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_way_to_quote_is_known() {
    let lines =
        PROPER.iter().flat_map(|(name, lines)| lines.iter().map(|line| (language(name).unwrap(), *line)));
    let failed: Vec<String> = lines.filter_map(|(language, line)| check_line(language, line)).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
