//! The words and signs that languages have for the same thing, as data.
//!
//! A translator looks up exactly these: `elif` for `else if`, `len` for `length`, `&&` for `and`. What a language has
//! and another has not (types, modifiers, constructors, conversions to text) stands for nothing here, because it
//! disappears in one direction of the translation.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Words of languages: the neutral words, and the words that stand for each.
const WORDS: &[(&[&str], &str)] = &[
    (&["loop"], "for foreach while loop repeat"),
    (&["if"], "if elif elseif elsif unless guard ?"),
    (&["if", "equal"], "case"),
    (&["return"], "return yield"),
    (&["break"], "break"),
    (&["continue"], "continue"),
    (&["throw"], "throw raise"),
    (&["catch"], "catch except"),
    (&["and"], "and &&"),
    (&["or"], "or ||"),
    (&["not"], "not !"),
    (&["equal"], "== === is"),
    (&["equal", "not"], "!= !== <>"),
    (&["less"], "< > .. ..< ..= until downTo"),
    (&["less-equal"], "<= >="),
    (&["assign"], "= :="),
    (&["+"], "+"),
    (&["-"], "-"),
    (&["*"], "*"),
    (&["/"], "/ //"),
    (&["%"], "%"),
    (&["power"], "**"),
    (&["bits"], "& | ^ ~ << >> >>>"),
    (&["assign", "+"], "+= ++"),
    (&["assign", "-"], "-= --"),
    (&["assign", "*"], "*="),
    (&["assign", "/"], "/= //="),
    (&["assign", "%"], "%="),
    (&["assign", "bits"], "&= |= ^= <<= >>= >>>="),
    (&["null"], "null None nil NULL nullptr undefined"),
    (&["true"], "true True"),
    (&["false"], "false False"),
];

/// Functions of libraries, in lower case and without `_`: the neutral words, and the functions that stand for each.
const CALLS: &[(&[&str], &str)] = &[
    (
        &["output"],
        "print println printf puts putchar write writeline printline echo fprintf eprintln fputs fputc putc cout \
         printerror writeln log",
    ),
    (
        &["input"],
        "scanf next nextint nextline nextlong nextdouble readline gets fgets getline input read readlines readall \
         getchar fgetc getc hasnext hasnextint hasnextline hasnextlong readfilesync scan scanln fscanf sscanf cin \
         readln readint",
    ),
    (&["length"], "len length size strlen count"),
    (&["append"], "add append push push_back pushback addlast offer enqueue addfirst offerlast"),
    (&["pop"], "pop poll remove removefirst removelast shift dequeue popleft popback pollfirst"),
    (&["has"], "contains containskey has includes hasown in"),
    (&["find"], "indexof find index strchr strstr rfind lastindexof"),
    (&["index"], "get getordefault charat at"),
    (&["index", "assign"], "put set setdefault"),
    (&["number"], "parseint int number parselong parsefloat parsedouble float atoi atol atof strtol stoi"),
    (&["split"], "split tokenize strtok fields"),
    (&["join"], "join"),
    (&["trim"], "trim strip"),
    (&["lower"], "tolowercase lower tolower"),
    (&["upper"], "touppercase upper toupper"),
    (&["letter"], "isalpha isletter isdigit isalnum isletterordigit isnumeric"),
    (&["slice"], "substring slice substr sublist subspan"),
    (&["reverse"], "reverse reversed"),
    (&["sort"], "sort sorted qsort sortedby"),
    (&["absolute"], "abs fabs"),
    (&["power"], "pow"),
    (&["maximum"], "max fmax"),
    (&["minimum"], "min fmin"),
    (&["root"], "sqrt"),
    (&["equal"], "equals strcmp equalsignorecase"),
    (&["less"], "range compareto localecompare"),
    (&["exit"], "exit"),
    (&["loop"], "foreach map filter"),
];

/// Functions of libraries that other languages have no call for.
const UNSPOKEN_CALLS: &str = "tostring str valueof string enumerate items keys values entries keyset entryset main free \
    malloc calloc realloc close ord chr charcodeat fromcharcode list dict tuple iter flush scanner open stdin sizeof \
    fflush super format stream require copyof array from of fill all any zip iterator getkey getvalue intvalue tochararray collect \
    list toarray arraylist hashmap";

/// Lists of words that a statement's reader asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum WordList {
    /// Words that begin what other languages need not say.
    UnspokenStatement,
    /// Words before the first that counts.
    Modifier,
    /// Words that begin the definition of a function.
    Definition,
    /// Words that are not in the head of a function without such a word.
    NoDefinition,
    /// Streams of C++, which `<<` and `>>` write and read.
    Stream,
    /// Properties that other languages have a function for.
    Size,
    /// Values that some languages have a name for, and others a keyword.
    Value,
    /// Functions whose result is compared with zero.
    Comparison,
    /// Types in lower case that have type arguments.
    GenericType,
}

impl WordList {
    const fn words(self) -> &'static str {
        match self {
            Self::UnspokenStatement => {
                "import from package using use include #include #pragma namespace class struct enum interface impl \
                 trait typedef union extern record protocol extension module @ template try finally do global nonlocal \
                 pass default"
            }
            Self::Modifier => {
                "public private protected static final abstract export async override inline else"
            }
            Self::Definition => "def function func fn fun",
            Self::NoDefinition => "= . else new return if while for switch catch",
            Self::Stream => "cout cerr cin",
            Self::Size => "length count size",
            Self::Value => "null None nil NULL nullptr undefined true True false False",
            Self::Comparison => "strcmp strncmp memcmp compareTo",
            Self::GenericType => {
                "array deque list map pair queue set stack tuple unordered_map unordered_set vector"
            }
        }
    }

    /// Returns whether the list has a word.
    pub(crate) fn contains(self, word: &str) -> bool {
        self.words().split_ascii_whitespace().any(|listed| listed == word)
    }
}

/// Neutral words, by a word of a language.
type Table = FxHashMap<&'static str, &'static [&'static str]>;

fn table(rows: &'static [(&'static [&'static str], &'static str)]) -> Table {
    rows.iter().flat_map(|(neutral, words)| words.split_whitespace().map(|word| (word, *neutral))).collect()
}

static WORD_TABLE: LazyLock<Table> = LazyLock::new(|| table(WORDS));
static CALL_TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut calls = table(CALLS);
    calls.extend(UNSPOKEN_CALLS.split_whitespace().map(|word| (word, &[] as &[&str])));
    calls
});

/// Returns the neutral words for a word or sign of a language; none if it has no equivalent elsewhere.
pub(crate) fn word(word: &str) -> &'static [&'static str] {
    WORD_TABLE.get(word).copied().unwrap_or_default()
}

/// Returns the neutral words for a library's function, by its name in lower case without `_`; `None` if the name is not
/// known.
pub(crate) fn call(name: &str) -> Option<&'static [&'static str]> {
    CALL_TABLE.get(name).copied()
}
