//! Maps MOSS's names of languages to canonical names.

/// Returns the name under which to look up a language of a MOSS client. It translates the names that mean something
/// else in MOSS, and those that only clients use. Any other name is returned in lower case.
///
/// ```
/// assert_eq!(chaffinch_moss::protocol::known_as("CC"), "cpp");
/// assert_eq!(chaffinch_moss::protocol::known_as("go"), "go");
/// ```
pub fn known_as(word: &str) -> String {
    let word = word.to_ascii_lowercase();
    let known = match word.as_str() {
        "cc" | "c++" => "cpp",
        "ascii" => "text",
        "plsql" => "sql",
        // The spelling of a client in Java.
        "schema" => "scheme",
        // The names in the distribution of 2009.
        "asm" | "hc12" => "a8086",
        "ocaml" => "ml",
        "hcl2" => "hcl",
        _ => return word,
    };
    known.to_owned()
}
