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
    (&["output"], "echo"),
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
    (&["less"], "< > .. ..< ..= ... until downTo"),
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
         printerror writeln log write fprint fprintln",
    ),
    (
        &["input"],
        "scanf next nextint nextline nextlong nextdouble readline gets fgets getline input read readlines readall \
         getchar fgetc getc hasnext hasnextint hasnextline hasnextlong readfilesync scan scanln fscanf sscanf cin \
         readln readint readtostring readtoend readallbytes readstring readasync fscan fscanln filegetcontents \
         streamgetcontents",
    ),
    (&["length"], "len length size strlen count"),
    (
        &["append"],
        "add append push pushback addlast offer enqueue addfirst offerlast pushstr arraypush emplaceback emplace \
         insert addall extend appendline writebyte writerune writestring appendleft pushfront unshift",
    ),
    (
        &["pop"],
        "pop poll remove removefirst removelast shift dequeue popleft popback pollfirst popfront arraypop arrayshift \
         arrayunshift erase removeat delete",
    ),
    (&["has"], "contains containskey has includes hasown in inarray arraykeyexists isset"),
    (&["find"], "indexof find index strchr strstr rfind lastindexof strpos firstindex findindex position"),
    (
        &["index"],
        "get getordefault charat at getorelse trygetvalue nth peek top front back orinsert ordefault",
    ),
    (&["index", "assign"], "put set setdefault getorput"),
    (&["empty"], "isempty empty isnotempty"),
    (&["starts"], "startswith hasprefix endswith hassuffix strstartswith"),
    (
        &["number"],
        "parseint int number parselong parsefloat parsedouble float atoi atol atof strtol stoi stol stoll parse \
         tryparse toint32 toint64 toint tolong todouble tointornull tolongornull int64 int32 intval floatval",
    ),
    (
        &["split"],
        "split tokenize strtok fields explode pregsplit components splitwhitespace splitasciiwhitespace strsplit",
    ),
    (&["join"], "join joined jointostring implode"),
    (&["trim"], "trim strip rstrip lstrip trimend trimstart trimspace rtrim trimmingcharacters"),
    (
        &["lower"],
        "tolowercase lower tolower lowercase lowercased strtolower toasciilowercase makeasciilowercase tolowerinvariant \
         lowercasechar",
    ),
    (
        &["upper"],
        "touppercase upper toupper uppercase uppercased strtoupper toasciiuppercase toupperinvariant",
    ),
    (
        &["letter"],
        "isalpha isletter isdigit isalnum isletterordigit isnumeric isalphabetic isasciialphabetic isasciidigit isalphanumeric \
         isasciialphanumeric isasciilowercase isasciiuppercase isnumber ctypealpha ctypedigit ctypealnum",
    ),
    (&["slice"], "substring slice substr sublist subspan arrayslice dropfirst take skip drop"),
    (&["reverse"], "reverse reversed rev strrev arrayreverse"),
    (
        &["sort"],
        "sort sorted qsort sortedby sortby sortedwith sortwith sortbykey sortunstable sortunstableby sortedbydescending \
         orderby orderbydescending thenby thenbydescending ksort usort uksort uasort asort arsort rsort slicestable ints \
         strings",
    ),
    (&["absolute"], "abs fabs"),
    (&["power"], "pow"),
    (&["maximum"], "max fmax"),
    (&["minimum"], "min fmin"),
    (&["root"], "sqrt"),
    (&["/"], "intdiv"),
    (&["equal"], "equals strcmp equalsignorecase"),
    (&["less"], "range compareto localecompare stride cmp compare"),
    (&["exit"], "exit"),
    (&["loop"], "foreach map filter select where arraymap arrayfilter flatmap"),
    (&["throw"], "panic fatalerror"),
];

/// Functions of libraries that other languages have no call for.
const UNSPOKEN_CALLS: &str = "tostring str valueof string enumerate items keys values entries keyset entryset \
    main free malloc calloc realloc close ord chr charcodeat fromcharcode list dict tuple iter flush scanner open \
    stdin sizeof fflush super format stream require copyof array from of fill all any zip iterator getkey \
    getvalue intvalue tochararray collect toarray arraylist hashmap unwrap expect unwrapor unwrapordefault \
    unwraporelse clone cloned copied toowned asstr asbytes asref intoiter itermut chars bytes begin end cbegin \
    cend rbegin rend cstr new make newscanner newreader newwriter buffer text err some ok listof mutablelistof \
    arraylistof mutablemapof mapof hashmapof mutablesetof setof arrayof intarray chararray booleanarray tolist \
    tomutablelist tomutablemap indices withindex floor trunc arrayfill arraykeys arrayvalues strrepeat sprintf \
    sprint itoa numberformat withcapacity lock stdout intostring description utf8 ascii code tochar dictionary \
    let also apply run with fromutf8 fromutf8lossy repeat";

/// Words that begin what other languages need not say.
pub(crate) const UNSPOKEN_STATEMENT: &str = "import from package using use include #include #pragma namespace class struct \
    enum interface impl trait typedef union extern record protocol extension module @ template try finally do global \
    nonlocal pass default";

/// Words before the first that counts.
pub(crate) const MODIFIER: &str =
    "public private protected static final abstract export async override inline else";

/// Words that begin the definition of a function.
pub(crate) const DEFINITION: &str = "def function func fn fun";

/// Words that are not in the head of a function without such a word.
pub(crate) const NO_DEFINITION: &str = "= . else new return if while for switch catch";

/// Streams of C++, which `<<` and `>>` write and read.
pub(crate) const STREAM: &str = "cout cerr cin";

/// Properties that other languages have a function for.
pub(crate) const SIZE: &str = "length count size";

/// Values that some languages have a name for, and others a keyword.
pub(crate) const VALUE: &str = "until downTo null None nil NULL nullptr undefined true True false False";

/// Functions whose result is compared with zero.
pub(crate) const COMPARISON: &str = "strcmp strncmp memcmp compareTo";

/// Types in lower case that have type arguments.
pub(crate) const GENERIC_TYPE: &str =
    "array deque list map pair queue set stack tuple unordered_map unordered_set vector";

/// Returns whether a list has a word.
pub(crate) fn is_in(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
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
